package gen

import (
	"fmt"
	"strconv"
	"time"

	"github.com/clawable/claw/domain"
)

// item makes an id that is unique in the log.
func (s *session) item(prefix string) domain.ItemID {
	return domain.ItemID(fmt.Sprintf("%s_%016x%08x", prefix, s.g.rand.Uint64(), s.g.sessions))
}

// add drafts an event as an importer of the session does.
func (s *session) add(kind domain.Kind, item domain.ItemID, data string) {
	s.seq++
	d := s.draft(kind, data)
	source, _ := s.id.Split()
	d.Stream = s.id.Stream()
	d.Emitter = domain.EmitterID("import/" + string(s.id))
	d.Epoch, d.Seq, d.SeqKind = s.id.Epoch(), s.seq, domain.SeqOrdinal
	d.Correlation = s.id.Correlation()
	d.Source = domain.Source{Kind: domain.SourceLive, Channel: domain.ImportChannel + source, Trust: domain.TrustMedium}
	d.Subject.Session = domain.Known(s.id)
	if s.turn != "" {
		d.Subject.Turn = domain.Known(s.turn)
	}
	if item != "" {
		d.Subject.Item = domain.Known(item)
	}
	s.pending = append(s.pending, d)
}

// say drafts an event as the supervisor of the lane does.
func (s *session) say(kind domain.Kind, data string) {
	s.laneSeq++
	d := s.draft(kind, data)
	d.Stream, _ = s.lane.Stream() // a lane id made by Derive is a ULID
	d.Emitter, d.Epoch, d.Seq, d.SeqKind = "supervisor", s.id.Epoch(), s.laneSeq, domain.SeqCount
	d.Correlation = "supervised"
	d.Source = domain.Source{Kind: domain.SourceLive, Channel: "supervisor", Trust: domain.TrustHigh}
	d.Subject.Lane = domain.Known(s.lane)
	s.pending = append(s.pending, d)
}

func (s *session) draft(kind domain.Kind, data string) domain.Draft {
	g := s.g
	g.clock = g.clock.Add(time.Duration(1+g.rand.IntN(400)) * time.Millisecond)
	g.ids++
	id := domain.EventID(domain.Derive(g.clock, "bench", string(s.id), strconv.FormatUint(g.ids, 10)))
	return domain.Draft{ID: id, Kind: kind, Version: 1, ObservedAt: domain.At(g.clock), Data: []byte(data)}
}
