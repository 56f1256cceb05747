package record_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/clawable/claw/commands/commandtest"
	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/seal"
	"github.com/clawable/claw/eventlog"
)

// letIn appends drafts as a claw without rules would have: no scrubber sees them.
func letIn(t *testing.T, log eventlog.Log, drafts ...domain.Draft) {
	t.Helper()
	for _, d := range drafts {
		if _, err := log.Append(context.Background(), d.Stream, eventlog.Any, []domain.Draft{d}); err != nil {
			t.Fatal(err)
		}
	}
}

// secretText is a text with a secret that is never written whole.
func secretText() string { return "export DEPLOY_TOKEN=" + strings.Repeat("q7Zx", 6) + " && make" }

func TestARescanFindsWhatOlderRulesLetIn(t *testing.T) {
	log := commandtest.NewLog(t)
	ctx := context.Background()
	branch := commandtest.Said("b", "plain")
	branch.Subject.Branch = domain.Known(domain.Branch("fix/" + "ghp_" + strings.Repeat("a1B2", 9)))
	drafts := []domain.Draft{commandtest.Said("a", secretText()), commandtest.Said("c", "no secret here"), branch}
	letIn(t, log, drafts...)
	before := commandtest.Lines(t, log)
	found, err := commandtest.Operator(log).Rescan(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := &record.RescanReport{Read: 4, Kept: 1, Erased: 1, Found: []record.SecretEvent{
		{Event: drafts[0].ID, Kind: "message.recorded", Position: 2, Stream: commandtest.Session.Stream().String(), Erasable: true,
			Secrets: []record.FoundSecret{{Rule: "env-secret", Bytes: 24, Pointer: "/text", In: "data"}}},
		{Event: branch.ID, Kind: "message.recorded", Position: 4, Stream: commandtest.Session.Stream().String(),
			Secrets: []record.FoundSecret{{Rule: "github-token", Bytes: 40, Pointer: "/subject/branch", In: "envelope"}}},
	}}
	ignore := cmpopts.IgnoreUnexported(record.SecretEvent{})
	if diff := cmp.Diff(want, found, ignore); diff != "" {
		t.Errorf("found (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(before, commandtest.Lines(t, log)); diff != "" {
		t.Fatalf("looking changed the log:\n%s", diff)
	}
	if err := commandtest.Operator(log).EraseFound(ctx, found, "asked", nil); err != nil {
		t.Fatal(err)
	}
	for _, e := range commandtest.Events(t, log, eventlog.Query{}) {
		if strings.Contains(string(e.Data), "q7Zxq7Zx") {
			t.Errorf("the secret stands in %s", seal.Line(&e, nil))
		}
		if e.Kind == (domain.LogDataErased{}).Kind() && !strings.Contains(string(e.Data), `"policy":"scrub_rescan","reason":"asked"`) {
			t.Errorf("recorded as %s", e.Data)
		}
	}
	again, err := commandtest.Operator(log).Rescan(ctx, nil)
	if err != nil || again.Erased != 0 || again.Kept != 1 {
		t.Errorf("again: %+v, %v; want the branch alone", again, err)
	}
	results, err := record.NewRecorder(log, commandtest.Scrubber, domain.TrustHigh).Record(ctx, drafts[:1])
	if err != nil || results[0].Fate != record.AlreadyKnown {
		t.Errorf("recorded again: %+v, %v; want known already", results, err)
	}
}

func TestErasingWhatARescanFoundNeedsAnEngineThatCanErase(t *testing.T) {
	log := commandtest.NewLog(t)
	letIn(t, log, commandtest.Said("a", secretText()))
	found, err := commandtest.Operator(log).Rescan(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	err = commandtest.Operator(cannotErase{log}).EraseFound(context.Background(), found, "", nil)
	var typed *domain.Error
	if !errors.As(err, &typed) || typed.Kind != domain.ErrUnavailable || typed.Operation != "scrub" {
		t.Errorf("%v, want unavailable of scrub", err)
	}
}

// A recording that was imported under older rules is known: only marks differ.
func TestWhatOlderRulesLetInIsKnownUnderBetterOnes(t *testing.T) {
	log := commandtest.NewLog(t)
	draft := commandtest.Said("a", secretText())
	r := record.NewRecorder(log, commandtest.Scrubber, domain.TrustHigh)
	old := draft
	old.Source.Trust = domain.TrustHigh
	letIn(t, log, old)
	results, err := r.Record(context.Background(), []domain.Draft{draft})
	if err != nil || results[0].Fate != record.AlreadyKnown {
		t.Errorf("%+v, %v; want known already", results, err)
	}
}
