package view

import (
	"slices"
	"strconv"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports/release"
)

// releasePage renders the audit of a release.
func releasePage(b *body, in *Inputs) page {
	r := releaseFacts{ships: valueOf(b.named("ships")), approvals: valueOf(b.named("approvals")), lanes: valueOf(b.named("lanes")), classes: valueOf(b.named("sensitivity"))}
	gaps, commits := valueOf(b.named("gaps")), valueOf(b.named("commits"))
	p := page{title: "Audit of release " + valueOf(b.named("repo")).text() + " " + valueOf(b.named("ref")).text(), left: leftOut(b, in), about: aboutOf(in, "the audit of a release")}
	p.summary = releaseSummary(b)
	against := section{name: "gaps", heading: "What speaks against it"}
	for _, g := range gaps.list() {
		against.items = append(against.items, gapItem(g))
	}
	if len(against.items) == 0 {
		against.says = []string{firstText(gaps.stubOnly().text(), "None: no gap was found") + "."}
	}
	if dropped := valueOf(b.named("dropped")).text(); dropped != "" {
		against.says = append(against.says, "Commits of the base that the head does not lead to: "+dropped+".")
	}
	list := section{name: "commits", heading: "Commits, parents before children"}
	for _, c := range commits.list() {
		list.items = append(list.items, r.commit(c))
	}
	slices.SortStableFunc(list.items, func(a, b item) int { return slices.Index(commitGroups, a.group) - slices.Index(commitGroups, b.group) })
	p.sections = []section{against, list, r.named("ships", "Ships", r.ships, shipFacts), r.named("approvals", "Approvals", r.approvals, approvalFacts), r.named("lanes", "Lanes and their tests", r.lanes, laneFacts)}
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
func (r releaseFacts) commit(c value) item {
	i := item{head: c.at("commit").text(), group: commitGroup(c)}
	add := func(label, text string) {
		if text != "" {
			i.facts = append(i.facts, fact{label, text})
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
		i.evidence = append(i.evidence, evidenceOf(r.ships.at(id.raw(), "because"))...)
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
func gapItem(g value) item {
	i := item{head: strings.ReplaceAll(g.at("gap").text(), "_", " "), evidence: evidenceOf(g.at("events"))}
	for _, f := range []fact{{"ship", "ship"}, {"approval", "approval"}, {"commits", "commits"}, {"from", "old"}, {"to", "new"}, {"approved", "approved"}, {"shipped", "shipped"}, {"standing", "standing"}, {"refused", "refusal"}} {
		if text := g.at(f.path).text(); text != "" {
			i.facts = append(i.facts, fact{f.label, text})
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
func (r releaseFacts) named(name, heading string, all value, facts []fact) section {
	s := section{name: name, heading: heading}
	for _, m := range all.each() {
		id, v := m.Name, valueOf(m.Value).opened()
		if v.isStub() {
			s.items = append(s.items, item{head: nameText(id), facts: []fact{{"withheld", v.text()}}})
			continue
		}
		one := item{head: nameText(id), evidence: evidenceOf(v.at("because"))}
		for _, f := range facts {
			if text := v.fact(f.path).text(); text != "" {
				one.facts = append(one.facts, fact{f.label, text})
			}
		}
		for n, run := range v.at("tests").list() {
			one.facts = append(one.facts, fact{"run " + strconv.Itoa(n+1), run.at("kind").text() + runsText(valueOf(slices.Concat([]byte(`{"tests":[`), run.of, []byte("]}"))))})
			one.evidence = append(one.evidence, run.at("event").text())
		}
		s.items = append(s.items, one)
	}
	if len(s.items) == 0 {
		s.says = []string{firstText(all.stubOnly().text(), "None") + "."}
	}
	return s
}
