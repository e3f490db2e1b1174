package native

import (
	"pace/backend/system"
	"pace/native/linux"
)

func session(o Options) system.Session { return linux.Session(options(o)) }
