package interaction

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"

	"pace/backend/desktop"
	"pace/backend/proof"
)

func nfc(s string) string { return norm.NFC.String(strings.ReplaceAll(s, "\r\n", "\n")) }

// SetValue makes a target have a value: the text of a field, the number of a slider, the choice of a combo, the
// tick of a box ("true", "false"). A target without a name is the field that the caret is in. It is a goal: what is so already is left alone. With onlyIf not nil nothing is
// done unless the value is that now (undo must not overwrite what the user did since).
func (x *Session) SetValue(ctx context.Context, step int, t desktop.Target, value string, onlyIf *string, expect *desktop.Expect) (proof.Outcome, *Shot) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.at = step
	if t.Label == "" && len(t.Path) == 0 {
		fd, err := x.field(ctx, t)
		if err != nil {
			return refusal(ctx, err), nil
		}
		return x.setReached(ctx, fd, nil, value, onlyIf, expect)
	}
	if fd, ok := x.known(ctx, t, settable); ok && direct(fd.el) && expect == nil {
		o, shot := x.setReached(ctx, fd, nil, value, onlyIf, nil)
		if p := o.Problem(); p == nil || !errors.Is(p, errStale) {
			return o, shot
		}
	}
	fd, way, err := x.reach(ctx, t, settable)
	if err != nil {
		return refusal(ctx, err), nil
	}
	return x.setReached(ctx, fd, way, value, onlyIf, expect)
}

func (x *Session) setReached(ctx context.Context, fd found, way []proof.Evidence, value string, onlyIf *string, expect *desktop.Expect) (proof.Outcome, *Shot) {
	if onlyIf != nil {
		now, err := x.value(ctx, fd)
		if err != nil {
			return refusal(ctx, err), nil
		}
		if !sameText(now, *onlyIf) && !sameValue(now, *onlyIf) {
			return proof.Refuse(proof.ReasonNotPermitted, fmt.Sprintf("%s has been changed since, so it was left as it is.", capital(fd.el.Describe()))), nil
		}
	}
	shot := x.shoot(ctx, fd)
	o := x.setFound(ctx, fd, value, expect)
	if o.OK() && len(way) > 0 {
		o = o.With(o.Means(), way...)
	}
	return o, x.reshoot(ctx, shot)
}

// direct reports whether an element is set by itself alone: no list has to be looked into, and its places don't matter.
func direct(e desktop.Element) bool {
	switch e.Role {
	case desktop.CheckBox, desktop.Toggle, desktop.Radio:
		return e.Can(desktop.Press)
	case desktop.Slider, desktop.SpinButton:
		return true
	case desktop.TextField:
		return e.Can(desktop.SetText)
	}
	return false
}

func (x *Session) value(ctx context.Context, fd found) (string, error) {
	el, err := x.fresh(ctx, fd.at, fd.el)
	if err != nil {
		return "", err
	}
	switch el.Role {
	case desktop.CheckBox, desktop.Toggle, desktop.Radio:
		return onOff(el), nil
	case desktop.TextField:
		return x.text(ctx, fd)
	}
	return el.Value, nil
}

// on reports whether something that is ticked or pressed is so.
func on(e desktop.Element) bool {
	return e.Has(desktop.Checked) || e.Role == desktop.Toggle && e.Has(desktop.Pressed)
}

func settable(e desktop.Element) bool {
	switch e.Role {
	case desktop.CheckBox, desktop.Toggle, desktop.Radio, desktop.Combo, desktop.Slider, desktop.SpinButton, desktop.TextField, desktop.Password:
		return true
	case desktop.MenuItem:
		return e.Has(desktop.Checkable)
	}
	return e.Has(desktop.Editable)
}

func (x *Session) setFound(ctx context.Context, fd found, value string, expect *desktop.Expect) proof.Outcome {
	if !fd.el.Has(desktop.Enabled) {
		return proof.RefuseFor(&proof.Problem{Reason: proof.ReasonDisabled, Text: fmt.Sprintf("%s is greyed out, so it was left as it is.", capital(fd.el.Describe()))})
	}
	var declared proof.Expectation
	if expect != nil {
		d, err := x.declared(ctx, *expect, fd)
		if err != nil {
			return refusal(ctx, err)
		}
		declared = d
	}
	switch fd.el.Role {
	case desktop.CheckBox, desktop.Toggle, desktop.Radio, desktop.MenuItem:
		return x.tick(ctx, fd, value, declared)
	case desktop.Slider, desktop.SpinButton:
		return x.setNumber(ctx, fd, value, declared)
	case desktop.Combo:
		return x.choose(ctx, fd, value, declared)
	}
	return x.setText(ctx, fd, value, declared)
}

// PartlyOn is how a box shows that is neither ticked nor clear. Nothing sets it.
const PartlyOn = "partly on"

func onOff(e desktop.Element) string {
	switch {
	case e.Has(desktop.Mixed):
		return PartlyOn
	case on(e):
		return "on"
	}
	return "off"
}

