package view

import (
	"slices"
	"strconv"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports/prose"
	"github.com/clawable/claw/reports/release"
)

// releasePage renders the audit of a release.
func releasePage(b *body, in *Inputs) prose.Page {
	r := releaseFacts{ships: valueOf(b.named("ships")), approvals: valueOf(b.named("approvals")), lanes: valueOf(b.named("lanes")), classes: valueOf(b.named("sensitivity"))}
	gaps, commits := valueOf(b.named("gaps")), valueOf(b.named("commits"))
	p := prose.Page{Title: "Audit of release " + valueOf(b.named("repo")).text() + " " + valueOf(b.named("ref")).text(), Left: leftOut(b, in), About: aboutOf(in, "the audit of a release")}
	p.Summary = releaseSummary(b)
	against := prose.Section{Name: "gaps", Heading: "What speaks against it"}
	var speak []prose.Item
	for _, g := range gaps.list() {
		speak = append(speak, gapItem(g))
	}
	against.Items, against.Count = prose.List(speak), len(speak)
	if len(speak) == 0 {
		against.Says = []string{firstText(gaps.stubOnly().text(), "No gap was found") + "."}
		if n := valueOf(b.named("totals")).at("by_shipped", string(release.ShippedUnknown)); n.number() > 0 {
			against.Says = append(against.Says, "How commits reached the branch is not known: "+n.text()+".")
		}
	}
	if dropped := valueOf(b.named("dropped")).text(); dropped != "" {
		against.Says = append(against.Says, "Commits of the base that the head does not lead to: "+dropped+".")
	}
	list := prose.Section{Name: "commits", Heading: "Commits, parents before children"}
	var all []prose.Item
	for _, c := range commits.list() {
		all = append(all, r.commit(c))
	}
	slices.SortStableFunc(all, func(a, b prose.Item) int {
		return slices.Index(commitGroups, a.Group) - slices.Index(commitGroups, b.Group)
	})
	list.Items, list.Count = prose.List(all), len(all)
	p.Sections = []prose.Section{against, list, r.named("ships", "Ships", r.ships, shipFacts), r.named("approvals", "Approvals", r.approvals, approvalFacts), r.named("lanes", "Lanes and their tests", r.lanes, laneFacts)}
	return p
}

// releaseSummary is the audit in a few sentences.
func releaseSummary(b *body) []string {
	t := valueOf(b.named("totals"))
	says := []string{countText(t, "commits", "commit") + " between " + valueOf(b.named("base_commit")).text() + " and " + valueOf(b.named("head_commit")).text() + ".",
		"How they reached the branch" + byText(t.at("by_shipped")) + ". Whether they were intended" + byText(t.at("by_role")) + ".",
		"Approved: " + t.at("approved").text() + ". Tests of their lanes: " + firstText(t.at("by_tested").text(), "no lane of them is known") + ".",
		"Gaps: " + firstText(t.at("by_gap").text(), "none") + ". Not known, by commits: " + firstText(t.at("by_unknown").text(), "nothing") + "."}
	if why := valueOf(b.named("commits_unknown")).text(); why != "" {
		says = append(says, "The clone lacks history of this range ("+why+"): there may be commits that are not listed.")
	}
	return says
}

// commitGroups are the groups of commits, first what needs a look.
var commitGroups = []string{"The push was not recorded", "Rode along", "Recorded or derived"}

func commitGroup(c value) string {
	switch s := release.Shipped(c.at("shipped").text()); {
	case s == release.ShippedUnlogged || s == release.ShippedUnknown:
		return commitGroups[0]
	case c.at("role").text() == string(domain.CommitRider):
		return commitGroups[1]
	}
	return commitGroups[2]
}

// releaseFacts is what commits refer to.
type releaseFacts struct{ ships, approvals, lanes, classes value }

// commit describes one commit.
func (r releaseFacts) commit(c value) prose.Item {
	i := prose.Item{Head: c.at("commit").bytes(), Group: commitGroup(c)}
	add := func(label, text string) {
		if text != "" {
			i.Facts = append(i.Facts, prose.Said{Label: label, Text: []byte(text)})
		}
	}
	if class := r.classes.at("commits", c.at("commit").raw()).raw(); release.Withheld(domain.Sensitivity(class)) {
		add("people, times and tree", valueOf(labelStub).text())
	}
	add("author", c.at("author", "name").text())
	add("committed", c.at("committer", "at").text())
	add("reached the branch", c.at("shipped").text())
	add("role", c.at("role").text())
	add("ship", c.at("ships").text())
	add("approved by", firstText(r.approvers(c), "nobody that the log knows"))
	if len(c.at("approvals").list()) > 0 {
		add("the approval was used, and fits", c.at("approved").text())
	}
	add("tests", firstText(r.tests(c), "no run is recorded"))
	add("lanes", c.at("lanes").text())
	add("sessions", c.at("sessions").text())
	for _, old := range c.at("supersedes").list() {
		add("has the work of", old.at("commit").text()+" ("+old.at("how").text()+")")
	}
	add("not known", c.at("unknown").text())
	for _, id := range c.at("ships").list() {
		i.Evidence = append(i.Evidence, appendEvidence(nil, r.ships.at(id.raw(), "because"))...)
	}
	return i
}

