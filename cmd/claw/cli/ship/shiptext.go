package shipcmd

import (
	"slices"
	"strconv"

	"github.com/clawable/claw/cmd/claw/cli/app"
	approvaltext "github.com/clawable/claw/cmd/claw/cli/approval"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/domain"
)

// MostCommitsShown is how many commits of a ship are listed for people; the document has all.
const MostCommitsShown = 40

func (d *ShipDocument) Text(p *term.Page) {
	d.ShownShip.Text(p)
}

func (s *ShownShip) Text(p *term.Page) {
	p.Heading(s.Ship.String())
	p.Field("went to", term.StylePlain, "%s %s", s.Repo, s.Ref)
	p.Field("from, to", term.StylePlain, "%s → %s", term.ShortName(s.Old), term.ShortName(s.New))
	p.Field("path", basisStyle(s.Basis), "%s", s.PathText())
	if s.PRNumber > 0 {
		p.Field("pull request", term.StylePlain, "#%d, head %s", s.PRNumber, term.ShortName(s.HeadCommit))
	}
	if in := s.Intent; !in.IsZero() {
		p.Field("meant", term.StylePlain, "%s", term.Joined(slices.Concat(term.AsTexts(in.Lanes), term.AsTexts(in.Pinpoints), term.AsTexts(in.Commits))))
	}
	p.Field("by", term.StylePlain, "%s", term.MaybeText(s.Actor))
	p.Field("at", term.StylePlain, "%s", s.when())
	s.doubts(p)
	for i := range s.Approvals {
		r := &s.Approvals[i]
		p.Field("approval", approvaltext.ApprovalStyle(r.Status), "%s: %s by %s, assurance %s", r.Approval, r.StatusText(), app.FirstOf(string(r.Approver), "nobody"), app.FirstOf(string(r.Assurance), "none"))
	}
	if len(s.Approvals) == 0 && s.Told {
		p.Field("approval", term.StyleDim, "none is named")
	}
	p.Gap()
	s.listCommits(p)
	for _, old := range s.Supersedes {
		p.Field("supersedes", term.StyleDim, "%s by %s, %s", term.ShortName(old.Commit), term.ShortName(old.By), old.How)
	}
	if s.Lineage != "" {
		p.Field("lineage", term.StyleYellow, "unknown: the log holds not all of these commits; claw import --from git REPO")
	}
}

// when is the time of the push, else that it is not known.
func (s *ShownShip) when() string {
	if s.PushedAt.Known() {
		return term.Clock(s.PushedAt.Time())
	}
	return "unknown; its commit was made at " + app.FirstOf(term.Clock(s.At.Time()), "an unknown time")
}

// doubts writes the evidence against a ship, and what replaced it.
func (s *ShownShip) doubts(p *term.Page) {
	for _, said := range []struct {
		name string
		by   []domain.StreamID
	}{{"recorded in", s.By}, {"dropped by", s.DroppedBy}, {"unlogged in", s.Unlogged}} {
		for _, by := range said.by {
			p.Field(said.name, term.StyleYellow, "%s", by)
		}
	}
	for i := range s.Gaps {
		p.Field("gap", gapStyle(s.Gaps[i].Kind), "%s", GapText(&s.Gaps[i]))
	}
}

func (s *ShownShip) listCommits(p *term.Page) {
	p.Line("%s%s%s", term.Many(s.CommitCount, "commit"), ridersText(s.RiderCount), unstatedText(s.UnstatedCount))
	rows := make([][]term.Cell, 0, min(len(s.Commits), MostCommitsShown))
	for i := range s.Commits[:min(len(s.Commits), MostCommitsShown)] {
		c := &s.Commits[i]
		role := term.Cell{Text: string(c.Role)}
		if c.Role != domain.CommitIntentional {
			role.Style = term.StyleYellow
		}
		same := ""
		if len(c.Same) > 0 {
			same = "same change as " + term.ShortName(c.Same[0])
		}
		rows = append(rows, []term.Cell{term.Plain(term.ShortName(c.Commit)), role, term.Plain(c.Author.Name), term.Plain(term.Joined(c.Lanes)), term.Plain(term.Joined(c.Sessions)), term.Plain(same)})
	}
	p.Table([]term.Column{{Name: "COMMIT"}, {Name: "ROLE"}, {Name: "AUTHOR", Least: 8, Rank: 3}, {Name: "LANE", Least: 10, Rank: 1},
		{Name: "SESSION", Least: 10, Rank: 2}, {Name: "RELATED", Least: 10, Rank: 4}}, rows)
	if rest := len(s.Commits) - len(rows); rest > 0 {
		p.Line("and %s: --json lists them", term.Many(rest, "commit"))
	}
}

func ridersText(n int) string {
	if n == 0 {
		return ""
	}
	return ", " + strconv.Itoa(n) + " of them rode along"
}

// unstatedText counts the commits of which it is not recorded whether they were intended.
func unstatedText(n int) string {
	if n == 0 {
		return ""
	}
	return ", of " + strconv.Itoa(n) + " of them nobody said whether they were meant"
}
