package tools

import (
	"bytes"
	"image/png"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

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

func TestChoosingARegionIsRefusedPlainly(t *testing.T) {
	filing(t, func(t *testing.T, c *cabinet) {
		o, _ := c.run("screenshot", `{"area":"region"}`)
		effect(t, proof.Refused, o)
		require.Contains(t, o.Report(), "Choosing a region is not built yet.")
		b := c.bound("screenshot", `{"area":"region"}`)
		_, p := b.Tool.(tool.Previewer).Preview(t.Context(), tool.Step{}, b.Call.Args)
		require.NotNil(t, p)
		require.NoDirExists(t, filepath.Join(c.home, "Pictures"))
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
	require.Equal(t, "Lock the screen", lockScreen{}.Describe(nil))
}
