package lookcmd_test

import (
	"strings"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// TestALaneIsClosedOnce closes a lane after what others said and did, and says whether
// that is recorded or was before.
func TestALaneIsClosedOnce(t *testing.T) {
	const lane = "01KJSESXM0FXE8CX6BVXYZ3Z7R"
	closeIt := func(reason ...string) func(*clitest.World) {
		return func(w *clitest.World) { w.Must(append([]string{"lane", "close", lane}, reason...)...) }
	}
	says := func(kind, source string) func(*clitest.World) {
		return func(w *clitest.World) {
			w.In = `{"kind":"` + kind + `","stream":"lane-` + lane + `","source":{"kind":"` + source + `"},"data":{}}` + "\n"
			w.Must("log", "append")
		}
	}
	for name, test := range map[string]struct {
		before []func(*clitest.World)
		reason []string
		known  bool
	}{
		"nobody closed it":                  {nil, nil, false},
		"it was closed":                     {[]func(*clitest.World){closeIt()}, nil, true},
		"it was closed for this reason":     {[]func(*clitest.World){closeIt("--reason", "done")}, []string{"--reason", "done"}, true},
		"it was closed for a reason":        {[]func(*clitest.World){closeIt("--reason", "done")}, nil, true},
		"it was closed for another reason":  {[]func(*clitest.World){closeIt("--reason", "done")}, []string{"--reason", "late"}, false},
		"it was closed for no reason":       {[]func(*clitest.World){closeIt()}, []string{"--reason", "late"}, false},
		"it was begun again":                {[]func(*clitest.World){closeIt(), says("lane.restarted", "live_lane")}, nil, false},
		"a test closed it":                  {[]func(*clitest.World){says("lane.closed", "test")}, nil, false},
		"somebody claims that it is closed": {[]func(*clitest.World){says("lane.closed", "live_lane")}, nil, false},
	} {
		t.Run(name, func(t *testing.T) {
			w := clitest.Empty(t)
			says("lane.started", "live_lane")(w)
			for _, before := range test.before {
				before(w)
			}
			events := strings.Count(w.Must("log", "export").Out, "\n")
			said := w.Must(append([]string{"lane", "close", lane}, test.reason...)...).Out
			if known := strings.Contains(said, "lane.closed already recorded"); known != test.known || !strings.Contains(said, "closed\n") {
				t.Errorf("already recorded %t, want %t:\n%s", known, test.known, said)
			}
			if grown := strings.Count(w.Must("log", "export").Out, "\n") - events; (grown == 0) != test.known {
				t.Errorf("%d events were appended", grown)
			}
		})
	}
}

func TestAHintNamesTheLogThatThisRunNamed(t *testing.T) {
	w := clitest.New(t)
	named := w.Run("lane", "show", "01ZZZZZZZZZZZZZZZZZZZZZZZZ", "--log", w.Log()).Err
	if !strings.Contains(named, "hint: ") || !strings.Contains(named, "--log "+w.Log()) {
		t.Errorf("%s", named)
	}
}
