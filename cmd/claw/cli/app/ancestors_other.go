//go:build !linux

package app

// ancestors cannot determine what runs above this process on this system.
func ancestors() ([][]string, bool) { return nil, false }
