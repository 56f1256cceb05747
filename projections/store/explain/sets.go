package explain

import (
	"fmt"
	"iter"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/sessions"
	"github.com/clawable/claw/projections/store/query"
	"github.com/clawable/claw/projections/store/selection"
)

// Stream yields the events of one stream in its order, an error last.
type Stream func(domain.StreamID) iter.Seq2[domain.Event, error]

// sets explains what a session counts or lists as a set, which names no events itself, by
// the session's own stream.
func sets(s query.Model, b Reasons, row *query.SessionRow, responses []domain.EventID, stream Stream) error {
	told := map[string][]domain.EventID{"models": responses}
	came := map[bool]bool{}
	for e, err := range stream(row.Session.Stream()) {
		if err != nil {
			return fmt.Errorf("explain session %s: %w", row.Session, err)
		}
		if e.Position.After(s.At().Position) || !(projections.Options{Replay: s.At().Replay}).Counts(e.Source.Kind) {
			continue
		}
		if imported := strings.HasPrefix(e.Source.Channel, domain.ImportChannel); !came[imported] {
			came[imported] = true
			told["recorded"] = append(told["recorded"], e.ID)
		}
		for _, field := range setsOf(&e) {
			told[field] = append(told[field], e.ID)
		}
		if namesModel(&e) {
			told["models"] = append(told["models"], e.ID)
		}
	}
	for _, field := range []string{"messages", "compactions", "resumes", "clears", "recorded", "models"} {
		b.add(field, "row."+field, told[field]...)
	}
	for _, field := range []string{"commits", "pushes", "pull_requests"} {
		b.add(field, "row.work", append(b[field].Events, told[field]...)...)
	}
	return nil
}

// setsOf lists the fields in which an event counts.
func setsOf(e *domain.Event) []string {
	switch e.Kind {
	case domain.KindMessageRecorded:
		return []string{"messages"}
	case domain.KindSessionCompacted:
		return []string{"compactions"}
	case domain.KindSessionResumed:
		return []string{"resumes"}
	case domain.KindSessionCleared:
		return []string{"clears"}
	case domain.KindWorkObserved:
		return sessions.WorkFields(e)
	}
	return nil
}

// namesModel reports whether the session's stream says in an event which model answers.
func namesModel(e *domain.Event) bool {
	if kind := string(e.Kind); !strings.HasPrefix(kind, "session.") && !strings.HasPrefix(kind, "turn.") {
		return false
	}
	var p struct {
		Model string `json:"model"`
	}
	return json.Unmarshal(e.Data, &p) == nil && p.Model != ""
}

// laneOfSession explains which lane a session works for.
func laneOfSession(s selection.Reader, b Reasons, row *query.SessionRow) error {
	if row.Lane == "" {
		return nil
	}
	held, err := query.LaneOutcome(s, string(row.Lane))
	if err == nil {
		b.add("lane", string(lane.RuleSessionLane), held.Because["sessions"].Events...)
	}
	return err
}
