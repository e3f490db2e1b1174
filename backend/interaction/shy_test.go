package interaction

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	dt "pace/backend/desktop/desktoptest"
	"pace/backend/proof"
)

// nearing tells when the pointer passes over something.
type nearing struct {
	desktop.Input
	passed func()
}

func (n nearing) Scroll(ctx context.Context, at desktop.Pixel, dx, dy int) error {
	if dx == 0 && dy == 0 {
		n.passed()
		return nil
	}
	return n.Input.Scroll(ctx, at, dx, dy)
}

func TestAButtonThatJumpsAsideIsPressedAllTheSame(t *testing.T) {
	for _, shy := range []bool{true, false} {
		bubble(t, func(t *testing.T, r *rig) {
			w := r.desk.App("New", desktop.GTK4).Window("New", frame)
			b := w.Button("Move").On(dt.SetLabel(w.Label("ready"), "moved"))
			w.Raise()
			place := b.Element().Bounds
			r.plat.Input = nearing{r.plat.Input, func() {
				if shy {
					at := place
					at.Y += 200
					b.Move(at)
				}
			}}
			r.reopen(Config{})
			r.idle(10e9)
			o := r.last(r.press("Move"))
			effect(t, proof.Confirmed, o)
			require.Equal(t, 1, b.Pressed())
			want := proof.Pointer
			if shy {
				want = proof.Semantic
			}
			require.Equal(t, want, o.Means())
		})
	}
}
