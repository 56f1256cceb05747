package fault_test

import (
	"strings"
	"testing"

	"github.com/clawable/claw/internal/fault"
)

// TestAPanicIsAnErrorOfItsPlace holds that the error of a panic names the function that panicked, also
// where the runtime itself did.
func TestAPanicIsAnErrorOfItsPlace(t *testing.T) {
	for name, c := range map[string]struct {
		run  func()
		says string
	}{
		"a call of panic":         {func() { panics("no such lane") }, "panic: no such lane at github.com/clawable/claw/internal/fault_test.panics (fault_test.go:"},
		"an index out of range":   {func() { _ = indexed(nil) }, "index out of range [0] with length 0 at github.com/clawable/claw/internal/fault_test.indexed (fault_test.go:"},
		"a pointer that is nil":   {func() { _ = pointed(nil) }, "nil pointer dereference at github.com/clawable/claw/internal/fault_test.pointed (fault_test.go:"},
		"after a nested recovery": {func() { _ = recovered(func() { panics("inner") }); panics("outer") }, "panic: outer at "},
	} {
		t.Run(name, func(t *testing.T) {
			if err := recovered(c.run); err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("got %v, want %q", err, c.says)
			}
		})
	}
}

func recovered(run func()) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fault.Of(v)
		}
	}()
	run()
	return nil
}

//go:noinline
func panics(v string) { panic(v) }

//go:noinline
func indexed(list []int) int { return list[0] }

//go:noinline
func pointed(n *int) int { return *n }
