package approvecmd

import (
	"time"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	approvaltext "github.com/clawable/claw/cmd/claw/cli/approval"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
)

// ApprovalDocument is the answer of approval show: the request and all that was said of it.
type ApprovalDocument struct {
	app.Head
	AsOf domain.Instant `json:"as_of"`
	approvaltext.ApprovalRow
	LogID   domain.Digest    `json:"log_id"`
	Request domain.EventID   `json:"request_event"`
	Digest  domain.Digest    `json:"request_digest"`
	Context []domain.EventID `json:"context_events"`
	// Files are those that the command names, as they were at the time of the request.
	Files       []domain.ActionFile `json:"files"`
	Grants      []shownGrant        `json:"grants"`
	Consumed    []shownUse          `json:"consumptions"`
	Delegations []shownDelegation   `json:"delegations"`
	Denied      *shownWord          `json:"denied,omitzero"`
	Revoked     []shownWord         `json:"revocations"`
	Refused     []shownRefusal      `json:"refusals"` // grants and uses that were refused
}

type shownGrant struct {
	Event     domain.EventID         `json:"event"`
	Approver  domain.Actor           `json:"approver"`
	Key       string                 `json:"key"`
	Assurance domain.Assurance       `json:"assurance"`
	Scope     domain.ApprovalScope   `json:"scope,omitzero"`
	ExpiresAt domain.Instant         `json:"expires_at,omitzero"`
	Uses      int                    `json:"uses"`
	Spent     int                    `json:"spent"`
	Delegates []domain.Actor         `json:"delegates,omitzero"`
	At        time.Time              `json:"at"`
	Revoked   bool                   `json:"revoked,omitzero"`
	Void      domain.ApprovalRefusal `json:"void,omitzero"`
}

type shownUse struct {
	Event    domain.EventID         `json:"event"`
	Grant    domain.EventID         `json:"grant"`
	Use      int                    `json:"use"` // of the grant's uses, from 1; 0 when void
	Executor domain.Actor           `json:"executor"`
	Chain    []domain.Actor         `json:"chain,omitzero"` // requester, relays, executor
	At       time.Time              `json:"at"`
	Result   string                 `json:"result"` // the event of the result, or "unknown"
	Void     domain.ApprovalRefusal `json:"void,omitzero"`
	Files    approvaltext.FilesSaid `json:"files"` // compared with those of the request
	Changed  []domain.FileChange    `json:"changed,omitzero"`
}

type shownDelegation struct {
	Event domain.EventID         `json:"event"`
	Grant domain.EventID         `json:"grant"`
	From  domain.Actor           `json:"from"`
	To    domain.Actor           `json:"to"`
	Void  domain.ApprovalRefusal `json:"void,omitzero"`
}

type shownWord struct {
	Event  domain.EventID `json:"event"`
	By     domain.Actor   `json:"by"`
	Grant  domain.EventID `json:"grant,omitzero"`
	Reason string         `json:"reason,omitzero"`
	At     time.Time      `json:"at"`
}

type shownRefusal struct {
	Event  domain.EventID         `json:"event"`
	Kind   domain.Kind            `json:"event_kind"`
	Reason domain.ApprovalRefusal `json:"reason"`
	By     domain.Actor           `json:"by,omitzero"`
	// Changed are the files that changed since the request.
	Changed []domain.FileChange `json:"changed,omitzero"`
}

func approvalShow(a *app.App) *cobra.Command {
	return a.AsOf(a.Verb("show APPROVAL", "look", "Show one request: what was requested, granted and used, and by whom", app.Exactly(1, "APPROVAL"),
		func(args []string) (app.Document, error) { return show(a, args[0]) }))
}

func show(a *app.App, id string) (app.Document, error) {
	at, err := app.ReadingTime(a)
	if err != nil {
		return nil, err
	}
	in, stream, err := approvaltext.OpenApprovals(a, app.ToRead, id)
	if err != nil {
		return nil, err
	}
	one, rules, err := in.Load(a.Ctx, stream)
	if err != nil {
		return nil, err
	}
	return documentOf(one, rules, at), approvaltext.WarnClock(a, in, rules)
}

