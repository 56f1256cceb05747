package cli

import (
	"slices"
	"strconv"

	"github.com/clawable/claw/domain"
)

// mostCommitsShown is how many commits of a ship are listed for people; the document has all.
const mostCommitsShown = 40

func (d *shipDocument) text(p *page) {
	d.shownShip.text(p)
}

func (s *shownShip) text(p *page) {
	p.heading(s.Ship.String())
	p.field("went to", stylePlain, "%s %s", s.Repo, s.Ref)
	p.field("from, to", stylePlain, "%s → %s", shortName(s.Old), shortName(s.New))
	p.field("path", basisStyle(s.Basis), "%s", s.pathText())
	if s.PRNumber > 0 {
		p.field("pull request", stylePlain, "#%d, head %s", s.PRNumber, shortName(s.HeadCommit))
	}
	if in := s.Intent; !in.IsZero() {
		p.field("meant", stylePlain, "%s", joined(slices.Concat(asTexts(in.Lanes), asTexts(in.Pinpoints), asTexts(in.Commits))))
	}
	p.field("by", stylePlain, "%s", maybeText(s.Actor))
	p.field("at", stylePlain, "%s", s.when())
	s.doubts(p)
	for i := range s.Approvals {
		r := &s.Approvals[i]
		p.field("approval", approvalStyle(r.Status), "%s: %s by %s, assurance %s", r.Approval, r.statusText(), firstOf(string(r.Approver), "nobody"), firstOf(string(r.Assurance), "none"))
	}
	if len(s.Approvals) == 0 && s.Told {
		p.field("approval", styleDim, "none is named")
	}
	p.gap()
	s.listCommits(p)
	for _, old := range s.Supersedes {
		p.field("supersedes", styleDim, "%s by %s, %s", shortName(old.Commit), shortName(old.By), old.How)
	}
	if s.Lineage != "" {
		p.field("lineage", styleYellow, "unknown: the log holds not all of these commits; claw import --from git REPO")
	}
}

// when is the time of the push, else what its events say that it is not.
func (s *shownShip) when() string {
	if s.PushedAt.Known() {
		return clock(s.PushedAt.Time())
	}
	return "unknown; its commit was made at " + firstOf(clock(s.At.Time()), "an unknown time")
}

// doubts writes what stands against a ship, or took its place.
func (s *shownShip) doubts(p *page) {
	for _, said := range []struct {
		name string
		by   []domain.StreamID
	}{{"recorded in", s.By}, {"dropped by", s.DroppedBy}, {"unlogged in", s.Unlogged}} {
		for _, by := range said.by {
			p.field(said.name, styleYellow, "%s", by)
		}
	}
	for i := range s.Gaps {
		p.field("gap", gapStyle(s.Gaps[i].Kind), "%s", gapText(&s.Gaps[i]))
	}
}

func (s *shownShip) listCommits(p *page) {
	p.line("%s%s%s", many(s.CommitCount, "commit"), ridersText(s.RiderCount), unstatedText(s.UnstatedCount))
	rows := make([][]cell, 0, min(len(s.Commits), mostCommitsShown))
	for i := range s.Commits[:min(len(s.Commits), mostCommitsShown)] {
		c := &s.Commits[i]
		role := cell{text: string(c.Role)}
		if c.Role != domain.CommitIntentional {
			role.style = styleYellow
		}
		same := ""
		if len(c.Same) > 0 {
			same = "same change as " + shortName(c.Same[0])
		}
		rows = append(rows, []cell{plain(shortName(c.Commit)), role, plain(c.Author.Name), plain(joined(c.Lanes)), plain(joined(c.Sessions)), plain(same)})
	}
	p.table([]column{{name: "COMMIT"}, {name: "ROLE"}, {name: "AUTHOR", least: 8, rank: 3}, {name: "LANE", least: 10, rank: 1},
		{name: "SESSION", least: 10, rank: 2}, {name: "RELATED", least: 10, rank: 4}}, rows)
	if rest := len(s.Commits) - len(rows); rest > 0 {
		p.line("and %s: --json lists them", many(rest, "commit"))
	}
}

func ridersText(n int) string {
	if n == 0 {
		return ""
	}
	return ", " + strconv.Itoa(n) + " of them rode along"
}

// unstatedText counts the commits of which nobody said whether they were meant.
func unstatedText(n int) string {
	if n == 0 {
		return ""
	}
	return ", of " + strconv.Itoa(n) + " of them nobody said whether they were meant"
}
