package approvecmd

import (
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	approvaltext "github.com/clawable/claw/cmd/claw/cli/approval"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
)

// SignersVerb returns the verbs about who may sign.
func SignersVerb(a *app.App) *cobra.Command {
	cmd := app.VerbFamily("signers", "approve", "Who may grant approvals")
	cmd.AddCommand(signersList(a), signersAdd(a), signersRemove(a))
	return cmd
}

// SignersDocument is the answer of the verbs about signers: the set as it is now.
type SignersDocument struct {
	app.Head
	LogID     domain.Digest   `json:"log_id"`
	Signers   []shownSigner   `json:"signers"`
	Changes   []signersChange `json:"changes"` // refused ones too
	Bootstrap bool            `json:"bootstrap,omitzero"`
}

type shownSigner struct {
	Key        string           `json:"key"` // fingerprint
	Principal  string           `json:"principal"`
	Type       string           `json:"type"`
	Assurance  domain.Assurance `json:"assurance"` // the most that it can prove
	Namespaces []string         `json:"namespaces"`
	After      time.Time        `json:"valid_after,omitzero"`
	Before     time.Time        `json:"valid_before,omitzero"`
	Line       string           `json:"line"`
}

type signersChange struct {
	Event     domain.EventID         `json:"event"`
	Position  uint64                 `json:"position"`
	By        domain.Actor           `json:"by,omitzero"`
	Bootstrap bool                   `json:"bootstrap,omitzero"`
	Refused   domain.ApprovalRefusal `json:"refused,omitzero"`
}

func signersList(a *app.App) *cobra.Command {
	return a.Verb("list", "", "List who may sign, and who authorized them", app.NoArgs,
		func([]string) (app.Document, error) { return listSigners(a) })
}

func listSigners(a *app.App) (app.Document, error) {
	log, _, err := a.OpenLog(app.ToRead)
	if err != nil {
		return nil, err
	}
	rules, err := approvaltext.Approvals(a, log).Rules(a.Ctx)
	if err != nil {
		return nil, err
	}
	return signersOf(rules), nil
}

func signersOf(rules *approval.Rules) *SignersDocument {
	d := &SignersDocument{Head: app.HeadOf("signers"), LogID: rules.LogID, Signers: []shownSigner{}, Changes: []signersChange{}}
	for _, s := range rules.Signers.Now().All() {
		shown := shownSigner{s.Fingerprint(), s.Principal, s.KeyType, domain.AssuranceSoftware, append([]string{}, s.Namespaces...), s.After, s.Before, s.Line}
		if s.Hardware() {
			shown.Assurance = domain.AssurancePresence
		}
		d.Signers = append(d.Signers, shown)
	}
	for _, c := range rules.Signers.Changes() {
		d.Changes = append(d.Changes, signersChange{c.Event, c.Position.Number(), c.By, c.Bootstrap, c.Refused})
	}
	return d
}

// signersOptions are the flags of claw signers add and remove.
type signersOptions struct {
	key string // to sign with, see approvaltext.KeyFlag
}

func (o *signersOptions) flags(f *pflag.FlagSet) { approvaltext.KeyFlag(f, &o.key) }

func signersAdd(a *app.App) *cobra.Command {
	var o signersOptions
	cmd := a.Verb("add LINE|FILE", "", "Allow a key to grant approvals: shows it, asks, signs", app.Exactly(1, "LINE or FILE"), func(args []string) (app.Document, error) {
		lines, err := signerLines(a, args[0])
		if err != nil {
			return nil, err
		}
		return changeSigners(a, o, lines, nil)
	})
	cmd.Long = `Add signers: a line of an allowed_signers file (ssh-keygen(1)), such as 'alice@example.org
ssh-ed25519 AAAA…', or a file of such lines. The first set is signed by one of its own keys: whoever
creates it decides who signs from then on. Later ones are signed by a signer.`
	o.flags(cmd.Flags())
	return cmd
}

