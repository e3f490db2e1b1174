package interaction

import (
	"context"
	"errors"
	"fmt"
	"path"
	"regexp"
	"sort"
	"strings"
	"time"

	"pace/backend/desktop"
	"pace/backend/proof"
)

// OpenApp brings a program to the front, starting it when it is not running. It is confirmed when a window of
// that program is in front; a started process alone proves nothing.
func (x *Session) OpenApp(ctx context.Context, step int, name string) proof.Outcome {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.at = step
	if x.desk == nil || x.desk.Launcher == nil || x.desk.Windows == nil {
		return refusal(ctx, x.missing("Launcher"))
	}
	entry, err := x.entry(ctx, name)
	if err != nil {
		return refusal(ctx, err)
	}
	e := &appInFront{x: x, entry: entry}
	o := x.act(ctx, desktop.Ref{}, e, func(ctx context.Context) (proof.Means, error) {
		if e.running != 0 {
			if err := x.desk.Windows.Activate(ctx, e.running); err != nil {
				return proof.API, sentence(err, "")
			}
			return proof.API, nil
		}
		if err := x.desk.Launcher.Launch(ctx, entry); err != nil {
			return proof.API, &proof.Problem{Reason: proof.ReasonInternal, Text: fmt.Sprintf("%s could not be started: %v.", entry.Name, err), Err: err}
		}
		return proof.API, nil
	}, x.cfg.BudgetOpenApp)
	if o.OK() {
		x.chosen = e.seen
		x.ready(ctx)
	} else if o.Effect() == proof.Unchanged {
		o = proof.Deliver(proof.API, &proof.Problem{Reason: proof.ReasonNoEffect, Text: fmt.Sprintf("%s was started, but no window of it appeared.", entry.Name)}).Timed(o.Timing())
	}
	return o
}

// ready waits until the program that was just opened can be read, so that the next step meets a finished window.
// It is no part of the proof, and what it can't see within the budget of a press it leaves to that step.
func (x *Session) ready(ctx context.Context) {
	if x.desk.Tree == nil || x.desk.Watcher == nil {
		return
	}
	wctx, stop := context.WithTimeout(ctx, x.cfg.BudgetPress)
	defer stop()
	wake, err := x.desk.Watcher.Watch(wctx, desktop.Scope{})
	if err != nil {
		return
	}
	for {
		if f, err := x.front(wctx); err == nil {
			s, err := x.desk.Tree.Snapshot(wctx, desktop.Scope{App: f.app.Ref}, desktop.Limits{Nodes: 200})
			if err == nil && len(s.Windows) > 0 && len(s.Elements) > len(s.Windows) {
				return
			}
		}
		select {
		case _, ok := <-wake:
			if !ok {
				return
			}
		case <-wctx.Done():
			return
		}
	}
}

// entry finds the installed program that a name means.
func (x *Session) entry(ctx context.Context, name string) (desktop.Entry, error) {
	all, err := x.desk.Launcher.Entries(ctx)
	if err != nil {
		return desktop.Entry{}, sentence(err, "")
	}
	best, score := rankEntries(all, name)
	switch {
	case len(best) == 0:
		return desktop.Entry{}, &proof.Problem{Reason: proof.ReasonNotFound, Text: fmt.Sprintf("No program called “%s” is installed.", name)}
	case len(best) > 1:
		var cs []proof.Candidate
		for _, e := range best {
			cs = append(cs, proof.Candidate{Label: e.Name, Path: []string{"app:" + e.ID}})
		}
		return desktop.Entry{}, &proof.Problem{Reason: proof.ReasonAmbiguous, Text: fmt.Sprintf("Several programs could be meant by “%s”: %s. Which one?", name, spoken(cs)), Candidates: cs}
	case score == entryNear:
		return desktop.Entry{}, &proof.Problem{Reason: proof.ReasonNotFound, Text: fmt.Sprintf("No program called “%s” is installed. Did you mean %s?", name, best[0].Name),
			Candidates: []proof.Candidate{{Label: best[0].Name, Path: []string{"app:" + best[0].ID}}}}
	}
	return best[0], nil
}

