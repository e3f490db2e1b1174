package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"reflect"

	"pace/backend/bridge"
)

// caller finds the services' methods by name, "Turns.Submit".
type caller struct {
	methods map[string]reflect.Value
}

func newCaller(s *bridge.Services) *caller {
	c := &caller{methods: map[string]reflect.Value{}}
	for _, svc := range s.All() {
		v := reflect.ValueOf(svc)
		name := v.Elem().Type().Name()
		for i := range v.NumMethod() {
			c.methods[name+"."+v.Type().Method(i).Name] = v.Method(i)
		}
	}
	return c
}

var errorType = reflect.TypeFor[error]()

// call runs one method. Wrong names and parameters are the caller's mistake, a panic is ours; neither ends the
// connection.
func (c *caller) call(_ context.Context, m call) (any, *fault) {
	fn, ok := c.methods[m.Method]
	if !ok {
		return nil, &fault{"notFound", "This window asked for something the running Pace does not have. Restart Pace."}
	}
	t := fn.Type()
	if t.NumIn() != len(m.Params) {
		return nil, &fault{"invalid", "This window asked in a way the running Pace does not understand. Restart Pace."}
	}
	in := make([]reflect.Value, t.NumIn())
	for i := range in {
		p := reflect.New(t.In(i))
		d := json.NewDecoder(bytes.NewReader(m.Params[i]))
		d.UseNumber()
		if err := d.Decode(p.Interface()); err != nil {
			return nil, &fault{"invalid", "This window asked in a way the running Pace does not understand. Restart Pace."}
		}
		in[i] = p.Elem()
	}
	v, err := bridge.Guarded(func() (any, error) {
		var v any
		var err error
		for _, r := range fn.Call(in) {
			if r.Type() == errorType {
				err, _ = r.Interface().(error)
			} else {
				v = r.Interface()
			}
		}
		return v, err
	})
	if err == nil {
		return v, nil
	}
	var known *bridge.Error
	if errors.As(err, &known) {
		return nil, &fault{known.Code, known.Message}
	}
	return nil, &fault{"internal", "Something went wrong inside Pace."}
}
