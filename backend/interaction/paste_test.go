package interaction

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	"pace/backend/proof"
)

// browserKeys deliver a paste late, as a browser does that asks for the clipboard in its own time.
type browserKeys struct {
	desktop.Input
	late time.Duration
}

func (b browserKeys) Chord(ctx context.Context, k desktop.Key) error {
	if k.Name == "v" {
		time.AfterFunc(b.late, func() { _ = b.Input.Chord(context.Background(), k) })
		return nil
	}
	return b.Input.Chord(ctx, k)
}

// watchedClipboard lends to a program that reads whatever is copied at once.
type watchedClipboard struct{ desktop.Clipboard }

func (w watchedClipboard) Lend(ctx context.Context, text string) (desktop.Loan, error) {
	l, err := w.Clipboard.Lend(ctx, text)
	return watchedLoan{l}, err
}

type watchedLoan struct{ desktop.Loan }

func (watchedLoan) Taken() <-chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}

func TestABrowserKeepsTheClipboardUntilItHasPasted(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		web := r.desk.App("Web", desktop.Chromium).Window("Page", frame)
		name := web.Add(desktop.TextField, "Name", desktop.Enabled|desktop.Focusable|desktop.Editable)
		web.Raise()
		r.plat.Input = browserKeys{r.plat.Input, 300 * time.Millisecond}
		r.plat.Clipboard = watchedClipboard{r.plat.Clipboard}
		r.desk.UserCopies("the user's")
		r.reopen(Config{})
		r.idle(10 * time.Second)
		effect(t, proof.Confirmed, r.last(r.typed("Name", "hello")))
		require.Equal(t, "hello", name.Content())
		require.Equal(t, "the user's", r.desk.Clipboard())
	})
}
