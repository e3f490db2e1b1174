package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"pace/backend/interaction"
	"pace/backend/proof"
	"pace/backend/store"
	"pace/backend/system"
	"pace/backend/tool"
)

// Files is what the tools around files need. The zero value makes tools that can only be described.
type Files struct {
	Screen  *interaction.Sessions
	Session system.Session
	Places  store.Personal
	HTTP    *http.Client // of the egress door, in DownloadLane
	Last    *Lasting     // settles what was done to the machine
	Now     func() time.Time

	bounds  limits     // of downloads
	loading *downloads // that are under way
}

// Tools makes them.
func (f Files) Tools() []tool.Tool {
	f.loading = &downloads{}
	return []tool.Tool{finder{f}, download{f}, stopDownload{f}, screenshot{f}, lockScreen{f}, takeBackFile{f}}
}

type finder struct{ f Files }

type finderArgs struct {
	Action string `json:"action" enum:"open,reveal" default:"open"`
	Path   string `json:"path" alias:"url,file,folder" doc:"~/Downloads, another path, or a file's name" need:"true" min:"1" max:"4096"`
}

// Check keeps out what is no path of this machine.
func (a finderArgs) Check() error {
	if strings.ContainsFunc(a.Path, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		return errors.New("the path holds control characters")
	}
	if i := strings.Index(a.Path, "://"); i >= 0 && !strings.HasPrefix(a.Path, "file:///") && !strings.Contains(a.Path[:i], "/") {
		return errors.New("only files and folders of this machine are opened")
	}
	if strings.HasPrefix(a.Path, "~") && a.Path != "~" && !strings.HasPrefix(a.Path, "~/") {
		return errors.New("the home folders of other people are not opened by name")
	}
	return nil
}

func (finder) Spec() tool.Spec {
	return tool.Spec{Name: "finder", Aliases: []string{"Finder.open", "Finder.reveal", "open_finder", "reveal_file", "files"},
		Summary: "Opens a folder or a document, or shows a file in the file manager.",
		Example: "open my downloads folder", ExampleArg: `{"action":"open","path":"~/Downloads"}`, Args: tool.SchemaOf[finderArgs](),
		Risk: tool.ChangesSystem, Approval: tool.Approval{Mode: tool.Never}, Uses: []tool.Resource{tool.UsesFocus, tool.UsesInput},
		Needs: []tool.Capability{tool.NeedsLauncher, tool.NeedsWindows}, Offer: tool.OfferAll}
}

func (finder) Describe(raw json.RawMessage) string {
	a := args[finderArgs](raw)
	if a.Action == "reveal" {
		return "Show " + clip(a.Path, 120) + " in the file manager"
	}
	return "Open " + clip(a.Path, 120)
}

// found is what a finder call comes to.
type found struct {
	path   string // absolute, no link in it
	folder bool
	reveal bool
}

func (t finder) find(ctx context.Context, a finderArgs) (found, *proof.Problem) {
	path, p := t.f.resolve(ctx, a.Path)
	if p != nil {
		return found{}, p
	}
	info, err := os.Stat(path)
	if err != nil {
		return found{}, unreachable(t.f.tilde(path), err)
	}
	x := found{path: path, folder: info.IsDir(), reveal: a.Action == "reveal"}
	switch {
	case x.folder && x.reveal && t.f.known(path):
		x.reveal = false // who wants to see "my downloads" wants to see what is in them
	case !x.folder && !x.reveal:
		if why := runs(path, info); why != "" {
			return found{}, &proof.Problem{Reason: proof.ReasonNotPermitted,
				Text: fmt.Sprintf("“%s” is not opened: %s. I can show it in the file manager.", t.f.tilde(path), why)}
		}
	}
	return x, nil
}

