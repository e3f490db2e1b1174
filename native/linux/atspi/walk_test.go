package atspi

import (
	"context"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"
	"github.com/stretchr/testify/require"
)

// all keeps and follows everything within the usual bounds.
func all() Walk {
	return Walk{Nodes: 3000, Depth: 60, PageOver: 200, PageFirst: 60, Whole: true, Visit: func(Node) (bool, bool) { return true, true }}
}

func names(nodes []Node) []string {
	var out []string
	for _, n := range nodes {
		if n.Name != "" {
			out = append(out, n.Name)
		}
	}
	return out
}

func TestATreeIsTheSameFromEitherFormOfCacheAndWithoutOne(t *testing.T) {
	var want []string
	for i, form := range []string{"", "empty", "new", "old", "", "new"} {
		c, p := desk(t, forest(5)...)
		p.set(func() { p.cache, p.whole = form, i > 3 })
		nodes, stops, err := c.Tree(t.Context(), Root(p.bus), all())
		require.NoError(t, err, form)
		require.Equal(t, Stops{}, stops, form)
		got := names(nodes)
		if want == nil {
			want = got
		}
		require.Equal(t, want, got, "cache %q", form)
		require.Equal(t, []string{"fake", "Window", "Last", "Row 0", "Row 1", "Row 2", "Row 3", "Row 4"}, got)
		for i, n := range nodes[4:] {
			require.Equal(t, i, n.Index)
			require.Equal(t, p.ref("/x/list"), n.Parent)
		}
	}
}

func TestACacheSparesTheQuestionsItAnswers(t *testing.T) {
	c, p := desk(t, forest(100)...)
	p.set(func() { p.cache = "new" })
	_, _, err := c.Tree(t.Context(), Root(p.bus), all())
	require.NoError(t, err)
	require.Equal(t, 1, p.times("Cache.GetItems"))
	require.Zero(t, p.times("Accessible.GetChildren"))
	require.Equal(t, 1, p.times("Accessible.GetRole"), "only the root is asked")
}

func TestACacheThatComesALittleLaterIsWaitedFor(t *testing.T) {
	c, p := desk(t, forest(50)...)
	p.set(func() { p.cache, p.late = "new", 3 })
	_, stops, err := c.Tree(t.Context(), Root(p.bus), all())
	require.NoError(t, err)
	require.Equal(t, Stops{}, stops)
	require.Equal(t, 4, p.times("Cache.GetItems"))
	require.Zero(t, p.times("Accessible.GetChildren"))
}

func TestOneMessageGivesWhatThreeWouldWhereTheProgramKnowsIt(t *testing.T) {
	c, p := desk(t, forest(20)...)
	p.set(func() { p.whole = true })
	_, _, err := c.Tree(t.Context(), Root(p.bus), all())
	require.NoError(t, err)
	require.Equal(t, 24, p.times("Properties.GetAll"), "once to find out, once for each but the root")
	require.LessOrEqual(t, p.times("Properties.Get ChildCount"), 1)
}

func TestAProgramThatMayCrashAtItIsNeverAskedForAllProperties(t *testing.T) {
	c, p := desk(t, forest(20)...)
	p.set(func() { p.whole = true })
	w := all()
	w.Whole = false
	_, _, err := c.Tree(t.Context(), Root(p.bus), w)
	require.NoError(t, err)
	require.Zero(t, p.times("Properties.GetAll"))
}

func TestWhatACacheLacksIsAskedFor(t *testing.T) {
	things := forest(5)
	things[2].count = 5
	c, p := desk(t, things...)
	p.set(func() { p.cache = "new" })
	// The cache lists it under nothing, as GTK does with what it makes lazily.
	p.set(func() { p.things["/x/row3"].parent = "" })
	nodes, stops, err := c.Tree(t.Context(), Root(p.bus), all())
	require.NoError(t, err)
	require.Equal(t, Stops{}, stops)
	require.Contains(t, names(nodes), "Row 3")
	require.Equal(t, 1, p.times("Accessible.GetChildren"))
}

func TestALargeContainerIsReadInPartAndNeverAskedForAllChildren(t *testing.T) {
	for _, announced := range []int{201, 5000, 1 << 30} {
		things := forest(300)
		things[2].count = announced
		c, p := desk(t, things...)
		nodes, stops, err := c.Tree(t.Context(), Root(p.bus), all())
		require.NoError(t, err)
		require.Equal(t, Stops{Paged: true}, stops)
		require.Len(t, nodes, 4+60)
		require.Equal(t, 2, p.times("Accessible.GetChildren"), "the root and the window, not the list")
		require.Equal(t, 60, p.times("Accessible.GetChildAtIndex"))
	}
}

func TestTheLimitOfNodesIsTakenFromLongListsFirst(t *testing.T) {
	c, p := desk(t, forest(500)...)
	p.set(func() { p.cache = "new" })
	w := all()
	w.Nodes = 100
	nodes, stops, err := c.Tree(t.Context(), Root(p.bus), w)
	require.NoError(t, err)
	require.Equal(t, Stops{Nodes: true}, stops)
	require.Len(t, nodes, 100)
	require.Contains(t, names(nodes), "Last", "what comes after the list is kept")
	require.Contains(t, names(nodes), "Row 95")
	require.NotContains(t, names(nodes), "Row 96")
}

