package approvecmd

import (
	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	approvaltext "github.com/clawable/claw/cmd/claw/cli/approval"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/domain"
)

type requestFlags struct {
	approvaltext.ActionFlags
	approvaltext.ScopeFlags
	class, rule, reason, as, until string
	uses                           int
}

func approvalRequest(a *app.App) *cobra.Command {
	var f requestFlags
	cmd := a.Verb("request [-- COMMAND ARGUMENT...]", "ask", "Request approval of one exact action", approvaltext.ThenCommand(0, ""), func(argv []string) (app.Document, error) {
		return request(a, &f, argv)
	})
	cmd.Long = `Request approval of one exact action: the command after --, in this folder, argument by argument; or
a patch; or a push, by its commits. Nothing runs. An action that holds a secret is refused: pass the
secret by environment or file.`
	flags := cmd.Flags()
	f.ActionFlags.Add(cmd)
	f.ScopeFlags.Add(cmd)
	f.class = string(domain.ActionTool)
	flags.Var(app.NewChoice(&f.class, domain.ActionClass("").Enum()), "class", "the class of the action: "+app.JoinWords(domain.ActionClass("").Enum()))
	flags.IntVar(&f.uses, "uses", 1, "how often it is to be performed")
	flags.StringVar(&f.rule, "rule", "", "the rule of the adopted policy that demands an approval")
	flags.StringVar(&f.reason, "reason", "", "why, in a few words")
	flags.StringVar(&f.as, "as", "", "who requests: agent:<session> or human:<name> (default: you)")
	flags.StringVar(&f.until, "until", "", "expires at this time at the latest, RFC 3339")
	return cmd
}

func request(a *app.App, f *requestFlags, argv []string) (app.Document, error) {
	who, err := approvaltext.Actor(a, f.as)
	if err != nil {
		return nil, err
	}
	p := domain.ApprovalRequested{Class: domain.ActionClass(f.class), Requester: who, Rule: f.rule, Scope: f.Scope(), Uses: f.uses, Reason: f.reason}
	if p.Scope.Until, err = parseUntil(f.until); err != nil {
		return nil, err
	}
	var patch string
	if p.Action, patch, err = approvaltext.Action(a, &f.ActionFlags, argv); err != nil {
		return nil, err
	}
	p.Files = approvaltext.FilesOf(a, &p.Action)
	log, _, err := a.OpenLog(app.ToCreate)
	if err != nil {
		return nil, err
	}
	in := approvaltext.Approvals(a, log)
	if f.rule != "" {
		known, err := in.Known(a.Ctx)
		if err != nil {
			return nil, err
		}
		var adopted bool
		if p.Policy, adopted = known.PolicyOf(f.rule); !adopted {
			return nil, app.UsageError("request approval", "--rule "+f.rule, "no adopted policy has this rule", "leave --rule out, or adopt the policy first")
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
	Files  []domain.ActionFile `json:"files"` // that the command names, as they stand
}

func (d *ApprovalRequested) Text(p *term.Page) {
	p.Line("asked for %s", d.Approval)
	d.ApprovalRow.Fields(p)
	p.Line("an approver runs: %s", app.Next(p, "claw approval grant "+d.Approval.String()))
}
