package view

import (
	"crypto/sha256"
	"encoding/hex"
	"iter"
	"strconv"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/jcs"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/reports/prose"
)

// clawhipEvent is what the object of a lane says that clawhip, its upstream and the G004 kit all accept.
type clawhipEvent struct {
	kind                                         domain.Kind
	status                                       string
	emittedAt, failure, detail, agent, session   []byte
	project, branch, summary, lane, next, prints []byte
	of                                           []byte // the name of the lane in the body
	at                                           int64  // emittedAt, nanoseconds
}

// clawhipMembers are the members of a lane that its event, or the order of events, is made of.
var clawhipMembers = []string{"agent", "blocker", "branch", "disposition", "failure_class", "group", "next", "observed_at", "outcome", "outcome_fingerprint", "repo",
	"sessions", "state", "title", "urgency"}

// clawhipReading reads lanes as events.
type clawhipReading struct {
	reading
	agent, blocker, branch, disposition, failure, next, observedAt, outcome, prints, repo, sessions, state, title place
	one                                                                                                           clawhipEvent
}

func newClawhipReading() *clawhipReading {
	r := &clawhipReading{}
	for name, at := range map[string]*place{"agent": &r.agent, "blocker": &r.blocker, "branch": &r.branch, "disposition": &r.disposition, "failure_class": &r.failure, "next": &r.next,
		"observed_at": &r.observedAt, "outcome": &r.outcome, "outcome_fingerprint": &r.prints, "repo": &r.repo, "sessions": &r.sessions, "state": &r.state, "title": &r.title} {
		*at = r.place(name)
	}
	return r
}

// clawhipEvents are the events of the lanes of a body, the most urgent first, and how many there are. Each is that of the
// sequence until the next one.
func clawhipEvents(b *body) (events iter.Seq[*clawhipEvent], n int) {
	lanes := b.named("lanes")
	l := listingOf("lanes", lanes, b.m.lanes)
	b.m.lanes = l.all
	if l.stub.exists() && !valueOf(lanes).isStub() { // of no lane is it visible that there is one
		c := jcs.NewCursor(l.stub.of)
		c.Enter()
		l.all = []listed{{name: jcs.NameOf(c.Name()), of: l.stub.of}}
	}
	lanesNow(b).see(&l)
	return func(yield func(*clawhipEvent) bool) {
		r := newClawhipReading()
		for _, one := range l.ranked() {
			if !yield(r.event(one)) {
				return
			}
		}
	}, len(l.all)
}

// event reads the event of a lane.
func (r *clawhipReading) event(l *listed) *clawhipEvent {
	r.read(valueOf(l.of))
	e, now := &r.one, l.now
	e.at, e.lane, e.of = l.at, nameBytes(l.name), l.name
	e.emittedAt, e.failure, e.agent = r.at(r.observedAt).bytes(), known(r.at(r.failure)), firstText(r.at(r.agent).bytes(), notKnown)
	e.session, e.project, e.branch = firstText(r.at(r.sessions).bytes(), noneText), firstText(r.at(r.repo).bytes(), noneText), r.at(r.branch).bytes()
	e.next, e.detail = firstText(now.at("next").bytes(), r.at(r.next).bytes()), firstText(now.at("blocker").bytes(), r.at(r.blocker).bytes())
	e.kind, e.status = r.kind()
	e.summary = append(append(append(e.summary[:0], firstText(known(r.at(r.title)), known(r.at(r.branch)), known(r.at(r.agent)), []byte("a lane"))...), ": "...), firstText(r.at(r.outcome).bytes(), noneText)...)
	if len(e.detail) > 0 {
		e.summary = append(append(e.summary, ", "...), e.detail...)
	}
	e.summary = append(append(e.summary, "; next: "...), e.next...)
	if title := r.at(r.title); title.isStub() {
		e.summary = append(append(e.summary, "; title: "...), title.bytes()...)
	}
	e.prints = nil
	if prints := known(r.at(r.prints)); isTerminal(e.kind) && len(prints) >= 16 {
		e.prints = prints[:16]
	}
	return e
}

var notKnown, noneText = []byte("[not known: not_recorded]"), []byte("none")

// appendClawhip appends the events of a body in RFC 8785.
func appendClawhip(text []byte, b *body, in *Inputs, report string) []byte {
	view, seq := in.ID().String(), 0
	w := clawhipWriter{view, in.Report.String(), report, []byte(uuidPrefix + view + "\x00")}
	events, _ := clawhipEvents(b)
	text = append(text, '[')
	for e := range events {
		if seq++; seq > 1 {
			text = append(text, ',')
		}
		text = w.event(text, e, seq)
	}
	return append(text, ']')
}

// clawhipWriter writes events of one view of a report.
type clawhipWriter struct {
	view, content, report string
	ofLane                []byte // what the id of an event is of, before the name of the lane
}

