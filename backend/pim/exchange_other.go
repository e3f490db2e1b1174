//go:build !linux && !darwin

package pim

import "errors"

// exchange is not known here.
func exchange(a, b string) error { return errors.ErrUnsupported }
