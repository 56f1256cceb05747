package guarding_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/oklog/ulid/v2"

	"github.com/clawable/claw/commands/commandtest"
	guarding "github.com/clawable/claw/commands/guard"
	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/spool"
	gitstate "github.com/clawable/claw/git/state"
	"github.com/clawable/claw/policy"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/hooks"
	"github.com/clawable/claw/proof"
)

// front is a front door: the ports of a hook, and what they were called with.
type front struct {
	t       *testing.T
	dir     string
	log     eventlog.Log // nil: there is none
	opened  int
	answers []guarding.Answer
	asked   []string // folders that git was asked about
	stands  policy.Checkout
	ids     uint64
}

func newFront(t *testing.T) *front {
	t.Helper()
	return &front{t: t, dir: t.TempDir(), log: commandtest.NewLog(t)}
}

// policy writes the policy of the project.
func (f *front) policy(text string) {
	f.t.Helper()
	file := filepath.Join(f.dir, ".claw", guarding.PolicyName)
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		f.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		f.t.Fatal(err)
	}
}

func (f *front) place() *guarding.Place {
	return &guarding.Place{Dir: f.dir, Home: f.dir, Env: func(string) string { return "" }, Git: f}
}

func (f *front) hook() *guarding.Hook {
	return &guarding.Hook{
		Place: f.place(), Find: func() (guarding.Store, error) { return f, nil }, Agent: f, Enforce: true,
		Report:  func(err error) { f.t.Errorf("told of %v", err) },
		Content: func() producers.Content { return producers.ContentFull },
		Files:   func(context.Context, *policy.Action) []domain.ActionFile { return nil },
		Environ: func() []string { return nil }, Verifier: proof.Verifier{}, Scrub: commandtest.Scrubber,
		Now: func() time.Time { return time.UnixMilli(1_700_000_000_000) }, NewID: f.newID, Patience: 10 * time.Second,
	}
}

func (f *front) newID() ulid.ULID {
	f.ids++
	return domain.Derive(time.UnixMilli(1_700_000_000_000), "test", string(rune('0'+f.ids)))
}

// Open implements [guarding.Store].
func (f *front) Open(context.Context, time.Duration) (eventlog.Log, error) {
	if f.opened++; f.log == nil {
		return nil, eventlog.ErrNotFound
	}
	return f.log, nil
}

// Retain implements [guarding.Store].
func (f *front) Retain(eventlog.Log) {}

// End implements [guarding.Store].
func (f *front) End(eventlog.Log) error { return nil }

// Spool implements [guarding.Store].
func (f *front) Spool() (spool.Spool, error) { return f.spool(), nil }

func (f *front) spool() spool.Spool { return spool.In(filepath.Join(f.dir, "spool")) }

// Answer implements [guarding.Agent].
func (f *front) Answer(_ *hooks.Payload, a *guarding.Answer) error {
	f.answers = append(f.answers, *a)
	return nil
}

// Checkout implements [guarding.Git].
func (f *front) Checkout(_ context.Context, folder string) guarding.Checkout {
	f.asked = append(f.asked, folder)
	return guarding.Checkout{Folder: folder, Stands: f.stands}
}

// Look implements [guarding.Git].
func (f *front) Look(context.Context, *gitstate.State) (record.Look, domain.Payload, error) {
	return record.Look{}, nil, errors.New("no repository")
}

// take takes an event of Claude Code in.
func (f *front) take(event, command string) error {
	return f.hook().Take(context.Background(), "claude-code", hooks.ClaudeCode, strings.NewReader(payload(event, command)))
}

// payload is what Claude Code sends of an event about a command.
func payload(event, command string) string {
	return `{"session_id":"s1","hook_event_name":"` + event + `","tool_name":"Bash","tool_use_id":"t1","tool_input":{"command":"` + command + `"}}`
}

func (f *front) kinds() (kinds []domain.Kind) {
	for _, e := range commandtest.Events(f.t, f.log, eventlog.Query{}) {
		kinds = append(kinds, e.Kind)
	}
	return kinds
}

const noPush = `version = 1
[[rule]]
id = "no-push"
decision = "deny"
argv_shorthand = "git push:*"
`
