package sinkcmd_test

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
	"github.com/clawable/claw/fixtures"
)

// process starts projector sink run as a separate process, in the home of a world. idle is closed when it
// has nothing more to send, or ended.
func process(t *testing.T, w *clitest.World) (run *exec.Cmd, idle <-chan struct{}) {
	t.Helper()
	run = command(t, w, "sink", "run", "--log", w.Log(), "--json")
	out, err := run.StdoutPipe()
	if err == nil {
		err = run.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for lines := bufio.NewScanner(out); lines.Scan(); {
			if strings.Contains(lines.Text(), `"state":"current"`) {
				return
			}
		}
	}()
	return run, done
}

// TestAKilledSinkSendsEachOutcomeOnce kills the process ten times while a webhook fails every third call and
// the log grows: the receiver ends with one delivery for each key, in order, and with what the log says of
// each lane.
func TestAKilledSinkSendsEachOutcomeOnce(t *testing.T) {
	w := clitest.Empty(t)
	called := make(chan int, 1000)
	r := receiving(t, func(call int, _ delivery) int {
		called <- call
		if call%3 == 0 {
			return http.StatusInternalServerError
		}
		return http.StatusNoContent
	})
	settings(w, fmt.Sprintf("[[sink]]\nname = 'hook'\nkind = 'webhook'\nurl = '%s/in'\nfrom = 'start'\n", r.URL))
	names := fixtures.Names()
	grow := func(n int) {
		for i := range names {
			if i%10 == n {
				importRun(t, w, names[i])
			}
		}
	}
	midway := 0
	for n := range 10 {
		grow(n)
		run, idle := process(t, w)
		for range n%4 + 1 { // another place of its life each time
			select {
			case <-called:
				midway++
			case <-idle:
			}
		}
		if err := run.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = run.Wait() // it was killed
	}
	for try := 0; projector(w, "sink", "run", "--once", "--log", w.Log()).Code != 0; try++ {
		if try > 100 {
			t.Fatal("it never ends")
		}
	}
	last, twice := lastOf(t, "the receiver", r.told())
	if midway < 10 {
		t.Errorf("the processes sent %d times only", midway)
	}
	if twice > 10 {
		t.Errorf("%d deliveries came twice, after 10 kills", twice)
	}
	if diff := cmp.Diff(stands(t, w), last); diff != "" || len(last) < 10 {
		t.Errorf("(-log +receiver)\n%s", diff)
	}
}

// TestAKilledSinkIsNamedDead kills the process of a sink, which then gives no sign, and has it run again.
func TestAKilledSinkIsNamedDead(t *testing.T) {
	w := clitest.Empty(t)
	r := receiving(t, func(int, delivery) int { return http.StatusNoContent })
	settings(w, fmt.Sprintf("[[sink]]\nname = 'hook'\nkind = 'webhook'\nurl = '%s/in'\nfrom = 'start'\n", r.URL))
	importRun(t, w, fixtures.Names()[0])
	run, idle := process(t, w)
	<-idle
	if err := run.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = run.Wait() // it was killed
	names := func(says string, after time.Duration, dead bool) {
		t.Helper()
		w.Now = func() time.Time { return time.Now().Add(after) }
		if is := strings.Contains(w.Must("board", "--json").Out, "sink hook gives no sign since"); is != dead {
			t.Errorf("%s: the board names it: %v", says, is)
		}
		if is := strings.Contains(w.Must("projector", "status").Out, "dead, gives no sign since"); is != dead {
			t.Errorf("%s: the status names it: %v", says, is)
		}
	}
	names("at once", 0, false)
	names("after five minutes", 5*time.Minute, true)
	if got := projector(w, "sink", "run", "--once", "--log", w.Log()); got.Code != 0 {
		t.Fatal(got.Err)
	}
	names("after it ran and stopped", 10*time.Minute, false)
}

// importRun appends a run that the program carries.
func importRun(t *testing.T, w *clitest.World, name string) {
	t.Helper()
	run, _ := fixtures.Named(name)
	file, err := run.Open(fixtures.Log)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	text, err := io.ReadAll(file)
	if err != nil {
		t.Fatal(err)
	}
	w.In = string(text)
	w.Must("log", "import")
}
