package linux_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	"pace/native/linux/linuxtest"
)

func TestAWatchTellsWhatAnActDid(t *testing.T) {
	inEach(t, "now,agree,dialog", "Now", func(t *testing.T, e *eyes, app desktop.App, p *linuxtest.Program) {
		ctx, cancel := context.WithTimeout(t.Context(), limit)
		defer cancel()
		s := e.snapshot(t, app)
		events, err := e.watcher.Watch(ctx, desktop.Scope{App: app.Ref})
		require.NoError(t, err)
		await := func(what string, ok func(desktop.Event) bool) desktop.Event {
			t.Helper()
			for ev := range events {
				require.NotEqual(t, desktop.EventLost, ev.Kind)
				if ok(ev) {
					return ev
				}
			}
			t.Fatalf("never told: %s", what)
			return desktop.Event{}
		}
		e.do(t, must(t, s, desktop.Button, "Now"), desktop.Press, desktop.Arg{})
		ev := await("the status", func(ev desktop.Event) bool {
			return ev.Kind == desktop.EventText || ev.Kind == desktop.EventChildren
		})
		require.Equal(t, app.Ref.App, ev.Source.App)
		require.False(t, ev.At.IsZero())

		if agree := must(t, s, desktop.CheckBox, "Agree"); agree.Can(desktop.Press) {
			e.do(t, agree, desktop.Press, desktop.Arg{})
			ev = await("the check", func(ev desktop.Event) bool {
				return ev.Kind == desktop.EventState && ev.Detail == "checked"
			})
			require.True(t, ev.On)
			require.Equal(t, agree.Ref, ev.Source)
		}
		p.Stop()
		await("the end of the program", func(ev desktop.Event) bool {
			return ev.Kind == desktop.EventWindow && ev.Detail == "closed"
		})
		cancel()
		for range events { // closed when its context ends
		}
	})
}

func TestAWatchOfNobodyIsAnError(t *testing.T) {
	d := linuxtest.Start(t, linuxtest.Options{})
	e := open(t, d, where{pid: 1})
	_, err := e.watcher.Watch(t.Context(), desktop.Scope{Window: 7})
	require.ErrorIs(t, err, desktop.ErrNotFound)
}
