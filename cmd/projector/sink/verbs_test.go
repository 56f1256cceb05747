package sinkcmd_test

import (
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// TestADeadSinkHoldsBackNoOther runs a sink whose receiver is not there beside one that works.
func TestADeadSinkHoldsBackNoOther(t *testing.T) {
	w := clitest.New(t)
	dead := receiving(t, nil)
	dead.Close()
	settings(w, fmt.Sprintf("[[sink]]\nname = 'dead'\nkind = 'webhook'\nurl = '%s/secret-path'\nfrom = 'start'\n[[sink]]\nname = 'file'\nkind = 'jsonl'\npath = '~/out.jsonl'\nfrom = 'start'\n", dead.URL))
	a := projector(w, "sink", "run", "--once", "--json")
	if a.Code != 1 || !strings.Contains(a.Out, `"kind":"delivery"`) {
		t.Errorf("exit code %d\n%s", a.Code, a.Out)
	}
	if got, want := strings.Count(clitest.Read(t, w.Path("home/out.jsonl")), "\n"), len(stands(t, w)); got != want || want == 0 {
		t.Errorf("the file holds %d deliveries, want %d", got, want)
	}
	list := must(t, w, "sink", "list")
	for _, says := range []string{"dead  webhook to " + dead.URL, "connection refused", "pending", "file  jsonl to "} {
		if !strings.Contains(list, says) {
			t.Errorf("the list does not say %q\n%s", says, list)
		}
	}
	if strings.Contains(list+a.Out, "secret-path") {
		t.Errorf("the path of a URL is printed\n%s%s", list, a.Out)
	}
}

// TestADeadSinkIsNamed reads the status and the board after a sink failed for a minute, and again when its
// receiver is back.
func TestADeadSinkIsNamed(t *testing.T) {
	w := clitest.New(t)
	status := http.StatusInternalServerError
	r := receiving(t, func(int, delivery) int { return status })
	settings(w, fmt.Sprintf("[[sink]]\nname = 'hook'\nkind = 'webhook'\nurl = '%s'\nfrom = 'start'\n", r.URL))
	run := func() clitest.Answer { return projector(w, "sink", "run", "--once") }
	names := func(says string, dead bool) {
		t.Helper()
		board := w.Must("board", "--json").Out
		if is := strings.Contains(board, `"sink_dead"`) && strings.Contains(board, "sink hook fails since"); is != dead {
			t.Errorf("%s: the board names it: %v\n%.600s", says, is, board)
		}
		if is := strings.Contains(w.Must("projector", "status").Out, "dead, fails since"); is != dead {
			t.Errorf("%s: the status names it: %v", says, is)
		}
	}
	if says := w.Must("projector", "status").Out; !strings.Contains(says, "hook: never ran: projector sink run") {
		t.Error(says)
	}
	if run().Code == 0 {
		t.Fatal("it did not fail")
	}
	names("at first", false)
	w.Now = func() time.Time { return clitest.Now.Add(2 * time.Minute) }
	names("after two minutes", true)
	settings(w, "")
	names("without the sink in the settings", false)
	settings(w, fmt.Sprintf("[[sink]]\nname = 'hook'\nkind = 'webhook'\nurl = '%s'\nfrom = 'start'\n", r.URL))
	if status = http.StatusOK; run().Code != 0 {
		t.Fatal("it fails still")
	}
	names("when it works again", false)
	if says := w.Must("projector", "status").Out; !strings.Contains(says, "hook: stopped at position") {
		t.Error(says)
	}
}

// TestWhatAReceiverRefusesIsListedAndReplayed has a receiver refuse each outcome, and then take it.
func TestWhatAReceiverRefusesIsListedAndReplayed(t *testing.T) {
	w := clitest.New(t)
	status := http.StatusGone
	r := receiving(t, func(int, delivery) int { return status })
	settings(w, fmt.Sprintf("[[sink]]\nname = 'hook'\nkind = 'webhook'\nurl = '%s'\nfrom = 'start'\n", r.URL))
	must(t, w, "sink", "run", "--once")
	const ignored = "01KJSESXM0G0000000000000ZZ"
	w.Must("lane", "start", ignored, "--watcher", "ignore")
	w.Must("lane", "finish", ignored)
	count := len(stands(t, w)) // without the lane that watchers ignore
	if list := must(t, w, "sink", "list"); strings.Count(list, "answered 410 Gone") != count || count == 0 {
		t.Errorf("%d outcomes\n%s", count, list)
	}
	must(t, w, "sink", "run", "--once") // what is parked is not sent
	if r.calls != count {
		t.Errorf("%d calls for %d outcomes", r.calls, count)
	}
	status = http.StatusOK
	if says := must(t, w, "sink", "replay", "hook", "--since", "0", "--json"); !strings.Contains(says, fmt.Sprintf(`"outcomes": %d`, count)) {
		t.Error(says)
	}
	must(t, w, "sink", "run", "--once")
	must(t, w, "sink", "run", "--once")
	if got := len(r.told()); got != count {
		t.Errorf("%d deliveries after the replay, want %d", got, count)
	}
	if list := must(t, w, "sink", "list"); strings.Contains(list, "answered 410 Gone") {
		t.Errorf("it is parked still\n%s", list)
	}
}

// TestASinkTellsWhatItsFiltersSelect compares what filters let through.
func TestASinkTellsWhatItsFiltersSelect(t *testing.T) {
	for _, of := range []struct{ says, keys, outcome string }{
		{"one outcome", "outcomes = ['failed']", "failed"},
		{"an outcome that no lane has", "outcomes = ['finished_pending_report']", ""},
		{"one lane", "lane = '" + clitest.SettledLane + "'", "failed"},
		{"an owner that no lane has", "owner = 'nobody'", ""},
	} {
		w := clitest.New(t)
		settings(w, "[[sink]]\nname = 'file'\nkind = 'jsonl'\npath = '~/out.jsonl'\nfrom = 'start'\naudience = 'human_readable'\n"+of.keys)
		must(t, w, "sink", "run", "--once")
		text, err := os.ReadFile(w.Path("home/out.jsonl"))
		lines := strings.Split(strings.TrimSpace(string(text)), "\n")
		if of.outcome == "" {
			if err == nil {
				t.Errorf("%s: %s", of.says, text)
			}
			continue
		}
		for _, line := range lines {
			if !strings.Contains(line, `"outcome":"`+of.outcome+`"`) || !strings.Contains(line, `"audience":"human_readable"`) {
				t.Errorf("%s: %s", of.says, line)
			}
		}
	}
}

// TestANewSinkBeginsAtTheHead sends no outcome that was current when a sink began.
func TestANewSinkBeginsAtTheHead(t *testing.T) {
	w := clitest.New(t)
	settings(w, "[[sink]]\nname = 'file'\nkind = 'jsonl'\npath = '~/out.jsonl'\n")
	must(t, w, "sink", "run", "--once")
	if _, err := os.Stat(w.Path("home/out.jsonl")); err == nil {
		t.Error("it sent what stood before")
	}
	before := len(stands(t, w))
	importRun(t, w, "repeated-endings")
	must(t, w, "sink", "run", "--once")
	if text := clitest.Read(t, w.Path("home/out.jsonl")); strings.Count(text, "\n") != len(stands(t, w))-before {
		t.Errorf("%d outcomes stood before\n%s", before, text)
	}
}

// TestWhatCannotRunIsTold runs verbs that must not succeed.
func TestWhatCannotRunIsTold(t *testing.T) {
	const file = "[[sink]]\nname = 'file'\nkind = 'jsonl'\npath = '~/out.jsonl'\n"
	for _, of := range []struct {
		says     string
		settings string
		project  string
		args     string
		code     int
		kind     string
	}{
		{"no sink", "", "", "run --once", 1, "not_found"},
		{"a name that there is not", file, "", "test hook", 1, "not_found"},
		{"a name of --only that there is not", file, "", "run --once --only hook", 1, "not_found"},
		{"a replay of no position", file, "", "replay file", 2, "usage"},
		{"a log in memory", file, "", "list --log mem:", 2, "usage"},
		{"settings that are wrong", "[[sink]]\nname = 'x y'\nkind = 'fax'\n", "", "list", 1, "parse"},
		{"settings that are no tables", "sink = 'x'\n", "", "list", 1, "parse"},
		{"a project that names a sink", "", "[[sink]]\nname = 'file'\nkind = 'command'\nargv = ['touch', 'owned']\n", "run --once", 1, "parse"},
		{"a secret that others can read", "[[sink]]\nname = 'h'\nkind = 'webhook'\nurl = 'http://127.0.0.1:9'\nsecret_file = '~/secret'\n", "", "test h", 3, "policy"},
		{"a secret that is not set", "[[sink]]\nname = 'h'\nkind = 'webhook'\nurl = 'http://127.0.0.1:9'\nsecret_env = 'NO_SECRET'\n", "", "test h", 1, "not_found"},
		{"a secret that is none", "[[sink]]\nname = 'h'\nkind = 'webhook'\nurl = 'http://127.0.0.1:9'\nsecret_file = '~/word'\n", "", "test h", 1, "parse"},
	} {
		w := clitest.New(t)
		w.File("home/secret", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n")
		w.File("home/word", "word\n")
		if err := os.Chmod(w.Path("home/secret"), 0o644); err != nil {
			t.Fatal(err)
		}
		settings(w, of.settings)
		if of.project != "" {
			w.File(".claw/config.toml", of.project)
		}
		a := projector(w, append([]string{"sink", "--json"}, strings.Fields(of.args)...)...)
		if a.Code != of.code || !strings.Contains(a.Out+a.Err, `"kind":"`+of.kind+`"`) && !strings.Contains(a.Out+a.Err, `"kind": "`+of.kind+`"`) {
			t.Errorf("%s: exit code %d\n%s%s", of.says, a.Code, a.Out, a.Err)
		}
	}
}

// TestADeliveryIsForAnAudienceThatThePersonDeclares declares an audience beside the settings, and then with
// a flaw.
func TestADeliveryIsForAnAudienceThatThePersonDeclares(t *testing.T) {
	w := clitest.New(t)
	settings(w, "[[sink]]\nname = 'file'\nkind = 'jsonl'\npath = '~/out.jsonl'\nfrom = 'start'\naudience = 'team'\n")
	if a := projector(w, "sink", "run", "--once"); a.Code != 1 || !strings.Contains(a.Err, `audience = "team" must be one of`) {
		t.Errorf("nobody declares it: exit code %d\n%s", a.Code, a.Err)
	}
	views := "[[view]]\naudience = 'team'\nsections = ['lanes']\nas = 'human_readable'\n"
	w.File("home/.config/claw/views.toml", views)
	must(t, w, "sink", "run", "--once")
	if said := clitest.Read(t, w.Path("home/out.jsonl")); !strings.Contains(said, `"audience":"team"`) {
		t.Errorf("the delivery is\n%s", said)
	}
	w.File("home/.config/claw/views.toml", views+"colour = 'red'\n")
	if a := projector(w, "sink", "run", "--once"); a.Code != 1 || !strings.Contains(a.Err, "views.toml:5") {
		t.Errorf("a flaw in the declaration: exit code %d\n%s", a.Code, a.Err)
	}
}

// TestADeliveryHoldsThePinpointsOfItsLane hands a pinpoint to a lane, and delivers the outcome of the lane.
func TestADeliveryHoldsThePinpointsOfItsLane(t *testing.T) {
	w := clitest.New(t)
	for _, title := range []string{"the cache is cold", "of no lane"} {
		w.Must("pinpoint", "file", title, "--name", "#"+title[:2])
	}
	w.Must("pinpoint", "handoff", "#th", "--lane", clitest.SettledLane)
	w.Now = func() time.Time { return clitest.Now.Add(time.Second) }
	settings(w, "[[sink]]\nname = 'file'\nkind = 'jsonl'\npath = '~/out.jsonl'\nfrom = 'start'\naudience = 'roadmap_sync'\nlane = '"+clitest.SettledLane+"'\n")
	must(t, w, "sink", "run", "--once")
	said := clitest.Read(t, w.Path("home/out.jsonl"))
	if !strings.Contains(said, `"title":"the cache is cold"`) || strings.Contains(said, "of no lane") {
		t.Errorf("the delivery is\n%s", said)
	}
}
