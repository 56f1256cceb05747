package lanetest

import (
	"fmt"

	"github.com/clawable/claw/domain"
)

// Tasks draws a session of several tasks: what its calls show, told in order by an importer and, for one
// seed of three, by a second emitter that knows the order in part.
func Tasks(seed uint64) []domain.Event {
	g := newGenerator(seed)
	out := g.draw(6+g.r.IntN(18), taskPhrases)
	turn := domain.TurnID("t")
	for i := range out {
		e := &out[i]
		e.Erased, e.Scope, e.Causes = false, domain.Scope{}, nil
		e.Source = domain.Source{Kind: domain.SourceLive, Trust: domain.TrustMedium, Channel: domain.ImportChannel + "sim"}
		e.Emitter, e.Epoch, e.Seq, e.SeqKind = "I", Boot(1), uint64(i+1), domain.SeqCount
		if e.Kind == domain.KindTurnStarted {
			turn = domain.TurnID(fmt.Sprint("t", i))
		}
		e.Subject = domain.Subject{Session: domain.Known(domain.MakeSessionID("sim", "s1")), Turn: domain.Known(turn)}
		if e.Kind != domain.KindTurnStarted {
			e.Subject.Item = domain.Known(domain.ItemID(fmt.Sprint("i", i)))
		}
		if seed%3 == 0 && i > 0 && g.r.IntN(5) == 0 && e.Subject.Item.Value != "" {
			e.Emitter = "J"
			if g.r.IntN(2) == 0 {
				e.Causes = []domain.EventID{out[i-1].ID}
			}
		}
	}
	end := g.draw(1, []phrase{{2, domain.KindTurnCompleted, []string{`{}`}}, {1, domain.KindTurnAnswered, []string{`{"sign":"final_answer"}`}}})[0]
	end.Erased, end.Scope, end.Source = false, domain.Scope{}, out[0].Source
	end.Emitter, end.Epoch, end.Seq, end.SeqKind = "I", Boot(1), uint64(len(out)+1), domain.SeqCount
	end.Subject, end.Causes = domain.Subject{Session: out[0].Subject.Session, Turn: domain.Known(turn)}, nil
	return append(out, end)
}
