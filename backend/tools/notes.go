package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pace/backend/pim"
	"pace/backend/proof"
	"pace/backend/tool"
)

type notes struct{ b Books }

// another is the action that makes a note of a title that there is already.
const another = "another"

// untitled is what a note is called that nobody gave a title.
const untitled = "Pace note"

type notesArgs struct {
	Action string `json:"action" enum:"create,append,search,another" doc:"another: a second note of a title that there is" default:"create"`
	Title  string `json:"title" alias:"name,note" max:"500"`
	Body   string `json:"body" alias:"text,content" doc:"or what to add" max:"1048576"`
	Query  string `json:"query" alias:"search,find" doc:"of a search" max:"500"`
}

// Check wants what the action needs.
func (a notesArgs) Check() error {
	title, body, query := strings.TrimSpace(a.Title), strings.TrimSpace(a.Body), strings.TrimSpace(a.Query)
	switch {
	case a.Action == "search" && query == "" && title == "":
		return errors.New("does not say what to look for")
	case a.Action == "search":
		return nil
	case a.Action == "append" && (title == "" || body == ""):
		return errors.New("does not say which note gets what")
	case a.Action == "create" && title == "" && body == "":
		return errors.New("does not say what to note")
	case a.Action == another && title == "":
		return errors.New("does not say of which title there is to be another")
	case query != "":
		return errors.New("only a search has a query")
	}
	if title != "" {
		if err := pim.Line("title", a.Title); err != nil {
			return err
		}
	}
	return pim.Text("text", a.Body)
}

func (a notesArgs) title() string {
	if t := strings.Join(strings.Fields(a.Title), " "); t != "" {
		return t
	}
	return untitled
}

// file is the one note that a search is to read: the name of its file was said, or chosen from an earlier list.
func (a notesArgs) file() string {
	for _, t := range []string{a.Title, a.Query} {
		if t = strings.TrimSpace(t); a.Action == "search" && strings.HasSuffix(strings.ToLower(t), ".md") {
			return t
		}
	}
	return ""
}

func (a notesArgs) words() string {
	if q := strings.TrimSpace(a.Query); q != "" {
		return q
	}
	return strings.TrimSpace(a.Title)
}

func (notes) Spec() tool.Spec {
	return tool.Spec{Name: "notes", Aliases: []string{"note", "Notes.create", "Notes.append", "Notes.search", "note.create", "note.append", "note.search", "Notes.find", "note.find", "notes.add", "note.add"},
		Given: map[string]map[string]string{"Notes.append": {"action": "append"}, "note.append": {"action": "append"}, "Notes.search": {"action": "search"},
			"note.search": {"action": "search"}, "Notes.find": {"action": "search"}, "note.find": {"action": "search"}},
		Summary: "Writes a note, adds to one, or searches them.",
		Example: "make a note that the key is under the mat", ExampleArg: `{"action":"create","body":"the key is under the mat"}`, Args: tool.SchemaOf[notesArgs](),
		Risk: tool.ChangesSystem, Approval: tool.Approval{Mode: tool.WhenArgs, When: func(raw json.RawMessage) bool { return !(notes{}).Reads(raw) }},
		Uses: []tool.Resource{usesNotes}, Reversible: true, Offer: tool.OfferAll}
}

// Reads reports whether a call is a search.
func (notes) Reads(raw json.RawMessage) bool { return args[notesArgs](raw).Action == "search" }

func (notes) Describe(raw json.RawMessage) string {
	a := args[notesArgs](raw)
	switch {
	case a.file() != "":
		return "Read the note " + quote(a.file(), 80)
	case a.Action == "search":
		return "Search the notes for " + quote(a.words(), 80)
	case a.Action == "append":
		return fmt.Sprintf("Add to the note %s: %s", quote(a.Title, 80), quote(a.Body, 80))
	}
	d := "Write the note " + quote(a.title(), 80)
	if a.Action == another {
		d = "Write another note " + quote(a.title(), 80)
	}
	if strings.TrimSpace(a.Body) != "" {
		d += ": " + quote(a.Body, 80)
	}
	return d
}

func (t notes) Preview(ctx context.Context, _ tool.Step, raw json.RawMessage) (string, *proof.Problem) {
	a := args[notesArgs](raw)
	switch a.Action {
	case "search":
		return "", nil
	case "create", another:
		same, p := t.same(ctx, a)
		switch {
		case p == nil && len(same) > 0 && a.Action == "create":
			p = exists(a, same)
			fallthrough
		case p != nil:
			return p.Text, p
		case a.Action == another && len(same) > 0:
			return "beside " + ids(same), nil
		}
		return "", nil
	}
	n, _, p := t.one(ctx, a.title())
	if p != nil {
		return p.Text, p
	}
	return n.ID, nil
}

