package reportcmd

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports"
)

// restText writes what is beside lanes: requests, ships, errors, usage.
func (d *ReportDocument) restText(p *term.Page) {
	doc := &d.Document
	if len(doc.Approvals.Items) > 0 {
		p.Gap()
		p.Heading("Approvals")
		for _, id := range keys(doc.Approvals.Items) {
			one := doc.Approvals.Items[id]
			p.Line("  %s: %s, asked by %s", one.Status, one.Action, one.Requester)
			if one.Waits {
				p.Line("    to let it through: %s", app.Next(p, "claw approval grant "+id))
			}
		}
	}
	shipsText(p, doc)
	errorsText(p, doc)
	usageText(p, doc)
}

func shipsText(p *term.Page, doc *reports.Document) {
	if len(doc.Ships.Items) == 0 {
		return
	}
	p.Gap()
	p.Heading("Ships")
	ids := keys(doc.Ships.Items)
	slices.SortStableFunc(ids, func(a, b string) int {
		return cmp.Compare(seen(doc.Ships.Items[b].ObservedAt), seen(doc.Ships.Items[a].ObservedAt))
	})
	for _, id := range ids[:min(len(ids), mostRows)] {
		s := doc.Ships.Items[id]
		pull := ""
		if s.PRNumber > 0 {
			pull = ", #" + strconv.Itoa(s.PRNumber)
		}
		p.Line("  %s to %s %s: %s by %s (%s)%s%s", term.ShortName(s.New), s.Repo, strings.TrimPrefix(string(s.Ref), "refs/heads/"), term.Many(s.Commits, "commit"),
			app.FirstOf(string(s.Method), "a path not told"), app.FirstOf(string(s.Basis), "unknown"), pull, ridersText(s.Riders, s.Unstated))
	}
	more(p, mostRows, len(ids), "claw ship list")
}

func errorsText(p *term.Page, doc *reports.Document) {
	if len(doc.Errors.Items) == 0 {
		return
	}
	p.Gap()
	p.Heading("Errors")
	ids := keys(doc.Errors.Items)
	slices.SortStableFunc(ids, func(a, b string) int { return cmp.Compare(doc.Errors.Items[b].Count, doc.Errors.Items[a].Count) })
	for _, id := range ids[:min(len(ids), mostRows)] {
		p.Line("  %5d  %s", doc.Errors.Items[id].Count, strings.Replace(id, "/", " ", 1))
	}
	more(p, mostRows, len(ids), "claw errors")
}

func usageText(p *term.Page, doc *reports.Document) {
	if len(doc.Usage.Items) == 0 && doc.Usage.Unattributed == nil {
		return
	}
	p.Gap()
	p.Heading("Usage")
	ids := keys(doc.Usage.Items)
	slices.SortStableFunc(ids, func(a, b string) int {
		return cmp.Compare(doc.Usage.Items[b].Tokens.Total(), doc.Usage.Items[a].Tokens.Total())
	})
	for _, id := range ids[:min(len(ids), mostRows)] {
		s := doc.Usage.Items[id]
		p.Line("  %8s tokens  %s, %s", tokensText(s.Tokens.Total()), term.Many(s.Responses, "response"), id)
	}
	if s := doc.Usage.Unattributed; s != nil {
		p.Line("  %8s tokens  %s of models that the log does not name", tokensText(s.Tokens.Total()), term.Many(s.Responses, "response"))
	}
	more(p, mostRows, len(ids), "claw usage")
}

