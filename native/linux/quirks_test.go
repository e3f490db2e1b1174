package linux

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	"pace/native/linux/atspi"
)

func TestToolkitsAreKnownByWhatTheyCallThemselves(t *testing.T) {
	for _, row := range []struct {
		name, version string
		want          desktop.Toolkit
	}{
		{"gtk", "3.24.38", desktop.GTK3}, {"gtk", "2.24.33", desktop.GTK3}, {"GTK", "4.8.3", desktop.GTK4}, {"GTK", "4.18", desktop.GTK4},
		{"Qt", "5.15.8", desktop.Qt}, {"Chromium", "156", desktop.Chromium}, {"WebKitGTK", "2.50.6", desktop.WebKit},
		{"WebKitGtk", "", desktop.WebKit}, {"Gecko", "128", desktop.OtherToolkit}, {"", "", desktop.OtherToolkit},
	} {
		require.Equal(t, row.want, toolkitOf(row.name, row.version), "%s %s", row.name, row.version)
	}
}

func TestNamesThatNobodySeesAreEmptied(t *testing.T) {
	for _, row := range []struct {
		kit  desktop.Toolkit
		role atspi.Role
		name string
		want string
	}{
		{desktop.GTK4, atspi.RolePushButton, "GtkButton", ""},
		{desktop.GTK4, atspi.RoleText, "AdwEntryRow", ""},
		{desktop.GTK4, atspi.RolePushButton, "Gtk is nice", "Gtk is nice"},
		{desktop.GTK4, atspi.RolePushButton, "Gtk", "Gtk"},
		{desktop.GTK3, atspi.RolePushButton, "GtkButton", "GtkButton"},
		{desktop.GTK4, atspi.RoleFiller, "HistoryView", ""},
		{desktop.GTK4, atspi.RoleFiller, "History", "History"},
		{desktop.GTK4, atspi.RolePushButton, "HistoryView", "HistoryView"},
		{desktop.GTK4, atspi.RolePageTab, "Tab", ""},
		{desktop.GTK3, atspi.RolePageTab, "Tab", "Tab"},
		{desktop.Qt, atspi.RoleComboBox, "Red", ""},
		{desktop.GTK3, atspi.RoleLabel, " two\n lines ", "two lines"},
	} {
		require.Equal(t, row.want, quirks{row.kit}.clean(atspi.Node{Role: row.role, Name: row.name}), "%s %s", row.kit, row.name)
	}
}

func TestDoubledNamesAreSaidOnce(t *testing.T) {
	for _, row := range [][3]string{
		{"7 7", "7", "7"}, {"_Save as Save as", "Save as", "Save as"}, {"mod mod", "mod", "mod"},
		{"no no", "", "no no"}, {"no no", "no no", "no no"}, {"bye bye", "hello", "bye bye"}, {"7", "7", "7"}, {"very good", "good", "very good"},
	} {
		require.Equal(t, row[2], undouble(row[0], row[1]), "%v", row)
	}
}

func TestMnemonicMarksAreRemovedFromControlsOnly(t *testing.T) {
	require.Equal(t, "Save", unmnemonic("_Save"))
	require.Equal(t, "Exit", unmnemonic("E_xit"))
	require.Equal(t, "a_b", unmnemonic("a__b"))
	require.Equal(t, "end_", unmnemonic("end_"))
	require.True(t, mnemonic(desktop.Button, "_Save"))
	require.True(t, mnemonic(desktop.Button, "Save _As"))
	require.True(t, mnemonic(desktop.MenuItem, "E_xit"))
	require.False(t, mnemonic(desktop.Button, "file_name"), "what looks like an identifier")
	require.False(t, mnemonic(desktop.Button, "a_b_c"))
	require.False(t, mnemonic(desktop.Label, "_Save"))
	require.False(t, mnemonic(desktop.Button, "end_"))
	require.False(t, mnemonic(desktop.Button, "_ x"))
}

func TestATooltipNamesWithoutItsKey(t *testing.T) {
	require.Equal(t, "Undo", hint("Undo [Ctrl+Z]"))
	require.Equal(t, "Start Group", hint("Start Group [(]"))
	require.Equal(t, "plain", hint(" plain "))
	require.Empty(t, hint("This is a whole explanation of what will happen when the button is pressed, and why."))
}

func TestFieldsNamedLikeSecretsAreSecrets(t *testing.T) {
	for _, s := range []string{"Password", "Neues Passwort", "Passphrase:", "PIN", "PIN code", "SIM PIN", "Contraseña"} {
		require.True(t, secretName(s), s)
	}
	for _, s := range []string{"Name", "Shipping", "Pinboard", "Spinning", ""} {
		require.False(t, secretName(s), s)
	}
}

