package cli

import (
	"encoding/json"
	"errors"
	"io"

	"pace/backend/app"
	"pace/backend/reply"
	"pace/backend/tool"
)

type inspectReply struct {
	Tags  bool `default:"true" negatable:"" help:"Read the legacy tags ([CLICK:x,y] …), as if the prompt had offered them."`
	Prose bool `help:"Read as if the prompt had asked for plain words."`
}

// inspected is a reply as it is printed: its calls are those of the plan, empty when there is a problem.
type inspected struct {
	Source   string         `json:"source"`
	Spoken   string         `json:"spoken"`
	Intent   string         `json:"intent"`
	Calls    [][]tool.Call  `json:"calls"`
	Problems []tool.Problem `json:"problems"`
	Marks    []reply.Mark   `json:"marks,omitempty"`
	More     bool           `json:"more,omitempty"`
}

func (c *inspectReply) Run(std Std) error {
	reg, err := app.Registry()
	if err != nil {
		return &said{"The tools contradict each other.", 1, err}
	}
	r := reply.NewReader(reply.Options{Tags: c.Tags, Prose: c.Prose})
	if err := pour(r, std.In); err != nil {
		return &said{"Standard input could not be read.", 1, err}
	}
	got := inspect(r.Close(), reg)
	e := json.NewEncoder(std.Out)
	e.SetEscapeHTML(false)
	if err := e.Encode(got); err != nil {
		return &said{"The result could not be written.", 1, err}
	}
	if len(got.Problems) > 0 {
		return exit(1)
	}
	return nil
}

// pour reads no more of in than a reply may have, and one byte to notice that there is more.
func pour(r *reply.Reader, in io.Reader) error {
	in = io.LimitReader(in, reply.MaxReply+1)
	buf := make([]byte, 32<<10)
	for {
		n, err := in.Read(buf)
		r.Write(string(buf[:n]))
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
	}
}

// inspect makes the plan of a reply. A problem anywhere leaves no calls and no marks.
func inspect(r reply.Reply, reg *tool.Registry) inspected {
	out := inspected{Source: r.Source, Spoken: r.Spoken, Intent: r.Intent, Calls: [][]tool.Call{}, Problems: append([]tool.Problem{}, r.Problems...), Marks: r.Marks, More: r.More}
	if len(out.Problems) > 0 {
		return out
	}
	plan, problems := reg.Plan(r.Calls, tool.OfferPlanner)
	if len(problems) > 0 {
		out.Problems, out.Marks, out.More = problems, nil, false
		return out
	}
	for _, step := range plan.Steps() {
		var calls []tool.Call
		for _, b := range step {
			calls = append(calls, b.Call)
		}
		out.Calls = append(out.Calls, calls)
	}
	return out
}
