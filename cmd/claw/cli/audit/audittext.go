package auditcmd

import (
	"slices"
	"strings"

	"github.com/mattn/go-runewidth"

	"github.com/clawable/claw/cmd/claw/cli/app"
	approvaltext "github.com/clawable/claw/cmd/claw/cli/approval"
	approvecmd "github.com/clawable/claw/cmd/claw/cli/approve"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/audit"
	"github.com/clawable/claw/projections/tools"
)

func (d *AuditDocument) Text(p *term.Page) {
	for i := range d.Acts {
		if i > 0 {
			p.Gap()
		}
		actLines(p, &d.Acts[i])
	}
	if len(d.Acts) > 0 {
		p.Gap()
		p.Line("%s%s%s", term.Many(d.Total, "act"), term.CountsText(d.Statuses), lacksText(d.Lacks))
	}
	view.More(p, len(d.Acts), d.Total, d.Next)
}

// mostShown is how many columns of a command are shown in text; --json has all of it.
const mostShown = 200

// lacksText counts what acts lacked.
func lacksText(lacks map[audit.Lack]int) string {
	counts := map[string]int{}
	for lack, n := range lacks {
		counts[lackText(lack)] = n
	}
	return term.CountsText(counts)
}

func lackText(l audit.Lack) string { return strings.ReplaceAll(string(l), "_", " ") }

// actLines describes an act: a line for the action, then who took part, by which grant, and the
// evidence.
func actLines(p *term.Page, a *audit.Act) {
	p.Styled(actStyle(a), app.FirstOf(term.Clock(a.At.Time()), "at an unknown time")+"  "+actWord(a)+"  "+
		runewidth.Truncate(app.FirstOf(a.Command, strings.Join(a.Files, " "), a.Act), mostShown, "…"))
	for _, c := range a.Chains {
		for _, l := range c {
			p.Field(roleText(l.Role), term.StylePlain, "%s%s", l.Actor, linkText(&l))
		}
	}
	for _, r := range a.Policy {
		p.Field("policy", term.StylePlain, "%s by rule %s %s", r.Decision, app.FirstOf(r.Rule, "?"), r.Event)
	}
	for _, s := range a.Approvals {
		p.Field("approval", approvaltext.ApprovalStyle(s.Status), "%s, %s%s%s", s.Approval, s.Status, approvecmd.VoidText(s.Void), approvaltext.LeftText(s.Left))
	}
	for _, e := range a.Evidence {
		p.Field(string(e.What), term.StyleDim, "%s%s%s", e.Event, shaText(e.Digest), wordText(e.Word))
	}
	for i := range a.Negative {
		p.Field("but", term.StyleYellow, "%s", negativeText(&a.Negative[i]))
	}
}

// wordText is the authority of an event, for people.
func wordText(w *projections.Authority) string {
	if w == nil {
		return ""
	}
	return "  by " + string(w.Emitter) + ", trust " + view.TrustText(w)
}

func actStyle(a *audit.Act) term.Style {
	if a.Basis == audit.OfRequest {
		return term.StyleBold
	}
	return view.StatusStyle(tools.Status(a.Status))
}

func actWord(a *audit.Act) string {
	word := a.Status
	if a.ExitCode != "" {
		word += " " + a.ExitCode
	}
	return word + "  " + app.FirstOf(a.Tool, string(a.Basis))
}

func roleText(r audit.Role) string {
	return map[audit.Role]string{audit.Requester: "asked by", audit.Approver: "granted by", audit.Relay: "handed on to", audit.Executor: "done by"}[r]
}

// linkText is the event behind a name.
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
		says = append(says, term.Many(n.Left, "use")+" left")
	}
	if !n.Event.IsZero() {
		says = append(says, n.Event.String())
	}
	return strings.Join(slices.Compact(says), "; ")
}
