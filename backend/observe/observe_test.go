package observe_test

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/png"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"pace/backend/desktop"
	"pace/backend/desktop/desktoptest"
	"pace/backend/observe"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestAWindowIsToldMostUsefulFirst(t *testing.T) {
	d, w := window(t)
	w.Label("Please fill this in")
	w.Text("Name", "Ada")
	w.Button("Save")
	w.Button("Remove").Disable()
	w.Check("Wrap", true)
	w.Rows("Files", "a.txt", "b.txt")
	w.Slider("Level", 0, 100, 70)
	w.Label("Save") // says what the button says
	w.Button("")    // says nothing
	s := look(t, d, observe.Config{})
	require.Equal(t, "Notes", s.App)
	require.Equal(t, "Draft", s.Window)
	require.Equal(t, []string{
		"[1] text|Name|Ada",
		"[2] button|Save|",
		"[3] checkbox|Wrap|on",
		"[4] slider|Level|70 (0 to 100)",
		"[5] item|a.txt|",
		"[6] item|b.txt|",
		"[7] button|Remove|(disabled)",
		"[8] label||Please fill this in",
	}, without(s.Lines))
	require.Equal(t, 1, s.Unseen, "the button that says nothing")
	require.Equal(t, "3 buttons, 2 rows, 1 check box, 1 slider, 1 text field", s.Summary)
	require.False(t, s.Blind)
	require.Empty(t, s.Problems)
}

func TestPlacesArePixelsOfTheWholeScreen(t *testing.T) {
	d, w := window(t)
	b := w.Button("Save")
	r := b.Element().Bounds
	d.SetDisplays(desktop.Display{ID: "1", Bounds: desktop.PixelRect{W: 3840, H: 2160}, Scale: 2, Primary: true})
	s := look(t, d, observe.Config{})
	c := r.Center()
	require.Contains(t, s.Lines[0], line(int(2*c.X), int(2*c.Y)))
}

func line(x, y int) string { return "|" + itoa(x) + "," + itoa(y) + "|" }

func TestTheWindowInFrontIsMeantAndNeitherPacesOwnNorASkippedOne(t *testing.T) {
	d := desktoptest.New(t)
	d.App("Behind", desktop.Qt).Window("Back", area()).Button("Wrong")
	right := d.App("Writer", desktop.GTK3)
	right.Window("Letter", area()).Button("Right")
	terminal := d.App("Terminal", desktop.GTK3)
	terminal.Window("bash", area()).Button("Typed here")
	d.OwnWindow("Pace", area())
	s, err := observe.New(d.Desktop(), observe.Config{}).Look(t.Context(), observe.Wish{Skip: func(pid int) bool { return pid == terminal.PID() }})
	require.NoError(t, err)
	require.Equal(t, "Writer", s.App)
	require.Equal(t, []string{"[1] button|Right|"}, without(s.Lines))
}

// Not the field's content, not that of what is in it, not in the picture that is read or looked at.
func TestWhatIsSecretIsNotTold(t *testing.T) {
	d, w := window(t)
	w.Password("Password").SetContent("hunter2")
	pin := w.Text("Card PIN", "4711")
	shown := w.Text("API key", "sk-live-1")
	w.Text("Pinboard", "visible")
	r, v := &reader{}, &onlooker{}
	s, err := observe.New(d.Desktop(), observe.Config{OCR: r, Vision: v}).Look(t.Context(), observe.Wish{Always: true})
	require.NoError(t, err)
	require.ElementsMatch(t, []string{"password|Password|hidden", "text|Card PIN|hidden", "text|API key|hidden", "text|Pinboard|visible"}, unnumbered(without(s.Lines)))
	require.NotContains(t, strings.Join(s.Lines, ""), "4711")

	img, err := png.Decode(bytes.NewReader(v.png))
	require.NoError(t, err)
	black := color.RGBA{A: 255}
	for _, c := range []*desktoptest.Control{pin, shown} {
		b := c.Element().Bounds
		x, y := int(b.Center().X)-100, int(b.Center().Y)-100
		require.Equal(t, black, color.RGBAModel.Convert(img.At(x, y)), "the field is black")
		require.Equal(t, black, color.RGBAModel.Convert(img.At(int(b.X)-100, int(b.Y)-100)))
	}
	field := w.Find(desktop.TextField, "Pinboard").Element().Bounds
	require.NotEqual(t, black, color.RGBAModel.Convert(img.At(int(field.Center().X)-100, int(field.Center().Y)-100)))
}

