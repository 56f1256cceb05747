package search

import (
	"maps"
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
)

// documentMember is the member of an event of a report that holds the document.
const documentMember = "document"

// isReport reports whether an event of a kind holds the document of a report.
func isReport(kind domain.Kind) bool {
	return kind == (domain.ReportFiled{}).Kind() || kind == (domain.ReportAmended{}).Kind()
}

// Segments of a path into a document that stand for names.
const (
	anyName = "*"
	ownName = "own" // that the reporter chose: claw names actions after lanes and requests
)

// written are the paths of what a reporter wrote. The rest of a document repeats other events, which are
// found themselves.
var written = [][]string{{"claims", anyName, "text"}, {"exact_pinpoint", "items", anyName, "title"}, {"closure", "next_action"},
	{"next_actions", ownName, "do"}, {"next_actions", ownName, "why"}}

// gatherWritten writes the texts of a document that its reporter wrote, a line each.
func gatherWritten(b *strings.Builder, document any) {
	for _, path := range written {
		gatherAt(b, document, path)
	}
}

// gatherAt writes the texts at a path into v.
func gatherAt(b *strings.Builder, v any, path []string) {
	if len(path) == 0 {
		gather(b, v)
		return
	}
	members, _ := v.(map[string]any)
	if path[0] != anyName && path[0] != ownName {
		gatherAt(b, members[path[0]], path[1:])
		return
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if path[0] == anyName || !strings.HasPrefix(name, "lane:") && !strings.HasPrefix(name, "approval:") {
			gatherAt(b, members[name], path[1:])
		}
	}
}
