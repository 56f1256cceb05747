package shipcmd

import (
	"fmt"

	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/projections/audit"
)

// GapText describes a gap for people.
func GapText(g *audit.Gap) string {
	where := string(g.Repo) + " " + string(g.Ref)
	switch g.Kind {
	case audit.UnloggedPush:
		return fmt.Sprintf("%s: %s..%s brought %s that no recorded ship brought: %s", where, term.ShortName(g.Old), term.ShortName(g.New), term.Many(len(g.Commits), "commit"), few(g))
	case audit.RewrittenHistory:
		return fmt.Sprintf("%s: %s → %s took %s off the ref: %s", where, term.ShortName(g.Old), term.ShortName(g.New), term.Many(len(g.Commits), "commit"), few(g))
	case audit.Rider:
		return fmt.Sprintf("%s: %s rode along that nobody chose: %s", g.Ship, term.Many(len(g.Commits), "commit"), few(g))
	case audit.UnstatedIntent:
		return fmt.Sprintf("%s: nobody said whether %s were meant: %s", g.Ship, term.Many(len(g.Commits), "commit"), few(g))
	case audit.UnknownCommits:
		return fmt.Sprintf("%s: not all commits of %s are known", g.Ship, term.ShortName(g.New))
	case audit.OpenShip:
		return fmt.Sprintf("%s: %s was meant to go to %s, and nobody told how it came out", g.Ship, term.ShortName(g.New), where)
	case audit.NoApproval:
		return fmt.Sprintf("%s: %s went to %s and names no approval", g.Ship, term.ShortName(g.New), where)
	case audit.MissingApproval:
		return fmt.Sprintf("%s: names %s as its approval, which is none of this log", g.Ship, g.Events[0])
	case audit.VoidApproval:
		return fmt.Sprintf("%s: no use of %s counts", g.Ship, g.Approval)
	case audit.OtherTree, audit.OtherHead:
		return fmt.Sprintf("%s: %s approved %.12s, and %.12s was shipped", g.Ship, g.Approval, g.Approved, g.Shipped)
	case audit.UnusedGrant:
		return fmt.Sprintf("%s: granted and never used (%s)", g.Approval, g.Standing)
	case audit.UseWithoutGrant:
		return fmt.Sprintf("%s: used, and no grant counts for it", g.Approval)
	case audit.UnknownResult:
		return fmt.Sprintf("%s: spent, result unknown", g.Approval)
	case audit.VoidClockReset:
		return fmt.Sprintf("%s: a reset of the log's time that does not count: %s", g.Events[0], g.Refusal)
	}
	return string(g.Kind)
}

func gapStyle(k audit.GapKind) term.Style {
	switch k {
	case audit.UnloggedPush, audit.RewrittenHistory, audit.MissingApproval, audit.VoidApproval, audit.OtherTree, audit.OtherHead, audit.UseWithoutGrant, audit.VoidClockReset:
		return term.StyleRed
	case audit.Rider, audit.UnstatedIntent, audit.UnknownCommits, audit.OpenShip, audit.NoApproval, audit.UnusedGrant, audit.UnknownResult:
	}
	return term.StyleYellow
}

// few names the first of a gap's commits.
func few(g *audit.Gap) string {
	const most = 3
	text := ""
	for i, c := range g.Commits[:min(len(g.Commits), most)] {
		if i > 0 {
			text += " "
		}
		text += term.ShortName(c)
	}
	if len(g.Commits) > most {
		text += " …"
	}
	return text
}
