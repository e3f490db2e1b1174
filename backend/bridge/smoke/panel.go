package smoke

import (
	"context"
	"time"

	"pace/backend/bridge/host"
	"pace/backend/desktop"
	"pace/backend/proof"
)

// Panel is Pace's own window. Show and Hide ask for it without waiting, and are nil where there is none. Windows is asked
// for what became of that; it may be nil.
type Panel struct {
	Show, Hide func()
	Windows    func() desktop.Windows
}

func (p Panel) show(ctx context.Context) host.Hooked {
	return p.bring(ctx, true, p.Show, [...]string{"Pace's window is shown.", "Pace's window was shown already."})
}

func (p Panel) hide(ctx context.Context) host.Hooked {
	return p.bring(ctx, false, p.Hide, [...]string{"Pace's window is hidden.", "Pace's window was hidden already."})
}

// windowLimit is how long the window has to come or go.
const windowLimit = 10 * time.Second

// bring asks for the window and looks at the list of windows for what became of it.
func (p Panel) bring(ctx context.Context, shown bool, ask func(), said [2]string) host.Hooked {
	if ask == nil {
		return host.Hooked{Said: "The running Pace has no window of its own: what shows it is a browser's.", Exit: refused}
	}
	var windows desktop.Windows
	if p.Windows != nil {
		windows = p.Windows()
	}
	if windows == nil {
		ask()
		return host.Hooked{Said: "The window was asked to, but what windows there are can't be seen here.", Exit: unverified}
	}
	o := proof.Until(ctx, visible{windows, shown}, func(context.Context) (proof.Means, error) { ask(); return proof.API, nil }, windowLimit)
	switch o.Effect() {
	case proof.Confirmed:
		for _, e := range o.Evidence() {
			if e.Kind == proof.AlreadySo {
				return host.Hooked{Said: said[1]}
			}
		}
		return host.Hooked{Said: said[0]}
	case proof.Unverifiable:
		return host.Hooked{Said: "The window was asked to, but whether it did can't be seen.", Exit: unverified}
	}
	return host.Hooked{Said: "The window was asked to, and did not.", Exit: failed}
}

// visible expects a window of Pace to be shown, or none.
type visible struct {
	windows desktop.Windows
	shown   bool
}

func (v visible) Check(ctx context.Context) (proof.Verdict, proof.Evidence, error) {
	all, err := v.windows.List(ctx)
	if err != nil {
		return proof.Unknown, proof.Evidence{}, err
	}
	shown := false
	for _, w := range all {
		shown = shown || w.Own && w.Kind == "normal" && !w.Hidden
	}
	e := proof.Evidence{Kind: proof.StateRead, What: "Pace's window", After: map[bool]string{true: "shown", false: "hidden"}[shown]}
	if shown == v.shown {
		return proof.Satisfied, e, nil
	}
	return proof.Unsatisfied, e, nil
}

func (v visible) Wake(ctx context.Context) (<-chan struct{}, error) { return v.windows.Watch(ctx) }

func (visible) Goal() bool { return true }