func documentOf(one *approval.Approval, rules *approval.Rules, at domain.Instant) *ApprovalDocument {
	d := &ApprovalDocument{Head: app.HeadOf("approval"), AsOf: at, ApprovalRow: approvaltext.RowOf(one, rules, at), LogID: rules.LogID, Request: one.Request.Event,
		Digest: one.Request.Digest, Context: append([]domain.EventID{}, one.Request.ContextEvents...), Files: append([]domain.ActionFile{}, one.Request.Files...),
		Grants: []shownGrant{}, Consumed: []shownUse{},
		Delegations: []shownDelegation{}, Revoked: []shownWord{}, Refused: []shownRefusal{}}
	for i := range one.Grants {
		g := &one.Grants[i]
		d.Grants = append(d.Grants, shownGrant{g.Event, g.Approver, g.Key, g.Assurance, g.Statement.Scope, g.Statement.ExpiresAt, g.Statement.Uses,
			g.Spent, g.Statement.Delegates, g.RecordedAt, g.Revoked, g.Void})
	}
	for i := range one.Uses {
		u := &one.Uses[i]
		result := "unknown"
		if !u.Result.IsZero() {
			result = u.Result.String()
		}
		d.Consumed = append(d.Consumed, shownUse{u.Event, u.Grant, u.Number, u.Executor, u.Chain, u.RecordedAt, result, u.Void,
			approvaltext.SaidOfFiles(one.Request, u.Compared, u.Changed), u.Changed})
	}
	for i := range one.Delegations {
		h := &one.Delegations[i]
		d.Delegations = append(d.Delegations, shownDelegation{h.Event, h.Grant, h.From, h.To, h.Void})
	}
	for i := range one.Revoked {
		d.Revoked = append(d.Revoked, wordOf(&one.Revoked[i]))
	}
	if one.Denied != nil {
		no := wordOf(one.Denied)
		d.Denied = &no
	}
	for _, r := range one.Refusals {
		d.Refused = append(d.Refused, shownRefusal{r.Event, r.Kind, r.Reason, r.By, r.Changed})
	}
	return d
}

func wordOf(w *approval.Word) shownWord {
	return shownWord{w.Event, w.By, w.Grant, w.Reason, w.RecordedAt}
}

func (d *ApprovalDocument) Text(p *term.Page) {
	p.Line("%s", d.Approval)
	d.ApprovalRow.Fields(p)
	d.fileFields(p)
	for i := range d.Grants {
		g := &d.Grants[i]
		p.Field("grant", term.StylePlain, "%s by %s, %d of %d spent%s%s", g.Event, g.Approver, g.Spent, g.Uses, VoidText(g.Void), delegatesText(g.Delegates))
	}
	for i := range d.Delegations {
		h := &d.Delegations[i]
		p.Field("handed on", term.StylePlain, "from %s to %s%s", h.From, h.To, VoidText(h.Void))
	}
	for i := range d.Consumed {
		u := &d.Consumed[i]
		says := "result " + u.Result
		if u.Result == "unknown" && u.Void == "" {
			says = "spent, result unknown"
		}
		p.Field("use", term.StylePlain, "%s by %s: %s%s", u.Event, u.Executor, says, VoidText(u.Void))
		approvaltext.ChangeFields(p, u.Changed)
		if len(u.Chain) > 0 {
			p.Field("chain", term.StylePlain, "%s", chainText(u.Chain))
		}
	}
	for i := range d.Revoked {
		p.Field("taken back", term.StylePlain, "by %s at %s %s", d.Revoked[i].By, term.Clock(d.Revoked[i].At), d.Revoked[i].Reason)
	}
	if d.Denied != nil {
		p.Field("denied", term.StylePlain, "by %s at %s %s", d.Denied.By, term.Clock(d.Denied.At), d.Denied.Reason)
	}
	for _, r := range d.Refused {
		p.Field("refused", term.StyleYellow, "%s %s by %s", r.Kind, r.Reason, r.By)
		approvaltext.ChangeFields(p, r.Changed)
	}
}

// VoidText is why a grant does not count.
func VoidText(why domain.ApprovalRefusal) string {
	if why == "" {
		return ""
	}
	return "; void: " + string(why)
}

func delegatesText(to []domain.Actor) string {
	if len(to) == 0 {
		return ""
	}
	return "; may be handed on to " + joinActors(to, ", ")
}

func chainText(chain []domain.Actor) string { return joinActors(chain, " → ") }

func joinActors(all []domain.Actor, sep string) string {
	text := ""
	for i, one := range all {
		if i > 0 {
			text += sep
		}
		text += string(one)
	}
	return text
}

// fileFields writes what is bound, and the state of the files.
func (d *ApprovalDocument) fileFields(p *term.Page) {
	approvaltext.BindField(p, d.Bind)
	approvaltext.FilesFields(p, d.Files)
	if len(d.Action.Argv) > 0 && d.Action.CWD != "" && len(d.Files) == 0 {
		p.Field("files", term.StylePlain, "none recorded, as of an older claw: a change cannot be told")
	}
}
