package tools

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	"pace/backend/proof"
	"pace/backend/store"
	"pace/backend/system"
	"pace/backend/system/systemtest"
	"pace/backend/tool"
)

// cabinet is a home folder with the tools around files in it.
type cabinet struct {
	*rig
	Files
	session *systemtest.Session
	home    string
}

// manager opens a window for whatever it is given.
type manager struct {
	*systemtest.Opener
	desk func(title string)
}

func (m manager) OpenPath(ctx context.Context, path string, reveal bool) (system.HandedOver, error) {
	h, err := m.Opener.OpenPath(ctx, path, reveal)
	if err == nil {
		title := filepath.Base(path)
		if reveal {
			title = filepath.Base(filepath.Dir(path))
		}
		m.desk(title)
		h = system.HandedOver{Handler: "Files", ID: "files.desktop", Class: "Files"}
	}
	return h, err
}

func filing(t *testing.T, fn func(t *testing.T, c *cabinet)) {
	t.Helper()
	home, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	bubble(t, func(t *testing.T, r *rig) {
		in := func(name string) string { return filepath.Join(home, name) }
		c := &cabinet{rig: r, home: home, session: systemtest.NewSession(in(".trash"))}
		app := r.desk.App("Files", desktop.GTK3)
		c.Files = Files{Screen: r.all, Session: c.session.System(), Places: store.Personal{Home: home, Documents: in("Documents"), Downloads: in("Downloads"),
			Desktop: in("Desktop"), Pictures: in("Pictures"), Music: in("Music"), Videos: in("Videos")}}
		c.Files.Now, c.Files.Last = time.Now, &Lasting{}
		c.Files.Session.Opener = manager{c.session.Opener, func(title string) { app.Window(title, desktop.Rect{X: 10, Y: 10, W: 300, H: 300}) }}
		r.reg, err = tool.NewRegistry(c.Tools()...)
		require.NoError(t, err)
		fn(t, c)
	})
}

