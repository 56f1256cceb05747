// Package fault makes an error of a panic, for those that must answer nevertheless: an agent's hook, a
// command line. It recovers nothing itself.
package fault

import (
	"fmt"
	"runtime"
	"strings"
)

// Of returns the error of a panic with value v, and the place in the program that panicked. It is called
// by the deferred function that recovered v, or by what that calls.
func Of(v any) error { return fmt.Errorf("panic: %v at %s", v, place()) }

// place is the function, file and line that panicked: the first after the runtime's own frames.
func place() string {
	var pcs [64]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])])
	for panicked := false; ; {
		f, more := frames.Next()
		own := strings.HasPrefix(f.Function, "runtime.")
		switch {
		case f.Function == "runtime.gopanic":
			panicked = true
		case panicked && !own:
			return fmt.Sprintf("%s (%s:%d)", f.Function, f.File[strings.LastIndexByte(f.File, '/')+1:], f.Line)
		}
		if !more {
			return "a place that is not known"
		}
	}
}
