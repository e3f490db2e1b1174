package phrase_test

import (
	"testing"

	"pace/backend/phrase"
)

func TestCalculatorKeysArePressedOneByOne(t *testing.T) {
	means(t,
		"press 42", `click{"label":"42"}`,
		"press 12 + 3 =", `click{"label":"12"} click{"label":"+"} click{"label":"3"} click{"label":"="}`,
		"press ( 7 + 5 ) × 2 =", `click{"label":"("} click{"label":"7"} click{"label":"+"} click{"label":"5"} click{"label":")"} click{"label":"*"} click{"label":"2"} click{"label":"="}`,
		"press 3.5", `click{"label":"3"} click{"label":"."} click{"label":"5"}`,
		"press twenty five", `click{"label":"25"}`,
		"press one hundred and five", `click{"label":"105"}`,
		"press seven times eight", `click{"label":"7"} click{"label":"*"} click{"label":"8"}`,
		"press open bracket 7 close bracket", `click{"label":"("} click{"label":"7"} click{"label":")"}`,
		"press 5 then AC", `click{"label":"5"} click{"label":"AC"}`,
		"press the number 3", `click{"label":"3"}`,
		"press .", `click{"label":"."}`,
		"press 7 on the calculator", `click{"label":"7","container":"calculator"}`,
	)
}

func TestRepetitionsAreCountedAndTimesBetweenNumbersMultiplies(t *testing.T) {
	means(t,
		"press 8 3 times", `click{"label":"8"} click{"label":"8"} click{"label":"8"}`,
		"press alt tab twice", `key{"key":"alt+tab"} key{"key":"alt+tab"}`,
		`double click "Old letters" twice`, `double_click{"label":"Old letters"} double_click{"label":"Old letters"}`,
		"press 6 times 7", `click{"label":"6"} click{"label":"*"} click{"label":"7"}`,
	)
	refuses(t, phrase.Incomplete, "press 5 times")
	refuses(t, phrase.Unsupported, "press 5 sixty times")
}

func TestSeveralThingsBehindOneVerb(t *testing.T) {
	means(t,
		"press ctrl+c then ctrl+v", `key{"key":"ctrl+c"} key{"key":"ctrl+v"}`,
		"press ctrl+c and ctrl+v", `key{"key":"ctrl+c"} key{"key":"ctrl+v"}`,
		"press OK and enter", `click{"label":"OK"} key{"key":"enter"}`,
		"click Red, Green and Blue", `click{"label":"Red"} click{"label":"Green"} click{"label":"Blue"}`,
		"press Save then Close", `click{"label":"Save"} click{"label":"Close"}`,
		"press Save and Close", `click{"label":"Save and Close"}`,
		`press "7" then "+" then "5"`, `click{"label":"7"} click{"label":"+"} click{"label":"5"}`,
	)
}

func TestContainersAndKindsAreNoPartOfALabel(t *testing.T) {
	means(t,
		"press OK in the Save dialog", `click{"label":"OK","container":"Save"}`,
		"in the Right group, press Same", `click{"label":"Same","container":"Right"}`,
		"click Save in the toolbar", `click{"label":"Save","container":"toolbar"}`,
		"click Edit on the Advanced tab", `click{"label":"Edit","container":"Advanced"}`,
		"press button 3", `click{"label":"3","role":"button"}`,
		"click Log in with Google", `click{"label":"Log in with Google"}`,
		"click sign in", `click{"label":"sign in"}`,
		"press zoom in", `click{"label":"zoom in"}`,
		"press the red button", `click{"label":"red","role":"button"}`,
		"choose As image from the Export menu", `click{"label":"As image","container":"Export"}`,
	)
	refuses(t, phrase.Incomplete, "press the button", "click the link", "click here", "press 'unclosed", `press "unclosed`)
	refuses(t, phrase.Unsupported, "click the button on the left", "press and hold OK", "press right click")
}

func TestMenuPathsPressTheLastEntryOnly(t *testing.T) {
	means(t,
		"File > Save As…", `click{"label":"Save As…","container":"File"}`,
		"File -> Print", `click{"label":"Print","container":"File"}`,
		"click View > Zoom > Zoom in", `click{"label":"Zoom in","container":"View > Zoom"}`,
	)
	refuses(t, phrase.NotImperative, "a > b", "5 > 3", "Apples > oranges")
}

func TestAnOrdinalCountsThingsOfAKindOrOfAName(t *testing.T) {
	means(t,
		"press the second button", `click{"role":"button","nth":2}`,
		"click on the third link", `click{"role":"link","nth":3}`,
		"press first button", `click{"role":"button","nth":1}`,
		"open the second tab", `click{"role":"tab","nth":2}`,
		"select the third row", `click{"role":"item","nth":3}`,
		"double-click the third row", `double_click{"role":"item","nth":3}`,
		"press the second button in the Right group", `click{"role":"button","container":"Right","nth":2}`,
		"press the first Same button", `click{"label":"Same","role":"button","nth":1}`,
		"press the second Save", `click{"label":"Save","nth":2}`,
		"tick the second Agree checkbox", `set_value{"target":"Agree","value":"true","nth":2}`,
		`untick the 2nd "Agree" box`, `set_value{"target":"Agree","value":"false","nth":2}`,
	)
	refuses(t, phrase.Unsupported, "press the last button", "press the second to last button")
	refuses(t, phrase.Incomplete, "check the second checkbox")
}

func TestAPathWithAnArticleLosesItsKind(t *testing.T) {
	means(t,
		"open the File > Export > As image menu", `click{"label":"As image","container":"File > Export"}`,
		"open the View > Zoom menu", `click{"label":"Zoom","container":"View"}`,
		"click the View > Zoom > Zoom in menu item", `click{"label":"Zoom in","container":"View > Zoom"}`,
		"choose the File > Print entry", `click{"label":"Print","container":"File"}`,
		"click View > Show menu", `click{"label":"Show menu","container":"View"}`,
	)
}
