// Package x11 states plain facts about one X server and performs plain acts on it: windows, monitors, the
// keyboard layout, pointer and keys, the clipboard, pictures of the screen and reasons to look again.
//
// It promises that every act which the server refuses is reported, that an act which can be read back is read
// back, and that nothing it presses stays pressed: Input releases on every path, and a Guard process does so even
// after kill -9. A Conn may be used by several goroutines at once. Every wait has a bound: the context's, else a
// default named at the function; a server which stays silent for 30 s counts as gone.
//
// It never judges what an act achieved, knows nothing of accessibility, and reads no environment variable and
// no settings: the display and its authority file are arguments. All coordinates are pixels of the root window.
//
// Rough edges: one X screen per connection (the default one), TrueColor with 32 bits per pixel and little-endian
// byte order only, and X servers without the XKEYBOARD extension cannot be typed on.
package x11
