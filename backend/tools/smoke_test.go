package tools

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/proof"
	"pace/backend/tool"
)

// smoking is a cabinet with the tools of the smoke hooks, whose files lie in the folder that is given.
func smoking(t *testing.T, fn func(t *testing.T, c *cabinet, folder string)) {
	filing(t, func(t *testing.T, c *cabinet) {
		folder := filepath.Join(c.home, "pace", "smoke")
		var err error
		c.reg, err = tool.NewRegistry(append(Smoke(c.Files, folder), Later()...)...)
		require.NoError(t, err)
		fn(t, c, folder)
	})
}

func TestAMarkerIsWrittenReadAgainAndTakenBack(t *testing.T) {
	smoking(t, func(t *testing.T, c *cabinet, folder string) {
		for _, name := range []string{"marker.txt", "marker 2.txt"} {
			o, out := c.run(SmokeMarker, `{}`)
			effect(t, proof.Confirmed, o)
			require.Equal(t, filepath.Join(folder, name), out.File, "nothing is written over")
			text, err := os.ReadFile(out.File)
			require.NoError(t, err)
			require.True(t, strings.HasPrefix(string(text), "Written by a smoke hook of Pace on "))
			undo, ok := smokeMarker{c.Files}.Undo(tool.Call{}, o)
			require.True(t, ok)
			require.True(t, TakesBackBy(undo.Tool, undo.Args))
			if name == "marker.txt" {
				continue
			}
			back, _ := c.run(undo.Tool, string(undo.Args))
			effect(t, proof.Confirmed, back)
			require.NoFileExists(t, out.File)
			again, _ := c.run(undo.Tool, string(undo.Args))
			effect(t, proof.Refused, again)
		}
		require.FileExists(t, filepath.Join(folder, "marker.txt"), "only what was meant is taken back")
	})
}

func TestAMarkerThatSomebodyChangedIsLeftAloneAndNoOtherFolderIsTouched(t *testing.T) {
	smoking(t, func(t *testing.T, c *cabinet, folder string) {
		o, out := c.run(SmokeMarker, `{}`)
		undo, ok := unsave(o)
		require.True(t, ok)
		require.NoError(t, os.WriteFile(out.File, []byte("mine"), 0o600))
		back, _ := c.run("take_back_marker", string(undo.Args))
		effect(t, proof.Refused, back)
		require.FileExists(t, out.File)
		download := c.put("Downloads/report.pdf", "x")
		back, _ = c.run("take_back_marker", `{"file":"`+download+`","onlyIf":"`+sumOf("x")+`"}`)
		effect(t, proof.Refused, back)
		require.Contains(t, back.Report(), "none of the folders")
		require.FileExists(t, download)
	})
}

func TestAMarkerIsClaimedOnlyWhenItIsThereAsItWasWritten(t *testing.T) {
	smoking(t, func(t *testing.T, c *cabinet, folder string) {
		c.put("pace/smoke", "a file in the way")
		o, _ := c.run(SmokeMarker, `{}`)
		effect(t, proof.Failed, o)
		path := c.put("marker", "x")
		effect(t, proof.Confirmed, smokeMarker{c.Files}.again(t.Context(), path, "x"))
		effect(t, proof.Partial, smokeMarker{c.Files}.again(t.Context(), path, "y"))
		effect(t, proof.Unverifiable, smokeMarker{c.Files}.again(t.Context(), path+"missing", "x"))
	})
}

func TestADrawingOfATestIsADrawingLikeAnyOther(t *testing.T) {
	smoking(t, func(t *testing.T, c *cabinet, _ string) {
		x, err := smokeDrawing{}.Expand(t.Context(), nil)
		require.NoError(t, err)
		plan, problems := c.reg.Plan(x.Steps, tool.OfferAll)
		require.Empty(t, problems)
		require.Equal(t, "draw_annotation", plan.Steps()[0][0].Spec.Name)
	})
}
