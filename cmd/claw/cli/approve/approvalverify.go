package approvecmd

import (
	"cmp"
	"errors"
	"os"

	"github.com/go-json-experiment/json"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	approvaltext "github.com/clawable/claw/cmd/claw/cli/approval"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/commands/approve"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/proof"
)

// VerifiedDocument is the answer of approval verify.
type VerifiedDocument struct {
	app.Head
	Approval  domain.StreamID      `json:"approval"`
	Verdict   string               `json:"verdict"` // valid, trust_unknown
	Signature string               `json:"signature"`
	Trust     string               `json:"trust"` // log_id, allowed_signers, unknown
	LogID     domain.Digest        `json:"log_id"`
	Key       string               `json:"key"`
	Approver  domain.Actor         `json:"approver,omitzero"` // where trust is known
	Assurance domain.Assurance     `json:"assurance"`
	Action    domain.Digest        `json:"action_digest"`
	Request   domain.Digest        `json:"request_digest"`
	Policy    domain.Digest        `json:"policy,omitzero"`
	Scope     domain.ApprovalScope `json:"scope,omitzero"`
	ExpiresAt domain.Instant       `json:"expires_at"`
	Expired   bool                 `json:"expired"`
	Uses      int                  `json:"uses"`
	Delegates []domain.Actor       `json:"delegates"`
	Status    approval.Status      `json:"status,omitzero"` // where the log of this run has it
	Left      int                  `json:"left,omitzero"`
	approvaltext.Rested
	verdict proof.Verdict
}

// verifyOptions are the flags of claw approval verify: whom to trust. Without either the signature
// alone is verified.
type verifyOptions struct {
	logID   string // of the log whose signers count, 64 hex digits
	signers string // a file of allowed signers
}

func (o *verifyOptions) flags(f *pflag.FlagSet) {
	f.StringVar(&o.logID, "log-id", "", "trust the signers of the log with this id, 64 hex digits")
	f.StringVar(&o.signers, "allowed-signers", "", "trust the signers in this file (ssh-keygen(1), ALLOWED SIGNERS)")
}

func approvalVerify(a *app.App) *cobra.Command {
	var o verifyOptions
	cmd := a.Verb("verify APPROVAL|FILE", "look", "Verify a grant of this log, or an exported one", app.Exactly(1, "APPROVAL or FILE"),
		func(args []string) (app.Document, error) { return verify(a, o, args[0]) })
	cmd.Long = `Verify a grant: its signature, and that somebody you trust made it. Trust comes from outside: a file
of signers, or the id of a log, which has to be the id of this log and whose signers count. Without
either, the signature is verified and the exit code is 1. The exit code is also 1 where the log says
that the grant was revoked or has expired.`
	o.flags(cmd.Flags())
	return cmd
}

func verify(a *app.App, o verifyOptions, what string) (app.Document, error) {
	envelope, standing, rests, err := evidence(a, what)
	if err != nil {
		return nil, err
	}
	grant, err := proof.JudgeGrant(envelope, a.Now())
	if err != nil {
		return nil, refuseEnvelope(what, err, nil)
	}
	grant.Standing = standing
	if err := trust(a, o, grant, rests); err != nil {
		return nil, err
	}
	d := &VerifiedDocument{Head: app.HeadOf("approval_verified"), Verdict: string(proof.Valid), Signature: "valid", Delegates: []domain.Actor{}, Rested: *rests}
	d.says(grant)
	switch d.verdict {
	case proof.Valid:
	case proof.Ended:
		a.Code = 1
		a.Warn("grant_ended", "the signature is valid, and the grant lets nothing through any more: it is "+string(d.Status))
	case proof.TrustUnknown:
		a.Code, d.Verdict = 1, string(proof.TrustUnknown)
		a.Warn("trust_unknown", "the signature is valid, and nothing says whether to trust who made it: give --log-id or --allowed-signers")
	}
	return d, nil
}

// evidence is the envelope in a file, or that of a request in this log with its standing and the
// files on which it rests.
func evidence(a *app.App, what string) (*proof.Envelope, *approval.Standing, *approvaltext.Rested, error) {
	if text, err := os.ReadFile(app.Path(a, what)); err == nil {
		e, err := parseEnvelope("verify approval", what, text)
		return e, nil, new(approvaltext.Rested), err
	}
	in, stream, err := approvaltext.OpenApprovals(a, app.ToRead, what)
	if err != nil {
		return nil, nil, nil, err
	}
	return envelopeOf(a, in, stream)
}

// parseEnvelope reads what claw approval export wrote.
//
// Errors: kind parse.
func parseEnvelope(operation, file string, text []byte) (*proof.Envelope, error) {
	e := new(proof.Envelope)
	if err := json.Unmarshal(text, e); err != nil || e.PayloadType == "" {
		return nil, (&domain.Error{Kind: domain.ErrParse, Operation: operation, Target: file, Message: "is no DSSE envelope", Hint: "claw approval export writes one"}).Because(err)
	}
	return e, nil
}

