package reports

import (
	"bytes"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/jcs"
)

// Held says how far a version of a report can be shown to be what was filed.
type Held string

// The standings of a version.
const (
	HeldWhole    Held = "holds"    // the document is in the log and has the hash
	HeldAltered  Held = "altered"  // the document in the log has another hash
	HeldErased   Held = "erased"   // it was erased; its event still verifies
	HeldDetached Held = "detached" // the log holds the hash alone
)

// Enum lists the values.
func (Held) Enum() []string {
	return []string{string(HeldWhole), string(HeldAltered), string(HeldErased), string(HeldDetached)}
}

// Version is a report as one event filed or amended it.
type Version struct {
	Event    domain.EventID      `json:"event"`
	Position uint64              `json:"position"`
	FiledAt  domain.Instant      `json:"filed_at"`
	By       domain.EmitterID    `json:"by"`
	Schema   string              `json:"schema_version,omitzero"`
	Hash     domain.Digest       `json:"content_hash,omitzero"` // zero: erased
	Previous domain.Digest       `json:"previous_hash,omitzero"`
	Status   domain.ReportStatus `json:"status,omitzero"`
	Reason   string              `json:"reason,omitzero"`
	// Pinpoints are those that it is about, and what it said that it is for them.
	Pinpoints []domain.ReportedPinpoint `json:"pinpoints,omitzero"`
	Held      Held                      `json:"held"`
	Document  []byte                    `json:"-"` // canonical; nil unless Held is holds
	computed  domain.Digest
}

// VoidReason says why an event in the stream of a report does not count.
type VoidReason string

// The reasons.
const (
	VoidTrust   VoidReason = "low_trust"       // a decision of an actor who may not decide
	VoidFiled   VoidReason = "already_filed"   // a report is filed once
	VoidChain   VoidReason = "other_previous"  // an amendment of another version than the last
	VoidNothing VoidReason = "nothing_filed"   // an amendment of no report
	VoidOther   VoidReason = "other_report"    // it names another report than its stream
	VoidVersion VoidReason = "no_such_version" // an acknowledgement of a content that was not filed before
)

// Enum lists the values.
func (VoidReason) Enum() []string {
	return []string{string(VoidTrust), string(VoidFiled), string(VoidChain), string(VoidNothing), string(VoidOther), string(VoidVersion)}
}

// Void is an event that does not count.
type Void struct {
	Event  domain.EventID `json:"event"`
	Reason VoidReason     `json:"void"`
}

// Filing is what the stream of one report contains: its versions, the first one first.
type Filing struct {
	Report   string        `json:"report_id"`
	Versions []Version     `json:"versions"`
	Void     []Void        `json:"void,omitzero"`
	Lane     domain.LaneID `json:"lane,omitzero"` // whose expectation it meets
	Channel  string        `json:"channel,omitzero"`
	Nudge    string        `json:"nudge,omitzero"`
	Cycle    string        `json:"cycle,omitzero"`
	// Acknowledged records which channels have which version, in the order in which it was recorded.
	Acknowledged []Acknowledgement `json:"acknowledged,omitzero"`
	Cause        domain.EventID    `json:"-"` // the event of the last version
}

// Decoder reads the payload of an event, as the package eventlog does.
type Decoder func(data []byte, into any) error

// Fold reads the stream of a report in the order of its revisions. An event that does not count is
// listed with the reason, and changes nothing.
func Fold(stream domain.StreamID, events []domain.Event, decode Decoder) Filing {
	f := Filing{Report: stream.String(), Versions: []Version{}}
	for i := range events {
		f.apply(&events[i], decode)
	}
	return f
}

