package linux_test

import (
	"context"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	"pace/native/linux"
	"pace/native/linux/atspi"
	"pace/native/linux/linuxtest"
)

// limit bounds every wait of these tests; it is never the expected time of anything.
const limit = 60 * time.Second

// eyes is one connection to a test desktop's accessibility bus with everything on it.
type eyes struct {
	*linux.Tree
	client  *atspi.Client
	actor   *linux.Actor
	watcher *linux.Watcher
}

func open(t *testing.T, d *linuxtest.Desktop, geo linux.Geometry) *eyes {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	c, err := atspi.Dial(ctx, atspi.Address{Session: d.BusAddress})
	require.NoError(t, err)
	t.Cleanup(func() { _ = c.Close() })
	require.NoError(t, c.Register(ctx))
	tree := linux.NewTree(c, geo)
	return &eyes{tree, c, linux.NewActor(tree), linux.NewWatcher(tree)}
}

// app waits until the program has announced itself and shows something with the given name.
func (e *eyes) app(t *testing.T, p *linuxtest.Program, shows string) desktop.App {
	t.Helper()
	var app desktop.App
	e.until(t, desktop.Scope{}, shows+" of "+p.Title, func(ctx context.Context) bool {
		apps, err := e.Apps(ctx)
		require.NoError(t, err)
		for _, a := range apps {
			group, err := syscall.Getpgid(a.PID)
			if err != nil || group != p.PID || !a.Answers {
				continue
			}
			app = a
			s, err := e.Snapshot(ctx, desktop.Scope{App: a.Ref}, generous)
			if err == nil && find(s, "", shows) != nil {
				return true
			}
		}
		return false
	})
	return app
}

// generous limits let a slow machine finish; what they bound is tested elsewhere.
var generous = desktop.Limits{Budget: 30_000}

// until looks again on each signal of the scope, or of any program when it is zero, until ok.
func (e *eyes) until(t *testing.T, s desktop.Scope, what string, ok func(context.Context) bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	wake := make(chan struct{}, 1)
	if s == (desktop.Scope{}) {
		all, err := e.client.Subscribe(ctx, nil, 64)
		require.NoError(t, err)
		go forward(all, wake)
	} else {
		events, err := e.watcher.Watch(ctx, s)
		require.NoError(t, err)
		go forward(events, wake)
	}
	// A look without a signal now and then: a program may announce itself before it can be read.
	again := time.NewTicker(100 * time.Millisecond)
	defer again.Stop()
	for !ok(ctx) {
		select {
		case <-wake:
		case <-again.C:
		case <-ctx.Done():
			t.Fatalf("never seen: %s", what)
		}
	}
}

func forward[T any](in <-chan T, wake chan<- struct{}) {
	for range in {
		select {
		case wake <- struct{}{}:
		default:
		}
	}
}

func (e *eyes) snapshot(t *testing.T, app desktop.App) desktop.Snapshot {
	t.Helper()
	s, err := e.Snapshot(t.Context(), desktop.Scope{App: app.Ref}, generous)
	require.NoError(t, err)
	require.Zero(t, s.Unreadable)
	return s
}

// find returns the first element with the role (any when empty) and name.
func find(s desktop.Snapshot, role desktop.Role, name string) *desktop.Element {
	for i := range s.Elements {
		if e := &s.Elements[i]; (role == "" || e.Role == role) && e.Name == name {
			return e
		}
	}
	return nil
}

func must(t *testing.T, s desktop.Snapshot, role desktop.Role, name string) desktop.Element {
	t.Helper()
	e := find(s, role, name)
	if e == nil {
		for _, x := range s.Elements {
			t.Logf("%v %s", desktop.PathString(x.Path), x.State)
		}
		t.Fatalf("no %s %q in %s", role, name, s.App.Name)
	}
	return *e
}

// do asks for a verb and fails the test when it was not taken.
func (e *eyes) do(t *testing.T, x desktop.Element, v desktop.Verb, a desktop.Arg) {
	t.Helper()
	require.NoError(t, e.actor.Do(t.Context(), x.Ref, v, a), "%s of %s", v, x.Describe())
}

// becomes waits until a fresh read of x says so.
func (e *eyes) becomes(t *testing.T, x desktop.Element, what string, ok func(desktop.Element) bool) desktop.Element {
	t.Helper()
	var now desktop.Element
	e.until(t, desktop.Scope{Root: x.Ref}, x.Describe()+" "+what, func(ctx context.Context) bool {
		var err error
		now, err = e.Read(ctx, x.Ref)
		require.NoError(t, err)
		return ok(now)
	})
	return now
}

func TestPressingSevenOnTheCalculatorChangesItsDisplay(t *testing.T) {
	d := linuxtest.Start(t, linuxtest.Options{})
	e := open(t, d, nil)
	app := e.app(t, d.Launch(t, "gnome-calculator"), "7")
	require.Equal(t, desktop.GTK4, app.Toolkit)

	s := e.snapshot(t, app)
	seven := must(t, s, desktop.Button, "7")
	require.True(t, seven.Can(desktop.Press))
	require.True(t, seven.Has(desktop.Enabled|desktop.Visible))
	require.Empty(t, s.Truncated)
	require.Len(t, s.Windows, 1)
	var display desktop.Element
	for _, x := range s.Elements {
		if x.Role == desktop.TextField && x.Has(desktop.Editable) {
			display = x
		}
	}
	require.Empty(t, display.Value)

	require.NoError(t, e.actor.Do(t.Context(), seven.Ref, desktop.Press, desktop.Arg{}))
	e.until(t, desktop.Scope{App: app.Ref}, "7 on the display", func(ctx context.Context) bool {
		now, err := e.Read(ctx, display.Ref)
		require.NoError(t, err)
		return now.Value == "7"
	})
}
