package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"pace/backend/proof"
	"pace/backend/system"
	"pace/backend/tool"
)

type volume struct {
	v system.Volume
	l *Lasting
}

type volumeArgs struct {
	Level     *int    `json:"level,omitempty" alias:"value,to,volume" doc:"percent" min:"0" max:"100"`
	Direction string  `json:"direction,omitempty" alias:"command" enum:"up,down" also:"increase=up,raise=up,louder=up,decrease=down,lower=down,quieter=down,softer=down"`
	Steps     *int    `json:"steps,omitempty" alias:"amount" min:"1" max:"10"`
	Percent   *int    `json:"percent,omitempty" alias:"by" min:"1" max:"100"`
	Mute      *bool   `json:"mute,omitempty" alias:"muted"`
	OnlyIf    *string `json:"onlyIf,omitempty" doc:"do nothing unless it is this now" max:"60"`
}

// Check refuses what contradicts itself. Nothing at all means up, as the oldest form of this call did.
func (a volumeArgs) Check() error {
	if a.Mute != nil && (a.Direction != "" || a.Steps != nil || a.Percent != nil) {
		return errors.New("mutes or unmutes, and also changes the volume")
	}
	return amount(a.Direction, a.Level, a.Steps, a.Percent)
}

func (volume) Spec() tool.Spec {
	return tool.Spec{Name: "volume", Aliases: []string{"Volume.adjust", "Volume.set", "set_volume", "sound"},
		Summary: "Makes the sound louder or quieter, sets it to a level, or mutes it.",
		Example: "turn the volume up", ExampleArg: `{"direction":"up"}`, Args: tool.SchemaOf[volumeArgs](),
		Risk: tool.ChangesSystem, Approval: tool.Approval{Mode: tool.Never}, Uses: []tool.Resource{tool.UsesSound},
		Needs: []tool.Capability{tool.NeedsSound}, Reversible: true, Offer: tool.OfferAll}
}

// Describe says that a wish to hear something ends muting.
func (volume) Describe(raw json.RawMessage) string {
	a := args[volumeArgs](raw)
	d := ""
	switch {
	case a.Level != nil:
		d = fmt.Sprintf("Set the volume to %d %%", *a.Level)
		switch {
		case a.Mute != nil && *a.Mute:
			d += " and mute it"
		case *a.Level > 0 || a.Mute != nil:
			d += " (unmutes)"
		}
	case a.Mute != nil && *a.Mute:
		return "Mute the sound"
	case a.Mute != nil:
		return "Unmute the sound"
	case a.Direction != "down":
		d = fmt.Sprintf("Turn the volume up by %d %% (unmutes)", points(a.Steps, a.Percent))
	default:
		d = fmt.Sprintf("Turn the volume down by %d %%", points(a.Steps, a.Percent))
	}
	return d
}

// wanted is what a loudness is to become; a nil part does not matter.
type wanted struct {
	level *system.Level
	muted *bool
}

// from decides what is wanted of the loudness there is. Whoever turns it up or sets it wants to hear it, as on any
// keyboard with such keys; turning it down leaves muting alone.
func (a volumeArgs) from(now system.Loudness) wanted {
	on := false
	w := wanted{muted: a.Mute}
	var to system.Level
	switch by := system.Level(points(a.Steps, a.Percent)); {
	case a.Level != nil:
		if to = system.Level(*a.Level); to > 0 && a.Mute == nil {
			w.muted = &on
		}
	case a.Mute != nil:
		return w
	case a.Direction != "down":
		// Somebody may have amplified it beyond 100 %: louder must not mean quieter then.
		to, w.muted = max(now.Level, (now.Level+by).Clamp()), &on
	default:
		to = (now.Level - by).Clamp()
	}
	w.level = &to
	return w
}

func (w wanted) holds(l system.Loudness) bool {
	return (w.level == nil || *w.level == l.Level) && (w.muted == nil || *w.muted == l.Muted)
}

const theVolume = "The volume"

// loudness says a loudness in the form in which an undo compares it.
func loudness(l system.Loudness) string {
	s := fmt.Sprintf("%d %%", l.Level)
	if l.Muted {
		s += ", muted"
	}
	return s
}

// loudnessOf reads what loudness has written.
func loudnessOf(s string) (l system.Loudness, ok bool) {
	_, err := fmt.Sscanf(s, "%d %%", &l.Level)
	l.Muted = s == loudness(system.Loudness{Level: l.Level, Muted: true})
	return l, err == nil && s == loudness(l)
}

