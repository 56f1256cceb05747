package approve_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/commands/approve"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/policy"
)

// disk is one script, by its content: "" is none.
type disk struct {
	content string
	looks   int
}

func (d *disk) files() []domain.ActionFile {
	d.looks++
	f := domain.ActionFile{Role: domain.FileArgument, Name: "x.sh", Path: "/src/x.sh", State: domain.FileMissing}
	switch d.content {
	case "":
	case "huge":
		f.State = domain.FileTooLarge
	default:
		f.State, f.SHA256[0] = domain.FileHashed, d.content[0]
	}
	return []domain.ActionFile{f}
}

// bound is a call that a rule holds back which binds content, of a script on the disk.
func bound(c *court, d *disk) approve.Call {
	c.t.Helper()
	p, err := policy.Parse("p", []byte("version = 1\n[[rule]]\nid = \"r\"\ndecision = \"deny\"\nbind = \"content\"\nargv_shorthand = \"sh:*\"\n"))
	if err != nil {
		c.t.Fatal(err)
	}
	words := []string{"sh", "x.sh"}
	return approve.Call{Actor: agent, Action: domain.Action{CWD: "/src", Argv: words}, Files: d.files,
		Verdict: policy.Evaluate([]policy.Layer{{Name: "project", Policy: p}}, &policy.Action{Argv: words, CWD: "/src"})}
}

func (c *court) rule(call approve.Call) approve.Ruling {
	c.t.Helper()
	r, err := c.Rule(c.t.Context(), call)
	if err != nil {
		c.t.Fatal(err)
	}
	return r
}

// TestOtherContentIsAskedForAnew follows a call that is bound to the content of a script:
// a grant lets through what was granted, and other content is another request.
func TestOtherContentIsAskedForAnew(t *testing.T) {
	c, d := newCourt(t), &disk{content: "good"}
	if err := c.signers(key(1), []string{lineOf("alice@example.org", key(1))}, nil); err != nil {
		t.Fatal(err)
	}
	first := c.rule(bound(c, d))
	if first.Refusal != domain.RefusedPending {
		t.Fatalf("%+v", first)
	}
	if looks := d.looks; c.rule(bound(c, d)).Approval != first.Approval || d.looks != looks {
		t.Errorf("what waits to be granted is looked at %d times", d.looks-looks)
	}
	if _, err := c.grant(first.Approval, key(1), approve.Terms{}); err != nil {
		t.Fatal(err)
	}
	d.content = "evil"
	second := c.rule(bound(c, d))
	if second.Decision != policy.Deny || second.Approval == first.Approval || second.Refusal != domain.RefusedPending || len(second.Changed) != 1 {
		t.Fatalf("other content: %+v", second)
	}
	if again := c.rule(bound(c, d)); again.Approval != second.Approval || len(c.refusals(first.Approval)) != 1 {
		t.Fatalf("other content again: %+v, refused %v", again, c.refusals(first.Approval))
	}
	if diff := cmp.Diff([]domain.ApprovalRefusal{domain.RefusedContentChanged}, c.refusals(first.Approval)); diff != "" {
		t.Errorf("refused: -want +got\n%s", diff)
	}
	d.content = "good"
	if third := c.rule(bound(c, d)); third.Decision != policy.Allow || third.Approval != first.Approval {
		t.Fatalf("what was granted: %+v", third)
	}
	if _, err := c.grant(second.Approval, key(1), approve.Terms{}); err != nil {
		t.Fatal(err)
	}
	d.content = "evil"
	if last := c.rule(bound(c, d)); last.Decision != policy.Allow || last.Approval != second.Approval || len(last.Changed) != 0 {
		t.Fatalf("the other content, granted: %+v", last)
	}
}

