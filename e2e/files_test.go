//go:build linux

package e2e

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"image"
	"image/color"
	"image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/godbus/dbus/v5"
	"github.com/stretchr/testify/require"

	"pace/backend/event"
	"pace/native/linux/linuxtest"
)

// answer is what one `pace ask --json` came to.
type answer struct {
	code int
	event.Ended
}

// asks has one sentence done by a Pace of its own, to its end.
func (p *person) asks(arguments ...string) answer {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.t.Context(), limit)
	defer cancel()
	cmd := p.desk.Command(ctx, binary(p.t), append([]string{"ask", "--json"}, arguments...)...)
	// The login manager of whoever runs the tests must not lock their screen.
	cmd.Env = append(cmd.Env, "DBUS_SYSTEM_BUS_ADDRESS="+p.desk.BusAddress)
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		p.t.Fatalf("ask %q: %v", arguments, err)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	var e event.Event
	require.NoError(p.t, json.Unmarshal([]byte(lines[len(lines)-1]), &e), "%s %s", out, &complaints)
	end, ok := e.Body.(*event.Ended)
	require.True(p.t, ok, "%s", lines[len(lines)-1])
	return answer{cmd.ProcessState.ExitCode(), *end}
}

// owns puts a file below the person's home.
func (p *person) owns(name, content string) string {
	p.t.Helper()
	path := filepath.Join(p.desk.Value("HOME"), name)
	require.NoError(p.t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(p.t, os.WriteFile(path, []byte(content), 0o644))
	return path
}

func TestFoldersAndFilesAreShownInARealFileManager(t *testing.T) {
	for _, manager := range []string{"thunar", "pcmanfm"} {
		t.Run(manager, func(t *testing.T) {
			linuxtest.Need(t, manager)
			p := sit(t)
			p.owns(".local/share/applications/mimeapps.list", "[Default Applications]\ninode/directory="+manager+".desktop\n")
			p.owns("Documents/work/letter.txt", "Dear")
			p.owns("Documents/twice.txt", "")
			p.owns("Downloads/twice.txt", "")
			p.owns("Documents/run.sh", "#!/bin/sh\ntouch ~/ran\n")

			got := p.asks("open my documents folder")
			require.Equal(t, 0, got.code, "%s", got.Spoken)
			require.Contains(t, got.Spoken, "Documents")
			p.picture("files-open-" + manager)

			got = p.asks("show me letter.txt in files")
			require.Equal(t, 0, got.code, "%s", got.Spoken)
			require.Contains(t, got.Spoken, "work")
			p.picture("files-reveal-" + manager)

			got = p.asks("show me twice.txt in files")
			require.Equal(t, event.Blocked, got.Status)
			require.Len(t, got.Question.Options, 2)
			got = p.asks("the second one")
			require.Equal(t, 0, got.code, "%s", got.Spoken)
			require.Contains(t, got.Spoken, "Downloads")

			got = p.asks("open ~/Documents/run.sh")
			require.Equal(t, event.Blocked, got.Status)
			require.Contains(t, got.Spoken, "is not opened")
			require.NoFileExists(t, filepath.Join(p.desk.Value("HOME"), "ran"))
			require.Contains(t, p.asks("open ~/Nowhere/at/all").Spoken, "The nearest folder that exists is “~”")
		})
	}
}

func TestAFileIsLoadedFromTheWebAndTakenBackIntoTheTrashOfTheDesktop(t *testing.T) {
	p := sit(t)
	words := strings.Repeat("some words\n", 100_000)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Disposition", `attachment; filename="../../.bashrc"`)
		_, _ = io.WriteString(w, words)
	}))
	defer server.Close()
	home := p.desk.Value("HOME")
	got := p.asks("download " + server.URL + "/report.txt")
	require.Equal(t, event.Blocked, got.Status, "nobody approved it: %s", got.Spoken)
	require.NoDirExists(t, filepath.Join(home, "Downloads"))

	for _, name := range []string{"report.txt", "report 2.txt"} {
		got = p.asks("--yes", "download "+server.URL+"/report.txt")
		require.Equal(t, 0, got.code, "%s", got.Spoken)
		content, err := os.ReadFile(filepath.Join(home, "Downloads", name))
		require.NoError(t, err)
		require.Equal(t, words, string(content))
		sum := sha256.Sum256([]byte(words))
		require.Equal(t, hex.EncodeToString(sum[:]), got.Steps[0].Outcome.Evidence[1].After)
	}
	got = p.asks("undo that")
	require.Equal(t, 0, got.code, "%s", got.Spoken)
	require.NoFileExists(t, filepath.Join(home, "Downloads/report 2.txt"))
	require.FileExists(t, filepath.Join(home, "Downloads/report.txt"))
	require.FileExists(t, filepath.Join(home, ".local/share/Trash/files/report 2.txt"))
	note, err := os.ReadFile(filepath.Join(home, ".local/share/Trash/info/report 2.txt.trashinfo"))
	require.NoError(t, err)
	require.Contains(t, string(note), "Path="+home+"/Downloads/report%202.txt\n")
}

