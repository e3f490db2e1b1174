package atspi

import (
	"context"
	"errors"
	"sort"
	"strings"
	"time"
)

// Walk bounds a read of a tree.
type Walk struct {
	Nodes     int // at most so many are returned
	Depth     int // levels below the root
	PageOver  int // a container with more children than this, which the cache lacks, is read in part
	PageFirst int // so many of them
	// Visit tells whether n is returned and whether its children matter. Parents are visited before children,
	// each node once.
	Visit func(n Node) (keep, descend bool)
	// Whole: the program may be asked whether it gives all properties in one message. Qt 5.15 programs crash at the
	// question (seen in most of the tries), so it must be known not to be one.
	Whole bool
	// Locate, when not nil, names the nodes whose place Visit needs in order to judge; Of is where it counts from.
	Locate func(n Node) bool
	Of     Origin
}

// Stops names why a read is not whole.
type Stops struct {
	Nodes, Budget, Paged, Cache bool
	Unreadable                  int // objects that did not answer
}

// Tree reads the subtree under root, breadth first, root included. It starts from the program's cache and asks
// only for what the cache lacks; with an empty cache that is everything. It asks how many children there are
// before it asks for any, and never for all children of a large container. When there are more than Nodes, large
// containers give way first, so that what comes after a long list is not lost.
//
// An error means that root itself could not be read. Everything else that is missing is told by Stops.
func (c *Client) Tree(ctx context.Context, root Ref, w Walk) ([]Node, Stops, error) {
	var stops Stops
	if err := c.Register(ctx); err != nil {
		return nil, stops, err
	}
	if err := c.admit(ctx, root.Bus); err != nil {
		return nil, stops, err
	}
	// The root is asked first: it tells a hung program from one that is slow to build a large answer.
	top := Node{Ref: root, Index: -1}
	var err error
	b := c.NewBatch(ctx)
	if w.Whole {
		b.tryAll(root.Bus)
	}
	b.Fill(&top, &err)
	b.Parent(root, &top.Parent, nil)
	b.Run()
	if err != nil {
		return nil, stops, err
	}
	g := &growth{c: c, w: w, known: newCache(), stops: &stops, seen: map[Ref]bool{root: true}}
	g.load(ctx, root.Bus)
	return choose(g.run(ctx, []Node{top}), w, &stops), stops, nil
}

// Below reads what is at and under some objects afresh, without the cache: for a page of a list, or one object.
// All are taken to be children of parent, from index at on. Those that are gone are missing.
func (c *Client) Below(ctx context.Context, parent Ref, at int, refs []Ref, w Walk) ([]Node, Stops, error) {
	var stops Stops
	if len(refs) == 0 {
		return nil, stops, nil
	}
	if err := c.admit(ctx, refs[0].Bus); err != nil {
		return nil, stops, err
	}
	g := &growth{c: c, w: w, stops: &stops, seen: map[Ref]bool{parent: true}}
	var level []Node
	for i, r := range refs {
		if !r.Nil() {
			level = g.take(level, Node{Ref: r, Index: at + i, bare: true}, parent, at+i)
		}
	}
	return choose(g.run(ctx, g.fill(ctx, level)), w, &stops), stops, nil
}

// cache is what Items gave, by object and by parent.
type cache struct {
	node map[Ref]*Node
	kids map[Ref][]*Node
	from map[string]bool // programs whose cache is in it
}

func newCache() *cache {
	return &cache{map[Ref]*Node{}, map[Ref][]*Node{}, map[string]bool{}}
}

