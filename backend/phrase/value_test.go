package phrase_test

import (
	"testing"

	"pace/backend/phrase"
)

func TestValuesAreSetChosenTickedAndCleared(t *testing.T) {
	means(t,
		"set Opacity to seventy percent", `set_value{"target":"Opacity","value":"70%"}`,
		"set brightness slider to minus five", `set_value{"target":"brightness","value":"-5"}`,
		"set Name to Tom and Jerry", `set_value{"target":"Name","value":"Tom and Jerry"}`,
		"set Code to 007", `set_value{"target":"Code","value":"007"}`,
		"set the name field to Bob and press Save", `set_value{"target":"name","value":"Bob"} click{"label":"Save"}`,
		"clear the search field", `set_value{"target":"search","value":""}`,
		"clear Name", `set_value{"target":"Name","value":""}`,
		"turn Bluetooth off", `set_value{"target":"Bluetooth","value":"false"}`,
		"enable JavaScript in the Settings window", `set_value{"target":"JavaScript","value":"true","container":"Settings"}`,
		"check agree", `set_value{"target":"agree","value":"true"}`,
		"choose Blue for Colour", `set_value{"target":"Colour","value":"Blue"}`,
		`choose "Blue" from "Colour"`, `set_value{"target":"Colour","value":"Blue"}`,
		"choose Blue in the Appearance tab", `click{"label":"Blue","container":"Appearance"}`,
		"select the Portrait option", `click{"label":"Portrait"}`,
		"pick Large from Size and press OK", `set_value{"target":"Size","value":"Large"} click{"label":"OK"}`,
	)
}

func TestHalfSaidValuesAreAskedFor(t *testing.T) {
	refuses(t, phrase.Incomplete, "set Level to", "set it to 70", "set Level", "clear it", "fill in the form", "set Name to Tom and press")
	refuses(t, phrase.Unsupported, "set Name to Bob and Age to 5", "fill in Name with Bob, Age with 5", "clear history", "set the oven to 200 degrees")
	refuses(t, phrase.NotImperative, "check my mail", "check the weather", "check out this")
}
