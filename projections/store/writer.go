package store

import (
	"context"
	"strconv"

	"github.com/cockroachdb/errors"
	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/projections"
)

// errLog marks what went wrong with the log, not with the read model.
var errLog = errors.New("store: log")

// writer brings one read model further, within a transaction of its caller.
type writer struct {
	conn     *sqlite.Conn
	log      Log
	options  projections.Options
	fresh    bool // the read model was empty
	at       checkpoint
	sessions *table[projections.Session]
	messages *table[projections.Message]
	tools    *table[projections.Tool]
	usage    *table[projections.Response]
	failures *table[projections.Failure]
	packs    *packs
	books    projections.Books
}

func newWriter(ctx context.Context, conn *sqlite.Conn, log Log, at checkpoint, fresh bool) *writer {
	w := &writer{conn: conn, log: log, options: projections.Options{Replay: at.replay}, fresh: fresh, at: at,
		sessions: newSessions(conn, fresh), messages: newMessages(conn, fresh), tools: newTools(conn, fresh),
		usage: newUsage(conn, fresh), failures: newFailures(conn, fresh)}
	w.packs = newPacks(conn, func(id domain.EventID) (domain.Event, bool, error) { return w.event(ctx, id) })
	w.packs.keep, w.packs.flushes = !fresh, at.packs
	w.books = projections.Books{Sessions: w.sessions, Messages: w.messages, Tools: w.tools, Usage: w.usage,
		Failures: w.failures, Lanes: w.packs, Park: w.park}
	return w
}

// event finds an event that the checkpoint has passed.
func (w *writer) event(ctx context.Context, id domain.EventID) (domain.Event, bool, error) {
	e, err := w.log.Get(ctx, id)
	if typed := (*domain.Error)(nil); errors.As(err, &typed) && (typed.Kind == domain.ErrNotFound || typed.Kind == domain.ErrCorrupt) {
		return e, false, nil
	}
	if err != nil {
		return e, false, errors.Mark(err, errLog)
	}
	return e, !e.Position.After(w.at.position), nil
}

// run folds all events after the checkpoint. An event whose bytes do not verify
// is parked and passed.
func (w *writer) run(ctx context.Context) error {
	for {
		err := w.pass(ctx)
		damaged, at := corruptAt(err)
		if !damaged || !at.After(w.at.position) {
			return err
		}
		if err := w.park(at, projections.Parked{Reason: projections.ParkCorrupt}); err != nil {
			return err
		}
		w.at.position, w.at.last, w.at.leaf = at, "", ""
	}
}

func (w *writer) pass(ctx context.Context) error {
	var last domain.Event // one for all: to take the address of each would allocate each
	defer func() {
		if !last.ID.IsZero() {
			w.at.last, w.at.leaf = last.ID.String(), last.Leaf().String()
		}
	}()
	for e, err := range w.log.Events(ctx, w.at.position) {
		if err != nil {
			return errors.Mark(errors.Wrap(err, "read the log"), errLog)
		}
		last = e
		if err := w.books.Apply(w.options, &last); err != nil {
			return errors.Wrapf(err, "project position %d", e.Position.Number())
		}
		w.at.position = e.Position
	}
	return errors.Mark(ctx.Err(), errLog)
}

// corruptAt reports whether err is a log's damage, and where.
func corruptAt(err error) (bool, domain.Position) {
	var typed *domain.Error
	if !errors.Is(err, errLog) || !errors.As(err, &typed) || typed.Kind != domain.ErrCorrupt {
		return false, domain.Position{}
	}
	n, ok := typed.Detail["position"].(uint64)
	return ok, domain.PositionAt(n)
}

// finish writes what is held in memory, derives the lanes that changed and sets
// the checkpoint.
func (w *writer) finish() error {
	for _, flush := range []func() error{w.sessions.flush, w.messages.flush, w.tools.flush, w.usage.flush,
		w.failures.flush, w.packs.flush} {
		if err := flush(); err != nil {
			return err
		}
	}
	lanes, err := w.touched()
	if err != nil {
		return err
	}
	if err := w.derive(lanes); err != nil {
		return err
	}
	w.at.packs = w.packs.flushes
	return w.at.write(w.conn)
}

func (w *writer) touched() ([]domain.LaneID, error) {
	if w.fresh {
		if err := sqlitex.ExecuteScript(w.conn, laneIndexes, nil); err != nil {
			return nil, errors.Wrap(err, "index facts and sessions")
		}
		return w.packs.lanes()
	}
	return w.packs.touched()
}

func (w *writer) park(at domain.Position, p projections.Parked) error {
	key := p.ID.String()
	if p.ID.IsZero() {
		key = "position:" + strconv.FormatUint(at.Number(), 10)
	}
	state, err := projections.AppendState(nil, &p)
	if err != nil {
		return errors.Wrap(err, "encode a parked event")
	}
	stmt, err := w.conn.Prepare("INSERT OR REPLACE INTO parked VALUES (?1, ?2, ?3)")
	if err != nil {
		return errors.Wrap(err, "park an event")
	}
	stmt.BindText(1, key)
	stmt.BindInt64(2, int64(at.Number()))
	stmt.BindBytes(3, state)
	return errors.Wrap(step(stmt), "park an event")
}

// derive writes the outcomes of lanes.
func (w *writer) derive(lanes []domain.LaneID) error {
	outcomes := make([]lane.Outcome, 0, min(len(lanes), deriveAtOnce))
	for start := 0; start < len(lanes); start += deriveAtOnce {
		some := lanes[start:min(start+deriveAtOnce, len(lanes))]
		outcomes = outcomes[:0]
		for _, id := range some {
			outcomes = append(outcomes, lane.Derive(lane.Collect(w.packs.load, id), lane.Options{Replay: w.options.Replay}))
		}
		if w.packs.err != nil {
			return w.packs.err
		}
		if err := w.writeLanes(outcomes); err != nil {
			return err
		}
	}
	return nil
}

// deriveAtOnce bounds the outcomes in memory.
const deriveAtOnce = 500
