package linux

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	"pace/native/linux/atspi"
)

func TestOnlyWhatWentOutIsCalledUnanswered(t *testing.T) {
	live := t.Context()
	ended, cancel := context.WithCancel(live)
	cancel()
	for _, row := range []struct {
		ctx  context.Context
		err  error
		want error
		not  error
	}{
		{live, fmt.Errorf("x: %w", atspi.ErrUnanswered), desktop.ErrNoAnswer, nil},
		{live, fmt.Errorf("x: %w", atspi.ErrVanished), desktop.ErrNoAnswer, nil},
		{ended, context.Canceled, desktop.ErrNoAnswer, nil},
		{live, atspi.ErrHung, desktop.ErrHung, desktop.ErrNoAnswer},
		{live, atspi.ErrGone, desktop.ErrGone, desktop.ErrNoAnswer},
		{live, atspi.ErrUnsupported, desktop.ErrUnsupported, desktop.ErrNoAnswer},
	} {
		got := sent(row.ctx, row.err)
		require.ErrorIs(t, got, row.want)
		if row.not != nil {
			require.NotErrorIs(t, got, row.not)
		}
	}
}

func TestErrorsAreTranslatedAndKept(t *testing.T) {
	for from, to := range map[error]error{
		atspi.ErrGone: desktop.ErrGone, atspi.ErrVanished: desktop.ErrGone, atspi.ErrHung: desktop.ErrHung,
		atspi.ErrUnanswered: desktop.ErrHung, atspi.ErrUnsupported: desktop.ErrUnsupported, atspi.ErrNoBus: desktop.ErrNoBus,
	} {
		got := translate(fmt.Errorf("read: %w", from))
		require.ErrorIs(t, got, to)
		require.ErrorIs(t, got, from)
	}
	other := errors.New("other")
	require.Equal(t, other, translate(other))
	require.NoError(t, translate(nil))
}
