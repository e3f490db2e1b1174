// Package store owns what Pace keeps on disk: where its folders are, the one SQLite file with its
// migrations, backups and repositories, and writing a file so that a reader sees the old or the new
// content and never half of it.
//
// It promises one writer at a time within a process (and, through SQLite's own lock, between
// processes), migrations that only go forward, and that a damaged file is never written to again
// until a person or the host asked for Restore. It never decides what to remember and never reads
// the clock: times come in from the caller.
package store
