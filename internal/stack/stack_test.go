package stack_test

import (
	"testing"

	"github.com/clawable/claw/internal/stack"
)

func TestGrowTakesNothing(t *testing.T) {
	if n := testing.AllocsPerRun(10, stack.Grow); n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
}