func TestDepthIsBoundedAndTold(t *testing.T) {
	c, p := desk(t, forest(3)...)
	w := all()
	w.Depth = 1
	nodes, stops, err := c.Tree(t.Context(), Root(p.bus), w)
	require.NoError(t, err)
	require.True(t, stops.Nodes)
	require.Equal(t, []string{"fake", "Window"}, names(nodes))
}

func TestAnObjectUnderItselfEndsTheWalk(t *testing.T) {
	things := forest(2)
	things[4].kids = []string{"/x/win"}
	c, p := desk(t, things...)
	nodes, _, err := c.Tree(t.Context(), Root(p.bus), all())
	require.NoError(t, err)
	require.Len(t, nodes, 6)
}

func TestObjectsThatDoNotAnswerAreCounted(t *testing.T) {
	c, p := desk(t, forest(3)...)
	p.set(func() { p.silent["/x/row1 Accessible.GetState"] = true })
	p.set(func() { delete(p.things, "/x/row2") }) // gone: not missing
	nodes, stops, err := c.Tree(t.Context(), Root(p.bus), all())
	require.NoError(t, err)
	require.Equal(t, Stops{Unreadable: 1}, stops)
	require.Equal(t, []string{"fake", "Window", "Last", "Row 0"}, names(nodes))
}

func TestABudgetThatRunsOutIsToldWithWhatWasRead(t *testing.T) {
	c, p := desk(t, forest(3)...)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	w := all()
	w.Visit = func(n Node) (bool, bool) {
		if n.Name == "Window" {
			cancel() // the time is over while the window is being looked at
		}
		return true, true
	}
	nodes, stops, err := c.Tree(ctx, Root(p.bus), w)
	require.NoError(t, err)
	require.True(t, stops.Budget)
	require.Equal(t, []string{"fake", "Window"}, names(nodes))
}

func TestAMalformedCacheIsToldAndReadingGoesOnWithoutIt(t *testing.T) {
	c, p := desk(t, forest(2)...)
	p.set(func() { p.cache = "broken" })
	nodes, stops, err := c.Tree(t.Context(), Root(p.bus), all())
	require.NoError(t, err)
	require.Equal(t, Stops{Cache: true}, stops)
	require.Contains(t, names(nodes), "Row 1")
}

func TestAHungProgramIsAnErrorAndCostsTheNextCallNothing(t *testing.T) {
	c, p := desk(t, forest(2)...)
	require.NoError(t, c.Register(t.Context()))
	p.freeze()
	_, _, err := c.Tree(t.Context(), Root(p.bus), all())
	require.ErrorIs(t, err, ErrHung)
	sent := c.Calls()
	_, _, err = c.Tree(t.Context(), Root(p.bus), all())
	require.ErrorIs(t, err, ErrHung)
	require.Equal(t, sent, c.Calls(), "nothing was sent to it")
}

func TestAPageIsReadWithoutTheRest(t *testing.T) {
	c, p := desk(t, forest(500)...)
	refs := make([]Ref, 3)
	b := c.NewBatch(t.Context())
	for i := range refs {
		b.Child(p.ref("/x/list"), 400+i, &refs[i], nil)
	}
	b.Run()
	nodes, _, err := c.Below(t.Context(), p.ref("/x/list"), 400, refs, all())
	require.NoError(t, err)
	require.Equal(t, []string{"Row 400", "Row 401", "Row 402"}, names(nodes))
	require.Equal(t, 401, nodes[1].Index)
	require.Zero(t, p.times("Cache.GetItems"))
}

func TestThePartOfAnotherProgramIsReadFromItsOwnCache(t *testing.T) {
	address := startBus(t)
	page := startProgram(t, address,
		&thing{path: RootPath, role: RoleApplication, kids: []string{"/page"}},
		&thing{path: "/page", role: RoleDocumentWeb, name: "Page", kids: []string{"/link"}},
		&thing{path: "/link", parent: "/page", role: RoleLink, name: "Link"})
	page.set(func() { page.cache = "new" })
	reply, err := page.conn.RequestName("x.page", 0)
	require.NoError(t, err)
	require.Equal(t, dbus.RequestNameReplyPrimaryOwner, reply)
	things := forest(0)
	things[2].kids, things[2].unlisted = []string{"x.page/page"}, true
	window := startProgram(t, address, things...)
	window.set(func() { window.cache = "new" })
	startRegistry(t, address, window, page)
	c := dial(t, address)
	nodes, stops, err := c.Tree(t.Context(), Root(window.bus), all())
	require.NoError(t, err)
	require.Equal(t, Stops{}, stops)
	require.Subset(t, names(nodes), []string{"Page", "Link", "Last"})
	require.Equal(t, 1, page.times("Cache.GetItems"))
	require.Equal(t, page.bus, nodes[len(nodes)-1].Ref.Bus, "under its unique name, as in its signals")
}

func TestCallsNeverOutliveTheCallersTime(t *testing.T) {
	c, p := desk(t, forest(1)...)
	p.freeze()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	err := c.DoAction(ctx, p.ref("/x/last"), 0).Wait()
	require.ErrorIs(t, err, ErrUnanswered)
	require.Equal(t, pass, c.brk.ask(p.bus), "ten milliseconds of silence condemn nobody")
}
