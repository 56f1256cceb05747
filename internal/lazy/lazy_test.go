package lazy_test

import (
	"sync"
	"sync/atomic"
	"testing"

	"github.com/clawable/claw/internal/lazy"
)

func TestAValueIsMadeOnce(t *testing.T) {
	var calls atomic.Int32
	v := lazy.Value[int32]{Make: func() int32 { return calls.Add(1) }}
	if calls.Load() != 0 {
		t.Fatal("it was made before it was needed")
	}
	var users sync.WaitGroup
	for range 8 {
		users.Go(func() {
			if got := v.Get(); got != 1 {
				t.Errorf("Get returned %d, want 1", got)
			}
		})
	}
	users.Wait()
}

func TestAnExpressionIsCompiledOnce(t *testing.T) {
	r := lazy.Regexp{Expr: `^a+$`}
	if first := r.Get(); first != r.Get() || !first.MatchString("aaa") || first.MatchString("b") {
		t.Error("it is compiled anew, or is another one")
	}
}