func TestAPictureThatCouldShowASecretIsNotTaken(t *testing.T) {
	d, w := window(t)
	w.Password("Password").SetContent("hunter2")
	desk := d.Desktop()
	desk.Screen = noDisplays{desk.Screen}
	r := &reader{}
	s, err := observe.New(desk, observe.Config{OCR: r}).Look(t.Context(), observe.Wish{})
	require.NoError(t, err)
	require.True(t, s.Blind)
	require.Empty(t, r.saw)
	require.Len(t, s.Problems, 1)
	require.ErrorContains(t, s.Problems[0], "secret")
}

// noDisplays is a screen that does not tell its displays, so that places can't be told.
type noDisplays struct{ desktop.Screen }

func (noDisplays) Displays(context.Context) ([]desktop.Display, error) {
	return nil, errors.New("no answer")
}

func TestABlindWindowIsReadOffItsPicture(t *testing.T) {
	d := desktoptest.New(t)
	a := d.App("Game", desktop.OtherToolkit)
	w := a.Window("Level 1", area())
	w.Button("Quit")
	r := &reader{texts: []observe.Seen{
		{Text: "New  game\n", Box: image.Rect(20, 60, 120, 80)},
		{Text: "Quit", Box: image.Rect(20, 10, 60, 30)}, // the button says so
		{Text: "off the picture", Box: image.Rect(9000, 0, 9100, 10)},
		{Text: "\u202e ", Box: image.Rect(20, 90, 120, 99)},
		{Text: "Load", Box: image.Rect(220, 60, 260, 80)},
	}}
	s := look(t, d, observe.Config{OCR: r})
	require.True(t, s.Blind)
	require.Equal(t, []string{"[1] button|Quit|", "[2] seen|New game|", "[3] seen|Load|", "[4] seen|[U+202E]|"}, without(s.Lines), "as one reads")
	require.Contains(t, strings.Join(s.Lines, "\n"), "seen|170,170|New game|", "a place on the screen, not in the picture")
	require.Len(t, r.saw, 1)
	_, isElement := s.Marks.Target(2)
	require.False(t, isElement, "it has only a place")

	a.Mute() // no accessibility at all
	s = look(t, d, observe.Config{OCR: r})
	require.True(t, s.Blind)
	require.Equal(t, "Level 1", s.Window)
	require.Len(t, s.Lines, 4)
	require.Len(t, s.Problems, 1, "the elements could not be read, and it says so")

	r.err = errors.New("broken")
	s = look(t, d, observe.Config{OCR: r})
	require.Len(t, s.Problems, 2)
}

func TestAWindowThatTellsEnoughIsNotPhotographed(t *testing.T) {
	d, w := window(t)
	for _, n := range []string{"One", "Two", "Three"} {
		w.Button(n)
	}
	r, v := &reader{}, &onlooker{says: " a form "}
	s := look(t, d, observe.Config{OCR: r, Vision: v})
	require.False(t, s.Blind)
	require.Empty(t, r.saw)
	require.Empty(t, v.png)

	s, err := observe.New(d.Desktop(), observe.Config{OCR: r, Vision: v}).Look(t.Context(), observe.Wish{Always: true, Question: "what is this"})
	require.NoError(t, err)
	require.Equal(t, "a form", s.Described)
	require.Equal(t, "what is this", v.asked)
	require.Empty(t, r.saw, "the elements tell what it would read")

	v.err = errors.New("the model is gone")
	s, err = observe.New(d.Desktop(), observe.Config{Vision: v}).Look(t.Context(), observe.Wish{Always: true})
	require.NoError(t, err)
	require.Len(t, s.Problems, 1)
	require.Len(t, s.Lines, 3, "what is known is told all the same")
}

