package logcmd_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/oklog/ulid/v2"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/clitest"
	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/engine"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/scrub"
)

// letIn appends a message with a secret as a claw with older rules would have, and returns the
// part of the secret that must not occur.
func letIn(w *clitest.World) string {
	w.T.Helper()
	log, err := engine.Open(w.Ctx, "sqlite:"+w.Log(), engine.Options{Now: w.Now})
	if err != nil {
		w.T.Fatal(err)
	}
	defer log.Close()
	secret := strings.Repeat("q7Zx", 6)
	session := domain.MakeSessionID("agent", "older")
	d := producers.Envelope("agent", session)
	d.ID = domain.RecordEventID(d.ObservedAt.Time(), "agent", "older", "a", "message")
	message := domain.MessageRecorded{Role: domain.RoleUser, Text: domain.TextOf("sailing with DEPLOY_TOKEN=" + secret + " aboard")}
	d.Kind = message.Kind()
	if d.Data, err = eventlog.Encode(&message); err != nil {
		w.T.Fatal(err)
	}
	if _, err := log.Append(w.Ctx, d.Stream, eventlog.Any, []domain.Draft{d}); err != nil {
		w.T.Fatal(err)
	}
	return secret
}

func TestARescanOffersToEraseWhatItFinds(t *testing.T) {
	w := clitest.New(t)
	secret := letIn(w)
	w.Must("search", "sailing")
	looked := clitest.Documents(t, w.Must("log", "scrub", "--rescan", "--dry-run", "--json").Out)[0]
	if looked["kind"] != "log_scrub" || looked["dry_run"] != true || looked["erased"] != float64(1) || !strings.Contains(w.LogBytes(), secret) {
		t.Errorf("a dry run says %v", looked)
	}
	if a := w.Run("log", "scrub", "--rescan", "--json"); a.Code != 2 || !strings.Contains(a.Out+a.Err, "1 event with secrets would be erased for good, and nobody is here to ask") {
		t.Errorf("nobody asked: %+v", a)
	}
	w.Tune = func(p *app.Program) { p.InTerminal, p.ErrTerminal = true, true }
	w.In = "n\n"
	if a := w.Run("log", "scrub", "--rescan"); a.Code != 1 || !strings.Contains(a.Err, "erase 1 event with secrets for good? [y/N] ") || !strings.Contains(w.LogBytes(), secret) {
		t.Errorf("a person who says no: %+v", a)
	}
	w.In = "y\n"
	a := w.Run("log", "scrub", "--rescan", "--reason", "found late")
	if a.Code != 0 || !strings.Contains(a.Out, "Erased the data of 1 event with secrets") || !strings.Contains(a.Out, "env-secret (1)") || strings.Contains(a.Out+a.Err, secret[:8]) {
		t.Errorf("a person who says yes: %+v", a)
	}
	if strings.Contains(w.LogBytes(), secret) {
		t.Error("the secret is in the files of the log")
	}
	w.Tune = nil
	again := clitest.Documents(t, w.Must("log", "scrub", "--rescan", "--json").Out)[0]
	if again["erased"] != float64(0) || len(again["found"].([]any)) != 0 {
		t.Errorf("again: %v", again)
	}
	if verified := w.Must("log", "verify", "--json").Out; !strings.Contains(verified, `"self_consistent"`) {
		t.Errorf("verify says %s", verified)
	}
}

func TestScrubSaysWhatItScrubs(t *testing.T) {
	if a := clitest.New(t).Run("log", "scrub"); a.Code != 2 || !strings.Contains(a.Err, "claw log scrub --rescan") {
		t.Errorf("%+v", a)
	}
}

// TestARescanEndsWhatAnInterruptedOneBegan erases in the log and is over before the log, the
// read model and the search index are written anew.
func TestARescanEndsWhatAnInterruptedOneBegan(t *testing.T) {
	w := clitest.New(t)
	secret := letIn(w)
	w.Must("search", "sailing")
	log, err := engine.Open(w.Ctx, "sqlite:"+w.Log(), engine.Options{Now: w.Now})
	if err != nil {
		t.Fatal(err)
	}
	o := record.NewOperator(log, scrub.New(), "cli", func() domain.Instant { return domain.At(w.Now()) }, ulid.Make)
	report, err := o.Rescan(w.Ctx, nil)
	if err == nil {
		err = o.EraseFound(w.Ctx, report, "", nil)
	}
	if err := errors.Join(err, log.Close()); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(w.LogBytes(), secret) {
		t.Fatal("nothing is left to be done")
	}
	w.Must("log", "scrub", "--rescan", "--json")
	if strings.Contains(w.LogBytes(), secret) {
		t.Error("the secret is in the files of the log")
	}
}
