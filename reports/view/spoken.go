package view

import (
	"slices"
	"strings"
)

// spoken is how prose describes a section.
type spoken struct {
	name, heading string
	head          []string // paths of members of an item, joined by a space
	facts         []fact
	evidence      string // member
}

// fact is a member of an item with a label; the path "" is the name of the item.
type fact struct{ label, path string }

// told are the sections in the order of prose: first those that require action.
var told = []spoken{
	{"next_actions", "What to do next", []string{"do"}, []fact{{"about", ""}, {"why", "why"}, {"lane", "lane"}}, "evidence"},
	{"blocker", "What holds work", []string{"blocker"}, []fact{{"holds", ""}, {"lane", "lane"}, {"approval", "approval"}, {"seen", "observed_at"}, {"carried from", "carried_from/report_hash"}}, "evidence"},
	{"lanes", "Lanes", []string{"outcome", "failure_class", "disposition"}, []fact{{"what", "title"}, {"began with", "opening"}, {"next", "next"}, {"held by", "blocker"},
		{"agent", "agent"}, {"repository", "repo"}, {"branch", "branch"}, {"owner", "owner"}, {"errors", "errors"}, {"seen", "observed_at"}, {"carried from", "carried_from/report_hash"}, {"lane", ""}}, "evidence"},
	{"approvals", "Approvals", []string{"status"}, []fact{{"approval", ""}, {"action", "action"}, {"class", "class"}, {"asked by", "requester"}, {"by", "approver"}, {"assurance", "assurance"},
		{"lanes", "lanes"}, {"asked at", "requested_at"}}, "evidence"},
	{"ships", "Ships", []string{"ref", "new"}, []fact{{"ship", ""}, {"repository", "repo"}, {"from", "old"}, {"path", "merge_method"}, {"known by", "basis"}, {"commits", "commit_count"}, {"riders", "rider_count"},
		{"nobody stated", "unknown_role_count"}, {"pull request", "pr_number"}, {"by", "actor"}, {"approvals", "approvals"}, {"seen", "observed_at"}}, "evidence"},
	{"exact_pinpoint", "Pinpoints", []string{"title"}, []fact{{"pinpoint", ""}, {"state", "state"}, {"priority", "priority"}, {"severity", "severity"}, {"lane", "lane"}, {"seen", "observed_at"},
		{"carried from", "carried_from/report_hash"}}, "evidence"},
	{"claims", "Claims", []string{"kind", "confidence"}, []fact{{"claim", ""}, {"text", "text"}, {"pinpoint", "pinpoint"}, {"was claim", "promoted_from/claim"}, {"of report", "promoted_from/report_hash"}}, "evidence"},
	{"active_sessions", "Sessions with an open turn", []string{"state"}, []fact{{"what", "title"}, {"agent", "agent"}, {"lane", "lane"}, {"repository", "repo"}, {"branch", "branch"}, {"seen", "observed_at"}, {"carried from", "carried_from/report_hash"}, {"session", ""}}, "evidence"},
	{"errors", "Errors", []string{"count", "origin", "kind"}, nil, "evidence"},
	{"usage", "Usage", nil, []fact{{"responses", "responses"}, {"tokens", "usage"}}, ""},
	{"concrete_delta", "What changed", nil, nil, ""},
	{"closure", "Closure", nil, nil, ""},
	{"negative_evidence", "Looked for", []string{"result"}, []fact{{"for", ""}, {"in", "surfaces"}, {"query", "query"}, {"by", "by"}, {"from", "window/after"}, {"until", "window/until"},
		{"no longer true", "invalidated_by"}}, "evidence"},
}

// spokenOf are the members of the items of a section that prose contains, nil for a section whose items
// it does not list one by one.
func spokenOf(section string) (names []string) {
	i := slices.IndexFunc(told, func(s spoken) bool { return s.name == section })
	if i < 0 || told[i].head == nil && told[i].facts == nil {
		return nil
	}
	s := &told[i]
	names = append(append(names, s.head...), s.evidence)
	for _, f := range s.facts {
		if first, _, _ := strings.Cut(f.path, "/"); first != "" {
			names = append(names, first)
		}
	}
	if section == "lanes" {
		names = append(names, "group", "urgency") // which order them
	}
	return names
}
