package desktoptest

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
)

func TestNilFromAnActIsNoEvidence(t *testing.T) {
	d, _, w := form(t)
	status := w.Label("ready")
	for _, b := range []*Control{
		w.Button("disabled").On(SetLabel(status, "done")).Disable(),
		w.Button("ignores").On(SetLabel(status, "done")).Ignore(),
		w.Button("does nothing"),
	} {
		press(t, d, b)
		require.Equal(t, "ready", status.Name())
		require.Equal(t, 1, b.Pressed())
	}
	require.False(t, d.Acts()[0].Worked)
	require.True(t, d.Acts()[1].Worked)
	b := w.Button("heeds").On(SetLabel(status, "done")).Ignore().Heed()
	press(t, d, b)
	require.Equal(t, "done", status.Name())
}

func TestADisabledGroupDisablesWhatIsInIt(t *testing.T) {
	d, _, w := form(t)
	g := w.Group("G").Disable()
	box := g.Check("Wrap", false)
	press(t, d, box)
	require.False(t, box.Is(desktop.Checked))
	g.Enable()
	press(t, d, box)
	require.True(t, box.Is(desktop.Checked))
}

func TestAnElementDoesOnlyWhatItOffers(t *testing.T) {
	d, _, w := form(t)
	read := w.Text("Fixed", "x")
	read.SetState(desktop.ReadOnly, true)
	for _, c := range []struct {
		c *Control
		v desktop.Verb
		e error
	}{
		{w.Label("l"), desktop.Press, desktop.ErrUnsupported}, {w.Button("b"), desktop.SetText, desktop.ErrUnsupported},
		{read, desktop.SetText, desktop.ErrUnsupported}, {w.Password("PIN"), desktop.SetText, desktop.ErrSecret},
		{w.Password("PIN 2"), desktop.Insert, desktop.ErrSecret}, {w.Button("c"), desktop.ShowMenu, desktop.ErrUnsupported},
	} {
		require.ErrorIs(t, d.Desktop().Actor.Do(t.Context(), c.c.Ref(), c.v, desktop.Arg{Text: "hunter2"}), c.e)
		require.Empty(t, c.c.Acts(), "nothing was sent")
	}
}

func TestAnActWithoutAnswerMayHaveWorkedOrNot(t *testing.T) {
	for _, works := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			d, _, w := form(t)
			status := w.Label("ready")
			b := w.Button("Send").On(SetLabel(status, "sent")).AnswerLate(works)
			start := time.Now()
			err := d.Desktop().Actor.Do(t.Context(), b.Ref(), desktop.Press, desktop.Arg{})
			require.ErrorIs(t, err, desktop.ErrNoAnswer)
			require.NotErrorIs(t, err, desktop.ErrHung)
			require.Equal(t, MessageCap, time.Since(start))
			require.Equal(t, works, status.Name() == "sent")
			require.Equal(t, 1, b.Pressed())
		})
	}
}

func TestAnActOnAHungApplicationIsCarriedOutWhenItWakes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, a, w := form(t)
		box := w.Check("Wrap", false)
		a.Hang(5 * time.Second)
		do := func() error {
			return d.Desktop().Actor.Do(t.Context(), box.Ref(), desktop.Press, desktop.Arg{})
		}
		require.ErrorIs(t, do(), desktop.ErrNoAnswer)
		err := do()
		require.ErrorIs(t, err, desktop.ErrHung)
		require.NotErrorIs(t, err, desktop.ErrNoAnswer, "left alone: nothing was sent")
		require.Zero(t, box.Pressed())
		time.Sleep(5 * time.Second)
		synctest.Wait()
		require.True(t, box.Is(desktop.Checked))
		require.Equal(t, 1, box.Pressed())
	})
}

func TestThePressThatHangsTheApplicationIsAnswered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, _, w := form(t)
		b := w.Button("Hang").On(Hang(0))
		start := time.Now()
		press(t, d, b)
		require.Zero(t, time.Since(start))
		_, err := d.Desktop().Tree.Read(t.Context(), b.Ref())
		require.ErrorIs(t, err, desktop.ErrHung)
	})
}

func TestToolkitsWithAPressAnimationActLater(t *testing.T) {
	for tk, want := range map[desktop.Toolkit]time.Duration{desktop.GTK3: 0, desktop.GTK4: 250 * time.Millisecond, desktop.Qt: 100 * time.Millisecond} {
		synctest.Test(t, func(t *testing.T) {
			d := New(t)
			w := d.App("Calc", tk).Window("Calc", frame)
			start := time.Now()
			var took time.Duration
			b := w.Button("7").On(func(*Control) { took = time.Since(start) })
			press(t, d, b)
			time.Sleep(time.Second)
			synctest.Wait()
			require.Equal(t, want, took, string(tk))

			start = time.Now()
			require.NoError(t, d.Desktop().Input.Click(t.Context(), b.Pixel(), 1, 1, true))
			require.Zero(t, took, "a click waits for none")
		})
	}
}

func TestACancelledActIsNotSent(t *testing.T) {
	d, _, w := form(t)
	b := w.Button("Go")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, d.Desktop().Actor.Do(ctx, b.Ref(), desktop.Press, desktop.Arg{}), context.Canceled)
	require.Empty(t, d.Acts())
}

func TestACrashedApplicationIsGone(t *testing.T) {
	d, a, w := form(t)
	b := w.Button("Crash").On(CrashApp())
	mail := d.App("Mail", desktop.Qt).WindowBehind("Inbox", frame)
	press(t, d, b)
	require.ErrorIs(t, d.Desktop().Actor.Do(t.Context(), b.Ref(), desktop.Press, desktop.Arg{}), desktop.ErrGone)
	_, err := d.Desktop().Tree.Read(t.Context(), a.Ref())
	require.ErrorIs(t, err, desktop.ErrGone)
	require.True(t, mail.InFront())
	apps, err := d.Desktop().Tree.Apps(t.Context())
	require.NoError(t, err)
	require.Len(t, apps, 1)
	a.Crash()
}
