package linux

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"pace/backend/desktop"
	"pace/native/linux/atspi"
)

// toolkitOf tells the toolkit by what it calls itself.
func toolkitOf(name, version string) desktop.Toolkit {
	low := strings.ToLower(name)
	switch {
	case strings.Contains(low, "webkit"):
		return desktop.WebKit
	case strings.Contains(low, "chrom"), strings.Contains(low, "electron"):
		return desktop.Chromium
	case strings.HasPrefix(low, "gtk"), strings.Contains(low, "gail"):
		if strings.HasPrefix(version, "3.") || strings.HasPrefix(version, "2.") {
			return desktop.GTK3
		}
		return desktop.GTK4
	case strings.HasPrefix(low, "qt"):
		return desktop.Qt
	}
	return desktop.OtherToolkit
}

// quirks are what has to be known of one toolkit to read it rightly.
type quirks struct{ kit desktop.Toolkit }

// popover reports whether n may be a closed menu that claims to be visible, as in GTK 4. What is in it, often as
// much as the window holds, is not worth reading then.
func (q quirks) popover(n atspi.Node) bool {
	return q.kit == desktop.GTK4 && (n.Role == atspi.RoleMenu || n.Role == atspi.RolePopupMenu) &&
		n.States.Has(atspi.Visible) && n.Interfaces.Has(atspi.HasComponent)
}

// bar reports whether n is what holds the value of the scroll bar that it is in: a bar of GTK 4 has none itself, only the
// nameless box in it.
func (q quirks) bar(n atspi.Node, in *item) bool {
	return q.kit == desktop.GTK4 && in != nil && in.n.Role == atspi.RoleScrollBar && n.Role == atspi.RoleFiller && n.Interfaces.Has(atspi.HasValue)
}

// origin is where this toolkit's places count from.
func (q quirks) origin() atspi.Origin {
	if q.kit == desktop.GTK4 {
		return atspi.OfWindow
	}
	return atspi.OfScreen
}

// textUnits is how long s is in the units in which this toolkit takes lengths: bytes, UTF-16 or characters. A
// wrong one cuts the text, in Qt through the middle of a character. GTK 4 counts bytes in a text view and characters in
// an entry.
func (q quirks) textUnits(s string, multiLine bool) int {
	switch {
	case q.kit == desktop.GTK3 || q.kit == desktop.GTK4 && multiLine:
		return len(s)
	case q.kit == desktop.Qt:
		return len(utf16.Encode([]rune(s)))
	}
	return utf8.RuneCountInString(s)
}

// counts reports whether this toolkit counts places in a text in characters; Qt counts in UTF-16.
func (q quirks) counts() bool { return q.kit != desktop.Qt }

// places turns places that this toolkit gave into characters of text, and own the other way. One that is cut through the
// middle of a character becomes its beginning.
func (q quirks) places(text string, at ...int) []int { return q.convert(text, at, false) }
func (q quirks) own(text string, at ...int) []int    { return q.convert(text, at, true) }

func (q quirks) convert(text string, at []int, own bool) []int {
	if q.counts() {
		return at
	}
	out := slices.Clone(at)
	chars, units := 0, 0
	for _, r := range text {
		wide := max(1, utf16.RuneLen(r))
		for i, n := range at {
			switch {
			case own && n == chars:
				out[i] = units
			case !own && n >= units && n < units+wide:
				out[i] = chars
			}
		}
		chars, units = chars+1, units+wide
	}
	for i, n := range at {
		switch {
		case own && n >= chars:
			out[i] = units
		case !own && n >= units:
			out[i] = chars
		}
	}
	return out
}

// sight is what is known of an element's visibility before it was located.
type sight int

const (
	hidden   sight = iota
	doubtful       // it has to be located: scrolled away is visible, unmapped is not
	seen
	through // a box that says nothing of itself: as visible as what is in it
)