func (t volume) Run(ctx context.Context, st tool.Step, raw json.RawMessage) (proof.Outcome, tool.Output) {
	a := args[volumeArgs](raw)
	if o := t.l.before(ctx, st, tool.UsesSound); o != nil {
		return *o, tool.Output{}
	}
	s := sayings{theVolume, "the sound server"}
	first, cancel := context.WithTimeout(ctx, lookFirst)
	now, err := t.v.Loudness(first)
	cancel()
	if err != nil {
		return undone(ctx, s.trouble(err)), tool.Output{}
	}
	if a.OnlyIf != nil && loudness(now) != *a.OnlyIf {
		return changed(theVolume, loudness(now)), tool.Output{}
	}
	want := a.from(now)
	e := &wish[system.Loudness]{read: t.v.Loudness, wake: t.v.Wake, says: s,
		holds: func(_, now system.Loudness) bool { return want.holds(now) },
		shows: func(was, now system.Loudness) proof.Evidence {
			return proof.Evidence{Kind: proof.ValueRead, What: theVolume, Before: loudness(was), After: loudness(now)}
		},
		missed: want.missed}
	act := func(ctx context.Context) (proof.Means, error) { return proof.API, s.refused(t.set(ctx, e.was, want)) }
	o := t.l.until(ctx, st, tool.UsesSound, e, act, proof.DefaultBudget, func(already bool) string {
		if already {
			return want.alreadyWords(e.was)
		}
		return want.words(e.was, e.now)
	})
	return o, tool.Output{}
}

// set asks for what differs. Silence comes first and its end last, so that nothing is loud in between.
func (t volume) set(ctx context.Context, was system.Loudness, w wanted) error {
	var todo []func() error
	if w.level != nil && *w.level != was.Level {
		todo = append(todo, func() error { return t.v.SetLevel(ctx, *w.level) })
	}
	if w.muted != nil && *w.muted != was.Muted {
		mute := func() error { return t.v.SetMuted(ctx, *w.muted) }
		if *w.muted {
			todo = append([]func() error{mute}, todo...)
		} else {
			todo = append(todo, mute)
		}
	}
	for i, do := range todo {
		if err := do(); err != nil && i > 0 {
			return fmt.Errorf("%w: %w", proof.ErrDispatched, err) // a part of it is done: it has to be looked at
		} else if err != nil {
			return err
		}
	}
	return nil
}

func (w wanted) words(was, now system.Loudness) string {
	switch {
	case w.level == nil && now.Muted:
		return "The sound is muted."
	case was.Muted && !now.Muted && now.Level == 0:
		return "The sound is not muted any more, but the volume is 0 %."
	case was.Muted && !now.Muted:
		return fmt.Sprintf("The sound is on again, at %d %%.", now.Level)
	case was.Muted && now.Muted:
		return fmt.Sprintf("The volume is %d %% now, and the sound is still muted.", now.Level)
	}
	return "" // the evidence says it
}

func (w wanted) alreadyWords(now system.Loudness) string {
	switch {
	case w.level == nil && now.Muted:
		return "The sound is already muted."
	case w.level == nil:
		return "The sound is not muted."
	}
	return ""
}

// missed tells an output with coarser steps, and somebody who turns the same knob, from one that does not move.
func (w wanted) missed(was, now system.Loudness) *proof.Outcome {
	if was == now {
		o := proof.NoEffect(proof.API, &proof.Problem{Reason: proof.ReasonNoEffect, Text: fmt.Sprintf("%s is still %s.", theVolume, loudness(now))})
		return &o
	}
	var o proof.Outcome
	p := &proof.Problem{Reason: proof.ReasonNoEffect, Text: fmt.Sprintf("%s is %s now, which is not what was asked for.", theVolume, loudness(now))}
	ev := proof.Evidence{Kind: proof.ValueRead, What: theVolume, Before: loudness(was), After: loudness(now)}
	if w.level != nil && nearer(int(was.Level), int(now.Level), int(*w.level)) {
		o = proof.Some(proof.API, p, ev)
	} else {
		o = proof.NoEffect(proof.API, p, ev)
	}
	return &o
}

// nearer reports whether now is nearer to a goal than was.
func nearer(was, now, goal int) bool { return max(now-goal, goal-now) < max(was-goal, goal-was) }

// Undo makes it as loud as it was, muting included, provided it still is as Pace left it.
func (volume) Undo(_ tool.Call, o proof.Outcome) (tool.Call, bool) {
	for _, e := range o.Evidence() {
		was, known := loudnessOf(e.Before)
		now, also := loudnessOf(e.After)
		if e.Kind != proof.ValueRead || e.What != theVolume || !known || !also || was.Level > 100 {
			continue
		}
		level := int(was.Level)
		a := volumeArgs{Mute: &was.Muted, OnlyIf: &e.After}
		if was.Level != now.Level {
			a.Level = &level
		}
		raw, err := json.Marshal(a)
		return tool.Call{Tool: "volume", Args: raw}, err == nil
	}
	return tool.Call{}, false
}
