package phrase_test

import (
	"testing"

	"pace/backend/phrase"
)

func TestALabelKeepsItsOwnCharacters(t *testing.T) {
	means(t,
		"press Überraschung 🙂", `click{"label":"Überraschung 🙂"}`,
		"press 🙂", `click{"label":"🙂"}`,
		"press ☰", `click{"label":"☰"}`,
		"press ❤️", `click{"label":"❤️"}`,
		"press Done ✓", `click{"label":"Done ✓"}`,
		"press ★ Favourites", `click{"label":"★ Favourites"}`,
		"press Favourites ★", `click{"label":"Favourites ★"}`,
		"click Send 📨 now", `click{"label":"Send 📨"}`,
		"press 🙂 twice", `click{"label":"🙂"} click{"label":"🙂"}`,
		"press 👍", `click{"label":"👍"}`,
		`press "Like 👍"`, `click{"label":"Like 👍"}`,
		"press OK and then press 👍", `click{"label":"OK"} click{"label":"👍"}`,
		"check Agree ✅", `set_value{"target":"Agree ✅","value":"true"}`,
		"choose 😀 from Mood", `set_value{"target":"Mood","value":"😀"}`,
		"choose Happy 😊", `click{"label":"Happy 😊"}`,
		"in the Right group, press 🙂", `click{"label":"🙂","container":"Right"}`,
		"press © Notices", `click{"label":"© Notices"}`,
		"press 50 €", `click{"label":"50 €"}`,
		"press Save As…", `click{"label":"Save As…"}`,
		"press Save (draft)", `click{"label":"Save (draft)"}`,
		"press C++", `click{"label":"C++"}`,
		"press AT&T", `click{"label":"AT&T"}`,
		"press Yes/No", `click{"label":"Yes/No"}`,
		"press Version 1.0", `click{"label":"Version 1.0"}`,
		"press Nr. 5", `click{"label":"Nr. 5"}`,
		"press Step 2: Save", `click{"label":"Step 2: Save"}`,
		"press Don’t save", `click{"label":"Don’t save"}`,
	)
}

func TestThanksAndWhatIsNoNameLoseTheirPictures(t *testing.T) {
	means(t,
		"press OK 👍", `click{"label":"OK"}`,
		"press OK 👍🏽", `click{"label":"OK"}`,
		"press OK, thanks 🙏", `click{"label":"OK"}`,
		"press OK, please 😊", `click{"label":"OK"}`,
		"press the red button 🔴", `click{"label":"red","role":"button"}`,
		"open Calculator 🙏", `open_app{"app":"Calculator"}`,
		"scroll down 👇", `scroll{"direction":"down","amount":3}`,
	)
}

func TestALabelMayEndOrBeginWithALinkingWord(t *testing.T) {
	means(t,
		"could you click Jump to for me", `click{"label":"Jump to"}`,
		"click Jump to", `click{"label":"Jump to"}`,
		"click Jump to, please", `click{"label":"Jump to"}`,
		"click Reply to please", `click{"label":"Reply to"}`,
		"could you press Log in for me?", `click{"label":"Log in"}`,
		"press Sign in for me please", `click{"label":"Sign in"}`,
		"press Share with for me, thanks", `click{"label":"Share with"}`,
		"please press Sign up for, would you", `click{"label":"Sign up for"}`,
		"press Open with, would you?", `click{"label":"Open with"}`,
		"click Save as, will you?", `click{"label":"Save as"}`,
		"press OK please?", `click{"label":"OK"}`,
		"press Jump to and then press OK", `click{"label":"Jump to"} click{"label":"OK"}`,
		"click the jump to button", `click{"label":"jump to","role":"button"}`,
		"press the on button", `click{"label":"on","role":"button"}`,
		"click the in progress tab", `click{"label":"in progress","role":"tab"}`,
		"press On hold", `click{"label":"On hold"}`,
		"click On hold", `click{"label":"On hold"}`,
		"click From file", `click{"label":"From file"}`,
		"press For you", `click{"label":"For you"}`,
		"Click On Save", `click{"label":"Save"}`,
	)
	refuses(t, phrase.Incomplete, "press jump to", "press the", "press Save and")
	refuses(t, phrase.IsQuestion, "press Save would it?", "can you can you?")
}
