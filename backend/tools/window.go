package tools

import (
	"context"
	"encoding/json"

	"pace/backend/desktop"
	"pace/backend/interaction"
	"pace/backend/proof"
	"pace/backend/tool"
)

type windowSnap struct{ s *interaction.Sessions }

type snapArgs struct {
	Position string `json:"position" alias:"target,side,direction,action" enum:"left,right,top,bottom,maximize,center,minimize,restore,normal" also:"left_half=left,right_half=right,top_half=top,bottom_half=bottom,full_screen=maximize,fullscreen=maximize,maximise=maximize,centre=center,middle=center,minimise=minimize,minimized=minimize,minimised=minimize,unminimize=restore,unminimise=restore,unmaximize=normal,unmaximise=normal" need:"true"`
	App      string `json:"app" alias:"name" doc:"the program whose window is meant; absent: the window in front" max:"200"`
}

func (a snapArgs) placement() desktop.Placement { return desktop.Placement(a.Position) }

func (windowSnap) Spec() tool.Spec {
	return tool.Spec{Name: "window_snap", Aliases: []string{"window", "snap_window", "Window.snap", "window.move", "window.resize"},
		Summary: "Puts a window on half of its screen, in the middle, or over all of it; minimises it, shows it again, or gives it its own size back.",
		Example: "put this window on the left half", ExampleArg: `{"position":"left"}`, Args: tool.SchemaOf[snapArgs](),
		Risk: tool.ChangesSystem, Approval: tool.Approval{Mode: tool.Never}, Uses: []tool.Resource{tool.UsesFocus},
		Needs: []tool.Capability{tool.NeedsWindows}, Offer: tool.OfferAll}
}

func (windowSnap) Describe(raw json.RawMessage) string {
	a := args[snapArgs](raw)
	w := "the window"
	if a.App != "" {
		w += " of " + clip(a.App, 80)
	}
	switch p := a.placement(); p {
	case desktop.PlaceMaximise:
		return "Maximise " + w
	case desktop.PlaceCenter:
		return "Put " + w + " in the middle"
	case desktop.PlaceMinimise:
		return "Minimise " + w
	case desktop.PlaceRestore:
		return "Restore " + w
	case desktop.PlaceNormal:
		return "Give " + w + " its own size"
	default:
		return "Put " + w + " on the " + string(p) + " half"
	}
}

func (t windowSnap) Run(ctx context.Context, st tool.Step, raw json.RawMessage) (proof.Outcome, tool.Output) {
	a := args[snapArgs](raw)
	return t.s.For(st.Turn).SnapApp(ctx, st.Index, a.App, a.placement()), tool.Output{}
}

func (t windowSnap) Preview(ctx context.Context, st tool.Step, raw json.RawMessage) (string, *proof.Problem) {
	a := args[snapArgs](raw)
	return t.s.For(st.Turn).PreviewWindow(ctx, a.App, a.placement())
}

type windowClose struct{ s *interaction.Sessions }

type closeArgs struct {
	App string `json:"app" alias:"name" doc:"the program whose window is meant; absent: the window in front" max:"200"`
	All bool   `json:"all" doc:"every window of the program, which is how it is quit"`
}

func (windowClose) Spec() tool.Spec {
	return tool.Spec{Name: "window_close", Aliases: []string{"close_window", "Window.close"},
		Summary: "Closes a window, or all windows of a program; the program may ask about unsaved work first.",
		Example: "close this window", ExampleArg: `{}`, Args: tool.SchemaOf[closeArgs](),
		Risk: tool.ChangesSystem, Approval: tool.Approval{Mode: tool.Never}, Uses: []tool.Resource{tool.UsesFocus, tool.UsesInput},
		Needs: []tool.Capability{tool.NeedsWindows}, Offer: tool.OfferAll}
}

func (windowClose) Describe(raw json.RawMessage) string {
	switch a := args[closeArgs](raw); {
	case a.All && a.App != "":
		return "Close every window of " + clip(a.App, 80)
	case a.All:
		return "Close every window of the program in front"
	case a.App != "":
		return "Close the window of " + clip(a.App, 80)
	}
	return "Close the window in front"
}

func (t windowClose) Run(ctx context.Context, st tool.Step, raw json.RawMessage) (proof.Outcome, tool.Output) {
	a := args[closeArgs](raw)
	if a.All {
		return t.s.For(st.Turn).Quit(ctx, st.Index, a.App), tool.Output{}
	}
	return t.s.For(st.Turn).CloseWindow(ctx, st.Index, a.App), tool.Output{}
}

func (t windowClose) Preview(ctx context.Context, st tool.Step, raw json.RawMessage) (string, *proof.Problem) {
	return t.s.For(st.Turn).PreviewWindow(ctx, args[closeArgs](raw).App, "")
}

type clipboardRead struct{ s *interaction.Sessions }

type clipboardArgs struct{}

// clipShown is how much of the clipboard is said and shown.
const clipShown = 1200

func (clipboardRead) Spec() tool.Spec {
	return tool.Spec{Name: "clipboard_read", Aliases: []string{"clipboard", "Clipboard.read"},
		Summary: "Reads the text on the clipboard.",
		Example: "what is on my clipboard", ExampleArg: `{}`, Args: tool.SchemaOf[clipboardArgs](),
		Risk: tool.ReadOnly, Approval: tool.Approval{Mode: tool.Never}, Uses: []tool.Resource{tool.UsesClipboard},
		Needs: []tool.Capability{tool.NeedsClipboard}, Offer: tool.OfferAll}
}

func (clipboardRead) Describe(json.RawMessage) string { return "Read the clipboard" }

func (t clipboardRead) Run(ctx context.Context, st tool.Step, _ json.RawMessage) (proof.Outcome, tool.Output) {
	s, o := t.s.For(st.Turn).Read(ctx)
	if o.OK() {
		o = o.Because("The clipboard holds “" + clip(s, clipShown) + "”.")
		if s == "" {
			o = o.Because("There is no text on the clipboard.")
		}
	}
	return o, tool.Output{Text: s, Untrusted: true}
}
