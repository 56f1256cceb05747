//go:build !unix

package app

import "context"

// resizes tells of nothing: here no signal does. The size is looked at with every drawing.
func resizes(context.Context) <-chan struct{} { return nil }