func (f *Filing) apply(e *domain.Event, decode Decoder) {
	v := Version{Event: e.ID, Position: e.Position.Number(), FiledAt: e.ObservedAt, By: e.Emitter}
	var report string
	var document domain.JSON
	switch e.Kind {
	case domain.KindReportFiled:
		var p domain.ReportFiled
		if !e.Erased && decode(e.Data, &p) != nil {
			return
		}
		v.Schema, v.Hash, v.Status, v.Pinpoints, report, document = p.SchemaVersion, p.ContentHash, p.Status, p.Pinpoints, p.Report, p.Document
		if len(f.Versions) == 0 && e.Source.Trust.Rank() >= domain.TrustMedium.Rank() {
			f.Lane, f.Channel, f.Nudge, f.Cycle = p.Lane, p.Channel, p.Nudge, p.Cycle
		}
	case domain.KindReportAmended:
		var p domain.ReportAmended
		if !e.Erased && decode(e.Data, &p) != nil {
			return
		}
		v.Schema, v.Hash, v.Previous, v.Status, v.Reason, report, document = p.SchemaVersion, p.ContentHash, p.PreviousHash, p.Status, p.Reason.Preview(), p.Report, p.Document
		v.Pinpoints = p.Pinpoints
	case domain.KindReportAcknowledged:
		f.acknowledge(e, decode)
		return
	default:
		return
	}
	if why := f.void(e, &v, report); why != "" {
		f.Void = append(f.Void, Void{e.ID, why})
		return
	}
	v.hold(e.Erased, document)
	f.Versions, f.Cause = append(f.Versions, v), e.ID
}

// void returns why an event does not count, "" where it does.
func (f *Filing) void(e *domain.Event, v *Version, report string) VoidReason {
	last := f.Last()
	switch {
	case e.Source.Trust.Rank() < domain.TrustMedium.Rank():
		return VoidTrust
	case !e.Erased && report != f.Report:
		return VoidOther
	case e.Kind == domain.KindReportFiled && last != nil:
		return VoidFiled
	case e.Kind == domain.KindReportAmended && last == nil:
		return VoidNothing
	case e.Kind == domain.KindReportAmended && !e.Erased && last.Held != HeldErased && v.Previous != last.Hash:
		return VoidChain
	}
	return ""
}

// hold compares the document with the hash that was filed.
func (v *Version) hold(erased bool, document domain.JSON) {
	switch {
	case erased:
		v.Held = HeldErased
		return
	case len(document) == 0:
		v.Held = HeldDetached
		return
	}
	s, err := SealText(document)
	if v.computed = s.Hash; err != nil || s.Hash != v.Hash {
		v.Held = HeldAltered
		return
	}
	v.Held, v.Document = HeldWhole, bytes.Clone(s.Text)
}

// Last returns the current version, nil for none.
func (f *Filing) Last() *Version {
	if len(f.Versions) == 0 {
		return nil
	}
	return &f.Versions[len(f.Versions)-1]
}

// Named are the pinpoints that a version is about, by their ids or by the names that its document has
// for them.
func (v *Version) Named() (keys []string) {
	for _, p := range v.Pinpoints {
		keys = append(keys, p.Pinpoint.String())
	}
	if keys != nil || v.Held != HeldWhole {
		return keys
	}
	for _, m := range jcs.Members(named(jcs.Members(named(jcs.Members(v.Document), "exact_pinpoint")), "items")) {
		keys = append(keys, m.Name)
	}
	return keys
}

// Proven returns the document of a version.
//
// Errors: kind corrupt for one whose hash is another, kind not_found for one that was erased or is
// kept elsewhere.
func (v *Version) Proven(report string) (*Document, error) {
	switch v.Held {
	case HeldAltered:
		return nil, corrupt(report, "the document in the log does not have the hash that was filed", v.Hash, v.computed)
	case HeldErased:
		return nil, &domain.Error{Kind: domain.ErrNotFound, Operation: "show report", Target: report, Message: "the document was erased from the log",
			Hint: "verify the report: that says what can still be shown"}
	case HeldDetached:
		return nil, &domain.Error{Kind: domain.ErrNotFound, Operation: "show report", Target: report, Message: "the log holds the hash of the document alone",
			Detail: map[string]any{"content_hash": v.Hash.String()}, Hint: "verify a copy of it in a file"}
	case HeldWhole:
	}
	return Parse(v.Document)
}
