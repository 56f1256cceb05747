package view

import (
	"crypto/sha256"
	"fmt"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/jcs"
	"github.com/clawable/claw/domain/lane"
)

// clawhipEvent is the object of a lane that clawhip, its upstream and the G004 kit all accept: keys of
// both spellings, and normalized_event so that a status does not map to another kind. What is claw's own
// stands beside, under claw.
type clawhipEvent struct {
	Event       domain.Kind     `json:"event"`
	Status      string          `json:"status"`
	EmittedAt   string          `json:"emittedAt"`
	Failure     string          `json:"failureClass,omitzero"`
	Detail      string          `json:"detail,omitzero"`
	AgentName   string          `json:"agent_name"`
	Session     string          `json:"session_id"`
	Project     string          `json:"project"`
	Branch      string          `json:"branch,omitzero"`
	Summary     string          `json:"summary"`
	Normalized  domain.Kind     `json:"normalized_event"`
	ID          string          `json:"event_id"` // a UUID: of the view and the lane
	Correlation string          `json:"correlation_id"`
	Metadata    clawhipMetadata `json:"metadata"`
	Claw        clawhipLineage  `json:"claw"`
}

type clawhipMetadata struct {
	Seq             int    `json:"seq"`
	Provenance      string `json:"provenance"`
	Milliseconds    int64  `json:"timestamp_ms"`
	Emitter         string `json:"emitter_identity"`
	EmitterAgain    string `json:"emitterIdentity"`
	Environment     string `json:"environment_label"`
	EnvironAgain    string `json:"environmentLabel"`
	Fingerprint     string `json:"event_fingerprint,omitzero"`
	FingerprintTwin string `json:"eventFingerprint,omitzero"`
}

// clawhipLineage says where an event comes from, for who reads one alone.
type clawhipLineage struct {
	View    domain.Digest `json:"view_id"`
	Content domain.Digest `json:"content_hash"`
	Report  string        `json:"report_id,omitzero"`
	Lane    string        `json:"lane"`
	Next    string        `json:"next,omitzero"`
}

// clawhipEvents are the events of the lanes of a body, the most urgent first.
func clawhipEvents(b *body, in *Inputs, report string) []clawhipEvent {
	now, items := lanesNow(b), valueOf(itemsText("lanes", b.named("lanes")))
	all, id, content := []clawhipEvent{}, in.ID(), in.Report.String()
	for i, m := range ranked(items.of) {
		name, l, now := m.Name, valueOf(m.Value).opened(), now.of(m.Name)
		if items.isStub() {
			l = items
		}
		next := firstText(now.at("next").text(), l.at("next").text())
		e := clawhipEvent{EmittedAt: l.at("observed_at").text(), Failure: known(l.at("failure_class")), AgentName: firstText(l.at("agent").text(), "[not known: not_recorded]"),
			Session: firstText(l.at("sessions").text(), "none"), Project: firstText(l.at("repo").text(), "none"), Branch: l.at("branch").text(),
			Claw: clawhipLineage{View: id, Content: in.Report, Report: report, Lane: nameText(name), Next: next}, Correlation: content}
		e.Event, e.Status = clawhipKind(l)
		e.Normalized, e.ID = e.Event, uuidOf(id, name)
		e.Detail = firstText(now.at("blocker").text(), l.at("blocker").text())
		e.Summary = clawhipSummary(l, e.Detail, next)
		e.Metadata = clawhipMetadata{Seq: i + 1, Provenance: string(domain.SourceLive), Milliseconds: seenAt(jcs.AppendString(nil, e.EmittedAt)) / 1e6,
			Emitter: "claw", EmitterAgain: "claw", Environment: "report", EnvironAgain: "report"}
		if isTerminal(e.Event) {
			if print := known(l.at("outcome_fingerprint")); len(print) >= 16 {
				e.Metadata.Fingerprint, e.Metadata.FingerprintTwin = print[:16], print[:16]
			}
		}
		all = append(all, e)
	}
	return all
}

// known is a value that is known, "" for a stub.
func known(v value) string {
	if v.isStub() {
		return ""
	}
	return v.text()
}

func clawhipSummary(l value, blocker, next string) string {
	says := firstText(l.at("title").text(), "a lane without a title") + ": " + firstText(l.at("outcome").text(), "none")
	if blocker != "" {
		says += ", " + blocker
	}
	return says + "; next: " + next
}

// clawhipKind is the upstream event that says how a lane stands, and its status there.
func clawhipKind(l value) (domain.Kind, string) {
	switch lane.Disposition(known(l.at("disposition"))) {
	case lane.DispositionMerged:
		return domain.KindLaneMerged, "merged"
	case lane.DispositionSuperseded:
		return domain.KindLaneSuperseded, "superseded"
	case lane.DispositionClosed:
		return domain.KindLaneClosed, "closed"
	}
	switch outcome := lane.Result(known(l.at("outcome"))); {
	case outcome == lane.ResultFailed, outcome == lane.ResultFailedVerify:
		return domain.KindLaneFailed, "failed"
	case outcome == lane.ResultFinished:
		return domain.KindLaneFinished, "completed"
	case outcome == lane.ResultCanceled:
		return domain.KindLaneClosed, "closed"
	case outcome != lane.ResultNone && outcome != "": // claimed and not proven, contradicted, or unknown: upstream's word for what is not sure
		return domain.KindLaneReconciled, "reconciled"
	case known(l.at("state")) == string(lane.StateBlocked):
		return domain.KindLaneBlocked, "blocked"
	}
	return domain.KindLaneStarted, "running"
}

// isTerminal reports whether upstream demands a fingerprint of an event.
func isTerminal(k domain.Kind) bool {
	return k == domain.KindLaneFinished || k == domain.KindLaneFailed || k == domain.KindLaneMerged || k == domain.KindLaneSuperseded || k == domain.KindLaneClosed
}

// uuidOf is a UUID of version 8: the same for the same view and lane.
func uuidOf(view domain.Digest, name string) string {
	sum := sha256.Sum256([]byte("claw/clawhip/1\x00" + view.String() + "\x00" + name))
	sum[6], sum[8] = sum[6]&0x0f|0x80, sum[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", sum[0:4], sum[4:6], sum[6:8], sum[8:10], sum[10:16])
}

// clawhipPage is the same for people: a line for each event.
func clawhipPage(b *body, in *Inputs, report string) page {
	p := page{title: titleOf(b), summary: summaryOf(b), left: leftOut(b, in), about: aboutOf(in, report)}
	lanes := section{name: "lanes", heading: "Events"}
	for _, e := range clawhipEvents(b, in, report) {
		lanes.items = append(lanes.items, item{head: string(e.Event), facts: []fact{{"summary", e.Summary}, {"agent", e.AgentName}, {"project", e.Project},
			{"session", e.Session}, {"seen", e.EmittedAt}, {"lane", e.Claw.Lane}}})
	}
	if len(lanes.items) == 0 {
		lanes.says = []string{"None."}
	}
	p.sections = append(p.sections, lanes)
	return p
}
