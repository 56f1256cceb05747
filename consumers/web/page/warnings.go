package page

import (
	"slices"
	"strconv"
	"strings"

	"github.com/clawable/claw/domain"
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

// notice is a warning as a page shows it: with a link to the approval that it names, where it names one.
type notice struct{ Before, Approval, After string }

// noticeOf looks for the id of an approval in a warning.
func noticeOf(message string) notice {
	const begin, length = "approval-", len("approval-") + 26
	for at := 0; ; at++ {
		next := strings.Index(message[at:], begin)
		if next < 0 || at+next+length > len(message) {
			return notice{Before: message}
		}
		at += next
		if id := message[at : at+length]; isStream(id) {
			return notice{message[:at], id, message[at+length:]}
		}
	}
}

func isStream(id string) bool {
	_, err := domain.ParseStreamID(id)
	return err == nil
}

// ShownWarnings are the warnings that the page shows: the first ones, and how many there are beside them.
func (m *maker) ShownWarnings() []notice {
	shown := make([]notice, 0, mostWarnings+1)
	for _, message := range m.Warnings[:min(len(m.Warnings), mostWarnings)] {
		shown = append(shown, noticeOf(message))
	}
	if more := len(m.Warnings) - mostWarnings; more > 0 {
		shown = append(shown, notice{Before: strconv.Itoa(more) + " more warnings are in the document of this page"})
	}
	return shown
}
