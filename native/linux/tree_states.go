package linux

import (
	"pace/backend/desktop"
	"pace/native/linux/atspi"
)

// statePairs are states that mean the same on both sides.
var statePairs = []struct {
	native atspi.States
	state  desktop.State
}{
	{atspi.Sensitive, desktop.Enabled}, {atspi.Enabled, desktop.Enabled}, {atspi.Focused, desktop.Focused},
	{atspi.Focusable, desktop.Focusable}, {atspi.Editable, desktop.Editable}, {atspi.Checkable, desktop.Checkable},
	{atspi.Checked, desktop.Checked}, {atspi.Selectable, desktop.Selectable}, {atspi.Selected, desktop.Selected},
	{atspi.Expandable, desktop.Expandable}, {atspi.Expanded, desktop.Expanded}, {atspi.Pressed, desktop.Pressed},
	{atspi.Busy, desktop.Busy}, {atspi.MultiLine, desktop.MultiLine}, {atspi.Modal, desktop.Modal},
	{atspi.Active, desktop.Active}, {atspi.InvalidEntry, desktop.Invalid}, {atspi.ReadOnly, desktop.ReadOnly},
}

// stateOf translates native states. visible was decided by the toolkit's own rule.
func stateOf(n atspi.Node, role desktop.Role, visible bool) desktop.State {
	var s desktop.State
	for _, p := range statePairs {
		if n.States.Has(p.native) {
			s |= p.state
		}
	}
	if visible {
		s |= desktop.Visible
	}
	if role == desktop.CheckBox || role == desktop.Radio || n.Role == atspi.RoleCheckMenuItem || n.Role == atspi.RoleRadioMenuItem {
		s |= desktop.Checkable
	}
	if n.States.Has(atspi.Indeterminate) && s.Has(desktop.Checkable) {
		s |= desktop.Mixed
	}
	if role == desktop.Toggle && s.Has(desktop.Checked) {
		s |= desktop.Pressed
	}
	if role == desktop.Password {
		s |= desktop.Secure
	}
	if role == desktop.TextField && !s.Has(desktop.Editable) {
		s |= desktop.ReadOnly
	}
	return s
}

// eventStates translates the names that travel in state-changed signals.
var eventStates = map[string]string{
	"sensitive": "enabled", "enabled": "enabled", "showing": "visible", "visible": "visible", "focused": "focused",
	"focusable": "focusable", "editable": "editable", "checkable": "checkable", "checked": "checked", "indeterminate": "mixed",
	"selectable": "selectable", "selected": "selected", "expandable": "expandable", "expanded": "expanded", "pressed": "pressed",
	"busy": "busy", "multi-line": "multiline", "modal": "modal", "active": "active", "invalid-entry": "invalid", "read-only": "readonly",
}
