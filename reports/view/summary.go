package view

import (
	"strconv"
	"strings"

	"github.com/clawable/claw/internal/visible"
	"github.com/clawable/claw/reports/prose"
)

// titleOf says what the report is about.
func titleOf(b *body) string {
	scope, window := valueOf(b.named("scope")), valueOf(b.named("window"))
	title := "Report"
	if scope.isStub() {
		title += " of " + scope.text()
		scope = value{}
	}
	for _, part := range []fact{{"of lane", "lane"}, {"of repository", "repo"}, {"of lanes of", "owner"}} {
		if text := scope.at(part.path).text(); text != "" {
			title += " " + part.label + " " + text
		}
	}
	if after := window.at("after").text(); after != "" {
		return title + ", " + after + " to " + window.at("until").text()
	}
	return title + ", all until " + window.at("until").text()
}

// summaryOf is the report in a few sentences.
func summaryOf(b *body) (says []string) {
	t := valueOf(b.named("totals"))
	if t.isStub() {
		return []string{t.text() + "."}
	}
	says = append(says, countText(t, "lanes", "lane")+byText(t.at("lanes_by_outcome"))+".")
	if n := t.at("carried_lanes"); n.number() > 0 {
		says = append(says, countText(t, "carried_lanes", "more lane")+" carried forward: nothing was heard of them in this time.")
	}
	if t.at("undated_lanes").number() > 0 {
		says = append(says, countText(t, "undated_lanes", "more lane")+" without a recorded time.")
	}
	says = append(says, countText(t, "blockers", "blocker")+", "+countText(t, "waiting_approvals", "request")+" waiting for an approver.")
	says = append(says, countText(t, "sessions", "session")+" with tool calls "+firstText(t.at("tool_calls").text(), "none")+"; "+
		countText(t, "errors", "error")+"; "+countText(t, "responses", "response")+" of models with "+countText(t, "tokens", "token")+".")
	ships := countText(t, "ships", "ship")
	if t.at("ships").isStub() || t.at("ships").number() > 0 {
		ships += " with " + countText(t, "commits", "commit") + ", " + countText(t, "riders", "rider") + " and " + countText(t, "unknown_roles", "commit") + " whose intent nobody stated"
	}
	says = append(says, ships+".")
	fresh := valueOf(b.named("as_of")).at("freshness")
	return append(says, "Observations: "+firstText(fresh.at("current").text(), "[not known]")+" current, "+fresh.at("stale").text()+" stale, "+fresh.at("unknown").text()+" of unknown age.")
}

// countText is a count with its noun, or why it is not here.
func countText(t value, name, noun string) string {
	v := t.at(name)
	text := v.text()
	if v.number() > 9999 {
		text = prose.Thousands(text)
	}
	if v.number() != 1 {
		noun += "s"
	}
	return text + " " + noun
}

func byText(v value) string { return strings.TrimSuffix(": "+v.text(), ": ") }

// leftOut says what a view leaves out, and why.
func leftOut(b *body, in *Inputs) (says []string) {
	policy := in.Policy.ID + " " + strconv.Itoa(in.Policy.Version)
	for _, w := range b.withheld {
		says = append(says, "Redacted by rule "+w.Rule+" of policy "+policy+", class "+string(w.Class)+" ("+string(w.Transform)+"): "+strings.Join(w.Fields, ", "))
	}
	for _, t := range b.truncated {
		says = append(says, "Cut for size: "+strconv.Itoa(t.LeftOut)+" of "+visible.Printable(t.Field))
	}
	var same, gone []string
	for _, u := range b.unchanged {
		same = append(same, strconv.Itoa(u.Count)+" of "+visible.Printable(u.Field))
		if len(u.Gone) > 0 {
			gone = append(gone, "No longer in the report, of "+visible.Printable(u.Field)+": "+namesText(u.Gone))
		}
	}
	if len(same) > 0 {
		says = append(append(says, "Unchanged since the report that the reader has: "+strings.Join(same, ", ")), gone...)
	}
	by := map[Because][]string{}
	for _, d := range b.downgraded {
		by[d.Because] = append(by[d.Because], d.Field)
	}
	for _, because := range Because("").Enum() {
		if fields := by[Because(because)]; len(fields) > 0 {
			says = append(says, "Left out for the "+because+": "+strings.Join(fields, ", "))
		}
	}
	if len(says) == 0 {
		says = append(says, "Nothing.")
	}
	return append(says, "What is listed neither here nor above does not exist in the report.")
}

// namesText are names of members in words.
func namesText(names []string) string {
	texts := make([]string, len(names))
	for i, name := range names {
		texts[i] = nameText(name)
	}
	return strings.Join(texts, ", ")
}

// aboutOf says where a view comes from.
func aboutOf(in *Inputs, report string) (about []prose.Said) {
	all := []fact{{"report", firstText(report, "not filed")}, {"content", in.Report.String()}, {"schema", in.Schema}, {"view", in.ID().String()},
		{"audience", in.Capabilities.Audience}, {"policy", in.Policy.ID + " " + strconv.Itoa(in.Policy.Version)}, {"as of", in.AsOf.String()}, {"redaction key", in.Key}}
	if !in.Since.IsZero() {
		all = append(all, fact{"since report", in.Since.String()})
	}
	for _, f := range all {
		if f.path != "" {
			about = append(about, prose.Said{Label: f.label, Text: []byte(f.path)})
		}
	}
	return about
}
