package smoke_test

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"pace/backend/app"
	"pace/backend/app/apptest"
	"pace/backend/bridge/host"
	"pace/backend/bridge/smoke"
	"pace/backend/desktop"
	"pace/backend/event"
	"pace/backend/planner"
	"pace/backend/turn"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// open begins a Pace whose environment has this value for hooks; "" has none.
func open(t *testing.T, value string) *apptest.Pace {
	t.Helper()
	return apptest.Open(t, func(o *app.Options) {
		if value != "" {
			o.Environ = append(o.Environ, smoke.Variable+"="+value)
		}
	})
}

// exposed lists what of the hooks a Pace has: services, as the window and the browser are given them, and tools.
func exposed(p *apptest.Pace) (found []string) {
	for _, s := range p.Services("1.2.3", "window").All() {
		typ := reflect.TypeOf(s)
		for i := range typ.NumMethod() {
			if name := typ.Elem().Name() + "." + typ.Method(i).Name; strings.Contains(strings.ToLower(name), "smoke") {
				found = append(found, name)
			}
		}
	}
	for _, t := range p.Turns().Registry.Tools() {
		if s := t.Spec(); strings.Contains(s.Name, "smoke") || strings.Contains(s.Name, "marker") {
			found = append(found, s.Name)
		}
	}
	return found
}

func TestWithoutTheVariableThereIsNothingOfThem(t *testing.T) {
	for _, value := range []string{"", "0", "2", "11", "true", "TRUE", "on", "yes", " 1", "1 ", "01", "1\n", "+1", "１"} {
		p := open(t, value)
		require.Empty(t, exposed(p), "%q", value)
		require.Nil(t, p.Smoke(), "%q", value)
		require.Nil(t, p.Services("1.2.3", "window").Smoke, "%q", value)
		end := p.Do(t, turn.Request{Text: "does Pace ask before it acts?", Origin: "ask", Attended: true, Tier: smoke.Tier})
		require.Equal(t, event.NotUnderstood, end.Status, "%q: and no planner knows the sentence", value)
		require.NoError(t, p.Close())
	}
	require.ElementsMatch(t, []string{"Smoke.Opened", "smoke_marker", "take_back_marker", "smoke_drawing"}, exposed(open(t, "1")), "the search finds what is there")
}

func TestNoModelIsToldOfTheirTools(t *testing.T) {
	reg, err := app.Registry() // prompts are made from it
	require.NoError(t, err)
	for _, x := range reg.Tools() {
		require.NotContains(t, x.Spec().Name, "smoke")
	}
}

func TestTheirPlannerKnowsNoOtherSentence(t *testing.T) {
	p := open(t, "1")
	end := p.Do(t, turn.Request{Text: "is the sky blue?", Origin: "ask", Attended: true, Tier: smoke.Tier})
	require.Equal(t, event.NotUnderstood, end.Status)
	require.Empty(t, end.Steps)
	require.Equal(t, "builtin", smoke.With(planner.Choice{}).For("builtin").Name(), "and every other tier is as it was")
}

// shop is a list of windows with Pace's own among them.
type shop struct {
	desktop.Windows
	list func() ([]desktop.Window, error)
	wake chan struct{}
}

func (s shop) List(context.Context) ([]desktop.Window, error) { return s.list() }
func (s shop) Watch(context.Context) (<-chan struct{}, error) { return s.wake, nil }

func TestTheWindowIsSaidToBeShownOrHiddenOnlyWhenThatWasSeen(t *testing.T) {
	const other, hidden, shown = 0, 1, 2
	for _, c := range []struct {
		name, hook string
		was        int
		becomes    int // after it was asked to
		err        error
		exit       int
		says       string
	}{
		{"it comes", smoke.ShowPanel, hidden, shown, nil, 0, "is shown."},
		{"it comes from nowhere", smoke.ShowPanel, other, shown, nil, 0, "is shown."},
		{"it goes", smoke.HidePanel, shown, other, nil, 0, "is hidden."},
		{"it is minimised", smoke.HidePanel, shown, hidden, nil, 0, "is hidden."},
		{"it was there", smoke.ShowPanel, shown, shown, nil, 0, "already"},
		{"it was gone", smoke.HidePanel, other, other, nil, 0, "already"},
		{"it stays away", smoke.ShowPanel, other, other, nil, 1, "did not"},
		{"it stays", smoke.HidePanel, shown, shown, nil, 1, "did not"},
		{"nothing can be seen", smoke.HidePanel, shown, other, errors.New("no"), 5, "can't be seen"},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var now atomic.Int32
				now.Store(int32(c.was))
				w := shop{wake: make(chan struct{}, 1)}
				w.list = func() ([]desktop.Window, error) {
					is := int(now.Load())
					all := []desktop.Window{{ID: 1, Title: "Notes"}}
					if is != other {
						all = append(all, desktop.Window{ID: 2, Title: "Pace", Own: true, Kind: "normal", Hidden: is == hidden}, desktop.Window{ID: 3, Own: true, Kind: "menu"})
					}
					return all, c.err
				}
				ask := func() {
					go func() { // a window manager takes its time
						time.Sleep(time.Second)
						now.Store(int32(c.becomes))
						w.wake <- struct{}{}
					}()
				}
				h := smoke.New(smoke.Panel{Show: ask, Hide: ask, Windows: func() desktop.Windows { return w }})
				begin, end := h.Hook(t.Context(), c.hook)
				require.Nil(t, begin)
				require.Equal(t, c.exit, end.Exit, end.Said)
				require.Contains(t, end.Said, c.says)
				synctest.Wait()
			})
		})
	}
}

func TestWhereWindowsCanNotBeListedNothingIsClaimed(t *testing.T) {
	asked := false
	h := smoke.New(smoke.Panel{Show: func() { asked = true }, Windows: func() desktop.Windows { return nil }})
	_, end := h.Hook(t.Context(), smoke.ShowPanel)
	require.True(t, asked)
	require.Equal(t, 5, end.Exit)
}

func TestAnInterfaceThatDoesNotOpenItsSettingsIsCounted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := smoke.New(smoke.Panel{})
		defer h.Attach(func(s smoke.Show) int {
			require.True(t, h.Opened(s.N))
			return 3
		})()
		_, end := h.Hook(t.Context(), smoke.Settings)
		require.Equal(t, host.Hooked{Said: "The settings were opened in 1 of 3 windows or pages.", Exit: 1}, end)
		require.False(t, h.Opened(1), "nobody waits any more")
	})
}

func TestAHookThatIsNotThereIsRefused(t *testing.T) {
	begin, end := smoke.New(smoke.Panel{}).Hook(t.Context(), "everything")
	require.Nil(t, begin)
	require.Equal(t, host.Hooked{Said: "There is no such hook.", Exit: 3}, end)
}
