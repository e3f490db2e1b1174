package atspi

import (
	"errors"
	"testing"

	"github.com/godbus/dbus/v5"
	"github.com/stretchr/testify/require"
)

func TestAnActIsDoneOnlyWhenTheProgramSaysYes(t *testing.T) {
	c, p := desk(t, forest(0)...)
	require.NoError(t, c.DoAction(t.Context(), p.ref("/x/last"), 0).Wait())
	require.ErrorIs(t, c.DoAction(t.Context(), p.ref("/x/last"), 1).Wait(), ErrUnsupported)
	require.NoError(t, c.SetText(t.Context(), p.ref("/x/last"), "new").Wait())
	var text string
	b := c.NewBatch(t.Context())
	b.Text(p.ref("/x/last"), 0, -1, &text, nil)
	b.Run()
	require.Equal(t, "new", text)
}

func TestAnActOnSomethingGoneIsSaidSo(t *testing.T) {
	c, p := desk(t, forest(0)...)
	require.ErrorIs(t, c.DoAction(t.Context(), p.ref("/x/nothing"), 0).Wait(), ErrGone)
	require.ErrorIs(t, c.DoAction(t.Context(), Ref{":9.999", "/x"}, 0).Wait(), ErrGone)
	require.ErrorIs(t, c.DoAction(t.Context(), Ref{}, 0).Wait(), ErrGone)
}

func TestASentActWithoutAnAnswerIsToldApartFromOneThatWasNotSent(t *testing.T) {
	c, p := desk(t, forest(0)...)
	p.freeze()
	err := c.DoAction(t.Context(), p.ref("/x/last"), 0).Wait()
	require.ErrorIs(t, err, ErrUnanswered)
	require.ErrorIs(t, err, ErrHung)
	err = c.DoAction(t.Context(), p.ref("/x/last"), 0).Wait()
	require.ErrorIs(t, err, ErrHung)
	require.NotErrorIs(t, err, ErrUnanswered, "its breaker is open: nothing went out")
}

func TestAProgramThatEndsInTheMiddleOfAnActIsNoPlainGone(t *testing.T) {
	c, p := desk(t, forest(0)...)
	p.freeze()
	done := make(chan error, 1)
	go func() { done <- c.DoAction(t.Context(), p.ref("/x/last"), 0).Wait() }()
	for p.times("Action.DoAction") == 0 {
		require.NoError(t, t.Context().Err())
	}
	require.NoError(t, p.conn.Close())
	require.ErrorIs(t, <-done, ErrVanished)
}

func TestStaleReferencesAreOneErrorWhateverTheirMessage(t *testing.T) {
	say := func(name, text string) error {
		return dbus.Error{Name: "org.freedesktop.DBus.Error." + name, Body: []any{text}}
	}
	for _, row := range []struct {
		err  error
		want error
	}{
		{say("ServiceUnknown", `Name ":1.36" does not exist`), ErrGone},
		{say("NameHasNoOwner", "x"), ErrGone},
		{say("UnknownObject", "x"), ErrGone},
		{say("UnknownMethod", `Method "GetRole" with signature "" on interface "org.a11y.atspi.Accessible" doesn't exist`), ErrUnsupported},
		{say("UnknownMethod", "object /org/a11y/atspi/accessible/12 does not exist"), ErrGone},
		{say("UnknownMethod", "Object does not exist at path “/org/gnome/x”"), ErrGone},
		{say("UnknownInterface", "Interface org.a11y.atspi.Accessible was not found in object /org/a11y/atspi/accessible/7"), ErrGone},
		{say("UnknownInterface", "Interface org.a11y.atspi.Value was not found in object /org/a11y/atspi/accessible/7"), ErrUnsupported},
		{say("NoReply", "x"), ErrVanished},
		{say("UnknownInterface", "x"), ErrUnsupported},
		{dbus.ErrClosed, ErrNoBus},
	} {
		require.ErrorIs(t, kindOf(row.err), row.want, "%v", row.err)
	}
	other := errors.New("other")
	require.Equal(t, other, kindOf(other))
	require.NoError(t, kindOf(nil))
}
