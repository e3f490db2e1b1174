// Package settings owns what the user can choose: one table of rows and the file settings.json.
//
// It promises that a getter always gives a value within the row's bounds, that one bad value (or a
// broken file) falls back to the default and is reported without hiding the others, and that keys it
// does not know survive a write. Secrets never live here. Methods may be called from any goroutine.
package settings
