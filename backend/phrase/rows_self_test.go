package phrase_test

import (
	"testing"

	"pace/backend/phrase"
)

func TestPaceIsAskedAboutItself(t *testing.T) {
	means(t,
		"what can you do?", `about_pace{"topic":"abilities"}`,
		"which model are you using?", `about_pace{"topic":"model"}`,
		"what permissions do you need", `about_pace{"topic":"permissions"}`,
		"what did you just do", `about_pace{"topic":"last"}`,
		"what time is it", `about_pace{"topic":"time"}`,
		"what's the date?", `about_pace{"topic":"time"}`,
		"tell me the time", `about_pace{"topic":"time"}`,
		"what microphones are there", `about_pace{"topic":"devices"}`,
	)
}

func TestTimeItselfIsNotTheTime(t *testing.T) {
	nothing(t, "what is time", "what's the date of the battle", "time is money", "what time is it in Tokyo")
}

func TestWhatPaceNeverDoesByItselfIsRefused(t *testing.T) {
	means(t,
		"press Delete", `key{"key":"delete"}`,
	)
	refuses(t, phrase.Destructive, "delete all my files", "empty the trash", "format the disk", "shut down", "restart the computer", "send the mail", "order a pizza", "buy the cheapest one", "uninstall Zoom", "delete it")
}
