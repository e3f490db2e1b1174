package tools

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	"pace/backend/proof"
	"pace/backend/tool"
)

func TestAPictureIsSavedReadBackAndTakenBack(t *testing.T) {
	filing(t, func(t *testing.T, c *cabinet) {
		o, out := c.run("screenshot", `{"area":"screen"}`)
		effect(t, proof.Confirmed, o)
		name := "Screenshot " + time.Now().Format("2006-01-02 15.04.05") + ".png"
		require.Equal(t, filepath.Join(c.home, "Pictures/Screenshots", name), out.File)
		content, err := os.ReadFile(out.File)
		require.NoError(t, err)
		img, err := png.Decode(bytes.NewReader(content))
		require.NoError(t, err)
		ds, err := c.desk.Desktop().Screen.Displays(t.Context())
		require.NoError(t, err)
		require.Equal(t, ds[0].Bounds.W, img.Bounds().Dx())
		require.Contains(t, o.Report(), "“~/Pictures/Screenshots/"+name+"” was saved: ")
		require.Equal(t, sumOf(string(content)), o.Evidence()[1].After)

		o, window := c.run("screenshot", `{"area":"window"}`)
		effect(t, proof.Confirmed, o)
		require.NotEqual(t, out.File, window.File, "the first is not replaced")
		require.Contains(t, o.Report(), "It shows “Notes”.")

		call, ok := screenshot{}.Undo(tool.Call{}, o)
		require.True(t, ok)
		back, _ := c.run(call.Tool, string(call.Args))
		effect(t, proof.Confirmed, back)
		require.Equal(t, []string{window.File}, c.session.Trash.Held())
		require.FileExists(t, out.File)
	})
}

func TestAPartOfTheScreenIsSavedInItsOwnSize(t *testing.T) {
	filing(t, func(t *testing.T, c *cabinet) {
		// On displays with different scales a picture counts pixels, and halves are those of the main display.
		main := desktop.PixelRect{X: 1000, W: 801, H: 601}
		c.desk.SetDisplays(desktop.Display{ID: "beside", Bounds: desktop.PixelRect{W: 1000, H: 700}, Origin: desktop.Point{X: -1000}, Scale: 1},
			desktop.Display{ID: "main", Primary: true, Bounds: main, Work: main, Scale: 2})
		for call, size := range map[string]image.Point{
			`{"area":"region","part":"left"}`:  {X: 400, Y: 601},
			`{"area":"region","part":"right"}`: {X: 401, Y: 601},
			`{"part":"top"}`:                   {X: 801, Y: 300},
			`{"part":"bottom"}`:                {X: 801, Y: 301},
			`{"part":"topRight"}`:              {X: 401, Y: 300},
			`{"part":"bottomLeft"}`:            {X: 400, Y: 301},
			`{"area":"region","x":100,"y":200,"width":300,"height":250}`:   {X: 300, Y: 250},
			`{"area":"region","x":1700,"y":100,"width":300,"height":9}`:    {X: 101, Y: 9},
			`{"area":"region","x":900,"y":100,"width":200,"height":10}`:    {X: 200, Y: 10},
			`{"area":"region","x":0,"y":600,"width":99999,"height":99999}`: {X: 1801, Y: 100},
			`{"left":5,"top":5,"w":1,"h":1}`:                               {X: 1, Y: 1},
		} {
			o, out := c.run("screenshot", call)
			effect(t, proof.Confirmed, o)
			file, err := os.Open(out.File)
			require.NoError(t, err)
			img, err := png.DecodeConfig(file)
			require.NoError(t, errors.Join(err, file.Close()))
			require.Equal(t, size, image.Pt(img.Width, img.Height), call)
			require.Contains(t, o.Report(), fmt.Sprintf("%d × %d pixels", size.X, size.Y), call)
			require.Contains(t, o.Evidence()[0].After, fmt.Sprintf("%d × %d pixels", size.X, size.Y), call)
			require.Equal(t, strings.Contains(call, "1700") || strings.Contains(call, "99999"), strings.Contains(o.Report(), "outside the screen"), call)
			_, undoes := screenshot{}.Undo(tool.Call{}, o)
			require.True(t, undoes)
		}
	})
}