const (
	entryExact   = 4 // its name, its id, or the name of its file
	entryGeneric = 3 // what kind of program it is
	entryWord    = 2 // a whole word of its name
	entryNear    = 1 // a keyword only: offered, never started
)

// rankEntries returns the entries that fit a name best and how well.
func rankEntries(all []desktop.Entry, name string) ([]desktop.Entry, int) {
	if id, ok := strings.CutPrefix(name, "app:"); ok {
		for _, e := range all {
			if e.ID == id {
				return []desktop.Entry{e}, entryExact
			}
		}
		return nil, 0
	}
	want := fold(strings.TrimSuffix(strings.TrimPrefix(fold(name), "the "), " app"))
	var best []desktop.Entry
	top := 0
	for _, e := range all {
		if e.Hidden {
			continue
		}
		s := entryScore(e, want)
		switch {
		case s == 0 || s < top:
		case s > top:
			best, top = []desktop.Entry{e}, s
		default:
			best = append(best, e)
		}
	}
	sort.Slice(best, func(i, j int) bool { return best[i].ID < best[j].ID })
	// The same program installed twice under one name is no question.
	if len(best) > 1 {
		same := true
		for _, e := range best[1:] {
			same = same && e.Name == best[0].Name && strings.Join(e.Exec, " ") == strings.Join(best[0].Exec, " ")
		}
		if same {
			best = best[:1]
		}
	}
	return best, top
}

func entryScore(e desktop.Entry, want string) int {
	id := fold(strings.TrimSuffix(e.ID, ".desktop"))
	exe := ""
	if len(e.Exec) > 0 {
		exe = fold(path.Base(e.Exec[0]))
	}
	switch n := fold(e.Name); {
	case n == want || id == want || exe == want || id[strings.LastIndex(id, ".")+1:] == want || fold(e.Class) == want:
		return entryExact
	case fold(e.Generic) == want || strings.ReplaceAll(exe, "-", " ") == want:
		return entryGeneric
	case containsWords(n, want) || containsWords(strings.ReplaceAll(exe, "-", " "), want):
		return entryWord
	}
	for _, k := range e.Keywords {
		if fold(k) == want {
			return entryNear
		}
	}
	return 0
}

// appInFront expects a window of the program to be the active one.
type appInFront struct {
	x       *Session
	entry   desktop.Entry
	running desktop.WindowID // of the program, before
	had     map[desktop.WindowID]string
	seen    desktop.WindowID
}

func (a *appInFront) Goal() bool { return true }

func (a *appInFront) Wake(ctx context.Context) (<-chan struct{}, error) {
	return a.x.desk.Windows.Watch(ctx)
}

func (a *appInFront) Before(ctx context.Context) error {
	ws, err := a.x.desk.Windows.List(ctx)
	if err != nil {
		return sentence(err, "")
	}
	a.had = map[desktop.WindowID]string{}
	for _, w := range ws {
		a.had[w.ID] = w.Title
		if a.of(w) {
			a.running = w.ID
		}
	}
	return nil
}

// of reports whether w is a window of the program.
func (a *appInFront) of(w desktop.Window) bool {
	if w.Own || w.Kind == "dock" || w.Kind == "desktop" || w.Kind == "menu" {
		return false
	}
	c := fold(w.Class)
	id := fold(strings.TrimSuffix(a.entry.ID, ".desktop"))
	exe := ""
	if len(a.entry.Exec) > 0 {
		exe = fold(path.Base(a.entry.Exec[0]))
	}
	for _, n := range []string{fold(a.entry.Class), id, id[strings.LastIndex(id, ".")+1:], exe, fold(a.entry.Name)} {
		if n != "" && (c == n || strings.ReplaceAll(c, " ", "-") == n) {
			return true
		}
	}
	return false
}

