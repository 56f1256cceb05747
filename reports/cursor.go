package reports

import (
	"bytes"
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/jcs"
)

// Acknowledgement records that a channel has a version of a report.
type Acknowledgement struct {
	Event    domain.EventID   `json:"event"`
	Position uint64           `json:"position"`
	At       domain.Instant   `json:"acknowledged_at"`
	By       domain.EmitterID `json:"by"`
	Hash     domain.Digest    `json:"content_hash"` // of the version
	Channel  string           `json:"channel"`
	Consumer string           `json:"consumer,omitzero"` // absent: all readers of the channel
	View     domain.Digest    `json:"view_id,omitzero"`
}

// acknowledge reads an acknowledgement. One that names no version of the report is void.
func (f *Filing) acknowledge(e *domain.Event, decode Decoder) {
	var p domain.ReportAcknowledged
	if e.Erased || decode(e.Data, &p) != nil {
		return
	}
	switch {
	case e.Source.Trust.Rank() < domain.TrustMedium.Rank():
		f.Void = append(f.Void, Void{e.ID, VoidTrust})
	case p.Report != f.Report:
		f.Void = append(f.Void, Void{e.ID, VoidOther})
	case f.VersionOf(p.ContentHash) == nil && !f.erased():
		f.Void = append(f.Void, Void{e.ID, VoidVersion})
	default:
		f.Acknowledged = append(f.Acknowledged, Acknowledgement{Event: e.ID, Position: e.Position.Number(), At: e.ObservedAt, By: e.Emitter,
			Hash: p.ContentHash, Channel: p.Channel, Consumer: p.Consumer, View: p.View})
	}
}

// erased reports whether the content of some version is no longer known.
func (f *Filing) erased() bool {
	return slices.ContainsFunc(f.Versions, func(v Version) bool { return v.Held == HeldErased })
}

// VersionOf is the last version that has a content, nil for none.
func (f *Filing) VersionOf(hash domain.Digest) (found *Version) {
	for i := range f.Versions {
		if f.Versions[i].Hash == hash && !hash.IsZero() {
			found = &f.Versions[i]
		}
	}
	return found
}

// Cursor is how far a reader of a channel has received reports: of the versions that it acknowledged, the one
// that was filed last. A late acknowledgement of an older version does not move it back.
type Cursor struct {
	Channel  string        `json:"channel"`
	Consumer string        `json:"consumer,omitzero"`
	Report   string        `json:"report_id"`
	Hash     domain.Digest `json:"content_hash"`
	Position uint64        `json:"position"` // at which the version was filed
	Version  *Version      `json:"-"`
}

// CursorOf finds the cursor of a consumer of a channel, nil where it acknowledged nothing.
func CursorOf(all []Filing, channel, consumer string) (c *Cursor) {
	for i := range all {
		f := &all[i]
		for _, a := range f.Acknowledged {
			if a.Channel != channel || a.Consumer != consumer {
				continue
			}
			v := f.VersionOf(a.Hash)
			if v == nil { // it was erased since
				v = &Version{Hash: a.Hash, Position: a.Position, Held: HeldErased}
			}
			if c == nil || v.Position > c.Position {
				c = &Cursor{channel, consumer, f.Report, a.Hash, v.Position, v}
			}
		}
	}
	return c
}

// IsNews reports whether an item differs in content from an earlier one of the same name. Events that
// show the same, a window that moved, and that it is carried forward once more are no news.
func IsNews(now, old []byte) bool {
	if bytes.Equal(now, old) {
		return false
	}
	return !bytes.Equal(newsOf(now), newsOf(old))
}

// newsOf returns an item without what is no news. That it is carried forward at all is some.
func newsOf(item []byte) (text []byte) {
	for _, m := range jcs.Members(item) {
		switch {
		case m.Name == "carried_from":
			text = append(text, "carried_from\x00"...)
		case !slices.Contains(notNews, m.Name):
			text = append(append(append(append(text, m.Name...), 0), m.Value...), 0)
		}
	}
	return text
}
