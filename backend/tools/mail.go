package tools

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"pace/backend/egress"
	"pace/backend/interaction"
	"pace/backend/pim"
	"pace/backend/proof"
	"pace/backend/tool"
)

type mail struct {
	b      Books
	s      *interaction.Sessions
	ledger Ledger
}

type mailArgs struct {
	To      []string `json:"to" alias:"recipients,recipient" doc:"mail addresses or names" max:"50"`
	Subject string   `json:"subject" alias:"title" max:"500"`
	Body    string   `json:"body" alias:"text,bodyText" max:"100000"`
}

// Check refuses what would begin another header, and what no program takes.
func (a mailArgs) Check() error {
	_, err := pim.Links{}.Mail(pim.Mail{To: a.people(), Subject: strings.TrimSpace(a.Subject), Body: a.Body})
	return err
}

// people are the recipients one by one: planners write several into one text.
func (a mailArgs) people() []string {
	var out []string
	for _, t := range a.To {
		for _, p := range strings.FieldsFunc(t, func(r rune) bool { return r == ',' || r == ';' }) {
			several := strings.Split(p, " and ") // "a@example.org and b@example.org"; a name may hold the word
			if slices.ContainsFunc(several, func(x string) bool { return !pim.IsAddress(strings.TrimSpace(x)) }) {
				several = []string{p}
			}
			for _, x := range several {
				if x = strings.TrimSpace(x); x != "" {
					out = append(out, x)
				}
			}
		}
	}
	return out
}

func (mail) Spec() tool.Spec {
	return tool.Spec{Name: "mail", Aliases: []string{"compose_email", "email", "Mail.draft", "mail.compose", "draft_email"},
		Summary: "Opens a draft in the mail program; the person sends it.",
		Example: "draft an email to anna@example.org about lunch", ExampleArg: `{"to":["anna@example.org"],"subject":"lunch"}`, Args: tool.SchemaOf[mailArgs](),
		Risk: tool.ChangesSystem, Approval: tool.Approval{Mode: tool.Always}, Uses: []tool.Resource{tool.UsesFocus, tool.UsesInput},
		Needs: []tool.Capability{tool.NeedsMail, tool.NeedsLauncher, tool.NeedsWindows}, Offer: tool.OfferAll}
}

func (mail) Describe(raw json.RawMessage) string {
	a := args[mailArgs](raw)
	d := "Open a mail draft"
	if p := a.people(); len(p) > 0 {
		d += " to " + clip(strings.Join(p, ", "), 120)
	}
	if s := strings.TrimSpace(a.Subject); s != "" {
		d += " about " + quote(s, 80)
	}
	if a.Body != "" {
		d += ": " + quote(a.Body, 80)
	}
	return d
}

// Wants looks for everybody's address.
func (t mail) Wants(ctx context.Context, raw json.RawMessage) *proof.Problem {
	_, p := t.to(ctx, args[mailArgs](raw))
	return p
}

// to finds the addresses of all recipients. A bare name is handed to no program: it could be anybody there.
func (t mail) to(ctx context.Context, a mailArgs) (to []string, problem *proof.Problem) {
	for _, p := range a.people() {
		if pim.IsAddress(p) {
			to = append(to, p)
			continue
		}
		found, problem := t.b.reach(ctx, p, func(c pim.Contact) []pim.Field { return c.Emails }, "mail address")
		if problem != nil {
			for i, c := range problem.Candidates { // the others stay as they were said
				problem.Candidates[i].Path = []string{"arg:to", strings.Join(replaced(a.people(), p, c.Path[1]), ", ")}
			}
			return nil, problem
		}
		if found == "" {
			return nil, unreached(p, "mail address")
		}
		to = append(to, found)
	}
	return to, nil
}

func (t mail) Run(ctx context.Context, st tool.Step, raw json.RawMessage) (proof.Outcome, tool.Output) {
	a := args[mailArgs](raw)
	to, problem := t.to(ctx, a)
	if problem != nil {
		return proof.RefuseFor(problem), tool.Output{}
	}
	d := pim.Mail{To: to, Subject: strings.TrimSpace(a.Subject), Body: a.Body}
	address, err := t.b.Drafts.Mail(d)
	if err != nil {
		return proof.Refuse(proof.ReasonInvalid, capital(err.Error())+"."), tool.Output{}
	}
	return handOver(ctx, st, t.s, t.ledger, draft{kind: "mail", program: "mail program", address: address}), tool.Output{}
}

// unreached is the problem that nobody knows how to reach somebody.
func unreached(name, what string) *proof.Problem {
	return &proof.Problem{Reason: proof.ReasonNotFound, Text: fmt.Sprintf("No %s of %s is in your contacts.", what, quote(name, 80)),
		Err: &tool.Unknown{Said: name, Question: fmt.Sprintf("What is the %s?", what)}}
}

// replaced puts one recipient in the place of another.
func replaced(people []string, was, is string) []string {
	out := slices.Clone(people)
	for i := range out {
		if out[i] == was {
			out[i] = is
		}
	}
	return out
}

