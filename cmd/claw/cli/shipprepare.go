package cli

import (
	"slices"

	"github.com/spf13/cobra"

	shipping "github.com/clawable/claw/commands/ship"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/domain/ship"
	"github.com/clawable/claw/policy"
)

// preparedDocument is the answer of claw ship prepare, and of push --dry-run.
type preparedDocument struct {
	Head
	shipMove
	Stage        ship.Stage          `json:"stage"` // how far it is recorded
	Commits      []domain.ShipCommit `json:"commits"`
	ActionDigest domain.Digest       `json:"action_digest"` // what an approval of it names
	Decision     string              `json:"decision"`      // of the policies; none: nobody speaks of it
	Rule         string              `json:"rule,omitzero"`
	Needed       bool                `json:"approval_needed"`
	Never        bool                `json:"never"` // no approval lets it through
	Least        domain.Assurance    `json:"approval_least,omitzero"`
	Approval     string              `json:"approval,omitzero"` // the request that answers for it
	Status       approval.Status     `json:"approval_status,omitzero"`
	DryRun       bool                `json:"dry_run"`
}

// shipMove is what every document of a ship that happens says of it.
type shipMove struct {
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
	Unstated   int                         `json:"unknown_role_count"` // of which nobody said whether they are meant
	Intent     domain.ShipIntent           `json:"intent,omitzero"`
}

func moveOf(p *shipping.Plan) shipMove {
	m := shipMove{Ship: p.Move().Stream(), Repo: p.Repo, Remote: p.Remote, Ref: p.Ref, Branch: p.Branch, Base: p.Base, HeadCommit: p.Head, Tree: p.Tree,
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

func (a *app) shipPrepare() *cobra.Command {
	var f shipFlags
	var request bool
	cmd := a.verb("prepare [REPO]", "do", "Record what is to go to main, and lock the range", between(0, 1, "REPO"), func(args []string) (document, error) {
		return a.prepareShip(f.in(args), request)
	})
	cmd.Long = `Look at what is checked out and at what the remote holds, record that this is to go there, commit by commit, and say what the policy wants of it.
Nothing is pushed. What an approval has to name is the action digest: the commit that the remote holds, the one that is to go, and its tree.`
	f.add(cmd)
	cmd.Flags().BoolVar(&request, "request", false, "ask for the approval that the policy wants")
	return cmd
}

func (a *app) prepareShip(f *shipFlags, request bool) (document, error) {
	s, err := a.shipment(f, toCreate)
	if err != nil {
		return nil, err
	}
	defer s.close()
	switch landed, err := s.landed(a.ctx, s.tip, s.Head); {
	case err != nil:
		return nil, err
	case landed:
		return s.planned(s.verdict())
	}
	if err := s.stands(a.ctx); err != nil {
		return nil, err
	}
	if err := s.ships.Prepare(a.ctx, s.Plan); err != nil {
		return nil, keptWriting(err, s.Move().Stream().String())
	}
	if err := s.locked(); err != nil {
		return nil, err
	}
	v := s.verdict()
	if request {
		if _, err := s.ships.Ask(a.ctx, s.Plan, v); err != nil {
			return nil, err
		}
	}
	return s.planned(v)
}

// locked takes the commits with the roles that the log holds: what was said of them first stands.
func (s *shipment) locked() error {
	r, err := s.ships.Load(s.app.ctx, s.Move())
	if err != nil || r.Locked == nil || r.Locked.Intent.IsZero() && s.Intent.IsZero() {
		return err
	}
	if !s.Intent.IsZero() && !sameIntent(s.Intent, r.Locked.Intent) {
		s.app.warn("other_intent", "the ship was prepared with another intent, which stands")
	}
	if s.Intent = r.Locked.Intent; len(r.Locked.Commits) > 0 {
		s.Commits = r.Locked.Commits
	}
	return nil
}

func sameIntent(a, b domain.ShipIntent) bool {
	return slices.Equal(a.Lanes, b.Lanes) && slices.Equal(a.Commits, b.Commits) && slices.Equal(a.Pinpoints, b.Pinpoints)
}

// planned says what would go, how far that is recorded and what it waits for.
func (s *shipment) planned(v policy.Verdict) (*preparedDocument, error) {
	d := &preparedDocument{Head: headOf("ship_prepared"), shipMove: moveOf(s.Plan), Commits: s.Commits, Decision: firstOf(string(v.Decision), "none")}
	action := s.Action()
	var err error
	if d.ActionDigest, err = action.Digest(""); err != nil {
		return nil, err
	}
	r, err := s.ships.Load(s.app.ctx, s.Move())
	if err != nil {
		return nil, err
	}
	d.Stage = r.Stage()
	if v.Match != nil {
		d.Rule = v.Match.Rule.ID
	}
	due, err := s.ships.Due(s.app.ctx, s.Plan, v)
	if err != nil {
		return nil, err
	}
	d.Needed, d.Never, d.Least, d.Approval, d.Status = due.Needed, due.Never, due.Least, due.Approval.String(), due.Status
	return d, nil
}

func (d *preparedDocument) text(p *page) {
	p.line("%s %s", d.Ship, d.Stage)
	d.shipMove.text(p)
	p.field("digest", styleDim, "%s", d.ActionDigest)
	switch {
	case len(d.Commits) == 0:
		p.line("Nothing to ship: the remote holds it.")
	case d.Never:
		p.field("policy", styleRed, "%s, and no approval lets it through", d.Decision)
	case d.Approval != "":
		p.field("approval", stylePlain, "%s, %s", d.Approval, d.Status)
		if d.Status == approval.Pending {
			p.line("an approver runs: %s", p.next("claw approval grant "+d.Approval))
		}
	case d.Needed:
		p.field("policy", styleYellow, "an approval is needed, by %s at least", d.Least)
		p.line("next: %s", p.next("claw ship prepare --request"))
	default:
		p.field("policy", styleGreen, "%s", d.Decision)
		p.line("next: %s", p.next("claw ship push"))
	}
}

func (m *shipMove) text(p *page) {
	to := firstOf(string(m.Remote.Value), string(m.Repo))
	p.field("to", stylePlain, "%s %s", to, m.Ref)
	p.field("range", stylePlain, "%s, %s", m.Range, m.Method)
	if m.Branch != "" {
		p.field("branch", stylePlain, "%s", m.Branch)
	}
	if m.Riders > 0 {
		p.field("riders", styleYellow, "%d", m.Riders)
	}
	if m.Unstated > 0 {
		p.field("unstated", styleYellow, "of %s nobody said whether they are meant: --lane, --commit or --pinpoint does", many(m.Unstated, "commit"))
	}
}
