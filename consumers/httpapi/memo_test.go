package httpapi_test

import (
	"context"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/clawable/claw/consumers/httpapi"
)

// TestTheSameQuestionIsAskedOnceInAMoment asks again at once, later, about something else, after an append and
// together with others.
func TestTheSameQuestionIsAskedOnceInAMoment(t *testing.T) {
	var asked atomic.Int32
	begun, answer := make(chan struct{}, 1), make(chan struct{})
	together := false
	api, _ := newAPI(t, httpapi.DefaultLimits(), func(_ context.Context, _ httpapi.Question, w io.Writer) error {
		n := asked.Add(1)
		if together {
			begun <- struct{}{}
			<-answer
		}
		_, err := fmt.Fprintf(w, `{"n":%d}`, n)
		return err
	})
	log := emptyLog(t)
	api.Log = log
	now := time.Now()
	api.Now = func() time.Time { return now }
	ask := func(says, path, want string) {
		t.Helper()
		if got := get(t, api, path); got.Body.String() != want {
			t.Errorf("%s: %d %s, want %s", says, got.Code, got.Body, want)
		}
	}
	ask("the first", "/v1/lanes", `{"n":1}`)
	ask("again", "/v1/lanes", `{"n":1}`)
	ask("another question", "/v1/lanes?limit=7", `{"n":2}`)
	appended(t, log, streamOne, "a")
	ask("after an append", "/v1/lanes", `{"n":3}`)
	now = now.Add(100 * time.Millisecond)
	ask("100 ms later", "/v1/lanes", `{"n":4}`)
	now = now.Add(-time.Hour)
	ask("when the clock was set back", "/v1/lanes", `{"n":5}`)
	now, together = now.Add(2*time.Hour), true
	var running sync.WaitGroup
	running.Go(func() { ask("one of two", "/v1/lanes", `{"n":6}`) })
	<-begun
	running.Go(func() { ask("the other", "/v1/lanes", `{"n":6}`) })
	close(answer)
	running.Wait()
	now, answer = now.Add(80*time.Millisecond), make(chan struct{})
	running.Go(func() { ask("one of two, when the answer is aged", "/v1/lanes", `{"n":7}`) })
	<-begun
	ask("the other, which does not wait", "/v1/lanes", `{"n":6}`)
	close(answer)
	running.Wait()
	ask("after both", "/v1/lanes", `{"n":7}`)
	if n := asked.Load(); n != 7 {
		t.Errorf("the reader was asked %d times", n)
	}
}
