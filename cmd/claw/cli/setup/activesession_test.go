package setupcmd_test

import (
	"strings"
	"testing"
	"time"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// TestStatusNamesTheSessionInFlight asks before, during and after a session, and after one whose
// agent was killed: nothing is heard of it any more.
func TestStatusNamesTheSessionInFlight(t *testing.T) {
	w := clitest.Patient(t)
	w.Must("init", "--user")
	at := clitest.Now
	w.Now = func() time.Time { return at }
	want := func(says string, session any) {
		t.Helper()
		d := clitest.Documents(t, w.Must("status", "--json").Out)[0]
		id, there := d["session_id"]
		if !there || id != session || d["active_session"] != (session != nil) {
			t.Errorf("%s: session_id %v, active_session %v, want %v", says, id, d["active_session"], session)
		}
		line := "session   idle\n"
		if session != nil {
			line = "session   active (id: " + session.(string) + ")\n"
		}
		if text := w.Must("status").Out; !strings.Contains(text, line) {
			t.Errorf("%s: the text has no %q:\n%s", says, line, text)
		}
	}
	hook := func(session, event string) {
		t.Helper()
		w.Hook(`{"session_id":"`+session+`","hook_event_name":"`+event+`","cwd":"/w","prompt":"go","source":"startup","reason":"other"}`, "claude-code")
	}
	want("before any session", nil)
	hook("s1", "SessionStart")
	want("at its start", "claude-code/s1")
	hook("s1", "UserPromptSubmit")
	want("in a turn", "claude-code/s1")
	at = at.Add(time.Minute)
	hook("s2", "SessionStart")
	want("of two the one heard last", "claude-code/s2")
	hook("s2", "SessionEnd")
	want("the other one goes on", "claude-code/s1")
	at = at.Add(time.Hour)
	want("killed", nil)
	hook("s1", "UserPromptSubmit")
	want("heard again", "claude-code/s1")
	at = at.Add(time.Second)
	hook("s1", "SessionEnd")
	want("ended", nil)
}