// envelopeOf wraps the grant of a request, and returns its standing and on what it rests.
func envelopeOf(a *app.App, in *approve.Approvals, stream domain.StreamID) (*proof.Envelope, *approval.Standing, *approvaltext.Rested, error) {
	grant, err := in.SignedGrant(a.Ctx, stream, a.Now())
	if err != nil {
		return nil, nil, nil, err
	}
	e, err := proof.Wrap(grant.Statement, grant.Signature)
	rests := approvaltext.RestsOn(grant.Request)
	return e, &grant.Standing, &rests, err
}

func (d *VerifiedDocument) says(g *proof.Grant) {
	s := g.Statement
	d.verdict, d.Trust, d.Approver = g.Verdict(), string(g.Trust), g.Approver
	d.Approval, d.LogID, d.Key, d.Action, d.Request = s.Request, s.LogID, g.Key, s.ActionDigest, s.RequestDigest
	d.Policy, d.Scope, d.ExpiresAt, d.Uses = s.Policy, s.Scope, s.ExpiresAt, s.Uses
	d.Delegates = append(d.Delegates, s.Delegates...)
	d.Assurance, d.Expired = g.Assurance, g.Expired
	if g.Standing != nil {
		d.Status, d.Left = g.Standing.Status, g.Standing.Left
	}
}

// trust evaluates a grant against the signers that o trusts; rests is filled from the log where
// its signers count.
func trust(a *app.App, o verifyOptions, g *proof.Grant, rests *approvaltext.Rested) error {
	target := g.Statement.Request.String()
	if o.logID != "" {
		if err := g.OfLog(o.logID); err != nil {
			return refuseEnvelope(target, err, nil)
		}
	}
	if o.signers != "" {
		text, err := os.ReadFile(app.Path(a, o.signers))
		if err != nil {
			return err
		}
		set, err := proof.ParseSigners(text, a.Now().Location())
		if err != nil {
			return err
		}
		return refuseEnvelope(target, g.TrustIn(set, proof.TrustSigners), nil)
	}
	if o.logID == "" {
		return nil
	}
	return trustLog(a, g, rests, o.logID)
}

// trustLog evaluates a grant against the log of this run, whose id has to be id.
func trustLog(a *app.App, g *proof.Grant, rests *approvaltext.Rested, id string) error {
	target := g.Statement.Request.String()
	log, _, err := a.OpenLog(app.ToRead)
	if err != nil {
		return err
	}
	in := approvaltext.Approvals(a, log)
	rules, err := in.Rules(a.Ctx)
	if err != nil {
		return err
	}
	if rules.LogID != g.Statement.LogID {
		return app.UsageError("verify approval", "--log-id "+id, "is the id of another log than the one at hand", "name that log: --log PATH; or say who signs: --allowed-signers FILE")
	}
	if g.Standing != nil { // the log decided about it at the time of the grant
		g.TrustAsRecorded(rules.Signers)
		return nil
	}
	if err := g.TrustIn(rules.Signers.Now(), proof.TrustLog); err != nil {
		return refuseEnvelope(target, err, nil)
	}
	one, missing := in.Fold(a.Ctx, g.Statement.Request, rules)
	if missing != nil && app.Typed(missing).Kind != domain.ErrNotFound {
		return missing
	}
	if err := g.HoldTo(one, rules.Signers.Now()); err != nil {
		return refuseEnvelope(target, err, missing)
	}
	*rests = approvaltext.RestsOn(one.Request)
	return nil
}

// refuseEnvelope returns the error of a refusal, nil for none; missing is the log's error for what it
// does not have.
func refuseEnvelope(what string, refused, missing error) error {
	var why *proof.Refused
	if !errors.As(refused, &why) {
		return refused
	}
	err := app.Typed(approve.Refusal("verify approval", domain.StreamID{}, why.Why))
	err.Target = what
	err.Detail = map[string]any{"refusal": why.Why}
	if because := cmp.Or(why.Because, missing); because != nil {
		return err.Because(because)
	}
	return err
}

func (d *VerifiedDocument) Text(p *term.Page) {
	switch d.verdict {
	case proof.Ended:
		p.Styled(term.StyleYellow, "signature valid: "+string(d.Approver)+" granted this; it is "+string(d.Status))
	case proof.Valid:
		p.Styled(term.StyleGreen, "valid: "+string(d.Approver)+" granted this")
	case proof.TrustUnknown:
		p.Styled(term.StyleYellow, "signature valid, trust unknown")
	}
	p.Field("approval", term.StylePlain, "%s", d.Approval)
	p.Field("action", term.StylePlain, "%s", d.Action)
	p.Field("key", term.StylePlain, "%s, assurance %s", d.Key, d.Assurance)
	p.Field("log", term.StylePlain, "%s", d.LogID)
	p.Field("uses", term.StylePlain, "%d", d.Uses)
	p.Field(map[bool]string{false: "expires", true: "expired"}[d.Expired], term.StylePlain, "%s", term.Clock(d.ExpiresAt.Time()))
	if text := approvaltext.ScopeText(&d.Scope); text != "" {
		p.Field("scope", term.StylePlain, "%s", text)
	}
	if d.Status != "" {
		p.Field("status", approvaltext.ApprovalStyle(d.Status), "%s%s", d.Status, approvaltext.LeftText(d.Left))
	}
	d.Fields(p)
}
