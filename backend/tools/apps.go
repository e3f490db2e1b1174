package tools

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"strings"

	"pace/backend/egress"
	"pace/backend/interaction"
	"pace/backend/proof"
	"pace/backend/tool"
)

type openApp struct{ s *interaction.Sessions }

type openAppArgs struct {
	App string `json:"app" alias:"name,application" doc:"the program's name as its menu entry shows it" need:"true" min:"1" max:"200"`
}

func (openApp) Spec() tool.Spec {
	return tool.Spec{Name: "open_app", Aliases: []string{"open_application", "App.launch", "app.open", "open.app"},
		Summary: "Starts a program, or brings it to the front when it is open.",
		Example: "open Calculator", ExampleArg: `{"app":"Calculator"}`, Args: tool.SchemaOf[openAppArgs](),
		Risk: tool.ChangesSystem, Approval: tool.Approval{Mode: tool.Never}, Uses: []tool.Resource{tool.UsesFocus, tool.UsesInput},
		Needs: []tool.Capability{tool.NeedsLauncher, tool.NeedsWindows}, Offer: tool.OfferAll}
}

func (openApp) Describe(raw json.RawMessage) string {
	return "Open " + clip(args[openAppArgs](raw).App, 80)
}

func (t openApp) Run(ctx context.Context, st tool.Step, raw json.RawMessage) (proof.Outcome, tool.Output) {
	return t.s.For(st.Turn).OpenApp(ctx, st.Index, args[openAppArgs](raw).App), tool.Output{}
}

func (t openApp) Preview(ctx context.Context, st tool.Step, raw json.RawMessage) (string, *proof.Problem) {
	return t.s.For(st.Turn).PreviewApp(ctx, args[openAppArgs](raw).App)
}

type openURL struct {
	s      *interaction.Sessions
	ledger Ledger
}

// Ledger writes down bytes that are handed to another program, which may send them on.
type Ledger interface {
	HandOver(ctx context.Context, subsystem, target string, bytes int) error
}

type openURLArgs struct {
	URL string `json:"url" alias:"text,address" doc:"http or https address" need:"true" min:"1" max:"4096"`
}

// Check accepts web addresses only: other schemes start programs or read files.
func (a openURLArgs) Check() error {
	u, err := url.Parse(a.URL)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return errors.New("only addresses that begin with http:// or https:// are opened")
	}
	if u.User != nil {
		return errors.New("an address with a user name or password in it is not opened")
	}
	if strings.ContainsFunc(a.URL, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		return errors.New("the address holds control characters")
	}
	return nil
}

func (openURL) Spec() tool.Spec {
	return tool.Spec{Name: "open_url", Aliases: []string{"open_website", "website", "App.openURL", "open.url", "url.open"},
		Summary: "Opens a web address in the browser.",
		Example: "go to example.org", ExampleArg: `{"url":"https://example.org"}`, Args: tool.SchemaOf[openURLArgs](),
		Risk: tool.ChangesSystem, Approval: tool.Approval{Mode: tool.Never}, Uses: []tool.Resource{tool.UsesFocus, tool.UsesInput},
		Needs: []tool.Capability{tool.NeedsLauncher, tool.NeedsWindows}, Offer: tool.OfferAll}
}

func (openURL) Describe(raw json.RawMessage) string {
	return "Open " + clip(args[openURLArgs](raw).URL, 120) + " in the browser"
}

func (t openURL) Run(ctx context.Context, st tool.Step, raw json.RawMessage) (proof.Outcome, tool.Output) {
	a := args[openURLArgs](raw).URL
	host := a
	if u, err := url.Parse(a); err == nil {
		host = u.Host
	}
	if err := t.ledger.HandOver(egress.WithTurn(ctx, st.Turn), "browser", host, len(a)); err != nil {
		return proof.Refuse(proof.ReasonUnavailable, "It could not be written down that this address is handed to the browser, so it was not opened."), tool.Output{}
	}
	return t.s.For(st.Turn).OpenURL(ctx, st.Index, a), tool.Output{}
}
