package tool

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"go.uber.org/goleak"

	"pace/backend/proof"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// scrollArgs has a field of each kind.
type scrollArgs struct {
	Direction string         `json:"direction" alias:"dir" enum:"up,down" default:"down"`
	Amount    int            `json:"amount" alias:"steps,count" doc:"notches to turn" min:"1" max:"50" default:"3"`
	Speed     *float64       `json:"speed" min:"0" max:"9.5"`
	Smooth    bool           `json:"smooth"`
	In        string         `json:"in" alias:"target" min:"2" max:"8"`
	Path      []string       `json:"path" min:"1" max:"3"`
	Spots     []spot         `json:"spots" max:"2"`
	Extra     map[string]any `json:"extra"`
	Must      string         `json:"must" need:"true"`
}

type spot struct {
	X    int    `json:"x" need:"true"`
	Kind string `json:"kind" enum:"soft,hard" default:"soft"`
}

// fake is a tool that does nothing.
type fake struct {
	spec Spec
	says string
}

func (f *fake) Spec() Spec                      { return f.spec }
func (f *fake) Describe(json.RawMessage) string { return f.says }
func (f *fake) Run(context.Context, Step, json.RawMessage) (proof.Outcome, Output) {
	return proof.Outcome{}, Output{}
}

type undoing struct{ *fake }

func (undoing) Undo(Call, proof.Outcome) (Call, bool) { return Call{}, false }

type openArgs struct {
	App string `json:"app" alias:"name" need:"true" min:"1"`
}

// opener is a tool with this name that any part of may be changed.
func opener(name string, change ...func(*Spec)) *fake {
	s := Spec{
		Name: name, Summary: "Opens a program.", Example: "open Notes", ExampleArg: `{"app":"Notes"}`,
		Args: SchemaOf[openArgs](), Risk: ChangesSystem, Approval: Approval{Mode: Never}, Offer: OfferAll,
	}
	for _, c := range change {
		c(&s)
	}
	return &fake{s, "Open Notes"}
}

type pair struct {
	A string `json:"a"`
	B string `json:"b"`
}

func (p pair) Check() error {
	if (p.A == "") == (p.B == "") {
		return errors.New("needs either a or b")
	}
	return nil
}