func TestAListIsBoundedAndSaysWhatIsLeftOut(t *testing.T) {
	d, w := window(t)
	for i := range 12 {
		w.Button("Button " + itoa(i))
	}
	s := look(t, d, observe.Config{Lines: 10})
	require.Len(t, s.Lines, 10)
	require.Len(t, s.Marks, 10)
	require.Equal(t, 2, s.Unseen)
	s = look(t, d, observe.Config{Bytes: 100})
	require.LessOrEqual(t, len(strings.Join(s.Lines, "\n")), 100)
	require.NotEmpty(t, s.Lines)
	require.Equal(t, 12, len(s.Lines)+s.Unseen)
}

func TestRowsThatAreScrolledOutOfSightAreNotTold(t *testing.T) {
	d, w := window(t)
	w.List("Files", 50)
	w.Button("Open")
	s := look(t, d, observe.Config{})
	rows := 0
	for _, l := range s.Lines {
		if strings.Contains(l, "] item|") {
			rows++
		}
	}
	require.Equal(t, 10, rows, "ten of the rows fit")
}

func TestAHungProgramIsABlindOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := desktoptest.New(t)
		a := d.App("Stuck", desktop.GTK3)
		a.Window("Busy", area()).Button("Save")
		a.Hang(0)
		defer a.Wake()
		r := &reader{texts: []observe.Seen{{Text: "Save", Box: image.Rect(10, 10, 50, 30)}}}
		s, err := observe.New(d.Desktop(), observe.Config{OCR: r}).Look(t.Context(), observe.Wish{})
		require.NoError(t, err)
		require.True(t, s.Blind)
		require.Len(t, s.Problems, 1)
		require.ErrorIs(t, s.Problems[0], desktop.ErrHung)
		require.Len(t, s.Lines, 1)
	})
}

func TestWithoutAScreenThereIsNothingToLookAt(t *testing.T) {
	for _, desk := range []*desktop.Desktop{nil, {}, {Missing: map[string]error{"Tree": desktop.ErrNoDisplay}}, {Missing: map[string]error{"Tree": desktop.ErrNoBus}}} {
		_, err := observe.New(desk, observe.Config{}).Look(t.Context(), observe.Wish{})
		require.True(t, observe.Dark(err), "%v", err)
	}
	d := desktoptest.New(t)
	s, err := observe.New(d.Desktop(), observe.Config{OCR: &reader{}}).Look(t.Context(), observe.Wish{})
	require.NoError(t, err)
	require.Empty(t, s.Lines)
	require.ErrorIs(t, s.Problems[0], desktop.ErrNotFound, "no window is open")
}

func TestALookObeysItsContext(t *testing.T) {
	d, w := window(t)
	w.Button("Save")
	ctx, stop := context.WithCancel(t.Context())
	stop()
	_, err := observe.New(d.Desktop(), observe.Config{}).Look(ctx, observe.Wish{})
	require.ErrorIs(t, err, context.Canceled)
}

func TestALookWorksWhereNobodyListsWindows(t *testing.T) {
	d, w := window(t)
	w.Button("Save")
	desk := d.Desktop()
	desk.Windows, desk.Screen = nil, nil
	s, err := observe.New(desk, observe.Config{OCR: &reader{}}).Look(t.Context(), observe.Wish{})
	require.NoError(t, err)
	require.Equal(t, "Draft", s.Window)
	require.Equal(t, []string{"[1] button|Save|"}, without(s.Lines))
}
