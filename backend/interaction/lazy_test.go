package interaction

import (
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	dt "pace/backend/desktop/desktoptest"
	"pace/backend/proof"
)

// lateMenus is a bar of menus whose entries exist only while they are open, as in GTK 4.
type lateMenus struct {
	r      *rig
	bar    *dt.Control
	opened []string // every menu that was opened, in order
	top    []*dt.Control
	live   []*dt.Control // entries of open menus
}

func newLateMenus(r *rig) *lateMenus {
	m := &lateMenus{r: r, bar: r.win.Add(desktop.MenuBar, "", desktop.Enabled)}
	r.app.OnKey("escape", func(*dt.Control) { m.shut() })
	return m
}

// menu adds a menu to the bar, or below above; fill makes its entries when it opens.
func (m *lateMenus) menu(above *dt.Control, name string, fill func(menu *dt.Control)) *dt.Control {
	late := above != nil
	if !late {
		above = m.bar
	}
	item := above.Add(desktop.MenuItem, name, desktop.Enabled|desktop.Expandable, desktop.Press)
	if late {
		m.live = append(m.live, item)
	} else {
		m.top = append(m.top, item)
	}
	item.On(func(*dt.Control) {
		m.opened = append(m.opened, name)
		item.SetState(desktop.Expanded, true)
		fill(item)
	})
	return item
}

// entry adds an entry, which closes all menus when it is pressed.
func (m *lateMenus) entry(menu *dt.Control, name string, effects ...dt.Effect) {
	e := menu.Add(desktop.MenuItem, name, desktop.Enabled, desktop.Press)
	e.Add(desktop.Label, name+" in it", desktop.Enabled)
	m.live = append(m.live, e)
	e.On(append(effects, func(*dt.Control) { m.shut() })...)
}

// shut closes all menus; their entries cease to exist.
func (m *lateMenus) shut() {
	for _, c := range m.live {
		c.Vanish()
	}
	for _, c := range m.top {
		c.SetState(desktop.Expanded, false)
	}
	m.live = nil
}

func (m *lateMenus) open() bool { return len(m.live) > 0 }

func exports(r *rig) (m *lateMenus, status *dt.Control) {
	m = newLateMenus(r)
	status = r.win.Label("ready")
	m.menu(nil, "Edit", func(menu *dt.Control) { m.entry(menu, "Undo") })
	m.menu(nil, "File", func(menu *dt.Control) {
		m.menu(menu, "Export", func(sub *dt.Control) { m.entry(sub, "As text", dt.SetLabel(status, "exported")) })
		m.entry(menu, "Print", func(*dt.Control) {})
	})
	return m, status
}

func TestEntriesThatExistOnlyInAnOpenMenuAreLookedForThere(t *testing.T) {
	for name, target := range map[string]desktop.Target{
		"with its menu":    {Label: "As text", Container: "Export"},
		"by its name only": {Label: "As text"},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, r *rig) {
				m, status := exports(r)
				o := r.last(r.pressTarget(target))
				effect(t, proof.Confirmed, o)
				require.Equal(t, "exported", status.Name())
				require.Equal(t, []string{"Edit", "File", "Export"}, m.opened, "each once, the menu out of a menu while that is open")
				require.False(t, m.open())
				require.NotContains(t, o.Evidence()[len(o.Evidence())-1].What, "Edit", "what was opened in vain is no way to it")
			})
		})
	}
}

func TestMenusOpenedInVainAreClosed(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		m, _ := exports(r)
		o := r.press("Nowhere")
		require.Equal(t, proof.ReasonNotFound, o.Reason())
		require.ElementsMatch(t, []string{"Edit", "File", "Export"}, m.opened)
		require.False(t, m.open())
		effect(t, proof.Refused, r.last(o))
	})
}

func TestNoMenuIsOpenedToFindAField(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		m, _ := exports(r)
		require.Equal(t, proof.ReasonNotFound, r.typed("Nowhere", "x").Reason())
		require.Empty(t, m.opened)
	})
}

func TestAMenuThatClosesIsNoEvidence(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		exports(r)
		o := r.last(r.press("Print"))
		require.NotEqual(t, proof.Confirmed, o.Effect(), "%+v", o.Evidence())
		require.Equal(t, proof.ReasonNoEvidence, o.Reason())
	})
}