func TestAPartThatIsNotThereOrNotNamedIsRefusedPlainly(t *testing.T) {
	filing(t, func(t *testing.T, c *cabinet) {
		for call, want := range map[string]string{
			`{"area":"region"}`: "Name one: “the left half”",
			`{"area":"region","x":5000,"y":100,"width":10,"height":10}`: "lies outside the screen, which has ",
		} {
			o, _ := c.run("screenshot", call)
			effect(t, proof.Refused, o)
			require.Contains(t, o.Report(), want)
			b := c.bound("screenshot", call)
			_, p := b.Tool.(tool.Previewer).Preview(t.Context(), tool.Step{}, b.Call.Args)
			require.NotNil(t, p)
			require.Equal(t, o.Report(), p.Text)
		}
		require.NoDirExists(t, filepath.Join(c.home, "Pictures"))
		for _, call := range []string{`{"x":1,"y":2,"width":3}`, `{"part":"left","x":1,"y":2,"width":3,"height":4}`, `{"area":"window","part":"left"}`, `{"x":-1,"y":2,"width":3,"height":4}`,
			`{"x":1,"y":2,"width":0,"height":4}`, `{"part":"middle"}`} {
			require.NotEmpty(t, c.refused("screenshot", call), call)
		}
		b := c.bound("screenshot", `{"x":1,"y":2,"width":3,"height":4}`)
		shows, p := b.Tool.(tool.Previewer).Preview(t.Context(), tool.Step{}, b.Call.Args)
		require.Nil(t, p)
		require.Equal(t, "3 × 4 pixels at 1, 2", shows)
	})
}

func TestAPictureThatCanNotBeSavedOrReadIsNotCalledSaved(t *testing.T) {
	filing(t, func(t *testing.T, c *cabinet) {
		c.put("Pictures", "a file in the way")
		o, _ := c.run("screenshot", `{}`)
		effect(t, proof.Failed, o)
		require.Contains(t, o.Report(), "could not be saved")

		require.NoError(t, os.Remove(filepath.Join(c.home, "Pictures")))
		_, out := c.run("screenshot", `{}`)
		x := screenshot{c.Files}
		content, err := os.ReadFile(out.File)
		require.NoError(t, err)
		img, err := png.Decode(bytes.NewReader(content))
		require.NoError(t, err)
		size := img.Bounds().Size()
		effect(t, proof.Confirmed, x.again(t.Context(), out.File, sumOf(string(content)), size))
		effect(t, proof.Partial, x.again(t.Context(), out.File, sumOf("other"), size))
		size.X++
		effect(t, proof.Partial, x.again(t.Context(), out.File, sumOf(string(content)), size))
		require.NoError(t, os.WriteFile(out.File, content[:100], 0o600))
		effect(t, proof.Unverifiable, x.again(t.Context(), out.File, sumOf(string(content)), size))
		effect(t, proof.Unverifiable, x.again(t.Context(), out.File+"missing", "", size))
	})
}

func TestEachPictureIsDescribed(t *testing.T) {
	for area, want := range map[string]string{"screen": "Save a picture of the screen", "window": "Save a picture of the window in front", "region": "Save a picture of a part of the screen"} {
		require.Equal(t, want, screenshot{}.Describe([]byte(`{"area":"`+area+`"}`)))
	}
	require.Equal(t, "Save a picture of the top left quarter of the screen", screenshot{}.Describe([]byte(`{"area":"region","part":"topLeft"}`)))
	require.Equal(t, "Save a picture of the area 10, 20 to 40, 60", screenshot{}.Describe([]byte(`{"area":"region","x":10,"y":20,"width":30,"height":40}`)))
	require.Equal(t, "Lock the screen", lockScreen{}.Describe(nil))
}