// tick presses a box that is not as it is wanted. The first press of one that is partly ticked ticks it, so clearing
// it may take a second.
func (x *Session) tick(ctx context.Context, fd found, value string, declared proof.Expectation) proof.Outcome {
	want, ok := truth(value)
	if !ok {
		return proof.Refuse(proof.ReasonInvalid, fmt.Sprintf("%s can only be on or off.", capital(fd.el.Describe())))
	}
	press := func(ctx context.Context) (proof.Means, error) { return x.press(ctx, &fd, 1) }
	if fd.el.Has(desktop.Mixed) && !want && declared == nil {
		e := &elementIs{x: x, fd: fd, want: "is on or off", show: onOff, test: func(el desktop.Element) bool { return !el.Has(desktop.Mixed) }}
		o := x.act(ctx, fd.at.app.Ref, e, press, x.cfg.BudgetPress)
		if now, err := x.fresh(ctx, fd.at, fd.el); !o.OK() || err == nil && !on(now) {
			return o
		}
	}
	if declared == nil {
		declared = &elementIs{x: x, fd: fd, want: "is on", goal: true, show: onOff, test: func(el desktop.Element) bool { return on(el) == want && !el.Has(desktop.Mixed) }}
	}
	return x.act(ctx, fd.at.app.Ref, declared, press, x.cfg.BudgetPress)
}

func truth(s string) (bool, bool) {
	switch strings.ToLower(strings.TrimSpace(s)) {
	case "true", "on", "yes", "checked", "1":
		return true, true
	case "false", "off", "no", "unchecked", "0":
		return false, true
	}
	return false, false
}

func (x *Session) setNumber(ctx context.Context, fd found, value string, declared proof.Expectation) proof.Outcome {
	n, err := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(value), "%"), 64)
	if err != nil || math.IsNaN(n) || math.IsInf(n, 0) {
		return proof.Refuse(proof.ReasonInvalid, fmt.Sprintf("%s takes a number, and “%s” is none.", capital(fd.el.Describe()), value))
	}
	if fd.el.Max > fd.el.Min && (n < fd.el.Min || n > fd.el.Max) {
		return proof.Refuse(proof.ReasonInvalid, fmt.Sprintf("%s goes from %g to %g.", capital(fd.el.Describe()), fd.el.Min, fd.el.Max))
	}
	want := strconv.FormatFloat(n, 'f', -1, 64)
	if declared == nil {
		declared = &elementIs{x: x, fd: fd, want: "is " + want, goal: true, show: func(e desktop.Element) string { return e.Value },
			test: func(e desktop.Element) bool { return sameValue(e.Value, want) }}
	}
	return x.act(ctx, fd.at.app.Ref, declared, func(ctx context.Context) (proof.Means, error) {
		if x.desk.Actor == nil {
			return proof.Semantic, x.missing("Actor")
		}
		err := x.desk.Actor.Do(proof.Act(ctx), fd.el.Ref, desktop.SetValue, desktop.Arg{Number: n})
		if err != nil {
			return proof.Semantic, dispatched(err, fd.el.Describe())
		}
		return proof.Semantic, nil
	}, x.cfg.BudgetPress)
}

// choose picks an option. Options that the tree holds are selected directly; else the list is opened first.
func (x *Session) choose(ctx context.Context, fd found, value string, declared proof.Expectation) proof.Outcome {
	chosen := declared
	if chosen == nil {
		chosen = &elementIs{x: x, fd: fd, want: "is " + value, goal: true, show: func(e desktop.Element) string { return quoted(e.Value) },
			test: func(e desktop.Element) bool { return fold(e.Value) == fold(value) }}
	}
	option, all, ok := fd.option(value)
	if !ok {
		rows, err := x.rowFar(ctx, fd.within(), desktop.Target{Label: value})
		if err != nil {
			return refusal(ctx, err)
		}
		if len(rows) > 0 {
			option, ok = rows[0], true
		}
	}
	if !ok && len(all) > 0 {
		p := &proof.Problem{Reason: proof.ReasonNotFound, Text: fmt.Sprintf("%s has no “%s”; it has %s.", capital(fd.el.Describe()), value, listed(all))}
		if now, err := x.fresh(ctx, fd.at, fd.el); err == nil && fold(now.Value) == fold(value) {
			p = nil
		}
		if p != nil {
			return proof.RefuseFor(p)
		}
	}
	return x.act(ctx, fd.at.app.Ref, chosen, func(ctx context.Context) (proof.Means, error) {
		if ok && x.desk.Actor != nil {
			for _, v := range [...]desktop.Verb{desktop.Press, desktop.Select} {
				if !option.Can(v) {
					continue
				}
				if err := x.desk.Actor.Do(proof.Act(ctx), option.Ref, v, desktop.Arg{}); err != nil {
					return proof.Semantic, dispatched(err, option.Describe())
				}
				return proof.Semantic, nil
			}
		}
		return x.chooseOpen(ctx, fd, value)
	}, x.cfg.BudgetPress)
}

