package phrase_test

import (
	"testing"

	"pace/backend/phrase"
)

func TestAPlaceOnTheScreenIsReadFromTwoNumbers(t *testing.T) {
	means(t,
		"click at 10, 20", `click{"x":10,"y":20}`,
		"click at 640 400", `click{"x":640,"y":400}`,
		"click at (10, 20)", `click{"x":10,"y":20}`,
		"click (10, 20)", `click{"x":10,"y":20}`,
		"click at x 10 y 20", `click{"x":10,"y":20}`,
		"click at x=10, y=20", `click{"x":10,"y":20}`,
		"tap at the position 300, 5", `click{"x":300,"y":5}`,
		"click at -5, 20", `click{"x":-5,"y":20}`,
		"double-click at 100, 200", `double_click{"x":100,"y":200}`,
		"could you click at 10, 20 for me?", `click{"x":10,"y":20}`,
		"click at 10, 20 and then press OK", `click{"x":10,"y":20} click{"label":"OK"}`,
	)
	refuses(t, phrase.Incomplete, "click at 10", "click 10 20", "click 10, 20", "click on 10, 20")
	for _, text := range []string{"click at noon", "click at 10 o'clock", "click at 10, 20, 30", "click at 10, 20 or 30", "right click at 10, 20", "click at 123456, 1"} {
		p := phrase.Read(text)
		if p.Complete() {
			t.Errorf("%q fires: %s", text, show(p))
		}
	}
}

func TestNumbersBehindPressAreButtonsAndNoPlace(t *testing.T) {
	means(t,
		"press 10 20", `click{"label":"10"} click{"label":"20"}`,
		"press 7 5", `click{"label":"7"} click{"label":"5"}`,
		"click 7", `click{"label":"7"}`,
		"click 7 and 5", `click{"label":"7"} click{"label":"5"}`,
		"click 7 plus 5", `click{"label":"7"} click{"label":"+"} click{"label":"5"}`,
	)
}

func TestOnlyAPlaceAndNothingToPressIsAskedFor(t *testing.T) {
	refuses(t, phrase.Incomplete, "press in the Right group", "click in Notes", "double-click in the list", "open in Firefox", "tick in the Options dialog",
		"choose from Colour", "set in the Options dialog")
	means(t,
		"click in the Name field", `click{"label":"Name"}`,
		"click into the search box", `click{"label":"search"}`,
		"click In progress", `click{"label":"In progress"}`,
	)
}
