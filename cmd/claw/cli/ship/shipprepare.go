package shipcmd

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	shipping "github.com/clawable/claw/commands/ship"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/domain/ship"
)

// PreparedDocument is the answer of claw ship prepare, and of push --dry-run.
type PreparedDocument struct {
	app.Head
	ShipMove
	Stage        ship.Stage          `json:"stage"` // how far it is recorded
	Commits      []domain.ShipCommit `json:"commits"`
	ActionDigest domain.Digest       `json:"action_digest"` // what an approval of it names
	Decision     string              `json:"decision"`      // of the policies; none: no rule matches
	Rule         string              `json:"rule,omitzero"`
	Needed       bool                `json:"approval_needed"`
	Never        bool                `json:"never"` // no approval permits it
	Least        domain.Assurance    `json:"approval_least,omitzero"`
	Approval     string              `json:"approval,omitzero"` // the request for this action
	Status       approval.Status     `json:"approval_status,omitzero"`
	DryRun       bool                `json:"dry_run"`
}

// ShipMove is the part of a ship that every document about a push has.
type ShipMove struct {
	Ship       domain.StreamID             `json:"ship"`
	Repo       domain.RepoID               `json:"repo"`
	Remote     domain.Maybe[domain.Remote] `json:"remote"`
	Ref        domain.Ref                  `json:"ref"`
	Branch     domain.Branch               `json:"source_branch,omitzero"`
	Base       domain.CommitID             `json:"base_commit"` // zeros for a new ref
	HeadCommit domain.CommitID             `json:"head_commit"`
	Tree       string                      `json:"tree"`
	Range      string                      `json:"commit_range"`
	Method     domain.MergeMethod          `json:"merge_method"`
	Riders     int                         `json:"rider_count"`
	Unstated   int                         `json:"unknown_role_count"` // commits of which it is not recorded whether they are intended
	Intent     domain.ShipIntent           `json:"intent,omitzero"`
}

// MoveOf is the move of a plan, as documents have it.
func MoveOf(p *shipping.Plan) ShipMove {
	m := ShipMove{Ship: p.Move().Stream(), Repo: p.Repo, Remote: p.Remote, Ref: p.Ref, Branch: p.Branch, Base: p.Base, HeadCommit: p.Head, Tree: p.Tree,
		Range: ship.Range(p.Base, p.Head), Method: p.Method, Intent: p.Intent}
	m.Riders, m.Unstated = countRole(p.Commits, domain.CommitRider), countRole(p.Commits, domain.CommitUnknown)
	return m
}

// countRole counts the commits of a role.
func countRole(commits []domain.ShipCommit, role domain.CommitRole) (n int) {
	for i := range commits {
		if commits[i].Role == role {
			n++
		}
	}
	return n
}

// prepareOptions are the flags of claw ship prepare.
type prepareOptions struct {
	shipmentOptions
	request bool // the approval that the policy requires
}

func (o *prepareOptions) flags(f *pflag.FlagSet) {
	o.shipmentOptions.flags(f)
	f.BoolVar(&o.request, "request", false, "request the approval that the policy requires")
}

func shipPrepare(a *app.App) *cobra.Command {
	var o prepareOptions
	cmd := a.Verb("prepare [REPO]", "do", "Record what is to be pushed to main, and lock the range", app.Between(0, 1, "REPO"),
		func(args []string) (app.Document, error) { return prepareShip(a, o, repoOf(args)) })
	cmd.Long = `Compare what is checked out with what the remote holds, record commit by commit what is to be pushed
there, and report what the policy requires for it. Nothing is pushed. An approval has to name the
action digest: the commit that the remote holds, the one that is to be pushed, and its tree.`
	o.flags(cmd.Flags())
	return cmd
}

func prepareShip(a *app.App, o prepareOptions, repo string) (app.Document, error) {
	s, err := newShipment(a, o.shipmentOptions, repo, app.ToCreate)
	if err != nil {
		return nil, err
	}
	defer s.close()
	p, err := s.Prepare(a.Ctx, o.request)
	if err != nil {
		return nil, err
	}
	return planned(s.Plan, p), nil
}

// planned returns the document of a plan: what would be pushed, how far it is recorded, and
// what it waits for.
func planned(p *shipping.Plan, at *shipping.Prospect) *PreparedDocument {
	d := &PreparedDocument{Head: app.HeadOf("ship_prepared"), ShipMove: MoveOf(p), Stage: at.Stage, Commits: p.Commits, ActionDigest: at.Digest,
		Decision: app.FirstOf(string(at.Verdict.Decision), "none"), Needed: at.Needed, Never: at.Never, Least: at.Least, Approval: at.Approval.String(), Status: at.Status}
	if at.Verdict.Match != nil {
		d.Rule = at.Verdict.Match.Rule.ID
	}
	return d
}

func (d *PreparedDocument) Text(p *term.Page) {
	p.Line("%s %s", d.Ship, d.Stage)
	d.ShipMove.Text(p)
	p.Field("digest", term.StyleDim, "%s", d.ActionDigest)
	switch {
	case len(d.Commits) == 0:
		p.Line("Nothing to ship: the remote holds it.")
	case d.Never:
		p.Field("policy", term.StyleRed, "%s, and no approval lets it through", d.Decision)
	case d.Approval != "":
		p.Field("approval", term.StylePlain, "%s, %s", d.Approval, d.Status)
		if d.Status == approval.Pending {
			p.Line("an approver runs: %s", app.Next(p, "claw approval grant "+d.Approval))
		}
	case d.Needed:
		p.Field("policy", term.StyleYellow, "an approval is needed, by %s at least", d.Least)
		p.Line("next: %s", app.Next(p, "claw ship prepare --request"))
	default:
		p.Field("policy", term.StyleGreen, "%s", d.Decision)
		p.Line("next: %s", app.Next(p, "claw ship push"))
	}
}

func (m *ShipMove) Text(p *term.Page) {
	to := app.FirstOf(string(m.Remote.Value), string(m.Repo))
	p.Field("to", term.StylePlain, "%s %s", to, m.Ref)
	p.Field("range", term.StylePlain, "%s, %s", m.Range, m.Method)
	if m.Branch != "" {
		p.Field("branch", term.StylePlain, "%s", m.Branch)
	}
	if m.Riders > 0 {
		p.Field("riders", term.StyleYellow, "%d", m.Riders)
	}
	if m.Unstated > 0 {
		p.Field("unstated", term.StyleYellow, "of %s nobody said whether they are meant: --lane, --commit or --pinpoint does", term.Many(m.Unstated, "commit"))
	}
}
