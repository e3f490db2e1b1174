package tools

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"

	"pace/backend/egress"
	"pace/backend/proof"
	"pace/backend/tool"
)

// DownloadLane is the door for download_file. That a host may be asked is what the person who approved the call has
// decided, this machine and its network included when they are named as such; a redirect to another host is followed, and
// looked at again by the guard. A public name never leads inside.
func DownloadLane() egress.Lane {
	return egress.Lane{Subsystem: "download", Operation: "get", Plain: true, Outside: true,
		OffDevice: func(string) egress.Decision {
			return egress.Decision{Allowed: true, Reason: "You approved this download."}
		}}
}

type download struct{ f Files }

type downloadArgs struct {
	URL  string `json:"url" alias:"text,address" need:"true" min:"1" max:"4096"`
	Name string `json:"name" alias:"filename,title" doc:"to save it as" max:"1000"`
}

// Check accepts web addresses only.
func (a downloadArgs) Check() error { return openURLArgs{a.URL}.Check() }

func (download) Spec() tool.Spec {
	return tool.Spec{Name: "download_file", Aliases: []string{"File.download", "download", "save_file"},
		Summary: "Loads a file from the web into the downloads folder.",
		Example: "download https://example.org/report.pdf", ExampleArg: `{"url":"https://example.org/report.pdf"}`, Args: tool.SchemaOf[downloadArgs](),
		Risk: tool.External, Approval: tool.Approval{Mode: tool.Always}, Reversible: true, Beside: true, Offer: tool.OfferAll}
}

func (download) Describe(raw json.RawMessage) string {
	a := args[downloadArgs](raw)
	d := "Download " + clip(a.URL, 200)
	if a.Name != "" {
		d += " as " + clip(a.Name, 80)
	}
	return d
}

// FromPerson reports whether the address stands in the sentence, with or without its scheme.
func (download) FromPerson(sentence string, raw json.RawMessage) bool {
	_, address, _ := strings.Cut(args[downloadArgs](raw).URL, "://")
	return stands(strings.ToLower(sentence), strings.ToLower(strings.TrimSuffix(address, "/")))
}

// stands reports whether an address stands in a text as a whole, and not as a part of another one.
func stands(text, address string) bool {
	for at := 0; address != ""; at++ {
		i := strings.Index(text[at:], address)
		if i < 0 {
			return false
		}
		at += i
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		begins := at == 0 || strings.HasSuffix(text[:at], "://") ||
			!unicode.IsLetter(before) && !unicode.IsDigit(before) && !strings.ContainsRune("./-_@:%=?&", before)
		rest := strings.TrimLeft(strings.TrimPrefix(text[at+len(address):], "/"), ".,;:!?)>”’\"'")
		after, _ := utf8.DecodeRuneInString(rest)
		if begins && (rest == "" || unicode.IsSpace(after)) {
			return true
		}
	}
	return false
}

func (t download) Preview(_ context.Context, _ tool.Step, raw json.RawMessage) (string, *proof.Problem) {
	a := args[downloadArgs](raw)
	u, err := url.Parse(a.URL)
	if err != nil {
		return "", &proof.Problem{Reason: proof.ReasonInvalid, Text: "The address can't be used.", Err: err}
	}
	name := fileName(a.Name, u)
	to := t.f.tilde(filepath.Join(t.f.Places.Downloads, freeName(t.f.Places.Downloads, name)))
	if taken := numbered(name, 1); !strings.HasSuffix(to, "/"+taken) {
		to += ", since “" + taken + "” is there already"
	}
	return "from " + u.Hostname() + " to " + to, nil
}

// freeName is the name that a file would get now. Where the folder can't be looked at, saving will tell.
func freeName(dir, name string) string {
	for n := 1; n <= namesTried; n++ {
		final := numbered(name, n)
		if _, err := os.Lstat(filepath.Join(dir, final)); err != nil {
			return final
		}
	}
	return name
}

