package tools

import (
	"context"
	"encoding/json"
	"fmt"

	"pace/backend/proof"
	"pace/backend/system"
	"pace/backend/tool"
)

type brightness struct {
	b system.Brightness
	l *Lasting
}

type brightnessArgs struct {
	Level     *int    `json:"level,omitempty" alias:"value,to,brightness" doc:"percent" min:"0" max:"100"`
	Direction string  `json:"direction,omitempty" alias:"command" enum:"up,down" also:"increase=up,raise=up,brighter=up,decrease=down,lower=down,darker=down,dimmer=down"`
	Steps     *int    `json:"steps,omitempty" alias:"amount" min:"1" max:"10"`
	Percent   *int    `json:"percent,omitempty" alias:"by" min:"1" max:"100"`
	OnlyIf    *string `json:"onlyIf,omitempty" doc:"do nothing unless it is this now" max:"60"`
}

// Check refuses what contradicts itself. Nothing at all means up, as the oldest form of this call did.
func (a brightnessArgs) Check() error { return amount(a.Direction, a.Level, a.Steps, a.Percent) }

func (brightness) Spec() tool.Spec {
	return tool.Spec{Name: "brightness", Aliases: []string{"Brightness.adjust", "Brightness.set", "set_brightness"},
		Summary: "Makes the display brighter or darker, or sets its brightness.",
		Example: "make the screen brighter", ExampleArg: `{"direction":"up"}`, Args: tool.SchemaOf[brightnessArgs](),
		Risk: tool.ChangesSystem, Approval: tool.Approval{Mode: tool.Never}, Uses: []tool.Resource{tool.UsesBacklight},
		Needs: []tool.Capability{tool.NeedsBacklight}, Reversible: true, Offer: tool.OfferAll}
}

func (brightness) Describe(raw json.RawMessage) string {
	a := args[brightnessArgs](raw)
	switch {
	case a.Level != nil && *a.Level == 0:
		return "Make the display as dark as can be read"
	case a.Level != nil:
		return fmt.Sprintf("Set the brightness to %d %%", *a.Level)
	case a.Direction != "down":
		return fmt.Sprintf("Turn the brightness up by %d %%", points(a.Steps, a.Percent))
	}
	return fmt.Sprintf("Turn the brightness down by %d %%", points(a.Steps, a.Percent))
}

// from decides which of the display's steps is wanted.
func (a brightnessArgs) from(now system.Backlight) system.Level {
	by := system.Level(points(a.Steps, a.Percent))
	switch {
	case a.Level != nil:
		return now.Nearest(system.Level(*a.Level))
	case a.Direction != "down":
		return max(now.Level, now.Toward(by))
	}
	return min(now.Level, now.Toward(-by))
}

const theBrightness = "The brightness"

func lit(l system.Level) string { return fmt.Sprintf("%d %%", l) }

func (t brightness) Run(ctx context.Context, st tool.Step, raw json.RawMessage) (proof.Outcome, tool.Output) {
	a := args[brightnessArgs](raw)
	if o := t.l.before(ctx, st, tool.UsesBacklight); o != nil {
		return *o, tool.Output{}
	}
	s := sayings{theBrightness, "the system"}
	first, cancel := context.WithTimeout(ctx, lookFirst)
	now, err := t.b.Backlight(first)
	cancel()
	if err != nil {
		return undone(ctx, s.trouble(err)), tool.Output{}
	}
	if a.OnlyIf != nil && lit(now.Level) != *a.OnlyIf {
		return changed(theBrightness, lit(now.Level)), tool.Output{}
	}
	want := a.from(now)
	e := &wish[system.Backlight]{read: t.b.Backlight, wake: t.b.Wake, says: s,
		holds: func(_, now system.Backlight) bool { return now.Level == want },
		shows: func(was, now system.Backlight) proof.Evidence {
			return proof.Evidence{Kind: proof.ValueRead, What: theBrightness, Before: lit(was.Level), After: lit(now.Level)}
		},
		missed: func(was, now system.Backlight) *proof.Outcome { return darker(want, was.Level, now.Level) }}
	act := func(ctx context.Context) (proof.Means, error) {
		return proof.API, s.refused(t.b.SetBrightness(ctx, want))
	}
	o := t.l.until(ctx, st, tool.UsesBacklight, e, act, proof.DefaultBudget, func(already bool) string {
		switch verb := map[bool]string{true: "is already", false: "is"}[already]; {
		case a.Level == nil || system.Level(*a.Level) == want:
			return ""
		case *a.Level < int(want) && want == now.Nearest(0):
			return fmt.Sprintf("%s %s %s, as dark as the display goes without going out.", theBrightness, verb, lit(want))
		default:
			return fmt.Sprintf("%s %s %s, as near to %d %% as the display goes.", theBrightness, verb, lit(want), *a.Level)
		}
	})
	return o, tool.Output{}
}

// darker says what became of a brightness that is not as wanted.
func darker(want, was, now system.Level) *proof.Outcome {
	text := fmt.Sprintf("%s is %s now, and not %s.", theBrightness, lit(now), lit(want))
	ev := proof.Evidence{Kind: proof.ValueRead, What: theBrightness, Before: lit(was), After: lit(now)}
	o := proof.NoEffect(proof.API, &proof.Problem{Reason: proof.ReasonNoEffect, Text: text}, ev)
	switch {
	case was == now:
		o = proof.NoEffect(proof.API, &proof.Problem{Reason: proof.ReasonNoEffect, Text: fmt.Sprintf("%s is still %s.", theBrightness, lit(now))})
	case nearer(int(was), int(now), int(want)):
		o = proof.Some(proof.API, o.Problem(), ev)
	}
	return &o
}

// Undo makes it as bright as it was, provided it still is as Pace left it.
func (brightness) Undo(_ tool.Call, o proof.Outcome) (tool.Call, bool) {
	for _, e := range o.Evidence() {
		var was int
		if _, err := fmt.Sscanf(e.Before, "%d %%", &was); err != nil || e.Kind != proof.ValueRead || e.What != theBrightness {
			continue
		}
		raw, err := json.Marshal(brightnessArgs{Level: &was, OnlyIf: &e.After})
		return tool.Call{Tool: "brightness", Args: raw}, err == nil
	}
	return tool.Call{}, false
}