// sightOf judges n, whose parent is seen or doubtful. scrolled: some ancestor scrolls.
//
// GTK 4 sets SHOWING on windows only, and VISIBLE also on pages that are not in front. The others set SHOWING on
// what is on the screen; GTK 3 drops it from what is scrolled away, too, which leaves that and hidden pages alike.
func (q quirks) sightOf(n atspi.Node, scrolled bool) sight {
	visible, showing := n.States.Has(atspi.Visible), n.States.Has(atspi.Showing)
	switch {
	case n.Bounds != nil && !placed(*n.Bounds):
		return hidden
	case n.States == 0 && n.Role == atspi.RoleFiller, q.kit == desktop.WebKit && n.Role == atspi.RoleScrollPane && !visible:
		return through // the joints between a GTK window and the page in it
	case q.kit == desktop.GTK4 && visible:
		return doubtful
	case q.kit == desktop.GTK4:
		return hidden
	case showing:
		return seen
	case visible && (q.kit == desktop.Chromium || q.kit == desktop.WebKit):
		return seen // scrolled away in a page; what is hidden there has neither state
	case q.kit == desktop.GTK3 && visible && scrolled && !opens(n.Role):
		return doubtful
	}
	return hidden
}

// flowing makes an element of WebKit's texts: they stand in what they are in, with a placeholder for each element
// among them. A label is named by its text.
func (q quirks) flowing(it *item) {
	s := strings.Join(strings.Fields(strings.ReplaceAll(it.text, "\ufffc", " ")), " ")
	switch it.e.Role {
	case desktop.Label:
		if it.e.Name == "" {
			it.e.Name, it.e.NameFrom, it.e.Value = trimColon(s), desktop.NameOwn, ""
		}
	case desktop.Group, desktop.StatusBar, desktop.Alert:
		it.e.Value = capped(s)
	}
}

// redundant reports whether n only repeats what it is in: browsers make an element of every piece of text, also of
// the text that is a link's name, and of the bullet before a list item. In a page of 5,000 links that is half.
func (q quirks) redundant(n atspi.Node, in *item) bool {
	if in == nil {
		return false
	}
	if q.kit == desktop.WebKit && n.Role == atspi.RoleText {
		return in.n.Role == atspi.RoleListItem && !n.States.Has(atspi.Editable) // the bullet
	}
	if q.kit != desktop.Chromium && q.kit != desktop.WebKit || n.Role != atspi.RoleStatic {
		return false
	}
	switch roleTable[in.n.Role] {
	case desktop.ListItem:
		return n.Name == in.n.Name || in.n.Role == atspi.RoleListItem && !worded(n.Name)
	case desktop.Link, desktop.Button, desktop.Heading:
		return n.Name == in.n.Name
	}
	return false
}

// worded reports whether s says something: it holds a letter or a digit.
func worded(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) >= 0
}

// opens are the roles whose content is elsewhere until they open.
func opens(r atspi.Role) bool {
	return r == atspi.RoleMenu || r == atspi.RolePopupMenu || r == atspi.RoleWindow || r == atspi.RoleToolTip
}

func scrolls(r atspi.Role) bool {
	switch r {
	case atspi.RoleScrollPane, atspi.RoleViewport, atspi.RoleList, atspi.RoleListBox, atspi.RoleTree, atspi.RoleTable,
		atspi.RoleTreeTable, atspi.RoleDocumentWeb, atspi.RoleDocumentFrame:
		return true
	}
	return false
}

// placed tells whether extents are those of something that is mapped. GTK 3 gives the smallest integer for what
// is not.
func placed(r atspi.Rect) bool {
	return r.W > 0 && r.H > 0 && r.X != math.MinInt32 && r.Y != math.MinInt32
}

