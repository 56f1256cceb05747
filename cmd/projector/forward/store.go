package forwardcmd

import (
	"bytes"
	"context"
	"time"

	"github.com/cockroachdb/errors"

	importing "github.com/clawable/claw/commands/import"
	"github.com/clawable/claw/consumers/forward"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/engine"
	"github.com/clawable/claw/producers"
)

// store is a team's log in a store of events, to which this process appends itself: what a server does
// for those that send to it. It implements [forward.Team], for one goroutine.
type store struct {
	url, from string // from is the id of the log that is forwarded
	now       func() time.Time

	log      eventlog.Log // nil: the store has not answered yet
	receiver *importing.Receiver
}

// Take implements [forward.Team].
func (s *store) Take(ctx context.Context, held domain.EventID, lines []byte) (forward.Taken, error) {
	if s.log == nil {
		log, err := engine.Open(ctx, s.url, engine.Options{Now: s.now})
		if err != nil {
			return forward.Taken{}, errors.Wrap(err, "open the team's log")
		}
		s.log, s.receiver = log, importing.NewReceiver(log)
	}
	if err := s.receiver.Holds(ctx, held); err != nil {
		return forward.Taken{}, err
	}
	report, err := s.receiver.Take(ctx, producers.Lines(bytes.NewReader(lines)), s.from, "")
	if domain.KindOf(err) == domain.ErrPolicy {
		return forward.Taken{}, (&domain.Error{Kind: domain.ErrPolicy, Operation: "forward", Target: s.url, Message: "the log there takes no admission of this machine's events: " + err.Error(),
			Hint: "a log that projector serves takes them at its https:// address, with a token"}).Because(err)
	}
	if err != nil {
		return forward.Taken{}, errors.Wrap(err, "append to the team's log")
	}
	return forward.Taken{New: report.Imported, Known: report.AlreadyKnown, Refused: report.Lines - report.Imported - report.AlreadyKnown}, nil
}

func (s *store) close() error {
	if s.log == nil {
		return nil
	}
	return s.log.Close()
}
