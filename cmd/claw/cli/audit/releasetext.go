package auditcmd

import (
	"strings"

	"github.com/clawable/claw/cmd/claw/cli/app"
	shipcmd "github.com/clawable/claw/cmd/claw/cli/ship"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports/release"
)

// Text implements [app.Document].
func (d *ReleaseDocument) Text(p *term.Page) {
	switch {
	case d.View != nil:
		p.Raw(string(term.Escaped([]byte(d.View))))
		return
	case d.Rendered != "":
		p.Raw(d.Rendered)
		return
	}
	of := d.Document
	p.Heading(d.Asked + " of " + string(of.Repo))
	p.Field("commits", term.StylePlain, "%s%s", term.Many(of.Totals.Commits, "commit"), term.CountsText(countsOf(of.Totals.Shipped)))
	p.Field("roles", term.StylePlain, "%s", strings.TrimPrefix(term.CountsText(countsOf(of.Totals.Roles)), ": "))
	p.Field("approved", term.StylePlain, "%d", of.Totals.Approved)
	if of.Incomplete != "" {
		p.Field("incomplete", term.StyleRed, "the clone lacks history of this range: git fetch --unshallow")
	}
	if len(of.Dropped) > 0 {
		p.Field("left out", term.StyleRed, "%s of the base that the head does not lead to", term.Many(len(of.Dropped), "commit"))
	}
	p.Gap()
	rows := make([][]term.Cell, 0, len(of.Commits))
	for i := range of.Commits {
		rows = append(rows, d.row(&of.Commits[i]))
	}
	p.Table([]term.Column{{Name: "COMMIT"}, {Name: "SHIPPED"}, {Name: "ROLE"}, {Name: "APPROVED BY", Least: 12}, {Name: "ASSURANCE"}, {Name: "TESTS"}, {Name: "UNKNOWN", Least: 8, Rank: 1}}, rows)
	p.Gap()
	for i := range of.Gaps {
		p.Styled(term.StyleYellow, string(of.Gaps[i].Kind)+"  "+shipcmd.GapText(&of.Gaps[i]))
	}
	if d.Holds {
		p.Styled(term.StyleGreen, "nothing speaks against it")
	}
	p.Line("content %s", d.Hash)
}

// row is the line of a commit.
func (d *ReleaseDocument) row(c *release.Commit) []term.Cell {
	approver, assurance := "", ""
	for _, id := range c.Approvals {
		a := d.Document.Approvals[id]
		approver, assurance = app.FirstOf(string(a.Approver), string(a.Status)), app.FirstOf(string(a.Assurance), "none")
	}
	style := term.StylePlain
	if c.Shipped == release.ShippedUnknown || c.Shipped == release.ShippedUnlogged {
		style = term.StyleRed
	}
	role := term.Plain(string(c.Role))
	if c.Role == domain.CommitRider {
		role.Style = term.StyleYellow
	}
	return []term.Cell{term.Plain(term.ShortName(c.Commit)), term.Styled(string(c.Shipped), style), role, term.Plain(app.FirstOf(approver, "-")), term.Plain(app.FirstOf(assurance, "-")),
		term.Plain(app.FirstOf(string(d.Document.TestedOf(c)), "-")), term.Plain(strings.Join(sortedNames(c.Unknown), " "))}
}
