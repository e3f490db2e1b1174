package native

import "pace/backend/system"

// Session gives what the user's desktop session offers beside its screen. Nothing is connected before it is used, and
// what can't be had says so by its capability.
func Session(o Options) system.Session { return session(o) }