// unwrap mends places that went around: GTK 3 asks X where the window behind a long list is, X answers in 16 bits, and
// the row that shows at 600 of a list scrolled by 90,000 says 66,136. Only for what the toolkit says is on the screen:
// of the rest the true place may well be that far.
func (q quirks) unwrap(r atspi.Rect, s atspi.States) atspi.Rect {
	if q.kit == desktop.GTK3 && s.Has(atspi.Showing) {
		r.X, r.Y = int32(int16(r.X)), int32(int16(r.Y))
	}
	return r
}

// scrolledAway judges a GTK 3 element that is VISIBLE and not SHOWING. Its size is told, its place is not. Rows of
// a list are scrolled away; so is what lies in a box of which more is shown than one thing. Otherwise it may be the
// page of a stack that is not in front: hidden, lest something unseen is pressed.
func scrolledAway(it *item) bool {
	up := it.parent
	switch {
	case it.located && (it.rect.W <= 1 || it.rect.H <= 1):
		return false
	case up == nil || up.n.Role == atspi.RolePageTab:
		return up == nil
	case !up.n.States.Has(atspi.Showing):
		return true // as much as what it is in
	case it.e.Role == desktop.ListItem || it.e.Role == desktop.Cell:
		return true
	}
	shown := 0
	for _, k := range up.kids {
		if k.n.States.Has(atspi.Showing) {
			shown++
		}
	}
	return shown > 1 || up.n.Role == atspi.RoleViewport
}

// className reports whether an accessible name is only the class of the widget, as GTK 4 gives for nameless ones.
func (q quirks) className(s string) bool {
	if q.kit != desktop.GTK4 {
		return false
	}
	for _, p := range []string{"Gtk", "Adw", "Gdk", "Hdy"} {
		rest, ok := strings.CutPrefix(s, p)
		if ok && rest != "" && rest[0] >= 'A' && rest[0] <= 'Z' && !strings.ContainsAny(rest, " \t") {
			return true
		}
	}
	return false
}

// clean removes what a toolkit puts into names that nobody sees.
func (q quirks) clean(n atspi.Node) string {
	s := strings.Join(strings.Fields(n.Name), " ")
	switch {
	case q.className(s):
		return ""
	case q.kit == desktop.GTK4 && (n.Role == atspi.RolePageTab || n.Role == atspi.RolePanel) && s == "Tab",
		q.kit == desktop.GTK4 && n.Role == atspi.RolePageTabList && s == "Tab list":
		return "" // what GtkNotebook calls all of them
	case q.kit == desktop.GTK4 && n.Role == atspi.RoleFiller && camel(s):
		return "" // the class of a widget that the program made itself
	case q.kit == desktop.Qt && (n.Role == atspi.RoleComboBox || n.Role == atspi.RolePageTabList):
		return "" // what is chosen in it
	}
	return s
}

// camel reports whether s looks like the name of a class: one word of several capitalised ones.
func camel(s string) bool {
	capitals := 0
	for i, r := range s {
		switch {
		case r == ' ' || i == 0 && (r < 'A' || r > 'Z'):
			return false
		case r >= 'A' && r <= 'Z':
			capitals++
		}
	}
	return capitals > 1
}

// undouble mends GTK 4's habit of giving a button its label twice ("7 7", "_Save as Save as"); label is what the
// button shows.
func undouble(name, label string) string {
	if label == "" || name == label {
		return name
	}
	first, ok := strings.CutSuffix(name, " "+label)
	if ok && (first == label || unmnemonic(first) == label) {
		return label
	}
	return name
}

