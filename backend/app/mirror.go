package app

import (
	"context"
	"fmt"
	"slices"
	"time"

	"pace/backend/desktop"
	"pace/backend/event"
	"pace/backend/proof"
	"pace/backend/store"
	"pace/backend/system"
	"pace/backend/tool"
	"pace/backend/tools"
)

// beside makes the tools that do not work in a window. m is nil where they are only described.
func beside(m *mirror, f tools.Files) []tool.Tool {
	return append(f.Tools(), tools.About(m))
}

// mirror tells of the parts of this application.
type mirror struct {
	*App
	reg  *tool.Registry
	desk *desktop.Desktop
	runs *records
}

func (m *mirror) Now() time.Time { return time.Now() }

func (m *mirror) Specs() []tool.Spec {
	var out []tool.Spec
	for _, t := range m.reg.Tools() {
		out = append(out, t.Spec())
	}
	return out
}

func (m *mirror) Lacks(c tool.Capability) *proof.Problem { return m.available(m.desk, m.rest.get(), c) }

// Thinks says who would be asked, from a look that is made now.
func (m *mirror) Thinks(ctx context.Context) string {
	const plain = " Plain commands need no model."
	switch tier := m.Tier(); tier {
	case "builtin":
		return "No model is asked: the built-in planner is chosen."
	case "", "local":
	default:
		return fmt.Sprintf("The planner that is chosen (%s) can't be asked by this version of Pace, so the built-in one answers, without a model.", tier)
	}
	found, err := m.Model().Survey(ctx)
	switch {
	case err != nil:
		return "Looking for a model server took too long; where none answers, the built-in planner stands in, without a model."
	case found.Ready():
		said := fmt.Sprintf("The model %s, served at %s on this machine, is asked what no rule understands.", found.Place.Model.Name, found.Place.Server.URL)
		if last, any := m.Model().Last(); any {
			said += fmt.Sprintf(" It was asked last at %s and took %.1f s.", last.At.Local().Format("15:04"), last.Total.Seconds())
			if last.Err != nil {
				said += " Its answer could not be used."
			}
		}
		return said + plain
	}
	return found.Problem() + " So the built-in planner answers, without a model."
}

// Devices knows displays, and whether there is sound. Which microphones and cameras there are, nobody knows yet.
func (m *mirror) Devices(ctx context.Context) (found []tools.Device, unknown []string) {
	unknown = []string{"microphones", "cameras"}
	var sound []tools.Device
	if v := m.rest.get().Volume; v != nil && v.Capability(ctx).State == system.Ready {
		d := tools.Device{Kind: "the default sound output"}
		if now, err := v.Loudness(ctx); err == nil {
			d.Detail = fmt.Sprintf("at %d %%", now.Level)
			if now.Muted {
				d.Detail = "muted"
			}
		}
		sound = append(sound, d)
	} else {
		unknown = append([]string{"speakers"}, unknown...)
	}
	var ds []desktop.Display
	var err error
	if m.desk != nil && m.desk.Screen != nil {
		ds, err = m.desk.Screen.Displays(ctx)
	}
	if err != nil || len(ds) == 0 {
		return sound, append([]string{"displays"}, unknown...)
	}
	for _, d := range ds {
		detail := fmt.Sprintf("%d × %d", d.Bounds.W, d.Bounds.H)
		if d.Scale != 1 && d.Scale != 0 {
			detail += fmt.Sprintf(", scale %g", d.Scale)
		}
		if d.Primary && len(ds) > 1 {
			detail += ", the main one"
		}
		found = append(found, tools.Device{Kind: "display", Name: d.ID, Detail: detail})
	}
	return append(found, sound...), unknown
}

// lookBack is how many records, and turns of the trace, are read at a time.
const lookBack = 50

func (m *mirror) Last(ctx context.Context, but string) ([]tools.Deed, error) {
	db, err := m.DB()
	if err != nil {
		return nil, err
	}
	// What was only told about Pace is nothing that it did.
	did := func(r store.Run) bool { return r.Turn != but && r.Tool != "about_pace" }
	last, err := newest(ctx, db, did)
	if err != nil || last.ID == 0 {
		return nil, err
	}
	runs, err := db.Runs().List(ctx, store.RunFilter{Turn: last.Turn, Limit: lookBack})
	if err != nil {
		return nil, err
	}
	runs = slices.DeleteFunc(runs, func(r store.Run) bool { return !did(r) })
	rows, _ := m.Trace().Recent(ctx, lookBack) // where no trace is kept, the reports are all there is
	var out []tools.Deed
	for _, r := range runs {
		d := tools.Deed{At: r.At, Did: r.Tool, Undid: undid(r), Effect: proof.Effect(r.Effect), Report: r.Report, Undone: r.Undo != nil && !r.Undo.UndoneAt.IsZero()}
		if t, ok := m.reg.Lookup(r.Tool); ok {
			d.Did = t.Describe(r.Args)
		}
		if d.Evidence = m.runs.evidence(r.Turn, r.Step); d.Evidence == nil {
			d.Evidence = evidence(rows, r)
		}
		out = append(out, d)
	}
	slices.Reverse(out) // the newest came first
	return out, nil
}

// evidence is what a trace keeps of a run.
func evidence(rows []event.Event, r store.Run) []proof.Evidence {
	var out []proof.Evidence
	for _, e := range rows {
		end, ok := e.Body.(*event.StepResult)
		if !ok || e.Turn != r.Turn || end.Step != r.Step || end.Tool != r.Tool {
			continue
		}
		for _, x := range end.Outcome.Evidence {
			out = append(out, proof.Evidence{Kind: proof.EvidenceKind(x.Kind), What: x.What, Before: x.Before, After: x.After})
		}
	}
	return out
}
