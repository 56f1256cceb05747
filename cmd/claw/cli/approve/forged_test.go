package approvecmd_test

import (
	"context"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/engine"
)

// TestARowThatNobodySignedIsVoid writes a grant and a use into the file of the log, past
// every command, and runs every verb that reads it.
func TestARowThatNobodySignedIsVoid(t *testing.T) {
	w := clitest.New(t)
	id := clitest.Documents(t, w.Must("approval", "show", clitest.Pending, "--json").Out)[0]["approval"].(string)
	log, err := engine.Open(w.Ctx, "sqlite:"+w.Log(), engine.Options{Now: w.Now})
	if err != nil {
		t.Fatal(err)
	}
	grant := domain.EventID(domain.Derive(clitest.Now, "forged"))
	for n, p := range []domain.Payload{
		&domain.ApprovalGranted{Approver: "human:alice@example.org", Assurance: domain.AssurancePresence, ExpiresAt: domain.At(clitest.Now.AddDate(1, 0, 0)), Uses: 9,
			Nonce: "00", Key: clitest.CarolsKey, Statement: "e30=", Signature: "-----BEGIN SSH SIGNATURE-----\nAAAA\n-----END SSH SIGNATURE-----\n"},
		&domain.ApprovalConsumed{Grant: grant, Executor: "human:dev", Use: 1},
	} {
		data, err := eventlog.Encode(p)
		if err != nil {
			t.Fatal(err)
		}
		draft := domain.Draft{ID: grant, Kind: p.Kind(), Version: 1, Stream: clitest.Stream(t, id), ObservedAt: domain.At(clitest.Now), Emitter: "forger",
			Source: domain.Source{Kind: domain.SourceTest, Trust: domain.TrustHigh}, Data: data}
		if n > 0 {
			draft.ID = domain.EventID(domain.Derive(clitest.Now, "forged", "use"))
		}
		if _, err := log.Append(context.Background(), draft.Stream, eventlog.Any, []domain.Draft{draft}); err != nil {
			t.Fatal(err)
		}
	}
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}
	shown := clitest.Documents(t, w.Must("approval", "show", id, "--json").Out)[0]
	use := shown["consumptions"].([]any)[0].(map[string]any)
	if shown["status"] != "void" || shown["void"] != "signature_invalid" || shown["left"] != 0.0 || use["void"] != "signature_invalid" {
		t.Errorf("status %v, void %v, left %v, use %v", shown["status"], shown["void"], shown["left"], use)
	}
	if list := clitest.Documents(t, w.Must("approval", "list", "--state", "void", "--json").Out)[0]; list["total"] != 1.0 {
		t.Errorf("%v void in the list", list["total"])
	}
	for _, line := range [][]string{{"approval", "consume", id, "--patch", "p.diff"}, {"approval", "export", id}, {"approval", "wait", id},
		{"approval", "verify", id, "--allowed-signers", "alice.signers"}} {
		a := w.Run(append(line, "--json")...)
		why := clitest.Documents(t, a.Out)[0]["error"].(map[string]any)["detail"].(map[string]any)["refusal"]
		if a.Code != 3 || why != "signature_invalid" {
			t.Errorf("%s: exit %d, refused %v", line[1], a.Code, why)
		}
	}
	w.Must("approval", "grant", id, "--patch", "p.diff", "--key", "alice.key") // a good one counts all the same
	w.Must("approval", "consume", id, "--patch", "p.diff")
}