func (t notes) Run(ctx context.Context, st tool.Step, raw json.RawMessage) (proof.Outcome, tool.Output) {
	a := args[notesArgs](raw)
	if ctx.Err() != nil {
		return proof.Cancel(proof.ReasonCancelled, "Stopped."), tool.Output{}
	}
	switch a.Action {
	case "search":
		return t.search(ctx, a)
	case "append":
		return t.add(ctx, a), tool.Output{}
	}
	return t.create(ctx, a), tool.Output{}
}

// same lists the notes that there are of a title. What nobody gave a title is another note each time.
func (t notes) same(ctx context.Context, a notesArgs) ([]pim.Note, *proof.Problem) {
	if strings.TrimSpace(a.Title) == "" {
		return nil, nil
	}
	found, err := t.b.Notes.Titled(ctx, a.title())
	if err != nil {
		return nil, broken("The notes could not be read", err)
	}
	return slices.DeleteFunc(found.Items, func(n pim.Note) bool { return !strings.EqualFold(n.Title, pim.Plain(a.title())) }), nil // others go by the name of their file
}

// ids names notes by their files.
func ids(ns []pim.Note) string {
	var names []string
	for _, n := range ns {
		names = append(names, n.ID)
	}
	return clip(strings.Join(names, ", "), 300)
}

// exists asks what is to be done about a title that there is already: whoever goes by titles could not tell two apart. The
// options are called as the question says, so that its words are an answer.
func exists(a notesArgs, same []pim.Note) *proof.Problem {
	p := &proof.Problem{Reason: proof.ReasonAmbiguous, Text: fmt.Sprintf("There is a note %s already (%s).", quote(same[0].Title, 80), ids(same))}
	add := "add to it"
	if len(same) > 1 {
		add = "add to one of them"
		p.Text = fmt.Sprintf("There are %d notes %s already (%s).", len(same), quote(same[0].Title, 80), ids(same))
	}
	second := proof.Candidate{Label: "make another (a note of the same title, in a file of its own)", Path: []string{"arg:action", another}}
	if strings.TrimSpace(a.Body) == "" {
		p.Text += " Make another?"
		p.Candidates = []proof.Candidate{second}
		return p
	}
	p.Text += fmt.Sprintf(" %s%s, or make another?", strings.ToUpper(add[:1]), add[1:])
	p.Candidates = []proof.Candidate{{Label: fmt.Sprintf("%s (%s)", add, ids(same)), Path: []string{"arg:action", "append"}}, second}
	return p
}

func (t notes) create(ctx context.Context, a notesArgs) proof.Outcome {
	same, p := t.same(ctx, a)
	if p == nil && len(same) > 0 && a.Action == "create" {
		p = exists(a, same)
	}
	if p != nil {
		return proof.RefuseFor(p)
	}
	title, body := a.title(), strings.TrimSpace(strings.ReplaceAll(a.Body, "\r\n", "\n"))
	var ref pim.Ref
	look := looking{check: func(ctx context.Context) (proof.Verdict, proof.Evidence, error) {
		if ref.ID == "" {
			return proof.Unsatisfied, proof.Evidence{}, nil
		}
		n, found, err := t.b.Notes.Note(ctx, ref.ID)
		if err != nil {
			return unread("What became of the note could not be read", err)
		}
		if found != ref || n.Title != pim.Plain(title) || !strings.Contains(n.Text, body) {
			return proof.Unsatisfied, proof.Evidence{}, nil
		}
		after := "in " + n.ID
		if len(same) > 0 {
			after += ", beside " + ids(same)
		}
		if body != "" {
			after += ": " + quote(body, 80)
		}
		return proof.Satisfied, proof.Evidence{Kind: proof.Record, What: "The note " + quote(n.Title, 200), After: after, Path: []string{inNotes, ref.ID, ref.Stamp, "", noteParts(n).String()}}, nil
	}}
	return recorded(ctx, look, func(ctx context.Context) error {
		var err error
		if ref, err = t.b.Notes.AddNote(ctx, title, body); err != nil {
			return broken("The note could not be kept", err)
		}
		return nil
	})
}

// one finds the only note of a title.
func (t notes) one(ctx context.Context, title string) (pim.Note, pim.Ref, *proof.Problem) {
	found, err := t.b.Notes.Titled(ctx, title)
	if err != nil {
		return pim.Note{}, pim.Ref{}, broken("The notes could not be read", err)
	}
	switch len(found.Items) {
	case 0:
		return pim.Note{}, pim.Ref{}, &proof.Problem{Reason: proof.ReasonNotFound, Text: troubled(fmt.Sprintf("There is no note called %s.", quote(title, 80)), found.Troubles)}
	case 1:
		n, ref, err := t.b.Notes.Note(ctx, found.Items[0].ID)
		if err != nil {
			return n, ref, broken("The note could not be read", err)
		}
		return n, ref, nil
	}
	p := &proof.Problem{Reason: proof.ReasonAmbiguous}
	var names []string
	for _, n := range found.Items {
		names = append(names, n.ID)
		p.Candidates = append(p.Candidates, noteOption(n))
	}
	p.Text = fmt.Sprintf("%d notes are called %s: %s. Which one?", len(names), quote(title, 80), clip(strings.Join(names, ", "), 300))
	return pim.Note{}, pim.Ref{}, p
}

