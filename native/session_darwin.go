package native

import (
	"pace/backend/system"
	"pace/native/darwin"
)

func session(Options) system.Session { return darwin.Session() }
