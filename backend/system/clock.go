package system

import "context"

// Clock tells when the user's clock did not go on evenly: it was set, or the machine slept.
type Clock interface {
	Capability(ctx context.Context) Capability
	// Jumps is sent to after the clock jumped: a reason to look at it. It is closed when ctx ends; a value that nobody
	// waits for is dropped.
	Jumps(ctx context.Context) (<-chan struct{}, error)
}

// Files tells when a file was written to, by whichever process.
type Files interface {
	Capability(ctx context.Context) Capability
	// Changes is sent to after a file whose name begins like path was written, made or removed: a reason to look. A path
	// that ends with a separator means every file in that folder. The folder must exist. It is closed when ctx ends, or
	// the folder is no longer there; a value that nobody waits for is dropped.
	Changes(ctx context.Context, path string) (<-chan struct{}, error)
}