func TestAPictureOfTheScreenIsSavedAndTakenBack(t *testing.T) {
	p := sit(t)
	p.desk.Launch(t, "gtk3.py")
	home := p.desk.Value("HOME")
	sizes := map[string]image.Point{}
	for sentence, area := range map[string]string{"take a screenshot": "screen", "take a screenshot of this window": "window"} {
		got := p.asks(sentence)
		require.Equal(t, 0, got.code, "%s", got.Spoken)
		files, err := filepath.Glob(filepath.Join(home, "Pictures/Screenshots/*.png"))
		require.NoError(t, err)
		require.Len(t, files, 1)
		content, err := os.ReadFile(files[0])
		require.NoError(t, err)
		img, err := png.Decode(bytes.NewReader(content))
		require.NoError(t, err)
		sizes[area] = img.Bounds().Size()
		colours := map[color.Color]bool{}
		for x := range img.Bounds().Dx() {
			for y := range img.Bounds().Dy() {
				colours[img.At(x, y)] = true
			}
		}
		require.Greater(t, len(colours), 3, "it shows something")
		if shots := os.Getenv("PACE_SHOTS"); shots != "" {
			require.NoError(t, os.WriteFile(filepath.Join(shots, "screenshot-"+area+".png"), content, 0o644))
		}
		got = p.asks("undo that")
		require.Equal(t, 0, got.code, "%s", got.Spoken)
		require.NoFileExists(t, files[0])
	}
	require.Equal(t, image.Pt(1280, 800), sizes["screen"])
	require.Less(t, sizes["window"].X, 1280)
	require.Contains(t, p.asks("take a screenshot of a region").Spoken, "can't be drawn with the mouse yet")
}

// saver is the screen saver of a desktop.
type saver struct {
	conn *dbus.Conn
	on   atomic.Bool
}

func (s *saver) GetActive() (bool, *dbus.Error) { return s.on.Load(), nil }

func (s *saver) Lock() *dbus.Error {
	s.on.Store(true)
	_ = s.conn.Emit("/org/freedesktop/ScreenSaver", "org.freedesktop.ScreenSaver.ActiveChanged", true)
	return nil
}

func TestTheScreenIsLockedBySomethingThatLocksIt(t *testing.T) {
	p := sit(t)
	got := p.asks("lock the screen")
	require.Equal(t, event.Blocked, got.Status, "%s", got.Spoken)
	require.Contains(t, got.Spoken, "Nothing here locks the screen")

	conn, err := dbus.Connect(p.desk.BusAddress)
	require.NoError(t, err)
	defer conn.Close()
	s := &saver{conn: conn}
	require.NoError(t, conn.Export(s, "/org/freedesktop/ScreenSaver", "org.freedesktop.ScreenSaver"))
	_, err = conn.RequestName("org.freedesktop.ScreenSaver", dbus.NameFlagDoNotQueue)
	require.NoError(t, err)
	got = p.asks("lock the screen")
	require.Equal(t, 0, got.code, "%s", got.Spoken)
	require.Equal(t, "The screen is locked.", got.Spoken)
	require.True(t, s.on.Load())
	require.Contains(t, p.asks("lock the screen").Spoken, "already locked")
}

func TestPaceTellsAboutItselfOnARealDesktop(t *testing.T) {
	p := sit(t)
	for sentence, want := range map[string]string{"what can you do": "download files (“download https://example.org/report.pdf”)", "which displays are there": "1280 × 800",
		"which model answers": "built-in planner", "which permissions are missing": "Keyring: No keyring is running"} {
		got := p.asks(sentence)
		require.Equal(t, 0, got.code, "%s", got.Spoken)
		require.Contains(t, got.Spoken, want, sentence)
	}
}