// load adds a program's cache. The page in a WebKitGTK window belongs to another program than the window.
func (g *growth) load(ctx context.Context, bus string) {
	k := g.known
	if k == nil || k.from[bus] {
		return
	}
	k.from[bus] = true
	if d, ok := ctx.Deadline(); ok {
		// A cache that is too slow must leave time for asking without it.
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Until(d)*7/10)
		defer cancel()
	}
	items, err := g.c.freshItems(ctx, bus)
	if err != nil {
		// No cache is normal: a program that was just started has none. One that is refused or late is told.
		g.stops.Cache = g.stops.Cache || !errors.Is(err, ErrUnsupported)
		return
	}
	parents := map[Ref]bool{}
	for i := range items {
		n := &items[i]
		if k.node[n.Ref] != nil {
			continue
		}
		k.node[n.Ref] = n
		if n.Role == RoleMenu && n.Children == 0 {
			n.Children = -1 // GTK 3 counts what is in a closed menu only when asked
		}
		if !n.Parent.Nil() {
			k.kids[n.Parent] = append(k.kids[n.Parent], n)
			parents[n.Parent] = true
		}
	}
	for p := range parents {
		sort.SliceStable(k.kids[p], func(i, j int) bool { return k.kids[p][i].Index < k.kids[p][j].Index })
	}
}

// growth is one breadth-first read.
type growth struct {
	c     *Client
	w     Walk
	known *cache // nil: everything is asked
	stops *Stops
	seen  map[Ref]bool // an object may be announced twice, or under itself
	asked int          // objects that were read one by one
}

func (g *growth) run(ctx context.Context, next []Node) []Node {
	var out []Node
	for depth := 0; ; depth++ {
		var level []Node
		g.prepare(ctx, next)
		for _, n := range next {
			keep, descend := g.w.Visit(n)
			if keep {
				out = append(out, n)
			}
			if descend && n.Children != 0 {
				level = append(level, n)
			}
		}
		switch {
		case len(level) == 0:
			return out
		case depth >= g.w.Depth:
			g.stops.Nodes = true
			return out
		case ctx.Err() != nil:
			g.stops.Budget = true
			return out
		}
		next = g.fill(ctx, g.below(ctx, level))
	}
}

// below lists the children of a level: from the cache where it has them all, asked for otherwise.
func (g *growth) below(ctx context.Context, level []Node) []Node {
	refs := make([][]Ref, len(level))
	errs := make([]error, len(level))
	b := g.c.NewBatch(ctx)
	for i, n := range level {
		// GTK 4 keeps a closed popover in its cache, and no longer among the children of what it belongs to.
		if have := g.cachedKids(n.Ref); len(have) < n.Children || g.w.Whole && len(have) > n.Children {
			g.list(b, n, &refs[i], &errs[i])
		}
	}
	b.Run()
	g.sockets(ctx, level, refs, errs)
	var out []Node
	for i, n := range level {
		if errs[i] != nil && !isGone(errs[i]) {
			g.unread(ctx)
		}
		if refs[i] == nil {
			for at, kid := range g.cachedKids(n.Ref) {
				out = g.take(out, *kid, n.Ref, at)
			}
			continue
		}
		for at, r := range refs[i] {
			if r.Nil() {
				continue // an empty place in a list that changes
			}
			kid := Node{Ref: r, bare: true}
			if r.Bus != n.Ref.Bus {
				g.load(ctx, r.Bus)
			}
			if k := g.cachedNode(r); k != nil {
				kid = *k
			}
			kid.Index = at
			out = g.take(out, kid, n.Ref, at)
		}
	}
	return out
}

// sockets asks one by one for children that are announced and not listed, as those that GTK embeds from another
// program, and gives such programs their unique name.
func (g *growth) sockets(ctx context.Context, level []Node, refs [][]Ref, errs []error) {
	b := g.c.NewBatch(ctx)
	for i, n := range level {
		if errs[i] == nil && refs[i] == nil && n.Children > len(g.cachedKids(n.Ref)) && n.Children <= g.w.PageOver {
			refs[i] = make([]Ref, n.Children)
			for at := range refs[i] {
				b.Child(n.Ref, at, &refs[i][at], &errs[i])
			}
		}
	}
	b.Run()
	for _, list := range refs {
		for i, r := range list {
			if r.Bus != "" && !strings.HasPrefix(r.Bus, ":") {
				list[i].Bus = g.c.owner(ctx, r.Bus)
			}
		}
	}
}

