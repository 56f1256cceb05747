package reportcmd

import (
	"maps"
	"slices"
	"strings"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
)

// Text writes the stand-up report: a summary in one sentence, then the lanes that need a person, then the
// rest, then what is unknown.
func (d *ReportDocument) Text(p *term.Page) {
	p.Heading(d.title())
	if d.Report != "" {
		p.Line("%s, content %s", d.Report, d.Hash)
	} else {
		p.Line("content %s", d.Hash)
	}
	p.Gap()
	p.Para(0, d.summary())
	d.lanesText(p)
	d.restText(p)
	d.saidText(p)
	erasedText(p, d.Erased)
	d.deltaText(p)
	d.absentText(p)
}

// title names the subject of the report.
func (d *ReportDocument) title() string {
	doc := &d.Document
	title := "Report"
	for _, part := range [][2]string{{"of lane", string(doc.Scope.Lane)}, {"of repository", doc.Scope.Repo}, {"of lanes of", doc.Scope.Owner}} {
		if part[1] != "" {
			title += " " + part[0] + " " + part[1]
		}
	}
	if doc.Window.After.Known() {
		return title + ", " + term.Clock(doc.Window.After.Time()) + " to " + term.Clock(doc.Window.Until.Time())
	}
	return title + ", all until " + term.Clock(doc.Window.Until.Time())
}

// summary is the report in a few sentences.
func (d *ReportDocument) summary() string {
	doc, t := &d.Document, &d.Document.Totals
	var says []string
	if t.Lanes+t.CarriedLanes+t.Sessions+t.Ships+t.Responses+len(doc.Approvals.Items) == 0 {
		says = append(says, "Nothing happened here in this time, as far as the log knows.")
	}
	if t.Lanes+t.CarriedLanes > 0 {
		says = append(says, term.Many(t.Lanes+t.CarriedLanes, "lane")+": "+d.groupsText()+".")
	}
	if t.UndatedLanes > 0 {
		says = append(says, counted(t.UndatedLanes, "more lane has", "more lanes have")+" no recorded time and may be of any window.")
	}
	if t.CarriedLanes > 0 {
		says = append(says, term.Many(t.CarriedLanes, "lane")+" of them carried forward: nothing was heard of them in this time.")
	}
	if t.Ships > 0 {
		says = append(says, term.Many(t.Ships, "ship")+" brought "+term.Many(t.Commits, "commit")+ridersText(t.Riders, t.UnstatedCommits)+".")
	}
	if t.Waiting > 0 {
		says = append(says, counted(t.Waiting, "request waits", "requests wait")+" for an approver.")
	}
	if calls := term.Sum(t.ToolCalls); t.Sessions+calls+t.Errors+t.Responses > 0 {
		says = append(says, term.Many(t.Sessions, "session")+" with "+term.Many(calls, "tool call")+", "+term.Many(t.Errors, "error")+" and "+
			spentText(t.Responses, t.Tokens)+".")
	}
	return strings.Join(says, " ")
}

// spentText describes how many responses models gave and how many tokens they used.
func spentText(responses int, tokens int64) string {
	return term.Many(responses, "response") + " of models (" + tokensText(tokens) + " tokens)"
}

// tokensText is a number of tokens as prose has it.
func tokensText(n int64) string {
	if n == 0 {
		return "no"
	}
	return term.TokensText(n)
}

func counted(n int, one, many string) string {
	switch n {
	case 0:
		return ""
	case 1:
		return "1 " + one
	}
	return term.Count(n) + " " + many
}

// ridersText states how many commits came along as riders, and for how many it was not stated whether
// they were intended.
func ridersText(riders, unstated int) string {
	var parts []string
	if riders > 0 {
		parts = append(parts, term.Many(riders, "rider"))
	}
	if unstated > 0 {
		parts = append(parts, term.Count(unstated)+" of which nobody stated whether they are meant")
	}
	if len(parts) == 0 {
		return ""
	}
	return " (" + strings.Join(parts, ", ") + ")"
}

// more states how many rows were left out, and which verb lists them.
func more(p *term.Page, shown, n int, verb string) {
	if n > shown {
		p.Line("  %d more: %s", n-shown, app.Next(p, verb))
	}
}

func keys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
