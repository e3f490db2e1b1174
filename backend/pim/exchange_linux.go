package pim

import "golang.org/x/sys/unix"

// exchange lets two files change places in one act.
func exchange(a, b string) error {
	return unix.Renameat2(unix.AT_FDCWD, a, unix.AT_FDCWD, b, unix.RENAME_EXCHANGE)
}