func signersRemove(a *app.App) *cobra.Command {
	var o signersOptions
	cmd := a.Verb("remove FINGERPRINT", "", "Remove a signer: shows the key, asks, signs", app.Exactly(1, "FINGERPRINT"), func(args []string) (app.Document, error) {
		return changeSigners(a, o, nil, args)
	})
	cmd.Long = `Remove a signer by the fingerprint of its key. Used grants of that signer stay valid; unused ones
are void from then on.`
	o.flags(cmd.Flags())
	return cmd
}

// signerLines are the lines of a file, or the line that was typed.
func signerLines(a *app.App, typed string) ([]string, error) {
	if text, err := os.ReadFile(app.Path(a, typed)); err == nil {
		typed = string(text)
	}
	var lines []string
	for line := range strings.Lines(typed) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		line = approval.InUTC(line, a.Now().Location())
		if _, err := approval.ParseSigner(line); err != nil {
			return nil, err
		}
		lines = append(lines, line)
	}
	if len(lines) == 0 {
		return nil, app.UsageError("read allowed signers", typed, "holds no line", "write: alice@example.org ssh-ed25519 AAAA…")
	}
	return lines, nil
}

// changeSigners adds lines of allowed signers and removes keys by their fingerprints: it shows the
// change, asks, signs and appends it.
func changeSigners(a *app.App, o signersOptions, added, removed []string) (app.Document, error) {
	log, _, err := a.OpenLog(app.ToAppend)
	if err != nil {
		return nil, err
	}
	in := approvaltext.Approvals(a, log)
	rules, err := in.Rules(a.Ctx)
	if err != nil {
		return nil, err
	}
	s, bootstrap, err := in.Signers().Offer(a.Ctx, added, removed)
	if err != nil {
		return nil, err
	}
	trusted := rules.Signers.Now()
	if bootstrap {
		if trusted, err = trusted.Change(s); err != nil {
			return nil, err
		}
	}
	if err := app.Consent(a, "change signers", func(p *term.Page) { showSigners(p, s, bootstrap) }); err != nil {
		return nil, err
	}
	signature, err := approvaltext.Sign(a, o.key, s.Bytes(), approval.SignersNamespace, trusted)
	if err != nil {
		return nil, err
	}
	if _, err := in.Signers().Change(a.Ctx, s, signature); err != nil {
		return nil, record.KeptWriting(err, "signers")
	}
	if rules, err = in.Rules(a.Ctx); err != nil {
		return nil, err
	}
	if bootstrap {
		a.Warn("bootstrap", "this is the first set of signers of this log: whoever made it decides who signs; compare the log id and the keys with those you know")
	}
	d := signersOf(rules)
	d.Bootstrap = bootstrap
	return d, nil
}

func showSigners(p *term.Page, s *approval.SignersStatement, bootstrap bool) {
	p.Line("Change who may sign for log %s", s.LogID)
	if bootstrap {
		p.Styled(term.StyleYellow, "This log has no signer yet. Whoever makes this first set decides who signs from now on.")
	}
	for _, line := range s.Added {
		k, err := approval.ParseSigner(line)
		if err == nil {
			p.Field("add", term.StylePlain, "%s %s %s", k.Principal, k.KeyType, k.Fingerprint())
		}
		p.Field("", term.StyleDim, "%s", line)
	}
	for _, fingerprint := range s.Removed {
		p.Field("remove", term.StylePlain, "%s", fingerprint)
	}
}

func (d *SignersDocument) Text(p *term.Page) {
	rows := make([][]term.Cell, 0, len(d.Signers))
	for i := range d.Signers {
		s := &d.Signers[i]
		rows = append(rows, []term.Cell{term.Plain(s.Principal), term.Plain(string(s.Assurance)), term.Plain(s.Type), term.Styled(s.Key, term.StyleDim)})
	}
	p.Table([]term.Column{{Name: "SIGNER", Least: 12}, {Name: "ASSURANCE", Rank: 1}, {Name: "TYPE", Rank: 2}, {Name: "KEY", Least: 20}}, rows)
	if len(rows) == 0 {
		p.Line("none: make the first with claw signers add")
	}
	for _, c := range d.Changes {
		if c.Refused != "" {
			p.Styled(term.StyleYellow, "a change at position "+term.Count(int(c.Position))+" does not count: "+string(c.Refused))
		}
	}
}
