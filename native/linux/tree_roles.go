package linux

import (
	"pace/backend/desktop"
	"pace/native/linux/atspi"
)

// roleTable sorts AT-SPI roles into Pace's. What is missing is Other.
var roleTable = map[atspi.Role]desktop.Role{
	atspi.RoleApplication: desktop.Application,
	atspi.RoleFrame:       desktop.WindowRole, atspi.RoleWindow: desktop.WindowRole, atspi.RoleInternalFrame: desktop.WindowRole,
	atspi.RoleDialog: desktop.Dialog, atspi.RoleFileChooser: desktop.Dialog, atspi.RoleColorChooser: desktop.Dialog, atspi.RoleFontChooser: desktop.Dialog,
	atspi.RolePushButton: desktop.Button, atspi.RolePushButtonMenu: desktop.Button,
	atspi.RoleToggleButton: desktop.Toggle, roleSwitch: desktop.Toggle,
	atspi.RoleCheckBox: desktop.CheckBox, atspi.RoleRadioButton: desktop.Radio,
	atspi.RoleText: desktop.TextField, atspi.RoleEntry: desktop.TextField, atspi.RoleEditbar: desktop.TextField,
	atspi.RoleAutocomplete: desktop.TextField, atspi.RoleTerminal: desktop.TextField, atspi.RoleDateEditor: desktop.TextField,
	atspi.RolePasswordText: desktop.Password,
	atspi.RoleComboBox:     desktop.Combo,
	atspi.RoleList:         desktop.List, atspi.RoleListBox: desktop.List, atspi.RoleTree: desktop.List, atspi.RoleDescriptionList: desktop.List,
	atspi.RoleListItem: desktop.ListItem, atspi.RoleTreeItem: desktop.ListItem, atspi.RoleTableRow: desktop.ListItem,
	atspi.RoleTable: desktop.Table, atspi.RoleTreeTable: desktop.Table, atspi.RoleDocumentSpreadsheet: desktop.Table,
	atspi.RoleTableCell: desktop.Cell, atspi.RoleTableColumnHeader: desktop.Cell, atspi.RoleTableRowHeader: desktop.Cell,
	atspi.RoleColumnHeader: desktop.Cell, atspi.RoleRowHeader: desktop.Cell,
	atspi.RoleMenu: desktop.Menu, atspi.RolePopupMenu: desktop.Menu, atspi.RoleMenuBar: desktop.MenuBar,
	atspi.RoleMenuItem: desktop.MenuItem, atspi.RoleCheckMenuItem: desktop.MenuItem, atspi.RoleRadioMenuItem: desktop.MenuItem,
	atspi.RoleTearoffMenuItem: desktop.MenuItem,
	atspi.RoleLink:            desktop.Link, atspi.RolePageTabList: desktop.TabList, atspi.RolePageTab: desktop.Tab,
	atspi.RoleSlider: desktop.Slider, atspi.RoleDial: desktop.Slider, atspi.RoleSpinButton: desktop.SpinButton,
	atspi.RoleProgressBar: desktop.Progress, atspi.RoleLevelBar: desktop.Progress, atspi.RoleAnimation: desktop.Progress,
	atspi.RoleLabel: desktop.Label, atspi.RoleStatic: desktop.Label, atspi.RoleCaption: desktop.Label, atspi.RoleAcceleratorLabel: desktop.Label,
	atspi.RoleToolTip: desktop.Label, atspi.RoleHeading: desktop.Heading,
	atspi.RoleIcon: desktop.Image, atspi.RoleImage: desktop.Image, atspi.RoleDesktopIcon: desktop.Image, atspi.RoleImageMap: desktop.Image,
	atspi.RoleDocumentFrame: desktop.Document, atspi.RoleDocumentWeb: desktop.Document, atspi.RoleDocumentText: desktop.Document,
	atspi.RoleDocumentEmail: desktop.Document, atspi.RoleDocumentPresentation: desktop.Document, atspi.RoleHtmlContainer: desktop.Document,
	atspi.RolePanel: desktop.Group, atspi.RoleFiller: desktop.Group, atspi.RoleSection: desktop.Group, atspi.RoleGrouping: desktop.Group,
	atspi.RoleForm: desktop.Group, atspi.RoleScrollPane: desktop.Group, atspi.RoleViewport: desktop.Group, atspi.RoleSplitPane: desktop.Group,
	atspi.RoleLayeredPane: desktop.Group, atspi.RoleRootPane: desktop.Group, atspi.RoleGlassPane: desktop.Group, atspi.RolePage: desktop.Group,
	atspi.RoleArticle: desktop.Group, atspi.RoleLandmark: desktop.Group, atspi.RoleBlockQuote: desktop.Group, atspi.RoleFooter: desktop.Group,
	atspi.RoleHeader: desktop.Group, atspi.RoleParagraph: desktop.Group, atspi.RoleRedundantObject: desktop.Group, atspi.RoleEmbedded: desktop.Group,
	atspi.RoleOptionPane: desktop.Group, atspi.RoleTitleBar: desktop.Group, atspi.RoleExtended: desktop.Group,
	atspi.RoleScrollBar: desktop.ScrollBar, atspi.RoleToolBar: desktop.Toolbar, atspi.RoleStatusBar: desktop.StatusBar,
	atspi.RoleAlert: desktop.Alert, atspi.RoleNotification: desktop.Alert, atspi.RoleInfoBar: desktop.Alert,
}

// roleSwitch is newer than the table of names.
const roleSwitch atspi.Role = 130

func roleOf(n atspi.Node, topLevel bool) desktop.Role {
	r, ok := roleTable[n.Role]
	switch {
	case topLevel && n.Role == atspi.RoleAlert:
		return desktop.Dialog // a GTK message box
	case topLevel && (!ok || r == desktop.Group):
		return desktop.WindowRole
	case !ok:
		return desktop.Other
	}
	return r
}

// pressable are the roles that are there to be pressed.
func pressable(r desktop.Role) bool {
	switch r {
	case desktop.Button, desktop.Toggle, desktop.CheckBox, desktop.Radio, desktop.MenuItem, desktop.Menu, desktop.Link, desktop.Tab:
		return true
	}
	return false
}

// textual are the roles whose content is a text of their own.
func textual(r desktop.Role) bool {
	return r == desktop.TextField || r == desktop.SpinButton || r == desktop.Combo
}

// numeric are the roles whose value is a number.
func numeric(r desktop.Role) bool {
	return r == desktop.Slider || r == desktop.SpinButton || r == desktop.Progress || r == desktop.ScrollBar
}

// field are the roles that a label stands beside.
func field(r desktop.Role) bool {
	switch r {
	case desktop.TextField, desktop.Password, desktop.Combo, desktop.Slider, desktop.SpinButton, desktop.Progress, desktop.List, desktop.Table, desktop.Toggle, desktop.CheckBox:
		return true
	}
	return false
}