// approvers are those of the approvals of a commit, with their assurance.
func (r releaseFacts) approvers(c value) string {
	var texts []string
	for _, id := range c.at("approvals").list() {
		a := r.approvals.at(id.raw())
		texts = append(texts, firstText(a.at("approver").text(), "nobody")+" ("+a.at("status").text()+", assurance "+firstText(a.at("assurance").text(), "none")+", "+id.text()+")")
	}
	return strings.Join(texts, "; ")
}

// tests are the standing of the tests of the lanes of a commit, and on whose word it rests.
func (r releaseFacts) tests(c value) string {
	var texts []string
	for _, id := range c.at("lanes").list() {
		if state := r.lanes.at(id.raw(), "tested", "state"); state.exists() {
			texts = append(texts, state.text()+runsText(r.lanes.at(id.raw())))
		}
	}
	return strings.Join(texts, "; ")
}

func runsText(lane value) (says string) {
	for _, run := range lane.at("tests").list() {
		says += " by " + firstText(run.at("session").text(), run.at("on_the_word_of", "emitter").text()) + ", trust " + run.at("on_the_word_of", "trust").text()
	}
	return says
}

// gapItem describes a gap.
func gapItem(g value) prose.Item {
	i := prose.Item{Head: []byte(strings.ReplaceAll(g.at("gap").text(), "_", " ")), Evidence: appendEvidence(nil, g.at("events"))}
	for _, f := range []fact{{"ship", "ship"}, {"approval", "approval"}, {"commits", "commits"}, {"from", "old"}, {"to", "new"}, {"approved", "approved"}, {"shipped", "shipped"}, {"standing", "standing"}, {"refused", "refusal"}} {
		if text := g.at(f.path).bytes(); len(text) > 0 {
			i.Facts = append(i.Facts, prose.Said{Label: f.label, Text: text})
		}
	}
	return i
}

// What prose states of ships, approvals and lanes.
var (
	shipFacts = []fact{{"from", "old"}, {"to", "new"}, {"path", "merge_method"}, {"known by", "basis"}, {"recorded", "recorded"}, {"pull request", "pr_number"}, {"by", "actor"},
		{"pushed", "pushed_at"}, {"riders", "riders"}, {"commits outside of the range", "commits_outside"}, {"approvals", "approvals"}, {"approvals that are missing", "missing_approvals"}}
	approvalFacts = []fact{{"status", "status"}, {"a use counts", "counts"}, {"asked by", "requester"}, {"granted by", "approver"}, {"key", "key"}, {"assurance", "assurance"}, {"at least", "assurance_due"},
		{"head", "head"}, {"tree", "tree"}, {"action", "action_digest"}}
	laneFacts = []fact{{"outcome", "outcome"}, {"expectations by", "profile"}, {"tests", "tested/state"}, {"level", "tested/level"}, {"runner", "tested/runner"}, {"failed", "tested/failed"},
		{"last run", "tested/at"}, {"sessions", "sessions"}}
)

// named renders the items of a section one by one.
func (r releaseFacts) named(name, heading string, all value, facts []fact) prose.Section {
	s, items := prose.Section{Name: name, Heading: heading}, []prose.Item(nil)
	for _, m := range all.each() {
		id, v := m.Name, valueOf(m.Value)
		if v.isStub() {
			items = append(items, prose.Item{Head: []byte(nameText(id)), Facts: []prose.Said{{Label: "withheld", Text: v.bytes()}}})
			continue
		}
		one := prose.Item{Head: []byte(nameText(id)), Evidence: appendEvidence(nil, v.at("because"))}
		for _, f := range facts {
			if text := v.fact(f.path).bytes(); len(text) > 0 {
				one.Facts = append(one.Facts, prose.Said{Label: f.label, Text: text})
			}
		}
		for n, run := range v.at("tests").list() {
			one.Facts = append(one.Facts, prose.Said{Label: "run " + strconv.Itoa(n+1), Text: []byte(run.at("kind").text() + runsText(valueOf(slices.Concat([]byte(`{"tests":[`), run.of, []byte("]}")))))})
			one.Evidence = append(one.Evidence, run.at("event").bytes())
		}
		items = append(items, one)
	}
	s.Items, s.Count = prose.List(items), len(items)
	if len(items) == 0 {
		s.Says = []string{firstText(all.stubOnly().text(), "None") + "."}
	}
	return s
}
