package tokencmd

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/commands/token"
	"github.com/clawable/claw/domain"
	reportview "github.com/clawable/claw/reports/view"
)

// TokenVerbs are the verbs about tokens.
func TokenVerbs(a *app.App) *cobra.Command {
	cmd := app.VerbFamily("token", "more", "Who may use the server of the log, and for what")
	cmd.AddCommand(tokenCreate(a), tokenList(a), tokenRevoke(a))
	return cmd
}

// defaultLife is how long a token is valid by default.
const defaultLife = "90d"

// createOptions are the flags of claw token create.
type createOptions struct {
	audience string   // of package view
	ceiling  string   // a value of domain.Sensitivity
	appends  []string // values of domain.TokenClass
	agent    bool
	expires  string // a time or a duration
	forwards string // id of a log
}

func (o *createOptions) flags(f *pflag.FlagSet) {
	o.audience, o.ceiling = reportview.HumanReadable, string(domain.SensitivityInternal)
	f.Var(app.NewChoice(&o.audience, reportview.Audiences()), "audience", "for whom reports are rendered: "+app.JoinWords(reportview.Audiences()))
	f.Var(app.NewChoice(&o.ceiling, domain.Sensitivity("").Enum()), "max-sensitivity", "the greatest class that it reads: "+app.JoinWords(domain.Sensitivity("").Enum()))
	f.StringSliceVar(&o.appends, "append", nil, "what it may append: "+app.JoinWords(domain.TokenClass("").Enum())+" (default: nothing)")
	f.BoolVar(&o.agent, "agent", false, "an agent holds it: it appends facts, reports and requests at most, and decides nothing")
	f.StringVar(&o.forwards, "forwards-log", "", "with --append forward: the id of the log whose events it forwards, as claw log stat prints it there")
	f.StringVar(&o.expires, "expires", defaultLife, "when it expires: a time (RFC 3339), a day, or after a duration such as 36h or 7d")
}

func tokenCreate(a *app.App) *cobra.Command {
	var o createOptions
	cmd := a.Verb("create NAME", "", "Create a token, and print its secret once", app.Exactly(1, "NAME"),
		func(args []string) (app.Document, error) { return create(a, o, args[0]) })
	cmd.Long = `Create a token for a program that uses the server of this log: projector serve. The secret is
printed once, and the log holds only its hash. What the token reads is bounded by --max-sensitivity,
what it appends by --append; policies, ships, erasure, signers and tokens it never decides. The act is
an event of the log. An agent's session creates no token.`
	o.flags(cmd.Flags())
	return cmd
}

func create(a *app.App, o createOptions, name string) (app.Document, error) {
	p := domain.TokenCreated{Name: name, Audience: o.audience, Ceiling: domain.Sensitivity(o.ceiling), Agent: o.agent, ForwardsLog: o.forwards, Actor: app.Me(a)}
	for _, c := range o.appends {
		p.Appends = append(p.Appends, domain.TokenClass(c))
	}
	var err error
	if p.ExpiresAt, err = expiry(o.expires, a.Now()); err != nil {
		return nil, err
	}
	log, _, err := a.OpenLog(app.ToAppend)
	if err != nil {
		return nil, err
	}
	made, err := token.New(app.Operator(a, log), app.OperatorStanding(a).Standing).Create(a.Ctx, p)
	if err != nil {
		return nil, err
	}
	return &CreatedDocument{app.HeadOf("token_created"), rowOf(&made.Token, domain.At(a.Now())), made.Secret, made.Receipt.Position.Number()}, nil
}

// Row is a token, without its secret.
type Row struct {
	Token    domain.EventID      `json:"token"`
	Name     string              `json:"name"`
	Status   token.Status        `json:"status"`
	Audience string              `json:"audience"`
	Ceiling  domain.Sensitivity  `json:"max_sensitivity"`
	Appends  []domain.TokenClass `json:"appends"`
	Agent    bool                `json:"agent"`
	Forwards string              `json:"forwards_log,omitzero"` // the id of a log
	Created  domain.Instant      `json:"created_at"`
	By       domain.Actor        `json:"created_by"`
	Expires  domain.Instant      `json:"expires_at"`
	Revoked  domain.Instant      `json:"revoked_at,omitzero"`
	Revoker  domain.Actor        `json:"revoked_by,omitzero"`
	Reason   string              `json:"reason,omitzero"` // of the revocation
}

func rowOf(t *token.Token, at domain.Instant) Row {
	return Row{Token: t.ID, Name: t.Name, Status: t.Status(at.Time()), Audience: t.Audience, Ceiling: t.Ceiling, Appends: append([]domain.TokenClass{}, t.Appends...),
		Agent: t.Agent, Forwards: t.ForwardsLog, Created: t.Created, By: t.Actor, Expires: t.ExpiresAt, Revoked: t.Revoked, Revoker: t.By, Reason: t.Reason}
}

