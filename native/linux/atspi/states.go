package atspi

// States is the set of an object's states, one bit for each AT-SPI state number.
type States uint64

// State numbers of AT-SPI 2, as bits.
const (
	Active        States = 1 << 1
	Busy          States = 1 << 3
	Checked       States = 1 << 4
	Collapsed     States = 1 << 5
	Defunct       States = 1 << 6
	Editable      States = 1 << 7
	Enabled       States = 1 << 8
	Expandable    States = 1 << 9
	Expanded      States = 1 << 10
	Focusable     States = 1 << 11
	Focused       States = 1 << 12
	Modal         States = 1 << 16
	MultiLine     States = 1 << 17
	Pressed       States = 1 << 20
	Selectable    States = 1 << 22
	Selected      States = 1 << 23
	Sensitive     States = 1 << 24
	Showing       States = 1 << 25
	SingleLine    States = 1 << 26
	Visible       States = 1 << 30
	ManagesDesc   States = 1 << 31
	Indeterminate States = 1 << 32
	InvalidEntry  States = 1 << 36
	Checkable     States = 1 << 41
	HasPopup      States = 1 << 42
	ReadOnly      States = 1 << 43
)

// Has reports whether all of x are set.
func (s States) Has(x States) bool { return s&x == x }

func statesOf(words []uint32) States {
	var s States
	if len(words) > 0 {
		s = States(words[0])
	}
	if len(words) > 1 {
		s |= States(words[1]) << 32
	}
	return s
}
