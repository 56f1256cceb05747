package approvecmd

import (
	"crypto/sha256"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	approvaltext "github.com/clawable/claw/cmd/claw/cli/approval"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/commands/approve"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
)

type grantFlags struct {
	approvaltext.ScopeFlags
	key, patch, until, executor, clone string
	lasts                              time.Duration
	uses                               int
	delegates                          []string
}

func approvalGrant(a *app.App) *cobra.Command {
	var f grantFlags
	cmd := a.Verb("grant APPROVAL", "decide", "Grant exactly this action: shows it, asks, signs", app.Exactly(1, "APPROVAL"), func(args []string) (app.Document, error) {
		return grant(a, &f, args[0])
	})
	cmd.Long = `Grant a request. The terminal shows what would be signed, and only a yes that is typed there signs
it; a passphrase is read there too. No flag answers yes. The bounds may be narrower than what was
requested, never wider.`
	flags := cmd.Flags()
	f.Add(cmd)
	approvaltext.KeyFlag(cmd, &f.key)
	flags.IntVar(&f.uses, "uses", 0, "how often (default: as often as was requested)")
	flags.DurationVar(&f.lasts, "for", 0, "for how long, such as 1h (default: as long as the policy allows, else 24h)")
	flags.StringVar(&f.until, "until", "", "until this time, RFC 3339")
	flags.StringVar(&f.executor, "executor", "", "only this actor may act: agent:<session> or human:<name>")
	flags.StringArrayVar(&f.delegates, "delegate", nil, "who else may act: agent:<session> or human:<name> (repeat for more)")
	flags.StringVar(&f.patch, "patch", "", "the requested patch, to be shown")
	flags.StringVar(&f.clone, "clone", "", "for a ship: a repository that holds its commits, to be shown (default: the working folder)")
	return cmd
}

func grant(a *app.App, f *grantFlags, id string) (app.Document, error) {
	terms, err := terms(a, f)
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
	patch, err := patchOf(a, offer.Request, f.patch)
	if err != nil {
		return nil, err
	}
	seen, err := see(a, log, offer.Request, f.clone)
	if err != nil {
		return nil, err
	}
	if err := app.Consent(a, "grant approval", func(p *term.Page) { showOffer(a, p, offer, seen, patch) }); err != nil {
		return nil, err
	}
	signature, err := approvaltext.Sign(a, f.key, offer.Statement.Bytes(), approval.GrantNamespace, offer.Rules.Signers.Now())
	if err != nil {
		return nil, err
	}
	decided, err := in.Grant(a.Ctx, &offer.Statement, signature)
	return decideApproval(a, in, stream, decided, err)
}

func terms(a *app.App, f *grantFlags) (approve.Terms, error) {
	t := approve.Terms{Uses: f.uses, For: f.lasts, Scope: f.Scope()}
	switch {
	case f.uses < 0:
		return t, app.UsageError("parse arguments", "--uses", "is not from 1 on", "--uses 1")
	case f.lasts < 0:
		return t, app.UsageError("parse arguments", "--for "+f.lasts.String(), "is no time to come", "--for 1h")
	}
	var err error
	if t.Scope.Until, err = parseUntil(f.until); err != nil {
		return t, err
	}
	if f.executor != "" {
		if t.Scope.Executor, err = approvaltext.Actor(a, f.executor); err != nil {
			return t, err
		}
	}
	t.Delegates, err = approvaltext.Actors(a, f.delegates)
	return t, err
}

// patchOf reads the patch that a request names by its digest: nobody signs what he
// has not seen.
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
	digest, err := r.Action.Digest(string(text))
	if err == nil && digest != r.ActionDigest {
		err = approve.Refusal("grant approval", domain.StreamID{}, domain.RefusedRequestMismatch)
	}
	return string(text), err
}

// showOffer writes what is to be signed, and around it what the approver should know.
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