func (a *appInFront) Check(ctx context.Context) (proof.Verdict, proof.Evidence, error) {
	ws, err := a.x.desk.Windows.List(ctx)
	if err != nil {
		return proof.Unknown, proof.Evidence{}, sentence(err, "")
	}
	for i := len(ws) - 1; i >= 0; i-- {
		w := ws[i]
		if !w.Active || !a.of(w) {
			continue
		}
		a.seen = w.ID
		ev := proof.Evidence{Kind: proof.WindowNew, What: fmt.Sprintf("Window “%s”", w.Title), After: "in front"}
		if _, had := a.had[w.ID]; had {
			ev.Kind = proof.StateRead
		}
		return proof.Satisfied, ev, nil
	}
	return proof.Unsatisfied, proof.Evidence{}, nil
}

// OpenURL hands a URL to its handler and watches the handler's windows: a new one, another title, or its window
// coming to the front with a title that names the page. An exit code is no evidence.
func (x *Session) OpenURL(ctx context.Context, step int, url string) proof.Outcome {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.at = step
	if x.desk == nil || x.desk.Launcher == nil || x.desk.Windows == nil {
		return refusal(ctx, x.missing("Launcher"))
	}
	browser, err := x.browser(ctx, url)
	if err != nil {
		return refusal(ctx, err)
	}
	e := &handed{x: x, url: url}
	o := x.act(ctx, desktop.Ref{}, e, func(ctx context.Context) (proof.Means, error) {
		h, err := x.desk.Launcher.OpenURL(ctx, url, browser)
		if err != nil {
			return proof.API, &proof.Problem{Reason: proof.ReasonUnavailable, Text: fmt.Sprintf("No program could be found that opens %s.", url), Err: err}
		}
		e.handler = &appInFront{x: x, entry: h}
		return proof.API, nil
	}, x.cfg.BudgetOpenURL)
	switch {
	case o.OK():
		x.chosen = e.seen
		if why := x.errorPage(ctx); why != "" {
			o = proof.Some(proof.API, &proof.Problem{Reason: proof.ReasonNoEffect, Text: fmt.Sprintf("The browser opened, but says that the page can't be reached (%s).", why)}, o.Evidence()...).Timed(o.Timing())
			x.drop(step)
		}
	case o.Effect() == proof.Unchanged:
		o = proof.Deliver(proof.API, &proof.Problem{Reason: proof.ReasonNoEvidence, Text: "It was handed to the browser, but no window shows that it opened."}).Timed(o.Timing())
	}
	return o
}

// browser is the id of the program that the user wants web addresses opened with, "" for the system's choice.
func (x *Session) browser(ctx context.Context, url string) (id string, err error) {
	if x.cfg.Browser == "" || !strings.HasPrefix(strings.ToLower(url), "http") {
		return "", nil
	}
	e, err := x.entry(ctx, strings.TrimSuffix(x.cfg.Browser, ".desktop"))
	var p *proof.Problem
	switch {
	case errors.As(err, &p) && p.Reason == proof.ReasonNotFound:
		return "", &proof.Problem{Reason: proof.ReasonUnavailable, Text: fmt.Sprintf("The browser that is set, “%s”, is not installed. Choose another in the settings, or none.", x.cfg.Browser), Err: err}
	case errors.As(err, &p) && p.Reason == proof.ReasonAmbiguous:
		return "", &proof.Problem{Reason: proof.ReasonUnavailable, Text: fmt.Sprintf("Several programs could be the browser that is set, “%s”. Write its whole name in the settings.", x.cfg.Browser), Err: err}
	}
	return e.ID, err
}

// blank reports whether a browser's title says nothing yet.
func blank(title string) bool {
	t := fold(title)
	if t == "" {
		return true
	}
	for _, b := range [...]string{"untitled", "new tab", "about:blank", "loading"} {
		if t == b || strings.HasPrefix(t, b+" - ") || strings.HasPrefix(t, b+" — ") {
			return true
		}
	}
	return false
}

// loadError is how Chromium names what went wrong, on the page it shows instead.
var loadError = regexp.MustCompile(`\bERR_[A-Z_]{4,}\b|^(Problem loading page|Server Not Found)\b`)