// put makes a file below the home folder.
func (c *cabinet) put(name, content string) string {
	c.t.Helper()
	path := filepath.Join(c.home, name)
	require.NoError(c.t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(c.t, os.WriteFile(path, []byte(content), 0o644))
	return path
}

func (c *cabinet) finder(action, path string) proof.Outcome {
	c.t.Helper()
	raw, err := json.Marshal(finderArgs{action, path})
	require.NoError(c.t, err)
	o, _ := c.run("finder", string(raw))
	return o
}

func TestAFolderIsOpenedAndAFileShown(t *testing.T) {
	filing(t, func(t *testing.T, c *cabinet) {
		letter := c.put("Documents/letter.txt", "Dear")
		effect(t, proof.Confirmed, c.finder("open", "~/Documents"))
		effect(t, proof.Confirmed, c.finder("open", "~/Documents/letter.txt"))
		effect(t, proof.Confirmed, c.finder("reveal", "~/Documents/letter.txt"))
		require.Equal(t, []systemtest.Opened{{Target: filepath.Dir(letter)}, {Target: letter}, {Target: letter, Reveal: true}}, c.session.Opener.Opened())
	})
}

func TestAFolderThatEverybodyHasIsOpenedWhenItIsToBeShown(t *testing.T) {
	filing(t, func(t *testing.T, c *cabinet) {
		c.put("Downloads/a/b", "")
		c.finder("reveal", "~/Downloads")
		c.finder("reveal", "~/Downloads/a")
		require.Equal(t, []systemtest.Opened{{Target: filepath.Join(c.home, "Downloads")}, {Target: filepath.Join(c.home, "Downloads/a"), Reveal: true}}, c.session.Opener.Opened())
	})
}

func TestProgramsAndScriptsAreNotOpenedButShown(t *testing.T) {
	filing(t, func(t *testing.T, c *cabinet) {
		c.put("a.desktop", "[Desktop Entry]\nExec=evil")
		c.put("b.SH", "echo")
		c.put("c.txt", "#!/bin/sh\nevil")
		c.put("d", "\x7fELFxxxx")
		c.put("e.pdf", "MZ\x90")
		x := c.put("f.txt", "plain")
		require.NoError(t, os.Chmod(x, 0o744))
		require.NoError(t, os.Symlink(filepath.Join(c.home, "a.desktop"), filepath.Join(c.home, "letter.txt")))
		for _, name := range []string{"a.desktop", "b.SH", "c.txt", "d", "e.pdf", "f.txt", "letter.txt", "/dev/null"} {
			path := name
			if path[0] != '/' {
				path = "~/" + name
			}
			o := c.finder("open", path)
			effect(t, proof.Refused, o)
			require.Equal(t, proof.ReasonNotPermitted, o.Reason(), name)
			require.Contains(t, o.Report(), "is not opened", name)
		}
		require.Empty(t, c.session.Opener.Opened())
		effect(t, proof.Confirmed, c.finder("reveal", "~/c.txt"))
	})
}

func TestAPathThatDoesNotExistIsRefusedWithTheNearestThatDoes(t *testing.T) {
	filing(t, func(t *testing.T, c *cabinet) {
		c.put("Documents/letter.txt", "")
		o := c.finder("open", "~/Documents/2026/May/report.pdf")
		effect(t, proof.Refused, o)
		require.Equal(t, "There is no “~/Documents/2026/May/report.pdf”. The nearest folder that exists is “~/Documents”.", o.Report())
		require.Contains(t, c.finder("open", "/no/such/thing").Report(), "exists is “/”")
		require.NoError(t, os.Symlink("/no/such", filepath.Join(c.home, "dangling")))
		require.Equal(t, "“~/dangling” is a link to something that is not there.", c.finder("open", "~/dangling").Report())
		require.Contains(t, c.finder("open", "~/Documents/letter.txt/x").Report(), "can't be opened")
		require.Empty(t, c.session.Opener.Opened())
	})
}

func TestPathsThatAreNoneOfThisMachineAreRefusedBeforeAnythingIsLookedAt(t *testing.T) {
	filing(t, func(t *testing.T, c *cabinet) {
		for _, path := range []string{"http://example.org/x", "smb://server/share", "file://server/x", "~root/x", "a\nb", "", strings.Repeat("x", 5000)} {
			raw, _ := json.Marshal(finderArgs{"open", path})
			require.NotEmpty(t, c.refused("finder", string(raw)), path)
		}
		require.NotEmpty(t, c.refused("finder", `{"action":"delete","path":"~"}`))
		c.put("Documents/ä b", "")
		effect(t, proof.Confirmed, c.finder("open", "file://"+c.home+"/Documents"))
		effect(t, proof.Confirmed, c.finder("open", "file://"+c.home+"/Documents/%C3%A4%20b"))
		require.Equal(t, proof.ReasonInvalid, c.finder("open", "file:///%zz").Reason())
	})
}

func TestAFileIsFoundByItsNameAlone(t *testing.T) {
	filing(t, func(t *testing.T, c *cabinet) {
		budget := c.put("Documents/work/2026/budget.xlsx", "")
		c.put("Documents/work/2026/deep/deeper/hidden.txt", "")
		c.put(".secret/plan.txt", "")
		effect(t, proof.Confirmed, c.finder("reveal", "budget.xlsx"))
		effect(t, proof.Confirmed, c.finder("reveal", "BUDGET.XLSX"))
		require.Equal(t, []systemtest.Opened{{Target: budget, Reveal: true}, {Target: budget, Reveal: true}}, c.session.Opener.Opened())
		for _, name := range []string{"hidden.txt", "plan.txt", "nothing.txt"} {
			o := c.finder("reveal", name)
			effect(t, proof.Refused, o)
			require.Contains(t, o.Report(), "in your folders, down to 3 levels")
		}
	})
}

func TestAFileOfWhichThereAreSeveralIsAQuestion(t *testing.T) {
	filing(t, func(t *testing.T, c *cabinet) {
		first, second := c.put("Documents/budget.txt", ""), c.put("Downloads/old/budget.txt", "")
		c.put("Music/Budget.TXT", "")
		o := c.finder("reveal", "budget.txt")
		effect(t, proof.Refused, o)
		require.Equal(t, proof.ReasonAmbiguous, o.Reason())
		require.Equal(t, []proof.Candidate{{Label: "~/Documents/budget.txt", Path: []string{"arg:path", first}}, {Label: "~/Downloads/old/budget.txt", Path: []string{"arg:path", second}}}, o.Problem().Candidates)
		require.Contains(t, o.Report(), "is in 2 places")
		require.Empty(t, c.session.Opener.Opened())
	})
}

func TestASearchEndsInFoldersWithoutEnd(t *testing.T) {
	filing(t, func(t *testing.T, c *cabinet) {
		require.NoError(t, os.Mkdir(filepath.Join(c.home, "Documents"), 0o755))
		require.NoError(t, os.Symlink("..", filepath.Join(c.home, "Documents/up")))
		require.NoError(t, os.Symlink(c.home, filepath.Join(c.home, "again")))
		effect(t, proof.Refused, c.finder("reveal", "nothing.txt"))

		s := seeker{name: "x", left: 2, seen: map[string]bool{}}
		for _, name := range []string{"1", "2", "3"} {
			c.put("many/"+name, "")
		}
		s.walk(t.Context(), filepath.Join(c.home, "many"), 3)
		require.LessOrEqual(t, s.left, 0)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, p := c.search(ctx, "x")
		require.Contains(t, p.Text, "not all of them were looked at")
	})
}

func TestTheDesktopsOwnNamesOfFoldersStandForTheEnglishOnes(t *testing.T) {
	filing(t, func(t *testing.T, c *cabinet) {
		c.Places.Documents = filepath.Join(c.home, "Dokumente")
		require.Equal(t, filepath.Join(c.home, "Documents/a"), c.homely("~/Documents/a"), "while there is no such folder")
		c.put("Dokumente/a", "")
		require.Equal(t, filepath.Join(c.home, "Dokumente/a"), c.homely("~/Documents/a"))
		require.Equal(t, filepath.Join(c.home, "Dokumente"), c.homely("~/Documents"))
		require.Equal(t, c.home, c.homely("~"))
	})
}

// Pace may save into other folders than those of the desktop (PACE_HOME, or a setting of the desktop).
func TestTheFolderThatIsOpenedIsTheOneThatPaceSavesInto(t *testing.T) {
	filing(t, func(t *testing.T, c *cabinet) {
		c.put("Downloads/mine.txt", "")
		c.put("Pictures/mine.png", "")
		c.Places.Downloads, c.Places.Pictures = filepath.Join(c.home, "pace/Downloads"), filepath.Join(c.home, "pace/Pictures")
		var err error
		c.reg, err = tool.NewRegistry(c.Tools()...)
		require.NoError(t, err)
		for _, name := range []string{"Downloads", "Pictures", "Pictures/Screenshots", "Downloads/mine.txt"} {
			for _, action := range []string{"open", "reveal"} {
				o := c.finder(action, "~/"+name)
				effect(t, proof.Refused, o)
				require.Equal(t, "There is no “~/pace/"+name+"”. The nearest folder that exists is “~”.", o.Report())
			}
		}
		require.Empty(t, c.session.Opener.Opened())
		for _, name := range []string{"Downloads", "Pictures/Screenshots"} {
			saved := c.put("pace/"+name+"/saved.txt", "")
			effect(t, proof.Confirmed, c.finder("open", "~/"+name))
			effect(t, proof.Confirmed, c.finder("open", "~/"+name+"/saved.txt"))
			opened := c.session.Opener.Opened()
			require.Equal(t, []systemtest.Opened{{Target: filepath.Dir(saved)}, {Target: saved}}, opened[len(opened)-2:])
		}
	})
}

func TestAHomeBehindALinkIsStillWrittenAsOne(t *testing.T) {
	filing(t, func(t *testing.T, c *cabinet) {
		real := c.put("real/a.txt", "")
		link := filepath.Join(c.home, "link")
		require.NoError(t, os.Symlink(filepath.Dir(real), link))
		c.Places.Home = link
		path, p := c.resolve(t.Context(), "~/a.txt")
		require.Nil(t, p)
		require.Equal(t, real, path)
		require.Equal(t, "~/a.txt", c.tilde(path))
		require.Contains(t, c.titles(filepath.Dir(real), true), "Home")
	})
}

func TestADryRunTellsWhatWouldBeOpenedOrWhyNot(t *testing.T) {
	filing(t, func(t *testing.T, c *cabinet) {
		c.put("Documents/a.txt", "")
		c.put("b.sh", "")
		for path, want := range map[string]string{"a.txt": "~/Documents/a.txt", "~": "~"} {
			got, p := finder{c.Files}.Preview(t.Context(), tool.Step{}, json.RawMessage(`{"action":"open","path":"`+path+`"}`))
			require.Nil(t, p)
			require.Equal(t, want, got)
		}
		_, p := finder{c.Files}.Preview(t.Context(), tool.Step{}, json.RawMessage(`{"action":"open","path":"~/b.sh"}`))
		require.Equal(t, proof.ReasonNotPermitted, p.Reason)
		require.Empty(t, c.session.Opener.Opened())
	})
}

func TestEachActionOnAFileIsDescribed(t *testing.T) {
	require.Equal(t, "Open ~/Downloads", finder{}.Describe(json.RawMessage(`{"action":"open","path":"~/Downloads"}`)))
	require.Equal(t, "Show a.txt in the file manager", finder{}.Describe(json.RawMessage(`{"action":"reveal","path":"a.txt"}`)))
}
