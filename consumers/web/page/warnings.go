package page

import (
	"slices"
	"strconv"
)

// warned are the members in which each document states what its answer lacks.
type warned struct {
	Stale    bool `json:"stale"`
	Warnings []struct {
		Message string `json:"message"`
	} `json:"warnings"`
}

// mostWarnings bounds the warnings that a page shows in full.
const mostWarnings = 12

// warn adds the warnings of a document to those of the page, which shows each once.
func (m *maker) warn(of warned) {
	if of.Stale {
		m.warnOnce("the read model is behind the log: what is shown is as of a moment ago")
	}
	for _, w := range of.Warnings {
		m.warnOnce(w.Message)
	}
}

func (m *maker) warnOnce(message string) {
	if !slices.Contains(m.Warnings, message) {
		m.Warnings = append(m.Warnings, message)
	}
}

// ShownWarnings are the warnings that the page shows: the first ones, and how many there are beside them.
func (m *maker) ShownWarnings() []string {
	if len(m.Warnings) <= mostWarnings {
		return m.Warnings
	}
	return append(slices.Clone(m.Warnings[:mostWarnings]), strconv.Itoa(len(m.Warnings)-mostWarnings)+" more warnings are in the document of this page")
}