// noteOption offers a note by the name of its file, which no other has.
func noteOption(n pim.Note) proof.Candidate {
	return proof.Candidate{Label: fmt.Sprintf("%s (%s)", clip(n.Title, 200), n.ID), Path: []string{"arg:title", n.ID}}
}

// rereads is how often a note is read again when somebody has just written it.
const rereads = 3

func (t notes) add(ctx context.Context, a notesArgs) proof.Outcome {
	body := strings.TrimSpace(strings.ReplaceAll(a.Body, "\r\n", "\n"))
	n, _, p := t.one(ctx, a.title())
	if p != nil {
		return proof.RefuseFor(p)
	}
	var now pim.Ref
	before := 0
	look := looking{check: func(ctx context.Context) (proof.Verdict, proof.Evidence, error) {
		if now.ID == "" {
			return proof.Unsatisfied, proof.Evidence{}, nil
		}
		got, found, err := t.b.Notes.Note(ctx, now.ID)
		if err != nil {
			return unread("What became of the note could not be read", err)
		}
		tail := got.Text[min(len(got.Text), max(0, before-len("\ufeff"))):]
		if found != now || !strings.Contains(strings.ReplaceAll(tail, "\r\n", "\n"), body) {
			return proof.Unsatisfied, proof.Evidence{}, nil
		}
		return proof.Satisfied, proof.Evidence{Kind: proof.Record, What: quote(body, 120), After: fmt.Sprintf("at the end of the note %s (%s)", quote(got.Title, 200), got.ID),
			Path: []string{inNotes, now.ID, now.Stamp, strconv.Itoa(before), noteParts(got).String()}}, nil
	}}
	return recorded(ctx, look, func(ctx context.Context) error {
		var err error
		for range rereads {
			var ref pim.Ref
			if _, ref, err = t.b.Notes.Note(ctx, n.ID); err != nil {
				break
			}
			if now, before, err = t.b.Notes.Append(ctx, ref, body); !errors.Is(err, pim.ErrChanged) {
				break
			}
		}
		if err != nil {
			return broken("Nothing was added to the note", err)
		}
		return nil
	})
}

// Bounds of what a search tells.
const (
	maxHits = 10
	maxRead = 6000 // bytes of the only note that was found
)

// reading tells one note.
func reading(n pim.Note) (proof.Outcome, tool.Output) {
	return told("Your notes", fmt.Sprintf("%s (%s):\n%s", n.Title, n.ID, clip(strings.TrimSpace(n.Text), maxRead)), true)
}

func (t notes) search(ctx context.Context, a notesArgs) (proof.Outcome, tool.Output) {
	if name := a.file(); name != "" {
		n, _, err := t.b.Notes.Note(ctx, name)
		chosen := strings.TrimSpace(a.Query) != name
		switch {
		case err == nil:
			return reading(n)
		case chosen && strings.TrimSpace(a.Query) != "": // what was looked for first is not what is wanted now
			return proof.RefuseFor(broken("The note "+quote(name, 80)+" could not be read", err)), tool.Output{}
		}
	}
	found, err := t.b.Notes.Search(ctx, a.words(), maxHits+1)
	if err != nil {
		return proof.FailWith(broken("The notes could not be read", err)), tool.Output{}
	}
	q := quote(a.words(), 80)
	if len(found.Items) == 0 {
		return told("Your notes", troubled("No note says anything about "+q+".", found.Troubles), len(found.Troubles) > 0)
	}
	var lines []string
	var listed []proof.Candidate
	for _, h := range found.Items[:min(len(found.Items), maxHits)] {
		listed = append(listed, noteOption(h.Note))
		l := fmt.Sprintf("%s (%s)", h.Title, h.ID)
		if h.Line != "" {
			l += ": " + h.Line
		}
		lines = append(lines, l)
	}
	head := counted(len(lines), "note") + " about " + q
	if len(found.Items) > maxHits {
		head = fmt.Sprintf("More than %d notes about %s, the first of them", maxHits, q)
	}
	o, out := told("Your notes", headed(head, "\n"+strings.Join(lines, "\n"), found.Troubles), true)
	if out.Listed = listed; len(found.Items) == 1 && len(found.Items[0].Text) <= maxRead {
		out.Text += "\n\n" + found.Items[0].Text // for a planner that was asked what is in it
	}
	return o, out
}

// Undo takes back a new note or what was added to one.
func (notes) Undo(c tool.Call, o proof.Outcome) (tool.Call, bool) { return takeAway(o) }
