package atspi

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// MaxItems is the largest cache that is taken.
const MaxItems = 50_000

// Items reads everything a program has in its cache, in one message: the fastest read there is, by one to two
// orders of magnitude. Programs offer it only after somebody has registered for events. Qt answers an empty list,
// GTK leaves out what it makes lazily. Extents are not in it. ErrTooMany is wrapped above MaxItems.
//
// The message may take longer than the cap, because the answer of a page with thousands of links takes most of a
// second to build; the caller's ctx bounds it, and running out does not condemn the program. Whether it answers at
// all should be known before.
func (c *Client) Items(ctx context.Context, bus string) ([]Node, error) {
	if c.brk.isOpen(bus) {
		return nil, fmt.Errorf("read the cache: %w", ErrHung)
	}
	limit := c.cap
	if d, ok := ctx.Deadline(); ok {
		limit = time.Until(d)
	}
	p := c.dispatchFor(ctx, limit, Ref{bus, cachePath}, ifCache+".GetItems")
	p.patient = true
	if err := p.wait(); err != nil {
		return nil, fmt.Errorf("read the cache: %w", err)
	}
	if len(p.call.Body) != 1 {
		return nil, fmt.Errorf("read the cache: %d values", len(p.call.Body))
	}
	return decodeItems(p.call.Body[0])
}

// A program offers its cache only after it has learnt from the registry that somebody listens, which takes it a few
// turns of its main loop after Register returned. newlyRegistered is how long a missing cache may mean just that,
// and turns how often it is asked again, each time after a question that its main loop has to answer.
const (
	newlyRegistered = time.Second
	turns           = 6
)

// freshItems reads the cache, and once more when it may not be there yet.
func (c *Client) freshItems(ctx context.Context, bus string) ([]Node, error) {
	items, err := c.Items(ctx, bus)
	for range turns {
		c.regOnce.Lock()
		since := time.Since(c.regAt)
		c.regOnce.Unlock()
		if !errors.Is(err, ErrUnsupported) || since > newlyRegistered {
			break
		}
		if _, lost := waitProp[string](c.prop(ctx, Root(bus), ifAccessible, "Name")); lost != nil {
			break
		}
		items, err = c.Items(ctx, bus)
	}
	return items, err
}

// decodeItems reads both forms in use:
//
//	(so)(so)(so)iiassusau  object, application, parent, index, child count, interfaces, name, role, description, states
//	(so)(so)(so)a(so)assusau  the same with the list of children instead of index and count
func decodeItems(body any) ([]Node, error) {
	rows, ok := body.([][]any)
	if !ok {
		return nil, fmt.Errorf("read the cache: %T", body)
	}
	if len(rows) > MaxItems {
		return nil, fmt.Errorf("read the cache: %d: %w", len(rows), ErrTooMany)
	}
	out := make([]Node, 0, len(rows))
	places := map[Ref]int{} // from lists of children, in the second form
	for _, row := range rows {
		n, ok := decodeItem(row, places)
		if !ok {
			return nil, fmt.Errorf("read the cache: an item of %d fields", len(row))
		}
		out = append(out, n)
	}
	if len(places) > 0 {
		for i := range out {
			if at, ok := places[out[i].Ref]; ok {
				out[i].Index = at
			}
		}
	}
	return out, nil
}

func decodeItem(row []any, places map[Ref]int) (Node, bool) {
	if len(row) < 9 {
		return Node{}, false
	}
	n := Node{Ref: refOf(row[0]), Parent: refOf(row[2]), Index: -1, Children: -1}
	rest := row[4:]
	switch x := row[3].(type) {
	case int32:
		count, ok := row[4].(int32)
		if !ok || len(row) < 10 {
			return Node{}, false
		}
		n.Index, n.Children = int(x), int(count)
		rest = row[5:]
	case [][]any:
		n.Children = len(x)
		for i, kid := range x {
			places[refOf(kid)] = i
		}
	default:
		return Node{}, false
	}
	names, _ := rest[0].([]string)
	n.Interfaces = interfacesOf(names)
	n.Name, _ = rest[1].(string)
	role, _ := rest[2].(uint32)
	n.Role = Role(role)
	n.Desc, _ = rest[3].(string)
	words, ok := rest[4].([]uint32)
	n.States = statesOf(words)
	return n, ok && !n.Ref.Nil()
}
