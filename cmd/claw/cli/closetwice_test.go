package cli_test

import (
	"strings"
	"testing"
)

// TestALaneIsClosedOnce closes a lane after what others said and did, and says whether
// that is recorded or was before.
func TestALaneIsClosedOnce(t *testing.T) {
	const lane = "01KJSESXM0FXE8CX6BVXYZ3Z7R"
	closeIt := func(reason ...string) func(*world) {
		return func(w *world) { w.must(append([]string{"lane", "close", lane}, reason...)...) }
	}
	says := func(kind, source string) func(*world) {
		return func(w *world) {
			w.in = `{"kind":"` + kind + `","stream":"lane-` + lane + `","source":{"kind":"` + source + `"},"data":{}}` + "\n"
			w.must("log", "append")
		}
	}
	for name, test := range map[string]struct {
		before []func(*world)
		reason []string
		known  bool
	}{
		"nobody closed it":                  {nil, nil, false},
		"it was closed":                     {[]func(*world){closeIt()}, nil, true},
		"it was closed for this reason":     {[]func(*world){closeIt("--reason", "done")}, []string{"--reason", "done"}, true},
		"it was closed for a reason":        {[]func(*world){closeIt("--reason", "done")}, nil, true},
		"it was closed for another reason":  {[]func(*world){closeIt("--reason", "done")}, []string{"--reason", "late"}, false},
		"it was closed for no reason":       {[]func(*world){closeIt()}, []string{"--reason", "late"}, false},
		"it was begun again":                {[]func(*world){closeIt(), says("lane.restarted", "live_lane")}, nil, false},
		"a test closed it":                  {[]func(*world){says("lane.closed", "test")}, nil, false},
		"somebody claims that it is closed": {[]func(*world){says("lane.closed", "live_lane")}, nil, false},
	} {
		t.Run(name, func(t *testing.T) {
			w := emptyWorld(t)
			says("lane.started", "live_lane")(w)
			for _, before := range test.before {
				before(w)
			}
			events := strings.Count(w.must("log", "export").Out, "\n")
			said := w.must(append([]string{"lane", "close", lane}, test.reason...)...).Out
			if known := strings.Contains(said, "lane.closed already recorded"); known != test.known || !strings.Contains(said, "closed\n") {
				t.Errorf("already recorded %t, want %t:\n%s", known, test.known, said)
			}
			if grown := strings.Count(w.must("log", "export").Out, "\n") - events; (grown == 0) != test.known {
				t.Errorf("%d events were appended", grown)
			}
		})
	}
}

func TestAnUnknownShellIsAUsageError(t *testing.T) {
	w := emptyWorld(t)
	if a := w.run("completion", "foo"); a.Code != 2 || !strings.Contains(a.Err, "foo") {
		t.Errorf("exit %d, %s", a.Code, a.Err)
	}
	if a := w.must("completion", "bash"); !strings.Contains(a.Out, "complete") {
		t.Errorf("no script: %.200s", a.Out)
	}
}

func TestAHintNamesTheLogThatThisRunNamed(t *testing.T) {
	w := newWorld(t)
	named := w.run("lane", "show", "01ZZZZZZZZZZZZZZZZZZZZZZZZ", "--log", w.log()).Err
	if !strings.Contains(named, "hint: ") || !strings.Contains(named, "--log "+w.log()) {
		t.Errorf("%s", named)
	}
}