// TestWhatNobodyCanTellIsNotAskedFor where content is bound.
func TestWhatNobodyCanTellIsNotAskedFor(t *testing.T) {
	c := newCourt(t)
	for name, d := range map[string]*disk{"a file that is too large": {content: "huge"}, "nobody looks": nil} {
		call := bound(c, d)
		if d == nil {
			call.Files = nil
		}
		if r := c.rule(call); r.Decision != policy.Deny || r.Refusal != domain.RefusedContentUnknown || !r.Approval.IsZero() {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

// TestAUseNamesWhatChanged spends a grant that is bound to nothing, and one of an older claw.
func TestAUseNamesWhatChanged(t *testing.T) {
	for name, row := range map[string]struct {
		recorded, now *disk
		bind          bool // by the policies of the use
		compared      bool
		changes       int
		refused       domain.ApprovalRefusal
	}{
		"as it was":                     {recorded: &disk{content: "a"}, now: &disk{content: "a"}, compared: true},
		"changed":                       {recorded: &disk{content: "a"}, now: &disk{content: "b"}, compared: true, changes: 1},
		"gone":                          {recorded: &disk{content: "a"}, now: &disk{}, compared: true, changes: 1},
		"nothing recorded":              {now: &disk{content: "b"}},
		"nobody looks":                  {recorded: &disk{content: "a"}},
		"bound since, as it was":        {recorded: &disk{content: "a"}, now: &disk{content: "a"}, bind: true, compared: true},
		"bound since, changed":          {recorded: &disk{content: "a"}, now: &disk{content: "b"}, bind: true, refused: domain.RefusedContentChanged},
		"bound since, nothing recorded": {now: &disk{content: "b"}, bind: true, refused: domain.RefusedContentUnknown},
		"bound since, and nobody looks": {recorded: &disk{content: "a"}, bind: true, refused: domain.RefusedContentUnknown},
	} {
		t.Run(name, func(t *testing.T) {
			c := newCourt(t)
			if err := c.signers(key(1), []string{lineOf("alice@example.org", key(1))}, nil); err != nil {
				t.Fatal(err)
			}
			p := domain.ApprovalRequested{Class: domain.ActionTool, Action: push, Requester: agent, Uses: 1}
			if row.recorded != nil {
				p.Files = row.recorded.files()
			}
			one, err := c.Request(t.Context(), p, "")
			if err != nil {
				t.Fatal(err)
			}
			if _, err := c.grant(one.Stream, key(1), approve.Terms{}); err != nil {
				t.Fatal(err)
			}
			claim := approve.Claim{Action: push, Executor: agent, Bound: row.bind}
			if row.now != nil {
				claim.Files = row.now.files
			}
			used, err := c.Consume(t.Context(), one.Stream, claim)
			if got := refusal(t, err); got != row.refused || used.Compared != row.compared || len(used.Changed) != row.changes {
				t.Fatalf("refused %q, compared %v, changed %v", got, used.Compared, used.Changed)
			}
			if one, _, err = c.Load(t.Context(), one.Stream); err != nil {
				t.Fatal(err)
			}
			if row.refused == "" && (len(one.Uses) != 1 || len(one.Uses[0].Changed) != row.changes || one.Uses[0].Void != "") {
				t.Errorf("the log tells of the uses %+v", one.Uses)
			}
			if row.refused == domain.RefusedContentChanged && (len(one.Refusals) != 1 || len(one.Refusals[0].Changed) != 1) {
				t.Errorf("the log tells of the refusals %+v", one.Refusals)
			}
		})
	}
}

// TestNobodyLooksForAUseThatDoesNotCount: what is refused anyway costs no hashing.
func TestNobodyLooksForAUseThatDoesNotCount(t *testing.T) {
	c, d := newCourt(t), &disk{content: "a"}
	stream := c.requested(1)
	for name, claim := range map[string]approve.Claim{
		"before the grant": {Action: push, Executor: agent, Files: d.files},
		"another action":   {Action: domain.Action{CWD: "/src", Argv: []string{"ls"}}, Executor: agent, Files: d.files},
		"with a variable":  {Action: domain.Action{CWD: push.CWD, Argv: push.Argv, Env: []string{"GIT_DIR=/x"}}, Executor: agent, Files: d.files},
	} {
		if _, err := c.Consume(t.Context(), stream, claim); refusal(t, err) == "" || d.looks != 0 {
			t.Errorf("%s: %v, looked %d times", name, err, d.looks)
		}
	}
}
