package pim

import "golang.org/x/sys/unix"

// exchange lets two files change places in one act.
func exchange(a, b string) error {
	return unix.RenamexNp(a, b, unix.RENAME_SWAP)
}
