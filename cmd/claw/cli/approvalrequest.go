package cli

import (
	"github.com/spf13/cobra"

	"github.com/clawable/claw/domain"
)

type requestFlags struct {
	actionFlags
	scopeFlags
	class, rule, reason, as, until string
	uses                           int
}

func (a *app) approvalRequest() *cobra.Command {
	var f requestFlags
	cmd := a.verb("request [-- COMMAND ARGUMENT...]", "ask", "Request approval of one exact action", thenCommand(0, ""), func(argv []string) (document, error) {
		return a.request(&f, argv)
	})
	cmd.Long = `Request approval of one exact action: the command after --, in this folder, argument by argument; or
a patch; or a push, by its commits. Nothing runs. An action that holds a secret is refused: pass the
secret by environment or file.`
	flags := cmd.Flags()
	f.actionFlags.add(cmd)
	f.scopeFlags.add(cmd)
	f.class = string(domain.ActionTool)
	flags.Var(choice{&f.class, domain.ActionClass("").Enum()}, "class", "the class of the action: "+joinWords(domain.ActionClass("").Enum()))
	flags.IntVar(&f.uses, "uses", 1, "how often it is to be performed")
	flags.StringVar(&f.rule, "rule", "", "the rule of the adopted policy that demands an approval")
	flags.StringVar(&f.reason, "reason", "", "why, in a few words")
	flags.StringVar(&f.as, "as", "", "who requests: agent:<session> or human:<name> (default: you)")
	flags.StringVar(&f.until, "until", "", "expires at this time at the latest, RFC 3339")
	return cmd
}

func (a *app) request(f *requestFlags, argv []string) (document, error) {
	who, err := a.actor(f.as)
	if err != nil {
		return nil, err
	}
	p := domain.ApprovalRequested{Class: domain.ActionClass(f.class), Requester: who, Rule: f.rule, Scope: f.scope(), Uses: f.uses, Reason: f.reason}
	if p.Scope.Until, err = parseUntil(f.until); err != nil {
		return nil, err
	}
	var patch string
	if p.Action, patch, err = a.action(&f.actionFlags, argv); err != nil {
		return nil, err
	}
	p.Files = a.filesOf(&p.Action)
	log, _, err := a.openLog(toCreate)
	if err != nil {
		return nil, err
	}
	in := a.approvals(log)
	if f.rule != "" {
		known, err := in.Known(a.ctx)
		if err != nil {
			return nil, err
		}
		var adopted bool
		if p.Policy, adopted = known.PolicyOf(f.rule); !adopted {
			return nil, usageError("request approval", "--rule "+f.rule, "no adopted policy has this rule", "leave --rule out, or adopt the policy first")
		}
	}
	one, err := in.Request(a.ctx, p, patch)
	if err != nil {
		return nil, err
	}
	rules, err := in.Rules(a.ctx)
	if err != nil {
		return nil, err
	}
	d := &approvalRequested{Head: headOf("approval_requested"), approvalRow: a.approvalRow(one, rules, domain.At(a.Now())), Digest: one.Request.Digest,
		Files: append([]domain.ActionFile{}, one.Request.Files...)}
	if len(rules.Signers.Now().All()) == 0 {
		a.warn("no_signers", "nobody can grant it yet: there is no signer; make one: claw signers add")
	}
	return d, a.warnClock(in, rules)
}

func parseUntil(text string) (domain.Instant, error) {
	if text == "" {
		return domain.Instant{}, nil
	}
	at, err := domain.ParseInstant(text)
	if err != nil {
		return at, usageError("parse arguments", "--until "+text, "is not a time", "RFC 3339 with a zone: 2026-01-02T03:04:05Z")
	}
	return at, nil
}

// approvalRequested is the answer of request.
type approvalRequested struct {
	Head
	approvalRow
	Digest domain.Digest       `json:"request_digest"`
	Files  []domain.ActionFile `json:"files"` // that the command names, as they stand
}

func (d *approvalRequested) text(p *page) {
	p.line("asked for %s", d.Approval)
	d.approvalRow.fields(p)
	p.line("an approver runs: %s", p.next("claw approval grant "+d.Approval.String()))
}