// listLook is how often an opening list is looked at besides signals: GTK 4 gives none when its window is there.
const listLook = 50 * time.Millisecond

// isOpen reports whether options of a combo show.
func (fd found) isOpen() bool {
	return slices.ContainsFunc(fd.f.snap.Elements, func(e desktop.Element) bool {
		return (e.Role == desktop.ListItem || e.Role == desktop.MenuItem || e.Role == desktop.Cell) && e.Has(desktop.Visible) && fd.f.below(e, fd.el)
	})
}

// below reports whether e lies somewhere in top.
func (f finder) below(e, top desktop.Element) bool {
	return slices.ContainsFunc(f.ancestors(e), func(a desktop.Element) bool { return a.Ref == top.Ref })
}

// chooseOpen opens the list and presses the option in it.
func (x *Session) chooseOpen(ctx context.Context, fd found, value string) (proof.Means, error) {
	m := proof.Semantic
	if !fd.isOpen() { // pressing it again would close it
		var err error
		if m, err = x.press(proof.Aside(ctx), &fd, 1); err != nil {
			return m, err
		}
	}
	wctx, stop := context.WithTimeout(ctx, x.cfg.BudgetPress)
	defer stop()
	wake := fd.a.wake(wctx)
	again := time.NewTicker(listLook)
	defer again.Stop()
	for {
		t := desktop.Target{Label: value}
		now, lerr := x.lookAt(wctx, fd.at, firstLook, anything)
		if lerr == nil {
			best, _ := now.f.find(t)
			for _, e := range best {
				if e.Has(desktop.Visible) && (!fd.shown(e.Ref) || now.f.below(e, fd.el)) && (e.Role == desktop.ListItem || e.Role == desktop.MenuItem || e.Role == desktop.Cell) && e.Has(desktop.Enabled) {
					now.el, now.at.window = e, fd.at.window
					if e.Can(desktop.Press) {
						if err := x.desk.Actor.Do(proof.Act(ctx), e.Ref, desktop.Press, desktop.Arg{}); err != nil {
							return proof.Semantic, fmt.Errorf("%w: %w", proof.ErrDispatched, err)
						}
						return proof.Semantic, nil
					}
					if err := x.click(ctx, &now, 1); err != nil {
						return proof.Pointer, fmt.Errorf("%w: %w", proof.ErrDispatched, err)
					}
					return proof.Pointer, nil
				}
			}
		}
		select {
		case <-wake:
		case <-again.C:
		case <-wctx.Done():
			if ctx.Err() != nil {
				return m, ctx.Err()
			}
			x.shut(ctx, fd)
			return m, &proof.Problem{Reason: proof.ReasonNotFound, Text: fmt.Sprintf("%s was opened, and there is no “%s” in it.", capital(fd.el.Describe()), value)}
		}
	}
}

// shut closes a list that was opened in vain, by its own interface or, when nothing else would get it, a key.
func (x *Session) shut(ctx context.Context, fd found) {
	if fd.el.Can(desktop.Collapse) && x.desk.Actor != nil && x.desk.Actor.Do(ctx, fd.el.Ref, desktop.Collapse, desktop.Arg{}) == nil {
		return
	}
	if x.desk.Input != nil && x.userIdle(ctx) && x.raise(ctx, fd.at) == nil {
		_ = x.desk.Input.Chord(ctx, desktop.Key{Name: "escape"})
	}
}

// shown reports whether an element showed when the target was found.
func (fd found) shown(r desktop.Ref) bool { return fd.f.byRef[r].Has(desktop.Visible) }

// within is the target and all below it, as if it were open.
func (fd found) within() found {
	var in []desktop.Element
	for _, e := range fd.f.snap.Elements {
		keep := e.Ref == fd.el.Ref
		for _, a := range fd.f.ancestors(e) {
			keep = keep || a.Ref == fd.el.Ref
		}
		if keep {
			e.State |= desktop.Visible
			in = append(in, e)
		}
	}
	fd.f.snap.Elements, fd.f.usable = in, anything
	return fd
}

func anything(desktop.Element) bool { return true }

// option finds an option below a combo, and lists all of them.
func (fd found) option(value string) (desktop.Element, []string, bool) {
	want := fold(value)
	var all []string
	var hit desktop.Element
	for _, e := range fd.f.snap.Elements {
		if e.Role != desktop.ListItem && e.Role != desktop.MenuItem && e.Role != desktop.Cell || e.Name == "" {
			continue
		}
		for _, a := range fd.f.ancestors(e) {
			if a.Ref == fd.el.Ref {
				all = append(all, e.Name)
				if fold(e.Name) == want && hit.Ref.Zero() {
					hit = e
				}
				break
			}
		}
	}
	return hit, all, !hit.Ref.Zero()
}

func listed(names []string) string {
	if len(names) > 8 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:8], ", "), len(names)-8)
	}
	return strings.Join(names, ", ")
}
