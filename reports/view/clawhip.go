package view

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/jcs"
	"github.com/clawable/claw/domain/lane"
)

// clawhipEvent is what the object of a lane says that clawhip, its upstream and the G004 kit all accept.
type clawhipEvent struct {
	kind                                                  domain.Kind
	status, emittedAt, failure, detail, agent, session    string
	project, branch, summary, id, lane, next, fingerprint string
}

// clawhipEvents are the events of the lanes of a body, the most urgent first.
func clawhipEvents(b *body, view domain.Digest) []clawhipEvent {
	now, items := lanesNow(b), valueOf(itemsText("lanes", b.named("lanes"))).opened()
	lanes := ranked(items, now)
	all, prefix := make([]clawhipEvent, len(lanes)), uuidPrefix+view.String()+"\x00"
	var room []field
	for i, m := range lanes {
		l := valueOf(m.Value).openedInto(room)
		if room = l.members; items.isStub() {
			l = items
		}
		all[i] = clawhipEventOf(l, now.of(m.Name))
		all[i].lane, all[i].id = nameText(m.Name), uuidOf(prefix+m.Name)
	}
	return all
}

// clawhipEventOf is the event of a lane, of which now says what depends on the time of reading.
func clawhipEventOf(l, now value) clawhipEvent {
	e := clawhipEvent{emittedAt: l.at("observed_at").text(), failure: known(l.at("failure_class")), agent: firstText(l.at("agent").text(), "[not known: not_recorded]"),
		session: firstText(l.at("sessions").text(), "none"), project: firstText(l.at("repo").text(), "none"), branch: l.at("branch").text(),
		next: firstText(now.at("next").text(), l.at("next").text()), detail: firstText(now.at("blocker").text(), l.at("blocker").text())}
	e.kind, e.status = clawhipKind(l)
	e.summary = clawhipSummary(l, e.detail, e.next)
	if isTerminal(e.kind) {
		if print := known(l.at("outcome_fingerprint")); len(print) >= 16 {
			e.fingerprint = print[:16]
		}
	}
	return e
}

// appendClawhip appends the events of a body in RFC 8785.
func appendClawhip(text []byte, b *body, in *Inputs, report string) []byte {
	view := in.ID()
	w := clawhipWriter{view.String(), in.Report.String(), report}
	text = append(text, '[')
	for i, e := range clawhipEvents(b, view) {
		if i > 0 {
			text = append(text, ',')
		}
		text = w.event(text, &e, i+1)
	}
	return append(text, ']')
}

// clawhipWriter writes events of one view of a report.
type clawhipWriter struct{ view, content, report string }

// event appends an event: keys of both spellings, and normalized_event so that a status does not map to
// another kind. Members of claw are under claw, for readers of a single event. seq counts from 1.
func (w *clawhipWriter) event(text []byte, e *clawhipEvent, seq int) []byte {
	o := jcs.NewObject(text)
	write(&o, "agent_name", e.agent)
	o.Text("branch", e.branch)
	o.Name("claw")
	o.JSON = w.lineage(o.JSON, e)
	write(&o, "correlation_id", w.content)
	o.Text("detail", e.detail)
	write(&o, "emittedAt", e.emittedAt)
	write(&o, "event", string(e.kind))
	write(&o, "event_id", e.id) // a UUID: of the view and the lane
	o.Text("failureClass", e.failure)
	o.Name("metadata")
	o.JSON = e.metadata(o.JSON, seq)
	write(&o, "normalized_event", string(e.kind))
	write(&o, "project", e.project)
	write(&o, "session_id", e.session)
	write(&o, "status", e.status)
	write(&o, "summary", e.summary)
	return o.End()
}

// lineage appends where an event comes from.
func (w *clawhipWriter) lineage(text []byte, e *clawhipEvent) []byte {
	o := jcs.NewObject(text)
	write(&o, "content_hash", w.content)
	write(&o, "lane", e.lane)
	o.Text("next", e.next)
	o.Text("report_id", w.report)
	write(&o, "view_id", w.view)
	return o.End()
}

func (e *clawhipEvent) metadata(text []byte, seq int) []byte {
	o := jcs.NewObject(text)
	write(&o, "emitterIdentity", "claw")
	write(&o, "emitter_identity", "claw")
	write(&o, "environmentLabel", "report")
	write(&o, "environment_label", "report")
	o.Text("eventFingerprint", e.fingerprint)
	o.Text("event_fingerprint", e.fingerprint)
	write(&o, "provenance", string(domain.SourceLive))
	o.Number("seq", uint64(seq))
	o.Name("timestamp_ms")
	o.JSON = strconv.AppendInt(o.JSON, seenAt(jcs.AppendString(nil, e.emittedAt))/1e6, 10)
	return o.End()
}

// write writes a string, an empty one too.
func write(o *jcs.Object, name, value string) {
	o.Name(name)
	o.JSON = jcs.AppendString(o.JSON, value)
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

// clawhipKind is the upstream event for the state of a lane, and its status there.
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

// uuidPrefix begins what a UUID of an event is of.
const uuidPrefix = "claw/clawhip/1\x00"

// uuidOf is a UUID of version 8: the same for the same text.
func uuidOf(of string) string {
	sum := sha256.Sum256([]byte(of))
	sum[6], sum[8] = sum[6]&0x0f|0x80, sum[8]&0x3f|0x80
	hex := hex.EncodeToString(sum[:16])
	return hex[:8] + "-" + hex[8:12] + "-" + hex[12:16] + "-" + hex[16:20] + "-" + hex[20:]
}

// clawhipPage is the same for people: a line for each event.
func clawhipPage(b *body, in *Inputs, report string) page {
	p := page{title: titleOf(b), summary: summaryOf(b), left: leftOut(b, in), about: aboutOf(in, report)}
	lanes := section{name: "lanes", heading: "Events"}
	for _, e := range clawhipEvents(b, in.ID()) {
		lanes.items = append(lanes.items, item{head: string(e.kind), facts: []fact{{"summary", e.summary}, {"agent", e.agent}, {"project", e.project},
			{"session", e.session}, {"seen", e.emittedAt}, {"lane", e.lane}}})
	}
	if len(lanes.items) == 0 {
		lanes.says = []string{"None."}
	}
	p.sections = append(p.sections, lanes)
	return p
}