func (t download) Run(ctx context.Context, st tool.Step, raw json.RawMessage) (proof.Outcome, tool.Output) {
	a := args[downloadArgs](raw)
	u, err := url.Parse(a.URL)
	if err != nil || t.f.HTTP == nil {
		return proof.Refuse(proof.ReasonInvalid, "The address can't be used."), tool.Output{}
	}
	if st.Tell != nil {
		defer st.Tell("")
	}
	folder, err := openDrawer(t.f.Places.Downloads)
	if err != nil {
		return proof.Fail(proof.ReasonUnavailable, "The downloads folder can't be used, so nothing was loaded.", err), tool.Output{}
	}
	defer folder.close()
	file, err := folder.begin()
	if err != nil {
		return proof.Fail(proof.ReasonUnavailable, "Nothing can be written into the downloads folder, so nothing was loaded.", err), tool.Output{}
	}
	ctx, mine := t.f.loading.begin(ctx, fileName(a.Name, u), filepath.Join(folder.dir, file.name))
	defer mine.end()
	defer file.drop()
	got, err := fetch(egress.WithTurn(ctx, st.Turn), t.f.HTTP, u, file, t.f.bounds, st.Tell)
	if err != nil {
		return undone(ctx, err), tool.Output{}
	}
	path, err := file.keep(fileName(a.Name, u))
	if err != nil {
		return proof.Fail(proof.ReasonInternal, "It was loaded, but could not be saved.", err), tool.Output{}
	}
	mine.save(path)
	return t.again(ctx, path, got), tool.Output{File: path}
}

// again reads the file from where it lives: only that is proof that it is there whole.
func (t download) again(ctx context.Context, path string, got fetched) proof.Outcome {
	name := "“" + t.f.tilde(path) + "”"
	sum, size, err := digest(ctx, path)
	switch {
	case err != nil && ctx.Err() != nil:
		return proof.Deliver(proof.API, &proof.Problem{Reason: proof.ReasonCancelled, Text: name + " was saved, but Pace was stopped before it could be read again.", Err: err})
	case err != nil:
		return proof.Deliver(proof.API, &proof.Problem{Reason: proof.ReasonNoEvidence, Text: name + " was saved, but can't be read again.", Err: err})
	case sum != got.sum || size != got.size:
		return proof.Some(proof.API, &proof.Problem{Reason: proof.ReasonRewritten, Text: name + " does not hold what was loaded."},
			proof.Evidence{Kind: proof.Record, What: "File " + name, Before: got.sum, After: sum})
	}
	said := fmt.Sprintf("%s was saved: %s from %s, read back whole.", name, sizeWords(size), got.from.Hostname())
	if !got.known {
		said += " The server did not say how much it would be."
	}
	return proof.Confirm(proof.API, saved(name, path, sizeWords(size)), summed(sum)).Because(said)
}

// fileStep begins the path of evidence that is a file on disk.
const fileStep = "file"

// saved and summed are the evidence of a file that was made: what is needed to find it again and to know it.
func saved(name, path, size string) proof.Evidence {
	return proof.Evidence{Kind: proof.Record, What: "File " + name, After: size, Path: []string{fileStep, path}}
}

func summed(sum string) proof.Evidence {
	return proof.Evidence{Kind: proof.Record, What: "Its SHA-256", After: sum}
}

// unsave makes the call that takes a saved file back.
func unsave(o proof.Outcome) (tool.Call, bool) {
	var a takeBackArgs
	for _, e := range o.Evidence() {
		switch {
		case len(e.Path) == 2 && e.Path[0] == fileStep:
			a.File = e.Path[1]
		case e.What == summed("").What:
			a.OnlyIf = e.After
		}
	}
	if a.File == "" || a.OnlyIf == "" {
		return tool.Call{}, false
	}
	raw, err := json.Marshal(a)
	return tool.Call{Tool: "take_back_file", Args: raw}, err == nil
}

// Undo takes the file away again as long as it is what was loaded.
func (download) Undo(_ tool.Call, o proof.Outcome) (tool.Call, bool) { return unsave(o) }
