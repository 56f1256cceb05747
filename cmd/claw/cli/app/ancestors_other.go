//go:build !linux

package app

// ancestors cannot tell what runs above this process.
func ancestors() ([][]string, bool) { return nil, false }
