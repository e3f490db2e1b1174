package tools

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync"

	"pace/backend/proof"
	"pace/backend/tool"
)

// downloads are those of this process that are under way. Methods may be called at once.
type downloads struct {
	mu  sync.Mutex
	all []*underWay
}

// underWay is one of them.
type underWay struct {
	of    *downloads
	name  string // that it is to be saved as
	part  string // the file that is being written
	saved string // where it was saved; read once over is closed
	stop  context.CancelCauseFunc
	over  chan struct{} // closed when it has ended, in whatever way
}

// begin takes up a download. Its context ends with a *proof.Problem as cause when somebody wants it stopped.
func (d *downloads) begin(ctx context.Context, name, part string) (context.Context, *underWay) {
	ctx, stop := context.WithCancelCause(ctx)
	w := &underWay{of: d, name: name, part: part, stop: stop, over: make(chan struct{})}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.all = append(d.all, w)
	return ctx, w
}

func (w *underWay) save(path string) { w.saved = path }

func (w *underWay) end() {
	w.stop(nil)
	w.of.mu.Lock()
	defer w.of.mu.Unlock()
	w.of.all = slices.DeleteFunc(w.of.all, func(x *underWay) bool { return x == w })
	close(w.over)
}

// find gives the downloads whose name holds a text; "" fits all.
func (d *downloads) find(text string) []*underWay {
	d.mu.Lock()
	defer d.mu.Unlock()
	var out []*underWay
	for _, w := range d.all {
		if strings.EqualFold(w.name, text) {
			return []*underWay{w}
		}
		if strings.Contains(strings.ToLower(w.name), strings.ToLower(text)) {
			out = append(out, w)
		}
	}
	return out
}

// stopDownload ends a download that is under way in this process; a second process asks the one that hosts Pace.
type stopDownload struct{ f Files }

type stopDownloadArgs struct {
	Name string `json:"name" alias:"file,url" doc:"a part of the file's name; absent: the only one" max:"1000"`
}

func (stopDownload) Spec() tool.Spec {
	return tool.Spec{Name: "stop_download", Aliases: []string{"cancel_download", "File.stopDownload"}, Summary: "Stops a download that is under way.",
		Example: "stop the download", ExampleArg: `{}`, Args: tool.SchemaOf[stopDownloadArgs](),
		Risk: tool.ChangesSystem, Approval: tool.Approval{Mode: tool.Never}, Offer: tool.OfferAll}
}

func (stopDownload) Describe(raw json.RawMessage) string {
	if name := args[stopDownloadArgs](raw).Name; name != "" {
		return "Stop the download of “" + clip(name, 80) + "”"
	}
	return "Stop the download"
}

// which finds the one download that is meant.
func (t stopDownload) which(name string) (*underWay, *proof.Problem) {
	var all []*underWay
	if t.f.loading != nil {
		all = t.f.loading.find(name)
	}
	switch {
	case len(all) == 1:
		return all[0], nil
	case len(all) > 1:
		p := &proof.Problem{Reason: proof.ReasonAmbiguous, Text: "Several downloads are under way. Which one?"}
		for _, w := range all {
			p.Candidates = append(p.Candidates, proof.Candidate{Label: w.name, Path: []string{"arg:name", w.name}})
		}
		return nil, p
	case name != "":
		return nil, &proof.Problem{Reason: proof.ReasonNotFound, Text: "No download of “" + clip(name, 80) + "” is under way."}
	}
	return nil, &proof.Problem{Reason: proof.ReasonNotFound, Text: "No download is under way."}
}

// Preview asks which one is meant before anything is stopped.
func (t stopDownload) Preview(_ context.Context, _ tool.Step, raw json.RawMessage) (string, *proof.Problem) {
	w, p := t.which(args[stopDownloadArgs](raw).Name)
	if p != nil {
		return "", p
	}
	return w.name, nil
}

func (t stopDownload) Run(ctx context.Context, _ tool.Step, raw json.RawMessage) (proof.Outcome, tool.Output) {
	w, p := t.which(args[stopDownloadArgs](raw).Name)
	if p != nil {
		return proof.RefuseFor(p), tool.Output{}
	}
	w.stop(&proof.Problem{Reason: proof.ReasonCancelled, Text: "Stopped, as you asked. Nothing was saved."})
	select {
	case <-w.over:
	case <-ctx.Done():
		return undone(ctx, ctx.Err()), tool.Output{}
	}
	name := "“" + clip(w.name, 80) + "”"
	if w.saved != "" {
		return proof.Fail(proof.ReasonNoEffect, "The download of "+name+" ended before it could be stopped: it is saved.", nil), tool.Output{}
	}
	if _, err := os.Lstat(w.part); !errors.Is(err, fs.ErrNotExist) {
		return proof.Deliver(proof.API, &proof.Problem{Reason: proof.ReasonNoEvidence, Text: "The download of " + name + " has ended, but what it had loaded is still there.", Err: err}), tool.Output{}
	}
	seen := proof.Evidence{Kind: proof.Record, What: "Download of " + name, Before: "under way", After: "stopped, nothing kept"}
	return proof.Confirm(proof.API, seen).Because("The download of " + name + " was stopped, and nothing of it was kept."), tool.Output{}
}
