package cli

import (
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
)

// signersVerb is the verbs about who may sign.
func (a *app) signersVerb() *cobra.Command {
	cmd := &cobra.Command{Use: "signers", GroupID: "approve", Short: "Who may grant approvals", Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() }}
	cmd.AddCommand(a.signersList(), a.signersAdd(), a.signersRemove())
	return cmd
}

// signersDocument is the answer of the verbs about signers: the set as it is now.
type signersDocument struct {
	Head
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

func (a *app) signersList() *cobra.Command {
	return a.verb("list", "", "List who may sign, and who authorized them", noArgs, func([]string) (document, error) {
		log, _, err := a.openLog(toRead)
		if err != nil {
			return nil, err
		}
		rules, err := a.approvals(log).Rules(a.ctx)
		if err != nil {
			return nil, err
		}
		return signersOf(rules), nil
	})
}

func signersOf(rules *approval.Rules) *signersDocument {
	d := &signersDocument{Head: headOf("signers"), LogID: rules.LogID, Signers: []shownSigner{}, Changes: []signersChange{}}
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

func (a *app) signersAdd() *cobra.Command {
	var key string
	cmd := a.verb("add LINE|FILE", "", "Allow a key to grant approvals: shows it, asks, signs", exactly(1, "LINE or FILE"), func(args []string) (document, error) {
		lines, err := a.signerLines(args[0])
		if err != nil {
			return nil, err
		}
		return a.changeSigners(key, lines, nil)
	})
	cmd.Long = `Add signers: a line of an allowed_signers file (ssh-keygen(1)), such as 'alice@example.org
ssh-ed25519 AAAA…', or a file of such lines. The first set is signed by one of its own keys: whoever
creates it decides who signs from then on. Later ones are signed by a signer.`
	a.keyFlag(cmd, &key)
	return cmd
}

func (a *app) signersRemove() *cobra.Command {
	var key string
	cmd := a.verb("remove FINGERPRINT", "", "Remove a signer: shows the key, asks, signs", exactly(1, "FINGERPRINT"), func(args []string) (document, error) {
		return a.changeSigners(key, nil, args)
	})
	cmd.Long = `Remove a signer by the fingerprint of its key. Used grants of that signer stay valid; unused ones
are void from then on.`
	a.keyFlag(cmd, &key)
	return cmd
}

// signerLines are the lines of a file, or the line that was typed.
func (a *app) signerLines(typed string) ([]string, error) {
	if text, err := os.ReadFile(a.path(typed)); err == nil {
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
		return nil, usageError("read allowed signers", typed, "holds no line", "write: alice@example.org ssh-ed25519 AAAA…")
	}
	return lines, nil
}

func (a *app) changeSigners(key string, added, removed []string) (document, error) {
	log, _, err := a.openLog(toAppend)
	if err != nil {
		return nil, err
	}
	in := a.approvals(log)
	rules, err := in.Rules(a.ctx)
	if err != nil {
		return nil, err
	}
	s, bootstrap, err := in.OfferSigners(a.ctx, added, removed)
	if err != nil {
		return nil, err
	}
	trusted := rules.Signers.Now()
	if bootstrap {
		if trusted, err = trusted.Change(s); err != nil {
			return nil, err
		}
	}
	if err := a.consent("change signers", func(p *page) { showSigners(p, s, bootstrap) }); err != nil {
		return nil, err
	}
	signature, err := a.sign(key, s.Bytes(), approval.SignersNamespace, trusted)
	if err != nil {
		return nil, err
	}
	if _, err := in.ChangeSigners(a.ctx, s, signature); err != nil {
		return nil, keptWriting(err, "signers")
	}
	if rules, err = in.Rules(a.ctx); err != nil {
		return nil, err
	}
	if bootstrap {
		a.warn("bootstrap", "this is the first set of signers of this log: whoever made it decides who signs; compare the log id and the keys with those you know")
	}
	d := signersOf(rules)
	d.Bootstrap = bootstrap
	return d, nil
}

func showSigners(p *page, s *domain.SignersStatement, bootstrap bool) {
	p.line("Change who may sign for log %s", s.LogID)
	if bootstrap {
		p.styled(styleYellow, "This log has no signer yet. Whoever makes this first set decides who signs from now on.")
	}
	for _, line := range s.Added {
		k, err := approval.ParseSigner(line)
		if err == nil {
			p.field("add", stylePlain, "%s %s %s", k.Principal, k.KeyType, k.Fingerprint())
		}
		p.field("", styleDim, "%s", line)
	}
	for _, fingerprint := range s.Removed {
		p.field("remove", stylePlain, "%s", fingerprint)
	}
}

func (d *signersDocument) text(p *page) {
	rows := make([][]cell, 0, len(d.Signers))
	for i := range d.Signers {
		s := &d.Signers[i]
		rows = append(rows, []cell{plain(s.Principal), plain(string(s.Assurance)), plain(s.Type), {s.Key, styleDim}})
	}
	p.table([]column{{name: "SIGNER", least: 12}, {name: "ASSURANCE", rank: 1}, {name: "TYPE", rank: 2}, {name: "KEY", least: 20}}, rows)
	if len(rows) == 0 {
		p.line("none: make the first with claw signers add")
	}
	for _, c := range d.Changes {
		if c.Refused != "" {
			p.styled(styleYellow, "a change at position "+count(int(c.Position))+" does not count: "+string(c.Refused))
		}
	}
}