// reach finds the one way to reach somebody. "" when nobody of that name, or nothing of that kind, is known. Several are
// offered as the recipient of a call.
func (b Books) reach(ctx context.Context, name string, of func(pim.Contact) []pim.Field, what string) (string, *proof.Problem) {
	found, err := b.Contacts.Named(ctx, name)
	if err != nil {
		return "", broken("The contacts could not be read", err)
	}
	var all []string
	var each []proof.Candidate
	value := ""
	for _, c := range found.Items {
		for _, f := range of(c) {
			value = f.Value
			label := fmt.Sprintf("%s %s", c.Name, f.Value)
			all = append(all, label)
			if f.Label != "" {
				label += " (" + clip(f.Label, 40) + ")"
			}
			each = append(each, proof.Candidate{Label: label, Path: []string{"arg:recipient", f.Value}})
		}
	}
	switch len(all) {
	case 0:
		return "", nil
	case 1:
		return value, nil
	}
	return "", &proof.Problem{Reason: proof.ReasonAmbiguous, Text: fmt.Sprintf("%s could be each of these: %s. Which %s?", quote(name, 80), clip(strings.Join(all, ", "), 400), what), Candidates: each}
}

// draft is what is handed to another program.
type draft struct{ kind, program, address string }

// handOver gives a draft to the program that is set for it. It is written down first; a window of that program is the only
// evidence that the draft is there, and nothing is sent.
func handOver(ctx context.Context, st tool.Step, s *interaction.Sessions, l Ledger, d draft) proof.Outcome {
	if err := l.HandOver(egress.WithTurn(ctx, st.Turn), d.kind, d.program, len(d.address)); err != nil {
		return proof.Refuse(proof.ReasonUnavailable, fmt.Sprintf("It could not be written down that this draft is handed to the %s, so it was not opened.", d.program))
	}
	o := s.For(st.Turn).OpenURL(ctx, st.Index, d.address)
	switch {
	case o.OK():
		return o.Because(fmt.Sprintf("The draft is open in the %s, and nothing was sent. %s", d.program, o.Report()))
	case o.Effect() == proof.Unverifiable || o.Effect() == proof.Unchanged || o.Effect() == proof.Partial:
		return proof.Deliver(proof.API, &proof.Problem{Reason: o.Reason(), Text: fmt.Sprintf("The draft was handed to the %s, but no window shows that it opened. Nothing was sent.", d.program)}).With(o.Means(), o.Evidence()...).Timed(o.Timing())
	case o.Effect() == proof.Refused && o.Reason() == proof.ReasonUnavailable && o.Problem().Err != nil:
		return proof.RefuseFor(&proof.Problem{Reason: proof.ReasonUnavailable, Text: fmt.Sprintf("No %s is set up that opens drafts.", d.program), Err: o.Problem().Err})
	}
	return o
}

func capital(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

type messages struct {
	b      Books
	s      *interaction.Sessions
	ledger Ledger
}

type messagesArgs struct {
	Recipient string `json:"recipient" alias:"to,name" doc:"phone number or name" need:"true" min:"1" max:"200"`
	Text      string `json:"text" alias:"body" max:"20000"`
}

// Check refuses what no program takes.
func (a messagesArgs) Check() error {
	if err := pim.Line("recipient", a.Recipient); err != nil {
		return err
	}
	_, err := pim.Links{}.Message(pim.Message{To: "0000", Text: a.Text})
	return err
}

func (messages) Spec() tool.Spec {
	return tool.Spec{Name: "messages", Aliases: []string{"message", "Messages.open", "Messages.draft", "draft_message"},
		Summary: "Opens a draft of a short message; the person sends it.",
		Example: "draft a message to Bo saying I am late", ExampleArg: `{"recipient":"Bo","text":"I am late"}`, Args: tool.SchemaOf[messagesArgs](),
		Risk: tool.ChangesSystem, Approval: tool.Approval{Mode: tool.WhenArgs, When: func(raw json.RawMessage) bool { return args[messagesArgs](raw).Text != "" }},
		Uses: []tool.Resource{tool.UsesFocus, tool.UsesInput}, Needs: []tool.Capability{tool.NeedsMessages, tool.NeedsLauncher, tool.NeedsWindows}, Offer: tool.OfferAll}
}

func (messages) Describe(raw json.RawMessage) string {
	a := args[messagesArgs](raw)
	if a.Text == "" {
		return "Open the messages to " + quote(a.Recipient, 80)
	}
	return fmt.Sprintf("Open a message draft to %s: %s", quote(a.Recipient, 80), quote(a.Text, 80))
}

// Wants looks for the number.
func (t messages) Wants(ctx context.Context, raw json.RawMessage) *proof.Problem {
	_, p := t.to(ctx, args[messagesArgs](raw))
	return p
}

func (t messages) to(ctx context.Context, a messagesArgs) (string, *proof.Problem) {
	to := strings.TrimSpace(a.Recipient)
	if pim.IsNumber(to) {
		return to, nil
	}
	number, problem := t.b.reach(ctx, to, func(c pim.Contact) []pim.Field { return c.Phones }, "number")
	if problem == nil && number == "" {
		problem = unreached(to, "phone number")
	}
	return number, problem
}

func (t messages) Run(ctx context.Context, st tool.Step, raw json.RawMessage) (proof.Outcome, tool.Output) {
	a := args[messagesArgs](raw)
	to, problem := t.to(ctx, a)
	if problem != nil {
		return proof.RefuseFor(problem), tool.Output{}
	}
	address, err := t.b.Drafts.Message(pim.Message{To: to, Text: a.Text})
	if err != nil {
		return proof.Refuse(proof.ReasonInvalid, capital(err.Error())+"."), tool.Output{}
	}
	return handOver(ctx, st, t.s, t.ledger, draft{kind: "message", program: "messages program", address: address}), tool.Output{}
}