func (g *growth) cachedKids(r Ref) []*Node {
	if g.known == nil {
		return nil
	}
	return g.known.kids[r]
}

func (g *growth) cachedNode(r Ref) *Node {
	if g.known == nil {
		return nil
	}
	return g.known.node[r]
}

func (g *growth) take(out []Node, kid Node, parent Ref, at int) []Node {
	if g.seen[kid.Ref] {
		return out
	}
	if kid.bare {
		if g.asked >= g.w.Nodes {
			g.stops.Nodes = true
			return out
		}
		g.asked++
	}
	g.seen[kid.Ref] = true
	kid.Parent = parent
	if kid.Index < 0 {
		kid.Index = at
	}
	return append(out, kid)
}

// prepare asks what Visit needs to know: how many children those have that have not told, as closed menus and
// containers that manage their descendants, and the places it wants.
func (g *growth) prepare(ctx context.Context, level []Node) {
	b := g.c.NewBatch(ctx)
	for i := range level {
		n := &level[i]
		if n.Children < 0 {
			b.ChildCount(n.Ref, &n.Children, nil)
		}
		if g.w.Locate != nil && g.w.Locate(*n) {
			n.Bounds = &Rect{}
			b.Bounds(n.Ref, g.w.Of, n.Bounds, nil)
		}
	}
	b.Run()
}

// list asks for the children of n: all at once when they are few, else the first page, one by one.
func (g *growth) list(b *Batch, n Node, into *[]Ref, err *error) {
	if n.Children <= g.w.PageOver {
		b.Children(n.Ref, into, err)
		return
	}
	g.stops.Paged = true
	*into = make([]Ref, min(g.w.PageFirst, n.Children))
	for i := range *into {
		b.Child(n.Ref, i, &(*into)[i], err)
	}
}

// fill asks for those nodes that came by reference only, and drops those that did not answer.
func (g *growth) fill(ctx context.Context, level []Node) []Node {
	b := g.c.NewBatch(ctx)
	errs := make([]error, len(level))
	for i := range level {
		if level[i].bare {
			b.Fill(&level[i], &errs[i])
		}
	}
	b.Run()
	kept := level[:0]
	for i, n := range level {
		switch {
		case errs[i] == nil:
			n.bare = false
			kept = append(kept, n)
		case isGone(errs[i]): // it left while we read: nothing is missing
		default:
			g.unread(ctx)
		}
	}
	return kept
}

func (g *growth) unread(ctx context.Context) {
	g.stops.Unreadable++
	if ctx.Err() != nil {
		g.stops.Budget = true
	}
}

// choose cuts nodes, which are breadth first, down to the limit. The children of a large container beyond its
// first page are taken last; otherwise the order is that of reading.
func choose(nodes []Node, w Walk, stops *Stops) []Node {
	if len(nodes) <= w.Nodes {
		return nodes
	}
	stops.Nodes = true
	in := make(map[Ref]bool, len(nodes))
	kids := make(map[Ref][]int, len(nodes))
	for _, n := range nodes {
		in[n.Ref] = true
	}
	var tops []int
	for i, n := range nodes {
		if in[n.Parent] {
			kids[n.Parent] = append(kids[n.Parent], i)
		} else {
			tops = append(tops, i)
		}
	}
	keep := make([]bool, len(nodes))
	left := w.Nodes
	var later []int
	var take func(i int)
	take = func(i int) {
		if left == 0 {
			return
		}
		left--
		keep[i] = true
		below := kids[nodes[i].Ref]
		for at, k := range below {
			if len(below) > w.PageOver && at >= w.PageFirst {
				later = append(later, below[at:]...)
				break
			}
			take(k)
		}
	}
	for _, i := range tops {
		take(i)
	}
	for len(later) > 0 && left > 0 {
		i := later[0]
		later = later[1:]
		take(i)
	}
	out := make([]Node, 0, w.Nodes)
	for i, n := range nodes {
		if keep[i] {
			out = append(out, n)
		}
	}
	return out
}
