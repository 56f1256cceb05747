//go:build !unix

package app

import "context"

// resizes reports nothing: this system has no signal for it. The size is read at every drawing.
func resizes(context.Context) <-chan struct{} { return nil }
