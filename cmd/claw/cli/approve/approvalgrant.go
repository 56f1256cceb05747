package approvecmd

import (
	"crypto/sha256"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	approvaltext "github.com/clawable/claw/cmd/claw/cli/approval"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/commands/approve"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
)

// grantOptions are the flags of claw approval grant. The zero value of a bound is that of the
// request or of the policy.
type grantOptions struct {
	approvaltext.ScopeOptions
	key       string // to sign with, see approvaltext.KeyFlag
	uses      int    // from 1; 0 is as often as was requested
	lasts     time.Duration
	until     string   // RFC 3339
	executor  string   // the only actor who may act; "" is not bound
	delegates []string // actors who may act as well
	patch     string   // a file that holds the requested patch
	clone     string   // a folder of a repository with the commits of a ship; "" is the working folder
}

func (o *grantOptions) flags(f *pflag.FlagSet) {
	o.Flags(f)
	approvaltext.KeyFlag(f, &o.key)
	f.IntVar(&o.uses, "uses", 0, "how often (default: as often as was requested)")
	f.DurationVar(&o.lasts, "for", 0, "for how long, such as 1h (default: as long as the policy allows, else 24h)")
	f.StringVar(&o.until, "until", "", "until this time, RFC 3339")
	f.StringVar(&o.executor, "executor", "", "only this actor may act: agent:<session> or human:<name>")
	f.StringArrayVar(&o.delegates, "delegate", nil, "who else may act: agent:<session> or human:<name> (repeat for more)")
	f.StringVar(&o.patch, "patch", "", "the requested patch, to be shown")
	f.StringVar(&o.clone, "clone", "", "for a ship: a repository that holds its commits, to be shown (default: the working folder)")
}

func (o *grantOptions) check() error {
	switch {
	case o.uses < 0:
		return app.UsageError("parse arguments", "--uses", "is not from 1 on", "--uses 1")
	case o.lasts < 0:
		return app.UsageError("parse arguments", "--for "+o.lasts.String(), "is no time to come", "--for 1h")
	}
	return nil
}

func approvalGrant(a *app.App) *cobra.Command {
	var o grantOptions
	cmd := a.Verb("grant APPROVAL", "decide", "Grant exactly this action: shows it, asks, signs", app.Exactly(1, "APPROVAL"),
		func(args []string) (app.Document, error) { return grant(a, o, args[0]) })
	cmd.Long = `Grant a request. The terminal shows what would be signed, and only a yes that is typed there signs
it; a passphrase is read there too. No flag answers yes. The bounds may be narrower than what was
requested, never wider.`
	o.flags(cmd.Flags())
	return cmd
}

func grant(a *app.App, o grantOptions, id string) (app.Document, error) {
	terms, err := o.terms(a)
	if err != nil {
		return nil, err
	}
	log, _, err := a.OpenLog(app.ToAppend)
	if err != nil {
		return nil, err
	}
	stream, err := approvaltext.ApprovalID(a, id)
	if err != nil {
		return nil, err
	}
	in := approvaltext.Approvals(a, log)
	offer, err := in.Offer(a.Ctx, stream, terms)
	if err != nil {
		return nil, err
	}
	patch, err := patchOf(a, offer.Request, o.patch)
	if err != nil {
		return nil, err
	}
	seen, err := see(a, log, offer.Request, o.clone)
	if err != nil {
		return nil, err
	}
	if err := app.Consent(a, "grant approval", func(p *term.Page) { showOffer(a, p, offer, seen, patch) }); err != nil {
		return nil, err
	}
	signature, err := approvaltext.Sign(a, o.key, offer.Statement.Bytes(), approval.GrantNamespace, offer.Rules.Signers.Now())
	if err != nil {
		return nil, err
	}
	decided, err := in.Grant(a.Ctx, &offer.Statement, signature)
	return decideApproval(a, in, stream, decided, err)
}

// terms are the bounds of the grant that the flags describe.
func (o *grantOptions) terms(a *app.App) (approve.Terms, error) {
	t := approve.Terms{Uses: o.uses, For: o.lasts, Scope: o.Scope()}
	err := o.check()
	if err != nil {
		return t, err
	}
	if t.Scope.Until, err = parseUntil(o.until); err != nil {
		return t, err
	}
	if o.executor != "" {
		if t.Scope.Executor, err = approvaltext.Actor(a, o.executor); err != nil {
			return t, err
		}
	}
	t.Delegates, err = approvaltext.Actors(a, o.delegates)
	return t, err
}

// patchOf reads the patch that a request names by its digest, so that the approver sees what is
// signed.
func patchOf(a *app.App, r *approval.Request, file string) (string, error) {
	want := r.Action.PatchDigest
	if want.IsZero() {
		return "", nil
	}
	if file == "" {
		return "", app.UsageError("grant approval", "patch "+want.String(), "is not in the log", "give it, to be shown: --patch FILE")
	}
	text, err := os.ReadFile(app.Path(a, file))
	if err != nil {
		return "", err
	}
	if domain.Digest(sha256.Sum256(text)) != want {
		return "", app.UsageError("grant approval", file, "is not the patch that is asked for", "its SHA-256 has to be "+want.String())
	}
	digest, err := approval.DigestAction(&r.Action, string(text))
	if err == nil && digest != r.ActionDigest {
		err = approve.Refusal("grant approval", domain.StreamID{}, domain.RefusedRequestMismatch)
	}
	return string(text), err
}

// showOffer writes the statement that is to be signed, and what the approver has to know about it.
func showOffer(a *app.App, p *term.Page, o *approve.Offer, seen sight, patch string) {
	row := approvaltext.RowOf(o.Approval, o.Rules, domain.At(a.Now()))
	s := &o.Statement
	p.Line("Grant %s", o.Stream)
	row.Fields(p)
	approvaltext.OfferFiles(a, p, o.Request)
	if seen != nil {
		seen.Text(p)
	}
	for line := range strings.Lines(patch) {
		p.Line("  | %s", strings.TrimRight(line, "\r\n"))
	}
	if n := len(o.Request.ContextEvents); n > 0 {
		p.Field("context", term.StylePlain, "%s: claw log read, first %s", term.Many(n, "event"), o.Request.ContextEvents[0])
	}
	p.Line("You would sign for log %s:", s.LogID)
	p.Field("request", term.StylePlain, "%s", s.RequestDigest)
	p.Field("uses", term.StylePlain, "%d", s.Uses)
	p.Field("expires", term.StylePlain, "%s", term.Clock(s.ExpiresAt.Time()))
	if text := approvaltext.ScopeText(&s.Scope); text != "" {
		p.Field("scope", term.StylePlain, "%s", text)
	}
	if len(s.Delegates) > 0 {
		p.Field("delegates", term.StylePlain, "%s", joinActors(s.Delegates, ", "))
	}
}
