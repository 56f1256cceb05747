package lookcmd

import (
	"github.com/go-json-experiment/json"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	approvaltext "github.com/clawable/claw/cmd/claw/cli/approval"
	"github.com/clawable/claw/commands/approve"
	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/eventlog"
)

// operatorOptions are the flags of every verb that decides about a lane.
type operatorOptions struct {
	key string // to sign with; "": the decision is not signed
}

func (o *operatorOptions) flags(f *pflag.FlagSet) {
	f.StringVar(&o.key, "key", "", "sign the decision with this: a private key file, agent, or the SHA256:… of a key in the ssh-agent")
}

// operator is who decides by this process, and on what that word rests: a signature that the log
// trusts, else what the process is observed to be.
func operator(a *app.App, o operatorOptions, log eventlog.Log) (*record.Operator, app.Standing) {
	seen := app.OperatorStanding(a)
	if o.key == "" {
		return app.Operator(a, log).As(seen.Standing), seen
	}
	op := approve.SignedOperator(approvaltext.Approvals(a, log), seen.Standing == record.StandingAgent,
		func(statement []byte, by *approval.Signers) (string, error) {
			return approvaltext.Sign(a, o.key, statement, approval.LaneNamespace, by)
		})
	seen.Standing, seen.Trust = record.StandingSigned, record.StandingSigned.Trust()
	return op, seen
}

// warnOfTrust warns that a decision was recorded with low trust.
func warnOfTrust(a *app.App, s app.Standing) {
	if s.Trust.Rank() < record.StandingTerminal.Trust().Rank() {
		a.Warn("low_trust", "recorded with "+s.Text()+"; in a lane of whose work something trusted tells it changes nothing. "+
			"Run it yourself, in a terminal of your own, or sign it: --key")
	}
}

// signerOf is who signed a decision, "" where nobody did.
func signerOf(a *app.App, log eventlog.Log, id domain.EventID) (domain.Actor, error) {
	e, err := log.Get(a.Ctx, id)
	if err != nil {
		return "", err
	}
	var p struct {
		domain.OperatorSignature
	}
	err = json.Unmarshal(e.Data, &p)
	return p.Signer, err
}
