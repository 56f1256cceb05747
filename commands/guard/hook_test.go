package guarding_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/oklog/ulid/v2"

	guarding "github.com/clawable/claw/commands/guard"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/nextstep"
	"github.com/clawable/claw/policy"
	"github.com/clawable/claw/producers/hooks"
)

// TestACallIsRuledAboutAndRecorded holds what a front door hears of a call, and what the log does.
func TestACallIsRuledAboutAndRecorded(t *testing.T) {
	for name, c := range map[string]struct {
		policy, command string
		answer          policy.Decision // None: the agent hears nothing
		last            domain.Kind
	}{
		"no policy lets a call through":       {"", "git push", policy.None, "tool.requested"},
		"a rule that means another is none":   {noPush, "git status", policy.None, "tool.requested"},
		"a rule denies":                       {noPush, "git push", policy.Deny, "tool.denied"},
		"a policy that cannot be read denies": {"version = ", "git status", policy.Deny, "tool.denied"},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFront(t)
			if c.policy != "" {
				f.policy(c.policy)
			}
			if err := f.take("PreToolUse", c.command); err != nil {
				t.Fatal(err)
			}
			var answer policy.Decision
			for _, a := range f.answers {
				answer = a.Decision
			}
			if answer != c.answer || len(f.answers) > 1 {
				t.Errorf("the agent heard %+v, want %q", f.answers, c.answer)
			}
			if kinds := f.kinds(); len(kinds) == 0 || kinds[len(kinds)-1] != c.last {
				t.Errorf("the log holds %v, want %s last", kinds, c.last)
			}
			if f.opened != 1 {
				t.Errorf("the log was opened %d times", f.opened)
			}
		})
	}
}

// TestACallWithoutALogIsRuledAbout holds that a missing log takes nothing from the files, and
// that what the call says waits in the spool.
func TestACallWithoutALogIsRuledAbout(t *testing.T) {
	f := newFront(t)
	f.log = nil
	f.policy(noPush)
	if err := f.take("PreToolUse", "git push"); err != nil {
		t.Fatal(err)
	}
	if len(f.answers) != 1 || f.answers[0].Decision != policy.Deny {
		t.Errorf("the agent heard %+v", f.answers)
	}
	aside, err := f.spool().List()
	if err != nil || len(aside.Waiting) != 1 {
		t.Errorf("the spool holds %+v (%v)", aside, err)
	}
}

// TestWhatCannotBeReadIsDeniedUnderAPolicy holds what a front door is given to say of it.
func TestWhatCannotBeReadIsDeniedUnderAPolicy(t *testing.T) {
	f := newFront(t)
	f.policy(noPush)
	err := f.hook().Take(context.Background(), "claude", hooks.ClaudeCode, strings.NewReader(`{"hook_event_name":"PreToolUse",`))
	var e *domain.Error
	if !errors.As(err, &e) || e.Kind != domain.ErrParse || e.Target != "claude" || e.Next.Code != nextstep.CheckHooks {
		t.Errorf("the error is %+v", err)
	}
	if len(f.answers) != 1 || f.answers[0].Why != guarding.Unread || f.answers[0].Decision != policy.Deny || f.answers[0].Trouble == nil {
		t.Errorf("the agent heard %+v", f.answers)
	}
}

// TestTroubleWithTheAnswerIsReturned holds that a ruling that did not reach the agent is an error,
// and is recorded all the same.
func TestTroubleWithTheAnswerIsReturned(t *testing.T) {
	f := newFront(t)
	f.policy(noPush)
	h := f.hook()
	h.Agent = deaf{}
	err := h.Take(context.Background(), "claude-code", hooks.ClaudeCode,
		strings.NewReader(`{"session_id":"s1","hook_event_name":"PreToolUse","tool_name":"Bash","tool_use_id":"t1","tool_input":{"command":"git push"}}`))
	if !errors.Is(err, errDeaf) {
		t.Errorf("the error is %v", err)
	}
	if kinds := f.kinds(); !slices.Contains(kinds, "tool.denied") {
		t.Errorf("the log holds %v", kinds)
	}
}

var errDeaf = errors.New("nobody reads the answer")

type deaf struct{}

// Answer implements [guarding.Agent].
func (deaf) Answer(*hooks.Payload, *guarding.Answer) error { return errDeaf }

// TestAPanicOfClawAnswersTheAgent holds that a panic while an event is taken denies a call where the hook
// enforces, and is else an error, after which the agent continues.
func TestAPanicOfClawAnswersTheAgent(t *testing.T) {
	for name, c := range map[string]struct {
		event   string
		enforce bool
		answer  policy.Decision // None: the agent hears nothing
	}{
		"a call, enforced":             {"PreToolUse", true, policy.Deny},
		"a call, only recorded":        {"PreToolUse", false, policy.None},
		"the end of a call":            {"PostToolUse", true, policy.None},
		"the end of one, not enforced": {"PostToolUse", false, policy.None},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFront(t)
			h := f.hook()
			h.Enforce, h.NewID = c.enforce, func() ulid.ULID { panic("no id") }
			err := h.Take(t.Context(), "claude-code", hooks.ClaudeCode, strings.NewReader(payload(c.event, "git push")))
			if err == nil || !strings.Contains(err.Error(), "panic: no id at ") {
				t.Errorf("error %v, want the panic and its place", err)
			}
			var answer policy.Decision
			for _, a := range f.answers {
				answer = a.Decision
			}
			if answer != c.answer || len(f.answers) > 1 {
				t.Errorf("the agent heard %+v, want %q", f.answers, c.answer)
			}
		})
	}
}
