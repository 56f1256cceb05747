package approvaltext

import (
	"errors"

	"github.com/go-json-experiment/json"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/commands/approve"
	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/eventlog"
)

// OperatorOptions are the flags of every verb by which an operator decides about a lane.
type OperatorOptions struct {
	key string // to sign with; "": what is recorded is not signed
}

// Flags declares the flags. what names what is signed.
func (o *OperatorOptions) Flags(f *pflag.FlagSet, what string) {
	f.StringVar(&o.key, "key", "", "sign the "+what+" with this: a private key file, agent, or the SHA256:… of a key in the ssh-agent")
}

// Operator returns the operator of this process, and on what its authority rests: a signature that the
// log trusts, else what the process is observed to be.
func (o *OperatorOptions) Operator(a *app.App, log eventlog.Log) (*record.Operator, app.Standing) {
	seen := app.OperatorStanding(a)
	if o.key == "" {
		return app.Operator(a, log).As(seen.Standing), seen
	}
	op := approve.SignedOperator(Approvals(a, log), seen.Standing == record.StandingAgent,
		func(statement []byte, by *approval.Signers) (string, error) {
			return Sign(a, o.key, statement, approval.LaneNamespace, by)
		})
	seen.Standing, seen.Trust = record.StandingSigned, record.StandingSigned.Trust()
	return op, seen
}

// CanSign reports whether a signature for a lane with a signer's key is possible, where the flags request
// a signature: it is called before work that a refusal would lose.
//
// Errors: kind auth where no person can sign, and where there is no such key; kind policy where the key
// does not belong to a signer.
func (o *OperatorOptions) CanSign(a *app.App, log eventlog.Log, id domain.LaneID) error {
	if o.key == "" {
		return nil
	}
	if _, err := a.Terminal("sign"); err != nil {
		return err
	}
	rules, err := Approvals(a, log).Rules(a.Ctx)
	if err != nil {
		return err
	}
	ring, key := ringOf(a, o.key, rules.Signers.Now())
	fingerprint, err := ring.KeyID(key)
	if err != nil || fingerprint == "" || ring.Trusted(fingerprint) {
		return err
	}
	stream, err := id.Stream()
	if err != nil {
		return err
	}
	return approve.Refusal("sign decision", stream, domain.RefusedSignerUnknown)
}

// NotRecorded is the error of a decision about a lane that was not recorded: others kept writing to
// the lane, or err.
func NotRecorded(err error, id domain.LaneID) error {
	if !errors.Is(err, eventlog.ErrConflict) {
		return err
	}
	return (&domain.Error{Kind: domain.ErrConflict, Operation: "decide", Target: string(id), Retryable: true,
		Message: "others kept writing to this lane; nothing was recorded", Hint: "look at the lane, then try again"}).Because(err)
}

// WarnOfTrust warns that something was recorded with low trust.
func WarnOfTrust(a *app.App, s app.Standing) {
	if s.Trust.Rank() < record.StandingTerminal.Trust().Rank() {
		a.Warn("low_trust", "recorded with "+s.Text()+"; in a lane of whose work something trusted tells it changes nothing. "+
			"Run it yourself, in a terminal of your own, or sign it: --key")
	}
}

// SignerOf returns the signer of what an event records, "" where it is unsigned.
func SignerOf(a *app.App, log eventlog.Log, id domain.EventID) (domain.Actor, error) {
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