// saidText writes what the reporter states. A claim that is no fact is shown
// with the reporter's confidence.
func (d *ReportDocument) saidText(p *term.Page) {
	doc := &d.Document
	d.pinpointsText(p)
	if len(doc.Claims) > 0 {
		p.Gap()
		p.Heading("Claims")
	}
	for _, id := range keys(doc.Claims) {
		c := doc.Claims[id]
		kind := strings.ReplaceAll(string(c.Kind), "_", " ")
		if c.Confidence != "" {
			kind += ", " + string(c.Confidence) + " confidence"
		}
		p.Line("  %s (%s): %s", id, kind, c.Text)
		if len(c.Evidence) > 0 {
			p.Styled(term.StyleDim, "    shown by "+eventTexts(c.Evidence))
		}
	}
	if c := doc.Closure; c != nil {
		p.Gap()
		p.Line("closure: %s as of %s%s%s%s", c.State, term.Clock(c.LastUpdated.Time()), orText("; was ", string(c.Was)), orText("; because of commit ", string(c.Cause)), orText("; next: ", c.NextAction))
	}
	for _, id := range keys(doc.NextActions) {
		if a := doc.NextActions[id]; !strings.HasPrefix(id, "lane:") && !strings.HasPrefix(id, "approval:") {
			p.Line("next: %s%s", a.Do, orText(": ", a.Why))
		}
	}
}

func carriedText(c *reports.Carried) string {
	if c == nil {
		return ""
	}
	return "carried forward"
}

func orText(before, s string) string {
	if s == "" {
		return ""
	}
	return before + s
}

func eventTexts(ids []domain.EventID) string {
	texts := make([]string, len(ids))
	for i, id := range ids {
		texts[i] = id.String()
	}
	return strings.Join(texts, ", ")
}

// deltaText writes what changed since the report before.
func (d *ReportDocument) deltaText(p *term.Page) { writeDelta(p, &d.Document.Delta) }

func writeDelta(p *term.Page, delta *reports.Delta) {
	if delta.Unknown != "" {
		return
	}
	p.Gap()
	p.Heading("Since report " + delta.Against.String()[:12])
	for _, name := range keys(delta.Fields) {
		if f := delta.Fields[name]; f.State != reports.FieldUnchanged {
			p.Line("  %s: %s%s", sectionWord(name), strings.ReplaceAll(string(f.State), "_", " "), itemsText(delta, name))
		}
	}
	var same []string
	for _, name := range keys(delta.Fields) {
		if delta.Fields[name].State == reports.FieldUnchanged {
			same = append(same, sectionWord(name))
		}
	}
	if len(same) > 0 {
		p.Line("  unchanged: %s", strings.Join(same, ", "))
	}
}

// itemsText counts what became of the items of a section.
func itemsText(delta *reports.Delta, name string) string {
	var added, changed, cleared, carried int
	for _, i := range delta.Items[name] {
		switch {
		case i.State == reports.FieldCleared:
			cleared++
		case i.State == reports.FieldCarried:
			carried++
		case i.Previous.IsZero():
			added++
		default:
			changed++
		}
	}
	parts := slices.DeleteFunc([]string{counted(added, "new", "new"), counted(changed, "changed", "changed"), counted(cleared, "cleared", "cleared"),
		counted(carried, "carried forward", "carried forward"), counted(delta.Unchanged[name], "unchanged", "unchanged")}, func(s string) bool { return s == "" })
	if len(parts) == 0 {
		return ""
	}
	return " (" + strings.Join(parts, ", ") + ")"
}

// sectionWord is the name of a section for people.
func sectionWord(name string) string {
	switch name {
	case "exact_pinpoint":
		return "pinpoints"
	case "blocker":
		return "blockers"
	}
	return strings.ReplaceAll(name, "_", " ")
}

// absentText states for absent items whether they were searched for.
func (d *ReportDocument) absentText(p *term.Page) {
	doc := &d.Document
	var none, unknown []string
	for _, name := range keys(doc.Negative) {
		word := sectionWord(name)
		switch r := d.Negative[name]; {
		case doc.Negative[name].Result == reports.NotChecked:
			unknown = append(unknown, word)
		case r.Standing == reports.StandsInvalidated:
			none = append(none, word+" (no longer true: "+eventTexts(r.By)+")")
		default:
			none = append(none, word)
		}
	}
	if len(none)+len(unknown) == 0 {
		return
	}
	p.Gap()
	if len(none) > 0 {
		p.Line("looked for and not found: %s", strings.Join(none, ", "))
	}
	if len(unknown) > 0 {
		p.Line("nobody looked: %s", strings.Join(unknown, ", "))
	}
}
