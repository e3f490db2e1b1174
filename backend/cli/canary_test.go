package cli_test

import (
	"bufio"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
)

// Texts that occur nowhere else. Each is put in where a person would, and afterwards all that Pace has written is
// searched for them.
const (
	typedCanary    = "canarytypedqzj with more than twenty-four characters"
	pastedCanary   = "canaryclipboardqzj"
	queryCanary    = "canaryqueryqzj"
	bodyCanary     = "canarybodyqzj, a page of it: "
	passwordCanary = "canarypasswordqzj"
	sentenceCanary = "canarysentencepasswordqzj"
	missedCanary   = "canarymissedpasswordqzj"
	skippedCanary  = "canaryskippedpasswordqzj"
	killedCanary   = "canarykilledpasswordqzj"
)

// where lists the files below a folder, and the streams, that hold a text.
func (x *term) where(t *testing.T, text string, streams map[string]string) (found []string) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(x.home, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		b, err := os.ReadFile(path)
		if strings.Contains(string(b), text) {
			name, _ := filepath.Rel(x.home, path)
			found = append(found, kind(filepath.ToSlash(name)))
		}
		return err
	}))
	for name, s := range streams {
		if strings.Contains(s, text) {
			found = append(found, name)
		}
	}
	return found
}

// kind takes the day off a trace and the tail off the files of one database.
func kind(name string) string {
	switch {
	case strings.HasPrefix(name, "trace/"):
		return "trace"
	case strings.HasPrefix(name, "pace.db"):
		return "database"
	}
	return name
}

// What the user writes may stand in the trace and the records, which are the user's own content, and in what is printed
// for whoever wrote it. It is in no log: not in the audit, not on standard error, not in what the doctor says, and a
// password is nowhere.
func TestNoTypedTextAndNoPasswordReachesALog(t *testing.T) {
	x := open(t)
	w := x.desk.App("Forms", desktop.GTK3).Window("Forms", desktop.Rect{X: 50, Y: 50, W: 500, H: 600})
	w.Text("Name", "")
	w.Text("Note", "")
	secret := w.Password("Secret")
	secret.SetContent(passwordCanary)
	w.Check("Agree", false)
	x.desk.UserCopies(pastedCanary)
	x.desk.Install(desktop.Entry{ID: "web", Name: "Web"})

	out, errs := map[string]*strings.Builder{"--json": {}, "plain": {}, "--verbose": {}}, &strings.Builder{}
	for _, text := range []string{
		"set Name to " + typedCanary,
		"type " + bodyCanary + strings.Repeat("word ", 2000) + "in Note",
		"undo that",
		"read the clipboard",
		"read the clipboard and then press Agree",
		"open https://example.org/find?q=" + queryCanary,
		"type " + sentenceCanary + " in Secret",
		"set Secret to " + sentenceCanary,
		"again",
		"set Sekret to " + missedCanary, // nobody can tell what was meant
		"again",
		"press Nothing and then type " + skippedCanary + " in Secret",
		"set Nowhere to " + typedCanary,
		"what is the " + typedCanary,
		"press Secret",
	} {
		for mode, flags := range map[string][]string{"--json": {"ask", "--json", text}, "plain": {"ask", text}, "--verbose": {"--verbose", "ask", text}} {
			got := x.run("", flags...)
			require.NotEqual(t, 2, got.code, "%v: %s", flags, got.err)
			out[mode].WriteString(got.out)
			errs.WriteString(got.err)
		}
		dry := x.run("", "ask", "--dry-run", text)
		errs.WriteString(dry.err)
	}
	doctor := x.run("", "doctor")
	x.terminal = true
	asked := x.run("y\n", "ask", "read the clipboard and then type "+typedCanary+" in Name")
	require.Contains(t, asked.err, "[y/N]", "this is what an approval shows to whoever looks at the screen")
	x.terminal = false

	logs := map[string]string{"standard error": errs.String(), "an approval": asked.err, "the doctor": doctor.out + doctor.err}
	require.FileExists(t, filepath.Join(x.home, "audit.jsonl"))
	for _, c := range []struct {
		text string
		may  []string
	}{
		{typedCanary, []string{"trace", "database"}},
		{bodyCanary, []string{"trace", "database"}},
		{pastedCanary, []string{"trace", "database"}},
		{queryCanary, []string{"trace", "database"}},
		{passwordCanary, nil},
		{sentenceCanary, nil},
		{missedCanary, nil},
		{skippedCanary, nil},
	} {
		found := x.where(t, c.text, logs)
		require.Subset(t, append([]string{"-"}, c.may...), found, "%q", c.text)
		if len(c.may) > 0 {
			require.Contains(t, found, "trace", "the search finds what is there: %q", c.text)
		}
	}
	for mode, s := range out {
		require.NotContains(t, s.String(), passwordCanary, mode)
	}
	require.Len(t, []rune(secret.Content()), len(passwordCanary), "and it is as it was")
	audit, err := os.ReadFile(filepath.Join(x.home, "audit.jsonl"))
	require.NoError(t, err)
	require.Contains(t, string(audit), `"operation":"open_url","target":"https://example.org"`, "a call is in the audit, without what was asked there")
}

// Whatever stage a turn is in when Pace is killed: nothing of what was to be typed is in any file.
func TestAPasswordIsNowhereAtWhateverStagePaceIsKilled(t *testing.T) {
	for _, text := range []string{
		"type " + killedCanary + " in Secret",
		"press Nothing and then type " + killedCanary + " in Secret",
		"read the clipboard and then type " + killedCanary + " in Secret", // waits for an answer
	} {
		for stage := 1; ; stage++ {
			x := &term{home: t.TempDir()}
			c := exec.Command(os.Args[0], "ask", "--json", text)
			c.Env = append(os.Environ(), childHome+"="+x.home, childSecret+"=1")
			in, err := c.StdinPipe() // stays open: nobody answers
			require.NoError(t, err)
			out, err := c.StdoutPipe()
			require.NoError(t, err)
			require.NoError(t, c.Start())
			rows := bufio.NewScanner(out)
			seen := 0
			for seen < stage && rows.Scan() {
				if seen++; strings.Contains(rows.Text(), `"type":"approvalRequested"`) {
					break
				}
			}
			require.NoError(t, rows.Err())
			_ = c.Process.Kill()
			_ = c.Wait()
			_ = in.Close()
			require.Positive(t, seen)
			require.Empty(t, x.where(t, killedCanary, nil), "%s, killed after %d rows", text, seen)
			if seen < stage || strings.Contains(rows.Text(), "turnEnded") || strings.Contains(rows.Text(), "approvalRequested") {
				break
			}
		}
	}
}