func (t finder) Run(ctx context.Context, st tool.Step, raw json.RawMessage) (proof.Outcome, tool.Output) {
	x, p := t.find(ctx, args[finderArgs](raw))
	if p != nil {
		return proof.RefuseFor(p), tool.Output{}
	}
	g := interaction.Given{What: "“" + t.f.tilde(x.path) + "”"}
	switch folder := filepath.Dir(x.path); {
	case x.reveal:
		g.Titles, g.Item = t.f.titles(folder, true), filepath.Base(x.path)
	default:
		g.Titles = t.f.titles(x.path, x.folder)
	}
	o := t.f.Screen.For(st.Turn).Give(ctx, st.Index, g, func(ctx context.Context) (system.HandedOver, error) {
		return t.f.Session.Opener.OpenPath(ctx, x.path, x.reveal)
	})
	return o, tool.Output{File: x.path}
}

func (t finder) Preview(ctx context.Context, _ tool.Step, raw json.RawMessage) (string, *proof.Problem) {
	x, p := t.find(ctx, args[finderArgs](raw))
	if p != nil {
		return "", p
	}
	return t.f.tilde(x.path), nil
}

// titles are the names under which a window may show a file or folder.
func (f Files) titles(path string, folder bool) []string {
	names := interaction.Names(path, folder)
	switch path {
	case f.Places.Home, linkless(f.Places.Home):
		names = append(names, "Home", "Home Folder")
	case "/":
		names = append(names, "File System", "Filesystem", "Computer")
	}
	return names
}

// known reports whether a folder is one of those that everybody has.
func (f Files) known(path string) bool {
	return slices.ContainsFunc(f.places(), func(p string) bool { return p == path || linkless(p) == path })
}

// linkless resolves links where that can be done.
func linkless(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}

// runnable are endings of files that are programs, or that programs are made to run.
var runnable = []string{".desktop", ".sh", ".bash", ".zsh", ".fish", ".csh", ".command", ".tool", ".py", ".pyc", ".pyw", ".pl", ".rb", ".php", ".tcl", ".lua", ".js", ".mjs",
	".jar", ".jnlp", ".appimage", ".run", ".bin", ".out", ".exe", ".msi", ".bat", ".cmd", ".com", ".scr", ".ps1", ".vbs", ".wsf", ".hta", ".lnk", ".reg", ".deb", ".rpm",
	".flatpakref", ".flatpak", ".snap", ".apk", ".app", ".pkg", ".workflow", ".scpt", ".applescript", ".terminal", ".url", ".webloc", ".service", ".so", ".ko"}

// runs says why a file is not opened: it is a program, could be run by what opens it, or is no file at all. "" for a
// document.
func runs(path string, info os.FileInfo) string {
	switch {
	case !info.Mode().IsRegular():
		return "it is no file but a device or a pipe"
	case slices.Contains(runnable, strings.ToLower(filepath.Ext(path))):
		return "it is a program or a script, or starts one"
	case info.Mode().Perm()&0o111 != 0:
		return "it is marked as a program"
	}
	r, err := os.Open(path)
	if err != nil {
		return "it can't be read"
	}
	defer r.Close()
	head := make([]byte, 4)
	n, _ := r.Read(head)
	for _, magic := range []string{"#!", "\x7fELF", "MZ", "\xfe\xed\xfa", "\xcf\xfa\xed\xfe", "\xce\xfa\xed\xfe", "\xca\xfe\xba\xbe"} {
		if strings.HasPrefix(string(head[:n]), magic) {
			return "it begins as programs and scripts do"
		}
	}
	return ""
}

// unreachable says why something that is there can't be used.
func unreachable(name string, err error) *proof.Problem {
	if errors.Is(err, os.ErrPermission) {
		return &proof.Problem{Reason: proof.ReasonNotPermitted, Text: fmt.Sprintf("You may not look at “%s”.", name), Err: err}
	}
	return &proof.Problem{Reason: proof.ReasonNotFound, Text: fmt.Sprintf("“%s” can't be opened.", name), Err: err}
}
