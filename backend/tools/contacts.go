package tools

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"pace/backend/pim"
	"pace/backend/proof"
	"pace/backend/tool"
)

type contacts struct{ b Books }

type contactsArgs struct {
	Name  string `json:"name" alias:"contact,person,query" need:"true" min:"1" max:"200"`
	Field string `json:"field" alias:"what" enum:"phone,email,address"`
}

func (contacts) Spec() tool.Spec {
	return tool.Spec{Name: "contacts", Aliases: []string{"contact", "Contacts.find", "Contacts.read", "Contacts.search", "find_contact"},
		Summary: "Looks up a phone number, mail address or postal address.",
		Example: "what is Anna's phone number", ExampleArg: `{"name":"Anna","field":"phone"}`, Args: tool.SchemaOf[contactsArgs](),
		Risk: tool.ReadOnly, Approval: tool.Approval{Mode: tool.Never}, Uses: []tool.Resource{usesContacts}, Offer: tool.OfferAll}
}

var fieldWords = map[string]string{"phone": "phone number", "email": "mail address", "address": "address"}

func (contacts) Describe(raw json.RawMessage) string {
	a := args[contactsArgs](raw)
	if f := fieldWords[a.Field]; f != "" {
		return fmt.Sprintf("Look up the %s of %s", f, quote(a.Name, 80))
	}
	return "Look up " + quote(a.Name, 80)
}

// maxPeople is how many people of one name are told.
const maxPeople = 8

func (t contacts) Run(ctx context.Context, st tool.Step, raw json.RawMessage) (proof.Outcome, tool.Output) {
	a := args[contactsArgs](raw)
	found, err := t.b.Contacts.Named(ctx, a.Name)
	if err != nil {
		return proof.FailWith(broken("The contacts could not be read", err)), tool.Output{}
	}
	if len(found.Items) == 0 {
		return told("Your contacts", troubled(fmt.Sprintf("Nobody in your contacts is called %s.", quote(a.Name, 80)), found.Troubles), len(found.Troubles) > 0)
	}
	var lines []string
	var listed []proof.Candidate
	for i, c := range found.Items {
		if i == maxPeople {
			lines = append(lines, fmt.Sprintf("And %d more of that name.", len(found.Items)-i))
			break
		}
		lines = append(lines, contactLine(c, a.Field))
		listed = append(listed, personOption(c, found.Items))
	}
	text := troubled(strings.Join(lines, "\n"), found.Troubles)
	if len(found.Items) > 1 && len(found.Troubles) > 0 {
		text = headed(counted(len(found.Items), "contact")+" called "+quote(a.Name, 80), "\n"+strings.Join(lines, "\n"), found.Troubles)
	}
	o, out := told("Your contacts", text, true)
	if len(found.Items) > 1 {
		out.Listed = listed
	}
	return o, out
}

// personOption offers somebody by name, and by the organisation too where several are called so.
func personOption(c pim.Contact, all []pim.Contact) proof.Candidate {
	same := 0
	for _, x := range all {
		if x.Name == c.Name {
			same++
		}
	}
	if same > 1 && c.Organisation != "" {
		return proof.Candidate{Label: fmt.Sprintf("%s (%s)", clip(c.Name, 200), clip(c.Organisation, 100)), Path: []string{"arg:name", clip(c.Name+" "+c.Organisation, 200)}}
	}
	return proof.Candidate{Label: clip(c.Name, 200), Path: []string{"arg:name", clip(c.Name, 200)}}
}

// contactLine tells what is known of somebody.
func contactLine(c pim.Contact, field string) string {
	var parts []string
	for _, k := range []struct {
		name   string
		fields []pim.Field
	}{{"phone", c.Phones}, {"email", c.Emails}, {"address", c.Addresses}} {
		if field != "" && field != k.name {
			continue
		}
		for _, f := range k.fields {
			v := clip(f.Value, 200)
			if f.Label != "" {
				v += " (" + clip(f.Label, 40) + ")"
			}
			parts = append(parts, v)
		}
	}
	name := clip(c.Name, 200)
	if len(parts) == 0 {
		if field == "" {
			return fmt.Sprintf("%s is in your contacts without a number or address.", name)
		}
		return fmt.Sprintf("No %s of %s is in your contacts.", fieldWords[field], name)
	}
	return name + ": " + strings.Join(parts, ", ") + "."
}