// event appends an event: keys of both spellings, and normalized_event so that a status does not map to
// another kind. Members of claw are under claw, for readers of a single event. seq counts from 1.
func (w *clawhipWriter) event(text []byte, e *clawhipEvent, seq int) []byte {
	text = write(text, `{"agent_name":`, e.agent)
	text = writeSome(text, `,"branch":`, e.branch)
	text = append(append(text, `,"claw":{"content_hash":"`...), w.content...)
	text = write(text, `","lane":`, e.lane)
	text = writeSome(text, `,"next":`, e.next)
	text = writeSome(text, `,"report_id":`, w.report)
	text = append(append(text, `,"view_id":"`...), w.view...)
	text = append(append(text, `"},"correlation_id":"`...), w.content...)
	text = append(text, '"')
	text = writeSome(text, `,"detail":`, e.detail)
	text = write(text, `,"emittedAt":`, e.emittedAt)
	text = append(append(text, `,"event":"`...), e.kind...)
	id := uuidOf(append(w.ofLane, e.of...)) // of the view and the lane
	text = append(append(append(text, `","event_id":"`...), id[:]...), '"')
	text = writeSome(text, `,"failureClass":`, e.failure)
	text = append(text, `,"metadata":{"emitterIdentity":"claw","emitter_identity":"claw","environmentLabel":"report","environment_label":"report"`...)
	text = writeSome(text, `,"eventFingerprint":`, e.prints)
	text = writeSome(text, `,"event_fingerprint":`, e.prints)
	text = strconv.AppendInt(append(text, `,"provenance":"`+string(domain.SourceLive)+`","seq":`...), int64(seq), 10)
	text = strconv.AppendInt(append(text, `,"timestamp_ms":`...), e.at/1e6, 10)
	text = append(append(text, `},"normalized_event":"`...), e.kind...)
	text = write(text, `","project":`, e.project)
	text = write(text, `,"session_id":`, e.session)
	text = append(append(text, `,"status":"`...), e.status...)
	return append(write(text, `","summary":`, e.summary), '}')
}

// write appends what is before a string, and the string.
func write[T string | []byte](text []byte, before string, value T) []byte {
	return jcs.AppendString(append(text, before...), value)
}

// writeSome is [write], unless the string is empty.
func writeSome[T string | []byte](text []byte, before string, value T) []byte {
	if len(value) == 0 {
		return text
	}
	return write(text, before, value)
}

// known is a value that is known, nil for a stub.
func known(v value) []byte {
	if v.isStub() {
		return nil
	}
	return v.bytes()
}

// kind is the upstream event for the state of the lane that was read last, and its status there.
func (r *clawhipReading) kind() (domain.Kind, string) {
	switch lane.Disposition(known(r.at(r.disposition))) {
	case lane.DispositionMerged:
		return domain.KindLaneMerged, "merged"
	case lane.DispositionSuperseded:
		return domain.KindLaneSuperseded, "superseded"
	case lane.DispositionClosed:
		return domain.KindLaneClosed, "closed"
	}
	switch outcome := lane.Result(known(r.at(r.outcome))); {
	case outcome == lane.ResultFailed, outcome == lane.ResultFailedVerify:
		return domain.KindLaneFailed, "failed"
	case outcome == lane.ResultFinished:
		return domain.KindLaneFinished, "completed"
	case outcome == lane.ResultCanceled:
		return domain.KindLaneClosed, "closed"
	case outcome != lane.ResultNone && outcome != "": // claimed and not proven, contradicted, or unknown: upstream's word for what is not sure
		return domain.KindLaneReconciled, "reconciled"
	case string(known(r.at(r.state))) == string(lane.StateBlocked):
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
func uuidOf(of []byte) (id [36]byte) {
	sum := sha256.Sum256(of)
	sum[6], sum[8] = sum[6]&0x0f|0x80, sum[8]&0x3f|0x80
	text := id[:0]
	for _, part := range [][]byte{sum[:4], sum[4:6], sum[6:8], sum[8:10], sum[10:16]} {
		if len(text) > 0 {
			text = append(text, '-')
		}
		text = hex.AppendEncode(text, part)
	}
	return id
}

// clawhipPage is the same for people: a line for each event.
func clawhipPage(b *body, in *Inputs, report string) prose.Page {
	p := prose.Page{Title: titleOf(b), Summary: summaryOf(b), Left: leftOut(b, in), About: aboutOf(in, report)}
	events, n := clawhipEvents(b)
	lanes := prose.Section{Name: "lanes", Heading: "Events", Items: clawhipItems(events), Count: n}
	if lanes.Count == 0 {
		lanes.Says = []string{"None."}
	}
	p.Sections = append(p.Sections, lanes)
	return p
}

// clawhipItems are the events as items.
func clawhipItems(events iter.Seq[*clawhipEvent]) iter.Seq[*prose.Item] {
	return func(yield func(*prose.Item) bool) {
		var one prose.Item
		for e := range events {
			one.Head = append(one.Head[:0], e.kind...)
			one.Facts = append(one.Facts[:0], prose.Said{Label: "summary", Text: e.summary}, prose.Said{Label: "agent", Text: e.agent}, prose.Said{Label: "project", Text: e.project}, prose.Said{Label: "session", Text: e.session}, prose.Said{Label: "seen", Text: e.emittedAt}, prose.Said{Label: "lane", Text: e.lane})
			if !yield(&one) {
				return
			}
		}
	}
}