// may describes in words what a token may do.
func (r *Row) may() string {
	text := "reads up to " + string(r.Ceiling) + ", appends nothing"
	if len(r.Appends) > 0 {
		words := make([]string, len(r.Appends))
		for i, c := range r.Appends {
			words[i] = string(c)
		}
		text = "reads up to " + string(r.Ceiling) + ", appends " + strings.Join(words, ", ")
	}
	if r.Agent {
		text += "; an agent's"
	}
	if r.Forwards != "" {
		text += "; of the log " + r.Forwards
	}
	return text
}

// CreatedDocument is the answer of claw token create.
type CreatedDocument struct {
	app.Head
	Row
	Secret   string `json:"secret"` // a request shows it: Authorization: Bearer; nothing prints it again
	Position uint64 `json:"position"`
}

func (d *CreatedDocument) Text(p *term.Page) {
	p.Line("token %s created: %s", d.Name, d.may())
	p.Field("id", term.StyleDim, "%s", d.Token)
	p.Field("expires", term.StylePlain, "%s", term.Clock(d.Expires.Time()))
	p.Field("reports", term.StylePlain, "as for %s", d.Audience)
	p.Line("its secret, which nothing prints again:")
	p.Line("%s", d.Secret)
}

// TokensDocument is the answer of claw token list.
type TokensDocument struct {
	app.Head
	Tokens []ListedRow `json:"tokens"` // the newest first
}

// ListedRow is a token in the list.
type ListedRow struct {
	Row
	LastUsed domain.Instant `json:"last_used_at,omitzero"` // to the hour, as a server of this machine noted it
}

func tokenList(a *app.App) *cobra.Command {
	return a.Verb("list", "", "List the tokens of the log, the newest first", app.NoArgs, func([]string) (app.Document, error) {
		log, _, err := a.OpenLog(app.ToRead)
		if err != nil {
			return nil, err
		}
		head, err := log.Head(a.Ctx)
		if err != nil {
			return nil, err
		}
		all, err := (&token.Book{Log: log}).List(a.Ctx)
		if err != nil {
			return nil, err
		}
		uses := app.TokenUses(a, head.ID)
		d := &TokensDocument{app.HeadOf("tokens"), []ListedRow{}}
		for i := range slices.Backward(all) {
			row := ListedRow{Row: rowOf(&all[i], domain.At(a.Now()))}
			if row.LastUsed, err = uses.Last(row.Token); err != nil {
				return nil, err
			}
			d.Tokens = append(d.Tokens, row)
		}
		return d, nil
	})
}

func (d *TokensDocument) Text(p *term.Page) {
	if len(d.Tokens) == 0 {
		p.Line("none: make one with claw token create")
		return
	}
	rows := make([][]term.Cell, 0, len(d.Tokens))
	for i := range d.Tokens {
		t := &d.Tokens[i]
		until := t.Expires
		if t.Status == token.Revoked {
			until = t.Revoked
		}
		used := "-"
		if !t.LastUsed.IsZero() {
			used = term.Clock(t.LastUsed.Time())
		}
		rows = append(rows, []term.Cell{term.Plain(t.Name), term.Plain(string(t.Status)), term.Plain(term.Clock(until.Time())), term.Plain(used), term.Plain(t.may()), term.Styled(t.Token.String(), term.StyleDim)})
	}
	p.Table([]term.Column{{Name: "TOKEN", Least: 10}, {Name: "STATUS"}, {Name: "UNTIL", Rank: 1}, {Name: "LAST USED", Rank: 3}, {Name: "MAY", Least: 20, Rank: 2}, {Name: "ID", Least: 26}}, rows)
}

// revokeOptions are the flags of claw token revoke.
type revokeOptions struct{ reason string }

func (o *revokeOptions) flags(f *pflag.FlagSet) {
	f.StringVar(&o.reason, "reason", "", "why, in a few words")
}

func tokenRevoke(a *app.App) *cobra.Command {
	var o revokeOptions
	cmd := a.Verb("revoke TOKEN", "", "Revoke a token, by its name or its id: the server refuses it from then on", app.Exactly(1, "TOKEN"),
		func(args []string) (app.Document, error) { return revoke(a, o, args[0]) })
	o.flags(cmd.Flags())
	return cmd
}

// RevokedDocument is the answer of claw token revoke.
type RevokedDocument struct {
	app.Head
	Row
	Already bool `json:"already"` // it was revoked before, nothing was recorded now
}

func revoke(a *app.App, o revokeOptions, name string) (app.Document, error) {
	log, _, err := a.OpenLog(app.ToAppend)
	if err != nil {
		return nil, err
	}
	one, already, err := token.New(app.Operator(a, log), app.OperatorStanding(a).Standing).Revoke(a.Ctx, name, o.reason, app.Me(a))
	if err != nil {
		return nil, err
	}
	return &RevokedDocument{app.HeadOf("token_revoked"), rowOf(&one, domain.At(a.Now())), already}, nil
}

func (d *RevokedDocument) Text(p *term.Page) {
	already := ""
	if d.Already {
		already = "already "
	}
	p.Line("token %s %srevoked", d.Name, already)
	p.Field("id", term.StyleDim, "%s", d.Token)
}
