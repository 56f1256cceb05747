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

// appendWritten appends the texts of a document that its reporter wrote, a line each.
func appendWritten(text []byte, document any) []byte {
	for _, path := range written {
		text = appendAt(text, document, path)
	}
	return text
}

// appendAt appends the texts at a path into v.
func appendAt(text []byte, v any, path []string) []byte {
	if len(path) == 0 {
		return appendTexts(text, v)
	}
	members, _ := v.(map[string]any)
	if path[0] != anyName && path[0] != ownName {
		return appendAt(text, members[path[0]], path[1:])
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if path[0] == anyName || !strings.HasPrefix(name, "lane:") && !strings.HasPrefix(name, "approval:") {
			text = appendAt(text, members[name], path[1:])
		}
	}
	return text
}
