package app

import (
	"context"
	"maps"
	"sync"

	"pace/backend/interaction"
	"pace/backend/proof"
	"pace/backend/tools"
)

// world is all that an executor waits for at the end of a turn: the screen, and the machine beside it.
type world struct {
	*interaction.Sessions
	machine *tools.Lasting
}

// Settle waits for both at the same time, so that the quiet time is paid once.
func (w world) Settle(ctx context.Context, turn string) map[int]proof.Outcome {
	var machine map[int]proof.Outcome
	var both sync.WaitGroup
	both.Go(func() { machine = w.machine.Settle(ctx, turn) })
	out := map[int]proof.Outcome{}
	maps.Copy(out, w.Sessions.Settle(ctx, turn))
	both.Wait()
	maps.Copy(out, machine)
	return out
}
