package approvecmd_test

import (
	"crypto/sha256"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
	"github.com/clawable/claw/commands/approve"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// TestAPolicyThatNobodyApprovedDecidesNothing writes policies into the file of a log that
// has signers, past every command, and checks what counts.
func TestAPolicyThatNobodyApprovedDecidesNothing(t *testing.T) {
	strict := "version = 1\n\n[[rule]]\nid = \"main\"\ndecision = \"deny\"\nargv_shorthand = \"git push:*\"\n"
	lax := "version = 1\n\n[[rule]]\nid = \"all\"\ndecision = \"allow\"\nargv_shorthand = \"git push:*\"\n"
	approved := func(x *trial, text string) {
		x.File("own.toml", text)
		asked := clitest.Documents(x.T, x.Must("policy", "adopt", "own.toml", "--request", "--json").Out)[0]
		x.stream = clitest.Stream(x.T, asked["requested"].(string))
		x.Must("approval", "grant", x.stream.String(), "--key", "alice.key")
	}
	adopt := func(x *trial, text string) (use domain.EventID) {
		approved(x, text)
		x.Must("policy", "adopt", "own.toml", "--approval", x.stream.String())
		return x.folded().Uses[0].Event
	}
	spend := func(x *trial, text string) (use domain.EventID) { // and adopt nothing
		approved(x, text)
		x.in(func(in *approve.Approvals, _ eventlog.Log) {
			used, err := in.Consume(x.Ctx, x.stream, approve.Claim{Action: approve.AdoptAction(sha256.Sum256([]byte(text))), Executor: "human:dev"})
			x.check(err)
			use = used.Event
		})
		return use
	}
	forged := func(text string) *domain.PolicyAdopted {
		return &domain.PolicyAdopted{Digest: sha256.Sum256([]byte(text)), Text: text, Actor: alice}
	}
	for name, row := range map[string]struct {
		forge func(*trial)
		want  string
		void  []any // as policy show lists them
	}{
		"what was adopted counts":               {func(x *trial) { adopt(x, strict) }, "deny", nil},
		"what was adopted later counts instead": {func(x *trial) { adopt(x, strict); adopt(x, lax) }, "allow", nil},
		"a row that nobody approved":            {func(x *trial) { adopt(x, strict); x.smuggle(domain.PolicyStream(), forged(lax)) }, "deny", []any{"no_approval"}},
		"a row by the use of another text": {func(x *trial) {
			adopt(x, strict)
			x.smuggle(domain.PolicyStream(), forged(lax), spend(x, strict+"# as it was\n"))
		}, "deny", []any{"request_mismatch"}},
		"an old text by its old use": {func(x *trial) {
			use := adopt(x, lax)
			adopt(x, strict)
			x.smuggle(domain.PolicyStream(), forged(lax), use)
		}, "deny", []any{"approval_already_consumed"}},
		"another text under an approved digest": {func(x *trial) {
			p := forged(lax)
			p.Digest = sha256.Sum256([]byte(strict))
			x.smuggle(domain.PolicyStream(), p, spend(x, strict))
		}, "deny", nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			x := newTrial(t)
			row.forge(x)
			a := x.Run("policy", "check", "--json", "--", "git", "push")
			if got := clitest.Documents(t, a.Out)[0]["decision"]; got != row.want {
				t.Errorf("a push is %v, want %s", got, row.want)
			}
			shown := clitest.Documents(t, x.Must("policy", "show", "--json").Out)[0]
			var void []any
			for _, v := range shown["void"].([]any) {
				void = append(void, v.(map[string]any)["void"])
			}
			if diff := cmp.Diff(row.void, void); diff != "" {
				t.Errorf("void adoptions: -want +got\n%s", diff)
			}
			if warned := len(shown["warnings"].([]any)) > 0; warned != (len(row.void) > 0) {
				t.Errorf("warned: %v, of %v", warned, void)
			}
		})
	}
}
