package bare

import "strconv"

// roles names the role numbers that the benches speak of, as AT-SPI's specification does.
var roles = map[uint32]string{7: "check box", 8: "check menu item", 11: "combo box", 16: "dialog", 20: "filler", 23: "frame",
	27: "image", 29: "label", 31: "list", 32: "list item", 33: "menu", 34: "menu bar", 35: "menu item", 37: "page tab",
	38: "page tab list", 39: "panel", 40: "password text", 41: "popup menu", 42: "progress bar", 43: "push button",
	44: "radio button", 45: "radio menu item", 48: "scroll bar", 51: "slider", 52: "spin button", 54: "status bar",
	55: "table", 56: "table cell", 61: "text", 62: "toggle button", 63: "tool bar", 69: "window", 75: "application",
	79: "entry", 85: "section", 88: "link", 98: "list box"}

func roleName(n uint32) string {
	if s, ok := roles[n]; ok {
		return s
	}
	return "role " + strconv.FormatUint(uint64(n), 10)
}
