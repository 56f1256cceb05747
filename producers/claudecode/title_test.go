package claudecode_test

import (
	"testing"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers/claudecode"
	"github.com/clawable/claw/producers/readertest"
)

// TestATitleOfThePersonsIsNumberedBehindAllOthers: of the events of one emitter the one with the
// greatest number counts.
func TestATitleOfThePersonsIsNumberedBehindAllOthers(t *testing.T) {
	content := lines(`{"type":"custom-title","customTitle":"First","sessionId":"S"}`, ask("p1", "", "go"),
		`{"type":"ai-title","aiTitle":"Fix","sessionId":"S"}`, `{"type":"custom-title","customTitle":"Mine","sessionId":"S"}`,
		`{"type":"ai-title","aiTitle":"Fix it","sessionId":"S","timestamp":"2026-01-01T00:00:09Z"}`)
	stands, number := "", uint64(0)
	for _, r := range readertest.Read(t, claudecode.New(), []byte(content)) {
		for _, d := range r.Drafts {
			readertest.Core(t, d)
			if d.Kind != "session.identity_enriched" {
				continue
			}
			title := readertest.Payload[domain.SessionIdentityEnriched](t, &d).Title
			if d.Seq > number {
				stands, number = title, d.Seq
			}
			if persons := title == "First" || title == "Mine"; persons != (d.Edition == 2) || persons == d.Replaces.IsZero() {
				t.Errorf("%q has the edition %d and replaces %s", title, d.Edition, d.Replaces)
			}
		}
	}
	if stands != "Mine" {
		t.Errorf("%q stands", stands)
	}
}
