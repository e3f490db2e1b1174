package linux

import (
	"context"
	"slices"
	"sync"
	"time"

	"pace/backend/desktop"
	"pace/native/linux/atspi"
)

// kept is the last whole Snapshot of a program, with what its signals have said about it since.
type kept struct {
	trail *atspi.Trail
	began time.Time

	mu   sync.Mutex
	snap desktop.Snapshot
}

// keptFor bounds the age of what Kept gives: places change without a signal.
const keptFor = 30 * time.Second

// keeps reports whether a toolkit's signals tell all that Kept relies on, before the answer to a later question. GTK 3
// sends them while it makes the change; the others were seen to send some late or not at all.
func keeps(app desktop.App) bool { return app.Toolkit == desktop.GTK3 }

// keep stores a Snapshot that was read whole.
func (t *Tree) keep(bus string, k *kept) {
	for _, e := range k.snap.Elements {
		if e.Ref.App != bus {
			return // a page that another program shows in this one's window
		}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.kept) >= maxMemories {
		clear(t.kept)
	}
	t.kept[bus] = k
}

// Kept gives the last whole Snapshot of a program with today's names, when its signals say that nothing else about it has
// changed but contents, ticks and the focus. It fulfils desktop.Keeper: no message, or one round for new names, where a
// form's Snapshot takes 5 ms.
func (t *Tree) Kept(ctx context.Context, app desktop.Ref) (desktop.Snapshot, bool) {
	k := t.keptOf(app)
	if k == nil || time.Since(k.began) > keptFor {
		return desktop.Snapshot{}, false
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	renamed, ok := k.trail.Holds()
	for range maxRounds {
		if !ok || len(renamed) == 0 {
			break
		}
		if k.snap, ok = t.rename(ctx, app.App, k.snap, renamed); !ok {
			break
		}
		renamed, ok = k.trail.Holds()
	}
	if !ok || len(renamed) > 0 {
		t.mu.Lock()
		defer t.mu.Unlock()
		if t.kept[app.App] == k {
			delete(t.kept, app.App)
		}
		return desktop.Snapshot{}, false
	}
	return k.snap, true
}

// maxRounds bounds how often new names are read when a program keeps renaming.
const maxRounds = 3

// Stands reports whether what Kept gave holds, as far as the program's answers so far tell.
func (t *Tree) Stands(app desktop.Ref) bool {
	k := t.keptOf(app)
	return k != nil && k.trail.Stands()
}

// standing tells what is known of an element when the program's signals say that it is still so: its role, name,
// interfaces, and all states but ticks and the focus. Who acts on that asks for recent, that is that the program has said
// something within the last 50 ms: an older silence could hide signals that are on their way.
func (t *Tree) standing(r atspi.Ref) (known, bool) {
	kept := t.keptOf(desktop.Ref{App: r.Bus})
	if kept == nil || time.Since(kept.began) > keptFor || !kept.trail.Spares(r) {
		return known{}, false
	}
	k, _, ok := t.recall(r)
	return k, ok
}

// calm reports whether an element that the last Snapshot knows still shows and is as usable as it was, whatever it is called
// now.
func (t *Tree) calm(r atspi.Ref) bool {
	kept := t.keptOf(desktop.Ref{App: r.Bus})
	return kept != nil && time.Since(kept.began) <= keptFor && kept.trail.Calm()
}

const recent = 50 * time.Millisecond

// learn keeps what an element was found to be able to do.
func (t *Tree) learn(r atspi.Ref, acts []atspi.Action) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if k := t.memo[t.hostLocked(r.Bus)][r]; k != nil {
		k.acts = acts
	}
}

func (t *Tree) keptOf(app desktop.Ref) *kept {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.kept[app.App]
}

// rename reads the names of what was renamed. ok is false when more may hang on a name than the name.
func (t *Tree) rename(ctx context.Context, bus string, snap desktop.Snapshot, renamed []atspi.Ref) (_ desktop.Snapshot, ok bool) {
	nodes := make([]atspi.Node, len(renamed))
	err := t.c.Admit(ctx, bus)
	b := t.c.NewBatch(ctx)
	for i, r := range renamed {
		nodes[i].Ref, nodes[i].Role = r, atspi.RoleLabel
		b.Name(r, &nodes[i].Name, &err)
	}
	b.Run()
	if err != nil {
		return snap, false
	}
	snap.Elements = slices.Clone(snap.Elements)
	for _, n := range nodes {
		i := slices.IndexFunc(snap.Elements, func(e desktop.Element) bool { return e.Ref == refOf(n.Ref) })
		if i < 0 {
			continue // it was not part of it, and is not now
		}
		e := &snap.Elements[i]
		name := quirks{desktop.GTK3}.clean(n)
		if e.Role != desktop.Label || e.NameFrom != desktop.NameOwn || len(e.Path) == 0 || caption(name) != caption(e.Name) || t.names(bus, n.Ref) {
			return snap, false // it names something else, or may do so from now on
		}
		e.Name, e.Value = name, ""
		e.Path = slices.Clone(e.Path)
		e.Path[len(e.Path)-1] = desktop.Step{Role: e.Role, Name: name}
	}
	return snap, true
}

// names reports whether the last Snapshot took another element's name from r, or may have taken a part of it.
func (t *Tree) names(bus string, r atspi.Ref) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, k := range t.memo[bus] {
		if k.named == r || k.composed {
			return true
		}
	}
	return false
}
