package auditcmd

import (
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/commands/token"
	"github.com/clawable/claw/domain"
)

// AuditTokensDocument is the answer of audit tokens: what became of the tokens of the log, and what their
// holders appended.
type AuditTokensDocument struct {
	app.Head
	Position uint64         `json:"as_of_position"`
	Tokens   []auditedToken `json:"tokens"` // in the order of their creation
	Acts     []tokenAct     `json:"acts"`   // the oldest first
	Total    int            `json:"total"`  // of acts
	Next     string         `json:"next_cursor,omitzero"`
}

// auditedToken is a token and how much its holder appended.
type auditedToken struct {
	Token    domain.EventID `json:"token"`
	Name     string         `json:"name"`
	Status   token.Status   `json:"status"`
	Created  domain.Instant `json:"created_at"`
	Expires  domain.Instant `json:"expires_at"`
	Revoked  domain.Instant `json:"revoked_at,omitzero"`
	LastUsed domain.Instant `json:"last_used_at,omitzero"` // to the hour, as the server of this machine noted it
	Appended int            `json:"appended_events"`
}

// tokenAct is an event by which a token was created or revoked, or that its holder appended.
type tokenAct struct {
	Did      token.Did       `json:"did"`
	Token    domain.EventID  `json:"token,omitzero"` // absent: the log had no token of the name
	Name     string          `json:"name"`
	Event    domain.EventID  `json:"event"`
	Kind     domain.Kind     `json:"kind"`
	Stream   domain.StreamID `json:"stream"`
	Position uint64          `json:"position"`
	Observed domain.Instant  `json:"observed_at,omitzero"`
	By       domain.Actor    `json:"by,omitzero"`     // who created or revoked it
	Reason   string          `json:"reason,omitzero"` // of the revocation
}

func auditTokens(a *app.App) *cobra.Command {
	var o view.PageOptions
	cmd := a.Verb("tokens [TOKEN]", "look", "Show who created and revoked tokens of the server, and what their holders appended", app.Between(0, 1, "TOKEN"),
		func(args []string) (app.Document, error) { return actsOfTokens(a, o, append(args, "")[0]) })
	cmd.Long = `List the events by which tokens of the server were created and revoked, and those that the holder of
each token appended, in the order of the log. TOKEN is the name or the id of one. An event belongs to
the token by the channel token:NAME, or by the emitter operator/token/NAME of a decision; the server
sets both. A name that no token of the log had is shown without an id.`
	o.Flags(cmd.Flags())
	return a.AsOf(cmd)
}

func actsOfTokens(a *app.App, o view.PageOptions, of string) (app.Document, error) {
	page, err := o.Page()
	if err != nil {
		return nil, err
	}
	after := uint64(0)
	if page.Cursor != "" {
		if after, err = strconv.ParseUint(page.Cursor, 10, 63); err != nil {
			return nil, app.UsageError("parse arguments", "--cursor "+page.Cursor, "is no cursor of this list", "take it from next_cursor of the page before")
		}
	}
	at, err := app.ReadingTime(a)
	if err != nil {
		return nil, err
	}
	d := &AuditTokensDocument{Head: app.HeadOf("audit_tokens"), Tokens: []auditedToken{}, Acts: []tokenAct{}}
	log, _, err := a.OpenLog(app.ToRead)
	if err != nil {
		return nil, err
	}
	head, err := log.Head(a.Ctx)
	if err != nil {
		return nil, err
	}
	d.Position = head.Position.Number()
	book := &token.Book{Log: log}
	all, err := book.List(a.Ctx)
	if err != nil {
		return nil, err
	}
	if d.Tokens, err = auditedTokens(all, of, app.TokenUses(a, head.ID), at.Time()); err != nil {
		return nil, err
	}
	if of != "" && len(d.Tokens) == 0 {
		return nil, token.NotFound(of)
	}
	return d, book.EachAct(a.Ctx, func(act token.Act) bool {
		if of == "" || act.Name == of || act.Token.String() == of {
			d.add(&act, all, after, page.Rows())
		}
		return true
	})
}

// auditedTokens are the tokens that a name or an id selects; "" selects all.
func auditedTokens(all []token.Token, of string, uses token.Uses, at time.Time) ([]auditedToken, error) {
	out := []auditedToken{}
	for i := range all {
		t := &all[i]
		if of != "" && t.Name != of && t.ID.String() != of {
			continue
		}
		used, err := uses.Last(t.ID)
		if err != nil {
			return nil, err
		}
		out = append(out, auditedToken{Token: t.ID, Name: t.Name, Status: t.Status(at), Created: t.Created, Expires: t.ExpiresAt, Revoked: t.Revoked, LastUsed: used})
	}
	return out, nil
}

// add counts an act, and lists it where it is on the page.
func (d *AuditTokensDocument) add(act *token.Act, all []token.Token, after uint64, rows int) {
	d.Total++
	if act.Did == token.DidAppend {
		for i := range d.Tokens {
			if d.Tokens[i].Token == act.Token {
				d.Tokens[i].Appended++
			}
		}
	}
	e := &act.Event
	if e.Position.Number() <= after {
		return
	}
	if len(d.Acts) == rows {
		d.Next = strconv.FormatUint(d.Acts[rows-1].Position, 10)
		return
	}
	row := tokenAct{Did: act.Did, Token: act.Token, Name: act.Name, Event: e.ID, Kind: e.Kind, Stream: e.Stream, Position: e.Position.Number(), Observed: e.ObservedAt}
	for i := range all {
		switch t := &all[i]; {
		case t.ID != act.Token:
		case act.Did == token.DidCreate:
			row.By = t.Actor
		case act.Did == token.DidRevoke:
			row.By, row.Reason = t.By, t.Reason
		}
	}
	d.Acts = append(d.Acts, row)
}

// Text implements [app.Document].
func (d *AuditTokensDocument) Text(p *term.Page) {
	for i := range d.Tokens {
		t := &d.Tokens[i]
		used := ""
		if !t.LastUsed.IsZero() {
			used = ", last used " + term.Clock(t.LastUsed.Time())
		}
		p.Line("%s %s: %s appended%s", t.Name, t.Status, term.Many(t.Appended, "event"), used)
	}
	if len(d.Acts) > 0 {
		p.Gap()
	}
	rows := make([][]term.Cell, 0, len(d.Acts))
	for i := range d.Acts {
		x := &d.Acts[i]
		says := app.FirstOf(x.Reason, string(x.By))
		if x.Did == token.DidAppend {
			says = string(x.Kind)
		}
		rows = append(rows, []term.Cell{term.Plain(term.Clock(x.Observed.Time())), term.Plain(x.Name), term.Plain(string(x.Did)), term.Plain(says),
			term.Plain(strconv.FormatUint(x.Position, 10)), term.Styled(x.Event.String(), term.StyleDim)})
	}
	p.Table([]term.Column{{Name: "WHEN", Rank: 2}, {Name: "TOKEN", Least: 10}, {Name: "DID"}, {Name: "WHAT", Least: 16}, {Name: "POSITION", Right: true, Rank: 3}, {Name: "EVENT", Least: 26, Rank: 1}}, rows)
	view.More(p, len(d.Acts), d.Total, d.Next)
}
