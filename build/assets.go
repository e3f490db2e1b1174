// Package build holds what the installed binary needs of this folder, so that it can open a private desktop and run
// its fixtures on a machine without the source tree. It holds files and nothing else.
package build

import "embed"

// Assets are the private desktop's script and the fixture programs, with paths as in this folder.
//
//go:embed virtual-desktop.sh fixtures/*.py fixtures/page.html
var Assets embed.FS