// errorPage looks for a second whether the browser shows an error instead of the page. A browser that can't be read
// says nothing, and then its window is all the evidence there is.
func (x *Session) errorPage(ctx context.Context) string {
	if x.desk.Tree == nil || x.desk.Watcher == nil {
		return ""
	}
	wctx, stop := context.WithTimeout(ctx, time.Second)
	defer stop()
	at, err := x.front(wctx)
	if err != nil {
		return ""
	}
	a, err := x.attention(at.app.Ref)
	if err != nil {
		return ""
	}
	for wake := a.wake(wctx); ; {
		if s, err := x.desk.Tree.Snapshot(wctx, desktop.Scope{App: at.app.Ref}, desktop.Limits{Nodes: 1500, Budget: 500}); err == nil {
			for _, e := range s.Elements {
				if m := loadError.FindString(e.Name); m != "" {
					return m
				}
				if m := loadError.FindString(e.Value); m != "" {
					return m
				}
			}
		}
		select {
		case <-wake:
		case <-wctx.Done():
			return ""
		}
	}
}

// drop forgets what a step had still to last, because its outcome is settled otherwise.
func (x *Session) drop(step int) {
	for _, p := range x.pending {
		if p.step == step {
			p.done = true
		}
	}
}

type handed struct {
	x       *Session
	url     string
	handler *appInFront
	had     map[desktop.WindowID]desktop.Window
	seen    desktop.WindowID
}

func (h *handed) Wake(ctx context.Context) (<-chan struct{}, error) {
	return h.x.desk.Windows.Watch(ctx)
}

func (h *handed) Before(ctx context.Context) error {
	ws, err := h.x.desk.Windows.List(ctx)
	if err != nil {
		return sentence(err, "")
	}
	h.had = map[desktop.WindowID]desktop.Window{}
	for _, w := range ws {
		h.had[w.ID] = w
	}
	return nil
}

func (h *handed) Check(ctx context.Context) (proof.Verdict, proof.Evidence, error) {
	ws, err := h.x.desk.Windows.List(ctx)
	if err != nil {
		return proof.Unknown, proof.Evidence{}, sentence(err, "")
	}
	if h.handler == nil {
		return proof.Unsatisfied, proof.Evidence{}, nil
	}
	for _, w := range ws {
		if !h.handler.of(w) && h.handler.entry.ID != "" || w.Own {
			continue
		}
		was, had := h.had[w.ID]
		h.seen = w.ID
		switch {
		case blank(w.Title):
			// The browser's window is there before the page is: an empty one shows nothing about the address.
		case !had && (h.handler.entry.ID != "" || w.Active):
			return proof.Satisfied, proof.Evidence{Kind: proof.WindowNew, What: fmt.Sprintf("Window “%s”", w.Title)}, nil
		case had && w.Title != was.Title && h.handler.entry.ID != "":
			return proof.Satisfied, proof.Evidence{Kind: proof.ValueRead, What: "The browser's title", Before: quoted(was.Title), After: quoted(w.Title)}, nil
		case had && w.Active && !was.Active && h.handler.entry.ID != "":
			return proof.Satisfied, proof.Evidence{Kind: proof.StateRead, What: fmt.Sprintf("Window “%s”", w.Title), After: "in front"}, nil
		}
	}
	return proof.Unsatisfied, proof.Evidence{}, nil
}

// Read gives the text on the clipboard; that there is none is an answer too.
func (x *Session) Read(ctx context.Context) (string, proof.Outcome) {
	if x.desk == nil || x.desk.Clipboard == nil {
		return "", refusal(ctx, x.missing("Clipboard"))
	}
	s, err := x.desk.Clipboard.Read(ctx)
	if errors.Is(err, desktop.ErrNotFound) {
		return "", proof.Confirm(proof.API, proof.Evidence{Kind: proof.Returned, What: "The clipboard", After: "no text"})
	}
	if err != nil {
		return "", refusal(ctx, sentence(err, ""))
	}
	return s, proof.Confirm(proof.API, proof.Evidence{Kind: proof.Returned, What: "The clipboard", After: s})
}
