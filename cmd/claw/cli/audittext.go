package cli

import (
	"slices"
	"strings"

	"github.com/mattn/go-runewidth"

	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/audit"
)

func (d *auditDocument) text(p *page) {
	for i := range d.Acts {
		if i > 0 {
			p.gap()
		}
		actLines(p, &d.Acts[i])
	}
	if len(d.Acts) > 0 {
		p.gap()
		p.line("%s%s%s", many(d.Total, "act"), countsText(d.Statuses), lacksText(d.Lacks))
	}
	p.more(len(d.Acts), d.Total, d.Next)
}

// mostShown is how many columns of a command a person is shown; --json has more.
const mostShown = 200

// lacksText says how often something lacked.
func lacksText(lacks map[audit.Lack]int) string {
	counts := map[string]int{}
	for lack, n := range lacks {
		counts[lackText(lack)] = n
	}
	return countsText(counts)
}

func lackText(l audit.Lack) string { return strings.ReplaceAll(string(l), "_", " ") }

// actLines tells an act: what, in a line; then who, by whose leave, proved by what.
func actLines(p *page, a *audit.Act) {
	p.styled(actStyle(a), firstOf(clock(a.At.Time()), "at an unknown time")+"  "+actWord(a)+"  "+
		runewidth.Truncate(firstOf(a.Command, strings.Join(a.Files, " "), a.Act), mostShown, "…"))
	for _, c := range a.Chains {
		for _, l := range c {
			p.field(roleText(l.Role), stylePlain, "%s%s", l.Actor, linkText(&l))
		}
	}
	for _, r := range a.Policy {
		p.field("policy", stylePlain, "%s by rule %s %s", r.Decision, firstOf(r.Rule, "?"), r.Event)
	}
	for _, s := range a.Approvals {
		p.field("approval", approvalStyle(s.Status), "%s, %s%s%s", s.Approval, s.Status, voidText(s.Void), leftText(s.Left))
	}
	for _, e := range a.Evidence {
		p.field(string(e.What), styleDim, "%s%s%s", e.Event, shaText(e.Digest), wordText(e.Word))
	}
	for i := range a.Negative {
		p.field("but", styleYellow, "%s", negativeText(&a.Negative[i]))
	}
}

// wordText says, after an event, on whose word it rests.
func wordText(w *projections.Word) string {
	if w == nil {
		return ""
	}
	return "  by " + string(w.Emitter) + ", trust " + trustText(w)
}

func actStyle(a *audit.Act) style {
	if a.Basis == audit.OfRequest {
		return styleBold
	}
	return statusStyle(projections.ToolStatus(a.Status))
}

func actWord(a *audit.Act) string {
	word := a.Status
	if a.ExitCode != "" {
		word += " " + a.ExitCode
	}
	return word + "  " + firstOf(a.Tool, string(a.Basis))
}

func roleText(r audit.Role) string {
	return map[audit.Role]string{audit.Requester: "asked by", audit.Approver: "granted by", audit.Relay: "handed on to", audit.Executor: "done by"}[r]
}

// linkText says what stands behind a name, and where.
func linkText(l *audit.Link) string {
	says := "; a claim"
	if l.Proof == audit.ProofSignature {
		says = "; signed, assurance " + string(l.Assurance) + ", key " + l.Key
	}
	if !l.Event.IsZero() {
		says += "; " + l.Event.String()
	}
	return says
}

func shaText(digest string) string {
	if digest == "" {
		return ""
	}
	return " sha256:" + digest
}

func negativeText(n *audit.Negative) string {
	says := []string{lackText(n.Lack)}
	for _, part := range [][2]string{{"by ", n.By}, {"rule ", n.Rule}, {"", string(n.Refusal)}, {"next: ", string(n.Next)}, {"", n.Reason}} {
		if part[1] != "" {
			says = append(says, part[0]+part[1])
		}
	}
	if n.Left > 0 {
		says = append(says, many(n.Left, "use")+" left")
	}
	if !n.Event.IsZero() {
		says = append(says, n.Event.String())
	}
	return strings.Join(slices.Compact(says), "; ")
}
