package reportcmd_test

import (
	"encoding/json"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/sessions"
	"github.com/clawable/claw/projections/store/tables"
	"github.com/clawable/claw/projections/values"
)

// raw is an event as the log exports it, as far as the recount looks.
type raw struct {
	Kind     string         `json:"kind"`
	Stream   string         `json:"stream"`
	Observed any            `json:"observed_at"`
	Subject  map[string]any `json:"subject"`
	Data     map[string]any `json:"data"`
}

// of is a text of the subject, "" for none.
func (e *raw) of(name string) string {
	s, _ := e.Subject[name].(string)
	return s
}

// at is when it was observed, zero where that is unknown.
func (e *raw) at() time.Time {
	s, _ := e.Observed.(string)
	t, _ := time.Parse(time.RFC3339Nano, s)
	return t
}

// number is a number of the data.
func (e *raw) number(name string) int64 {
	n, _ := e.Data[name].(float64)
	return int64(n)
}

// own is the item of an event: that of any session where it is long, else of its session alone.
func (e *raw) own() string {
	if item := e.of("item"); len(item) > 10 {
		return item
	}
	return e.of("session") + "\x00" + e.of("item")
}

// counts are the numbers of a report that two ways of counting have to agree on.
type counts struct {
	Sessions, Active, Lanes, Undated, Blockers, Responses int
	Tokens                                                int64
	ByOutcome, ByUrgency, Calls, Errors                   map[string]int
	ByModel                                               map[string]int64
}

// call is a tool call as the recount sees it.
type call struct {
	of, status, kind       string
	started, asked, anyway time.Time
}

// earlier is the earlier of two times, of which none may be known.
func earlier(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

// note takes an event of a call. What ended is not open again.
func (c *call) note(e *raw) {
	c.anyway = earlier(c.anyway, e.at())
	switch status := strings.TrimPrefix(e.Kind, "tool."); status {
	case "requested":
		c.asked = earlier(c.asked, e.at())
	case "started":
		c.started = earlier(c.started, e.at())
	case "output":
	case "failed":
		c.status, c.kind = status, e.Data["error_kind"].(string)
	case "denied", "timed_out":
		c.status, c.kind = status, status
	default:
		c.status = status
	}
}

// begun is when the call began, as lists order it.
func (c *call) begun() time.Time {
	switch {
	case !c.started.IsZero():
		return c.started
	case !c.asked.IsZero():
		return c.asked
	}
	return c.anyway
}

// recount reads the lines of the log: sessions, calls, errors and usage by nothing but their ids,
// kinds and times.
//
// What has no recorded time is of the window of its session.
func recount(t *testing.T, log string, after time.Time) counts {
	c := counts{ByOutcome: map[string]int{}, ByUrgency: map[string]int{}, Calls: map[string]int{}, Errors: map[string]int{}, ByModel: map[string]int64{}}
	within := func(at time.Time) bool { return after.IsZero() || !at.IsZero() && !at.Before(after) }
	last, calls := map[string]time.Time{}, map[string]*call{}
	// own uses the session for what has no recorded time.
	own := func(at time.Time, session string) bool {
		if at.IsZero() {
			at = last[session]
		}
		return within(at)
	}
	type response struct {
		at     time.Time
		of     string
		tokens int64
		model  string

		together bool
	}
	responses := map[string]*response{}
	for line := range strings.Lines(log) {
		var e raw
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatal(err)
		}
		if s := e.of("session"); s != "" {
			if at, seen := last[s]; !seen || e.at().After(at) {
				last[s] = e.at()
			}
		}
		switch {
		case strings.HasPrefix(e.Kind, "tool."):
			if calls[e.own()] == nil {
				calls[e.own()] = &call{of: e.of("session"), status: "requested"}
			}
			calls[e.own()].note(&e)
		case e.Kind == "usage.recorded":
			tokens := e.number("input_tokens") + e.number("output_tokens") + e.number("cache_read_tokens") + e.number("cache_creation_tokens")
			r := responses[e.own()]
			if r == nil {
				r = &response{of: e.of("session"), tokens: -1}
				responses[e.own()] = r
			}
			r.at = earlier(r.at, e.at())
			together := e.Data["together"] == true // of several responses: it counts where none of them is recorded alone
			if r.tokens < 0 || r.together && !together || r.together == together && tokens > r.tokens {
				r.tokens, r.together = tokens, together
				r.model, _ = e.Data["model"].(string)
			}
		case (e.Kind == "provider.failed" || e.Kind == "turn.failed") && within(e.at()):
			c.Errors[strings.TrimSuffix(e.Kind, ".failed")+"/"+e.Data["class"].(string)]++
		}
	}
	for _, at := range last {
		if within(at) {
			c.Sessions++
		}
	}
	for _, one := range calls {
		if !own(one.begun(), one.of) {
			continue
		}
		c.Calls[one.status]++
		if one.kind != "" {
			c.Errors["tool/"+one.kind]++
		}
	}
	for _, r := range responses {
		if own(r.at, r.of) {
			c.Responses++
			c.Tokens += r.tokens
			c.ByModel[r.model] += r.tokens
		}
	}
	c.fold(t, log, after, within)
	return c
}

