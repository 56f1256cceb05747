package logtest

import (
	"strconv"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

var (
	observed = time.Date(2026, 1, 2, 3, 4, 5, 678, time.UTC)
	zone     = time.FixedZone("", 5*3600+1800)
)

// message is the n-th message of the session with this name: the same arguments
// give the same draft, other arguments another id.
func message(session string, n int) domain.Draft {
	id := domain.MakeSessionID("logtest", session)
	key := strconv.Itoa(n)
	return domain.Draft{
		ID:   domain.RecordEventID(observed, "logtest", session, key, "message"),
		Kind: domain.KindMessageRecorded, Version: 1,
		Stream:     id.Stream(),
		ObservedAt: domain.At(observed),
		Emitter:    domain.EmitterID("import/logtest/" + session),
		Epoch:      id.Epoch(), Seq: uint64(n), SeqKind: domain.SeqOrdinal,
		Subject: domain.Subject{Session: domain.Known(id)},
		Source:  domain.Source{Kind: domain.SourceLive, Trust: domain.TrustMedium},
		Data:    encode(domain.MessageRecorded{Role: domain.RoleUser, Text: domain.TextOf("message " + key)}),
	}
}

// messages are the first n messages of a session.
func messages(session string, n int) []domain.Draft {
	return messagesFrom(session, 1, n)
}

// messagesFrom are the messages of a session from one to another, both included.
func messagesFrom(session string, from, to int) (drafts []domain.Draft) {
	for n := from; n <= to; n++ {
		drafts = append(drafts, message(session, n))
	}
	return drafts
}

// call is a tool call with this JSON as its input.
func call(session string, n int, input string) domain.Draft {
	d := message(session, n)
	d.Kind = domain.KindToolRequested
	d.Data = []byte(`{"name":"probe","input":` + input + `}`)
	return d
}

// with returns d with a change.
func with(d domain.Draft, change func(*domain.Draft)) domain.Draft {
	change(&d)
	return d
}

func encode(p domain.Payload) []byte {
	b, err := eventlog.Encode(p)
	if err != nil {
		panic(err)
	}
	return b
}
