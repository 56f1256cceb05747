package approvecmd

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	approvaltext "github.com/clawable/claw/cmd/claw/cli/approval"
	"github.com/clawable/claw/cmd/claw/cli/guard"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/commands/approve"
	"github.com/clawable/claw/domain"
)

// requestOptions are the flags of claw approval request.
type requestOptions struct {
	approvaltext.ActionOptions
	approvaltext.ScopeOptions
	class  string // a value of domain.ActionClass; default tool
	uses   int    // how often the action is performed, from 1
	rule   string // of the adopted policy; "" for none
	reason string
	as     string // an actor; "" is this person
	until  string // RFC 3339; "" for no bound of time
}

func (o *requestOptions) flags(f *pflag.FlagSet) {
	o.ActionOptions.Flags(f)
	o.ScopeOptions.Flags(f)
	o.class = string(domain.ActionTool)
	f.Var(app.NewChoice(&o.class, domain.ActionClass("").Enum()), "class", "the class of the action: "+app.JoinWords(domain.ActionClass("").Enum()))
	f.IntVar(&o.uses, "uses", 1, "how often it is to be performed")
	f.StringVar(&o.rule, "rule", "", "the rule of the adopted policy that demands an approval")
	f.StringVar(&o.reason, "reason", "", "why, in a few words")
	f.StringVar(&o.as, "as", "", "who requests: agent:<session> or human:<name> (default: you)")
	f.StringVar(&o.until, "until", "", "expires at this time at the latest, RFC 3339")
}

func approvalRequest(a *app.App) *cobra.Command {
	var o requestOptions
	cmd := a.Verb("request [-- COMMAND ARGUMENT...]", "ask", "Request approval of one exact action", approvaltext.ThenCommand(0, ""),
		func(argv []string) (app.Document, error) { return request(a, o, argv) })
	cmd.Long = `Request approval of one exact action: the command after --, in this folder, argument by argument; or
a patch; or a push, by its commits. Nothing runs. An action that holds a secret is refused: pass the
secret by environment or file. Where a policy that applies here binds the content of its files
(bind = "content"), so does the request.`
	o.flags(cmd.Flags())
	return cmd
}

func request(a *app.App, o requestOptions, argv []string) (app.Document, error) {
	p, patch, err := o.payload(a, argv)
	if err != nil {
		return nil, err
	}
	log, _, err := a.OpenLog(app.ToCreate)
	if err != nil {
		return nil, err
	}
	in := approvaltext.Approvals(a, log)
	if !a.Served { // else the policies of its folder may be on another machine
		p.Bind = guard.Binding(a, log, argv)
	}
	if o.rule != "" {
		if p.Policy, err = policyOf(a, in, o.rule); err != nil {
			return nil, err
		}
	}
	one, err := in.Request(a.Ctx, p, patch)
	if err != nil {
		return nil, err
	}
	rules, err := in.Rules(a.Ctx)
	if err != nil {
		return nil, err
	}
	d := &ApprovalRequested{Head: app.HeadOf("approval_requested"), ApprovalRow: approvaltext.RowOf(one, rules, domain.At(a.Now())), Digest: one.Request.Digest,
		Files: append([]domain.ActionFile{}, one.Request.Files...)}
	if len(rules.Signers.Now().All()) == 0 {
		a.Warn("no_signers", "nobody can grant it yet: there is no signer; make one: claw signers add")
	}
	return d, approvaltext.WarnClock(a, in, rules)
}

// payload is the request that the flags and the command describe, without its policy, and the text
// of the patch.
func (o *requestOptions) payload(a *app.App, argv []string) (p domain.ApprovalRequested, patch string, err error) {
	who, err := approvaltext.Actor(a, o.as)
	if err != nil {
		return p, "", err
	}
	p = domain.ApprovalRequested{Class: domain.ActionClass(o.class), Requester: who, Rule: o.rule, Scope: o.Scope(), Uses: o.uses, Reason: o.reason}
	if p.Scope.Until, err = parseUntil(o.until); err != nil {
		return p, "", err
	}
	if p.Action, patch, err = approvaltext.Action(a, &o.ActionOptions, argv); err != nil {
		return p, "", err
	}
	p.Files = approvaltext.FilesOf(a, &p.Action)
	return p, patch, nil
}

// policyOf returns the adopted policy that has a rule.
//
// Errors: kind usage for a rule of no adopted policy.
func policyOf(a *app.App, in *approve.Approvals, rule string) (domain.Digest, error) {
	known, err := in.Known(a.Ctx)
	if err != nil {
		return domain.Digest{}, err
	}
	policy, adopted := known.PolicyOf(rule)
	if !adopted {
		return policy, app.UsageError("request approval", "--rule "+rule, "no adopted policy has this rule", "leave --rule out, or adopt the policy first")
	}
	return policy, nil
}

func parseUntil(text string) (domain.Instant, error) {
	if text == "" {
		return domain.Instant{}, nil
	}
	at, err := domain.ParseInstant(text)
	if err != nil {
		return at, app.UsageError("parse arguments", "--until "+text, "is not a time", "RFC 3339 with a zone: 2026-01-02T03:04:05Z")
	}
	return at, nil
}

// ApprovalRequested is the answer of request.
type ApprovalRequested struct {
	app.Head
	approvaltext.ApprovalRow
	Digest domain.Digest       `json:"request_digest"`
	Files  []domain.ActionFile `json:"files"` // that the command names, as they are now
}

func (d *ApprovalRequested) Text(p *term.Page) {
	p.Line("asked for %s", d.Approval)
	d.ApprovalRow.Fields(p)
	p.Line("an approver runs: %s", app.Next(p, "claw approval grant "+d.Approval.String()))
}
