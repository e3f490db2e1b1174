//go:build linux

package e2e

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

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
