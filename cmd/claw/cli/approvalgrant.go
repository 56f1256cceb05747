package cli

import (
	"crypto/sha256"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/commands/approve"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
)

type grantFlags struct {
	scopeFlags
	key, patch, until, executor, clone string
	lasts                              time.Duration
	uses                               int
	delegates                          []string
}

func (a *app) approvalGrant() *cobra.Command {
	var f grantFlags
	cmd := a.verb("grant APPROVAL", "decide", "Let exactly this action through: shows it, asks you, signs", exactly(1, "APPROVAL"), func(args []string) (document, error) {
		return a.grant(&f, args[0])
	})
	cmd.Long = `Grant a request. What would be signed is shown at the terminal, and only a yes that is typed there signs it; so is a passphrase.
No flag says yes. Bounds may be narrower than what was asked, never wider.`
	flags := cmd.Flags()
	f.add(cmd)
	a.keyFlag(cmd, &f.key)
	flags.IntVar(&f.uses, "uses", 0, "how often (default: as often as was asked)")
	flags.DurationVar(&f.lasts, "for", 0, "for how long, such as 1h (default: as long as the policy lets it, else 24h)")
	flags.StringVar(&f.until, "until", "", "until this time, RFC 3339")
	flags.StringVar(&f.executor, "executor", "", "only this actor may act: agent:<session> or human:<name>")
	flags.StringArrayVar(&f.delegates, "delegate", nil, "who else may act: agent:<session> or human:<name> (repeat for more)")
	flags.StringVar(&f.patch, "patch", "", "the patch that is asked for, to be shown")
	flags.StringVar(&f.clone, "clone", "", "of a ship: a repository that holds its commits, to be shown (default: the working folder)")
	return cmd
}

func (a *app) grant(f *grantFlags, id string) (document, error) {
	terms, err := a.terms(f)
	if err != nil {
		return nil, err
	}
	log, _, err := a.openLog(toAppend)
	if err != nil {
		return nil, err
	}
	stream, err := a.approvalID(id)
	if err != nil {
		return nil, err
	}
	in := a.approvals(log)
	offer, err := in.Offer(a.ctx, stream, terms)
	if err != nil {
		return nil, err
	}
	patch, err := a.patchOf(offer.Request, f.patch)
	if err != nil {
		return nil, err
	}
	seen, err := a.see(log, offer.Request, f.clone)
	if err != nil {
		return nil, err
	}
	if err := a.consent("grant approval", func(p *page) { a.showOffer(p, offer, seen, patch) }); err != nil {
		return nil, err
	}
	signature, err := a.sign(f.key, offer.Statement.Bytes(), approval.GrantNamespace, offer.Rules.Signers.Now())
	if err != nil {
		return nil, err
	}
	decided, err := in.Grant(a.ctx, &offer.Statement, signature)
	return a.decideApproval(in, stream, decided, err)
}

func (a *app) terms(f *grantFlags) (approve.Terms, error) {
	t := approve.Terms{Uses: f.uses, For: f.lasts, Scope: f.scope()}
	switch {
	case f.uses < 0:
		return t, usageError("parse arguments", "--uses", "is not from 1 on", "--uses 1")
	case f.lasts < 0:
		return t, usageError("parse arguments", "--for "+f.lasts.String(), "is no time to come", "--for 1h")
	}
	var err error
	if t.Scope.Until, err = parseUntil(f.until); err != nil {
		return t, err
	}
	if f.executor != "" {
		if t.Scope.Executor, err = a.actor(f.executor); err != nil {
			return t, err
		}
	}
	t.Delegates, err = a.actors(f.delegates)
	return t, err
}

// patchOf reads the patch that a request names by its digest: nobody signs what he
// has not seen.
func (a *app) patchOf(r *approval.Request, file string) (string, error) {
	want := r.Action.PatchDigest
	if want.IsZero() {
		return "", nil
	}
	if file == "" {
		return "", usageError("grant approval", "patch "+want.String(), "is not in the log", "give it, to be shown: --patch FILE")
	}
	text, err := os.ReadFile(a.path(file))
	if err != nil {
		return "", err
	}
	if domain.Digest(sha256.Sum256(text)) != want {
		return "", usageError("grant approval", file, "is not the patch that is asked for", "its SHA-256 has to be "+want.String())
	}
	digest, err := r.Action.Digest(string(text))
	if err == nil && digest != r.ActionDigest {
		err = approve.Refusal("grant approval", domain.StreamID{}, domain.RefusedRequestMismatch)
	}
	return string(text), err
}

// showOffer writes what is to be signed, and around it what the approver should know.
func (a *app) showOffer(p *page, o *approve.Offer, seen sight, patch string) {
	row := a.approvalRow(o.Approval, o.Rules, domain.At(a.Now()))
	s := &o.Statement
	p.line("Grant %s", o.Stream)
	row.fields(p)
	a.offerFiles(p, o.Request)
	if seen != nil {
		seen.text(p)
	}
	for line := range strings.Lines(patch) {
		p.line("  | %s", strings.TrimRight(line, "\r\n"))
	}
	if n := len(o.Request.ContextEvents); n > 0 {
		p.field("context", stylePlain, "%s: claw log read, first %s", many(n, "event"), o.Request.ContextEvents[0])
	}
	p.line("You would sign for log %s:", s.LogID)
	p.field("request", stylePlain, "%s", s.RequestDigest)
	p.field("uses", stylePlain, "%d", s.Uses)
	p.field("expires", stylePlain, "%s", clock(s.ExpiresAt.Time()))
	if text := scopeText(&s.Scope); text != "" {
		p.field("scope", stylePlain, "%s", text)
	}
	if len(s.Delegates) > 0 {
		p.field("delegates", stylePlain, "%s", joinActors(s.Delegates, ", "))
	}
}
