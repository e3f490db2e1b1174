package tools

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"pace/backend/desktop"
	"pace/backend/interaction"
	"pace/backend/proof"
	"pace/backend/tool"
)

type pressKey struct{ s *interaction.Sessions }

type keyArgs struct {
	Key string `json:"key" alias:"name,command,keys" doc:"a chord such as ctrl+s, or a key such as enter" need:"true" min:"1" max:"60"`
}

func (a keyArgs) Check() error {
	_, err := ParseChord(a.Key)
	return err
}

func (pressKey) Spec() tool.Spec {
	return tool.Spec{Name: "key", Aliases: []string{"press_key", "Key.press", "keyboard.press"},
		Summary: "Presses a key or a chord in the window in front.",
		Example: "press ctrl+s", ExampleArg: `{"key":"ctrl+s"}`, Args: tool.SchemaOf[keyArgs](),
		Risk: tool.InputInjection, Approval: tool.Approval{Mode: tool.Never}, Uses: []tool.Resource{tool.UsesInput, tool.UsesFocus},
		Needs: []tool.Capability{tool.NeedsInput}, Offer: tool.OfferAll} // programs without accessibility get it too
}

func (pressKey) Describe(raw json.RawMessage) string {
	return "Press the key " + args[keyArgs](raw).Key
}

func (t pressKey) Run(ctx context.Context, st tool.Step, raw json.RawMessage) (proof.Outcome, tool.Output) {
	k, err := ParseChord(args[keyArgs](raw).Key)
	if err != nil {
		return proof.Refuse(proof.ReasonInvalid, err.Error()), tool.Output{}
	}
	o, shot := t.s.For(st.Turn).Key(ctx, st.Index, k, st.Expect)
	return o, output(desktop.Target{}, shot)
}

func (t pressKey) Preview(ctx context.Context, st tool.Step, raw json.RawMessage) (string, *proof.Problem) {
	k, err := ParseChord(args[keyArgs](raw).Key)
	if err != nil {
		return "", &proof.Problem{Reason: proof.ReasonInvalid, Text: err.Error()}
	}
	return t.s.For(st.Turn).PreviewKey(ctx, k)
}

// modifiers maps what people write to the platform's names. cmd means the primary modifier, which is ctrl here
// and on every platform but macOS, where the input layer turns it around.
var modifiers = map[string]string{"cmd": "ctrl", "command": "ctrl", "meta": "ctrl", "ctrl": "ctrl", "control": "ctrl",
	"alt": "alt", "opt": "alt", "option": "alt", "shift": "shift", "super": "super", "win": "super"}

// ParseChord reads "ctrl+shift+t". Unknown modifiers are invalid; whether the key exists is the keyboard's to say.
func ParseChord(s string) (desktop.Key, error) {
	s = strings.ToLower(strings.TrimSpace(s))
	if s == "+" {
		return desktop.Key{Name: "plus"}, nil
	}
	s = strings.Replace(s, "++", "+plus", 1)
	parts := strings.Split(s, "+")
	var k desktop.Key
	for _, p := range parts[:len(parts)-1] {
		m, ok := modifiers[strings.TrimSpace(p)]
		if !ok {
			return k, fmt.Errorf("“%s” is not a modifier key", strings.TrimSpace(p))
		}
		for _, had := range k.Mods {
			if had == m {
				return k, fmt.Errorf("“%s” is named twice", strings.TrimSpace(p))
			}
		}
		k.Mods = append(k.Mods, m)
	}
	k.Name = strings.TrimSpace(parts[len(parts)-1])
	if k.Name == "" {
		return k, fmt.Errorf("“%s” names no key", s)
	}
	return k, nil
}

type scroll struct{ s *interaction.Sessions }

type scrollArgs struct {
	Direction string `json:"direction" enum:"up,down,left,right" default:"down"`
	Amount    int    `json:"amount" alias:"steps" doc:"notches of the wheel" min:"1" max:"50" default:"3"`
	In        string `json:"in" alias:"target,label" doc:"what to scroll; absent: the largest list or text of the window" max:"500"`
}

func (scroll) Spec() tool.Spec {
	return tool.Spec{Name: "scroll", Aliases: []string{"AX.scroll"},
		Summary: "Scrolls the window in front.",
		Example: "scroll down", ExampleArg: `{"direction":"down","amount":3}`, Args: tool.SchemaOf[scrollArgs](),
		Risk: tool.InputInjection, Approval: tool.Approval{Mode: tool.Never}, Uses: []tool.Resource{tool.UsesInput, tool.UsesFocus},
		Needs: []tool.Capability{tool.NeedsInput}, Offer: tool.OfferAll} // programs without accessibility get it too
}

func (scroll) Describe(raw json.RawMessage) string {
	a := args[scrollArgs](raw)
	return fmt.Sprintf("Scroll %s by %d%s", a.Direction, a.Amount, within(a.In))
}

func (t scroll) Run(ctx context.Context, st tool.Step, raw json.RawMessage) (proof.Outcome, tool.Output) {
	a := args[scrollArgs](raw)
	dx, dy := 0, 0
	switch a.Direction {
	case "up":
		dy = -a.Amount
	case "down":
		dy = a.Amount
	case "left":
		dx = -a.Amount
	case "right":
		dx = a.Amount
	}
	o, shot := t.s.For(st.Turn).Scroll(ctx, st.Index, desktop.Target{Label: a.In}, dx, dy)
	return o, output(desktop.Target{Label: a.In}, shot)
}

func (t scroll) Preview(ctx context.Context, st tool.Step, raw json.RawMessage) (string, *proof.Problem) {
	return t.s.For(st.Turn).PreviewScroll(ctx, desktop.Target{Label: args[scrollArgs](raw).In})
}