func TestThePressIsChosenAmongActions(t *testing.T) {
	acts := func(names ...string) []atspi.Action {
		var out []atspi.Action
		for _, n := range names {
			out = append(out, atspi.Action{Name: n})
		}
		return out
	}
	for _, row := range []struct {
		role desktop.Role
		acts []atspi.Action
		want int
	}{
		{desktop.Button, acts("click"), 0},
		{desktop.Button, acts("menu", "Press"), 1},
		{desktop.CheckBox, acts("SetFocus", "Toggle"), 1},
		{desktop.Cell, acts("expand or contract", "edit", "activate"), 2},
		{desktop.Cell, acts("expand or contract"), -1},
		{desktop.Button, acts("Klicken"), 0},
		{desktop.Group, acts("Klicken"), -1},
		{desktop.Image, acts(""), 0},
		{desktop.Label, acts("clipboard.copy"), -1},
		{desktop.Button, acts("win.close"), -1},
		{desktop.TextField, acts("activate"), -1},
		{desktop.WindowRole, acts("default.activate", "activate"), -1},
		{desktop.Button, nil, -1},
	} {
		require.Equal(t, row.want, pressIndex(row.role, row.acts), "%s %v", row.role, row.acts)
	}
	require.Equal(t, 1, actionIndex(acts("click", "Expand"), expandNames...))
	require.Equal(t, -1, actionIndex(acts("click"), expandNames...))
	require.Equal(t, "showContextMenu", quirks{desktop.Chromium}.actions(desktop.Button, acts("", ""))[1].Name)
}

func TestLengthsAreCountedInTheToolkitsUnits(t *testing.T) {
	const s = "aü🙂"
	require.Equal(t, 7, quirks{desktop.GTK3}.textUnits(s, false))
	require.Equal(t, 4, quirks{desktop.Qt}.textUnits(s, false))
	require.Equal(t, 3, quirks{desktop.GTK4}.textUnits(s, false))
	require.Equal(t, 7, quirks{desktop.GTK4}.textUnits(s, true), "a text view of GTK 4")
}

func TestVisibilityFollowsTheToolkitsRule(t *testing.T) {
	const show, visible = atspi.Showing | atspi.Visible, atspi.Visible
	for _, row := range []struct {
		kit      desktop.Toolkit
		states   atspi.States
		role     atspi.Role
		scrolled bool
		want     sight
	}{
		{desktop.GTK3, show, atspi.RolePushButton, false, seen},
		{desktop.GTK3, visible, atspi.RolePushButton, false, hidden},
		{desktop.GTK3, visible, atspi.RoleListItem, true, doubtful},
		{desktop.GTK3, visible, atspi.RoleMenu, true, hidden},
		{desktop.GTK4, visible, atspi.RolePushButton, false, doubtful},
		{desktop.GTK4, 0, atspi.RolePushButton, false, hidden},
		{desktop.Qt, visible, atspi.RolePushButton, true, hidden},
		{desktop.Chromium, visible, atspi.RoleLink, false, seen},
		{desktop.Chromium, 0, atspi.RoleLink, true, hidden},
	} {
		got := quirks{row.kit}.sightOf(atspi.Node{States: row.states, Role: row.role}, row.scrolled)
		require.Equal(t, row.want, got, "%+v", row)
	}
	require.False(t, placed(atspi.Rect{X: math.MinInt32, Y: math.MinInt32, W: 10, H: 10}))
	require.False(t, placed(atspi.Rect{W: 0, H: 3}))
	require.True(t, placed(atspi.Rect{X: -5, W: 1, H: 3}))
}

func TestWhatIsScrolledAwayIsToldFromTheHiddenPageOfAStack(t *testing.T) {
	box := func(role atspi.Role, kids ...atspi.States) *item {
		b := &item{n: atspi.Node{Role: role, States: atspi.Showing}}
		for _, s := range kids {
			b.kids = append(b.kids, &item{n: atspi.Node{States: s}, parent: b, located: true, rect: atspi.Rect{W: 50, H: 20}})
		}
		return b
	}
	last := func(b *item) *item { return b.kids[len(b.kids)-1] }
	require.True(t, scrolledAway(last(box(atspi.RolePanel, atspi.Showing, atspi.Showing, 0))))
	require.False(t, scrolledAway(last(box(atspi.RolePanel, atspi.Showing, 0))), "it may be a stack")
	require.True(t, scrolledAway(last(box(atspi.RoleViewport, 0))))
	require.False(t, scrolledAway(last(box(atspi.RolePageTab, atspi.Showing, atspi.Showing, 0))))
	row := last(box(atspi.RoleList, 0))
	row.e.Role = desktop.ListItem
	require.True(t, scrolledAway(row))
	row.rect = atspi.Rect{W: 1, H: 1}
	require.False(t, scrolledAway(row), "never laid out")
}

func TestPlacesThatWentAroundInX11AreMendedOnlyForWhatIsOnTheScreen(t *testing.T) {
	q := quirks{kit: desktop.GTK3}
	shown, hidden := atspi.Showing, atspi.Visible
	require.Equal(t, atspi.Rect{X: 521, Y: 600, W: 318, H: 21}, q.unwrap(atspi.Rect{X: 521, Y: 66136, W: 318, H: 21}, shown))
	require.Equal(t, atspi.Rect{X: -20, Y: 600, W: 318, H: 21}, q.unwrap(atspi.Rect{X: -20, Y: 600, W: 318, H: 21}, shown))
	far := atspi.Rect{X: 521, Y: 66136, W: 318, H: 21}
	require.Equal(t, far, q.unwrap(far, hidden))
	require.Equal(t, far, quirks{kit: desktop.Qt}.unwrap(far, shown))
}