// unmnemonic removes the underscore that marks a key in menus and buttons; a double one stands for one.
func unmnemonic(s string) string {
	i := strings.IndexByte(s, '_')
	if i < 0 || i == len(s)-1 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '_' && i+1 < len(s) {
			i++
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// mnemonic reports whether the underscore in a control's name marks a key: one only, before a letter, in a role
// that has such marks, and not in what looks like an identifier.
func mnemonic(r desktop.Role, s string) bool {
	if !pressable(r) || strings.Count(s, "_") != 1 {
		return false
	}
	i := strings.IndexByte(s, '_')
	if i == len(s)-1 {
		return false
	}
	next, _ := utf8.DecodeRuneInString(s[i+1:])
	return next != ' ' && (i == 0 || s[i-1] == ' ' || r == desktop.MenuItem)
}

// hint removes the key in brackets from a tooltip ("Undo [Ctrl+Z]").
func hint(desc string) string {
	s := strings.Join(strings.Fields(desc), " ")
	if i := strings.LastIndex(s, " ["); i > 0 && strings.HasSuffix(s, "]") {
		s = s[:i]
	}
	if len(s) > 80 {
		return ""
	}
	return s
}

// secretWords mark text fields that hold a secret although their toolkit does not say so: a GTK 4 entry with
// hidden characters has the role of any other and gives out its plain content.
var secretWords = []string{"password", "passwort", "passphrase", "kennwort", "mot de passe", "contraseña", "wachtwoord", "senha", "пароль", "パスワード", "密码"}

func secretName(s string) bool {
	low := strings.ToLower(s)
	for _, w := range secretWords {
		if strings.Contains(low, w) {
			return true
		}
	}
	return low == "pin" || strings.HasPrefix(low, "pin ") || strings.HasSuffix(low, " pin")
}

// askActions asks what an object can do. WebKitGTK never answers the question for the whole list; all it has is one.
func (q quirks) askActions(b *atspi.Batch, r atspi.Ref, out *[]atspi.Action) {
	if q.kit == desktop.WebKit {
		*out = make([]atspi.Action, 1)
		b.ActionName(r, 0, &(*out)[0].Name, nil)
		return
	}
	b.Actions(r, out, nil)
}

// actions names what a toolkit left without a name or names misleadingly. Chromium lists the default action first,
// then the context menu, and gives their names only one by one. What Qt calls pressing a row only selects it.
func (q quirks) actions(r desktop.Role, acts []atspi.Action) []atspi.Action {
	if q.kit == desktop.Qt && (r == desktop.ListItem || r == desktop.Cell) {
		for i := range acts {
			acts[i].Name = "select only"
		}
	}
	if q.kit == desktop.Chromium {
		for i, name := range []string{"click", "showContextMenu"} {
			if i < len(acts) && acts[i].Name == "" {
				acts[i].Name = name
			}
		}
	}
	return acts
}

// pressNames are what toolkits call the default action, best first. Others ("menu", "expand or contract",
// "clipboard.copy") are no press.
var pressNames = []string{"click", "press", "activate", "toggle", "jump", "dodefault", "open", "link", "check", "uncheck", "select", "click ancestor", "clickancestor"}

// pressIndex finds the action that presses, or -1.
func pressIndex(r desktop.Role, acts []atspi.Action) int {
	if r == desktop.TextField || r == desktop.Password || r == desktop.SpinButton || r == desktop.WindowRole || r == desktop.Dialog {
		return -1 // "activate" of a field sends its form
	}
	for _, want := range pressNames {
		for i, a := range acts {
			if strings.EqualFold(a.Name, want) {
				return i
			}
		}
	}
	// One action of unknown or translated name on something that is there to be pressed is the press.
	if len(acts) == 1 && (pressable(r) || acts[0].Name == "" && r != desktop.Label) && !strings.Contains(acts[0].Name, ".") {
		return 0
	}
	return -1
}

// actionIndex finds an action by any of the names, or -1.
func actionIndex(acts []atspi.Action, names ...string) int {
	for _, want := range names {
		for i, a := range acts {
			if strings.EqualFold(a.Name, want) {
				return i
			}
		}
	}
	return -1
}

var (
	expandNames   = []string{"expand", "expand or contract", "open"}
	collapseNames = []string{"collapse", "expand or contract", "close"}
	menuNames     = []string{"showmenu", "showcontextmenu", "show menu", "menu", "show-menu", "popup", "menu.popup"}
)