// fold counts what takes the folds: lanes, and sessions with an open turn.
func (c *counts) fold(t *testing.T, log string, after time.Time, within func(time.Time) bool) {
	m := projections.NewMemory(projections.Options{})
	for line := range strings.Lines(log) {
		e, err := eventlog.ParseLine([]byte(line))
		if err == nil {
			err = m.Apply(&e)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, o := range m.Lanes.Outcomes() {
		if !o.LastObserved.Known() && !after.IsZero() {
			c.Undated++
			continue
		}
		if !within(o.LastObserved.Time()) {
			continue
		}
		c.Lanes++
		c.ByOutcome[string(o.Outcome)]++
		advice := tables.Advise(&o, domain.Instant{})
		c.ByUrgency[strconv.Itoa(advice.Urgency)]++
		if advice.Blocker != "" && advice.Urgency <= 2 {
			c.Blockers++
		}
		if o.Outcome == lane.ResultFailed || o.Outcome == lane.ResultFailedVerify {
			c.Errors["lane/"+string(o.FailureClass)]++
		}
	}
	for id, s := range m.Sessions {
		if s.Standing().State == sessions.Working && within(timeOf(s.Last.At)) && !overAbove(m, id) {
			c.Active++
		}
	}
}

// overAbove reports whether a session is a subagent of one that is over.
func overAbove(m *projections.Memory, id string) bool {
	for range 9 {
		s := m.Sessions[id]
		if s == nil || s.Text(sessions.FieldParent) == "" {
			return false
		}
		id = s.Text(sessions.FieldParent)
		if above := m.Sessions[id]; above != nil && above.Standing().State == sessions.Ended {
			return true
		}
	}
	return false
}

func timeOf(at values.Time) time.Time {
	if !at.Known() {
		return time.Time{}
	}
	return at.Time()
}

// reported are the numbers of a report, from its JSON alone.
func reported(t *testing.T, text string) counts {
	t.Helper()
	var d struct {
		Document struct {
			Totals struct {
				Lanes          int            `json:"lanes"`
				Undated        int            `json:"undated_lanes"`
				ByOutcome      map[string]int `json:"lanes_by_outcome"`
				ByUrgency      map[string]int `json:"lanes_by_urgency"`
				Sessions       int            `json:"sessions"`
				ActiveSessions int            `json:"active_sessions"`
				Calls          map[string]int `json:"tool_calls"`
				Errors         int            `json:"errors"`
				Blockers       int            `json:"blockers"`
				Responses      int            `json:"responses"`
				Tokens         int64          `json:"tokens"`
			} `json:"totals"`
			Errors struct {
				Items map[string]struct{ Count int }
			} `json:"errors"`
			Usage struct {
				Items        map[string]struct{ Usage map[string]int64 }
				Unattributed struct{ Usage map[string]int64 }
			} `json:"usage"`
		}
	}
	if err := json.Unmarshal([]byte(text), &d); err != nil {
		t.Fatal(err)
	}
	o := &d.Document.Totals
	c := counts{Sessions: o.Sessions, Active: o.ActiveSessions, Lanes: o.Lanes, Undated: o.Undated, Blockers: o.Blockers, Responses: o.Responses, Tokens: o.Tokens,
		ByOutcome: o.ByOutcome, ByUrgency: o.ByUrgency, Calls: o.Calls, Errors: map[string]int{}, ByModel: map[string]int64{}}
	sum := 0
	for id, k := range d.Document.Errors.Items {
		c.Errors[id] = k.Count
		sum += k.Count
	}
	if sum != o.Errors {
		t.Errorf("%d errors by kind, %d in all", sum, o.Errors)
	}
	all := func(u map[string]int64) int64 {
		return u["input_tokens"] + u["output_tokens"] + u["cache_read_tokens"] + u["cache_creation_tokens"]
	}
	for model, u := range d.Document.Usage.Items {
		c.ByModel[model] = all(u.Usage)
	}
	if n := all(d.Document.Usage.Unattributed.Usage); n > 0 {
		c.ByModel[""] = n
	}
	return c
}

// TestEveryNumberOfAReportIsRecounted imports the recordings and makes the report of all and of
// several windows.
func TestEveryNumberOfAReportIsRecounted(t *testing.T) {
	for of, least := range map[string]struct{ lanes, responses int }{"../shared/data/public": {20, 400}, "../shared/data2/recorded": {10, 50}} {
		t.Run(of, func(t *testing.T) {
			recordings := clitest.InRepository(of)
			if _, err := os.Stat(recordings); err != nil {
				t.Skip("the recordings are not here: ", err)
			}
			w := clitest.Empty(t)
			w.Must("init")
			w.Run("import", recordings) // some files are damaged
			log := w.Must("log", "export").Out
			for _, since := range []string{"all", "2025-09-01T00:00:00Z", "2026-01-15T12:00:00Z", "2026-05-01T00:00:00Z"} {
				after, _ := time.Parse(time.RFC3339, since)
				got := reported(t, w.Must("report", "new", "--since", since, "--json").Out)
				if diff := cmp.Diff(recount(t, log, after), got); diff != "" {
					t.Errorf("since %s: -recounted +reported\n%s", since, diff)
				}
				if got.Lanes < least.lanes || got.Responses < least.responses {
					t.Errorf("since %s there is too little to count: %+v", since, got)
				}
			}
		})
	}
}
