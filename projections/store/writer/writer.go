package writer

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/domain/lane/index"
	"github.com/clawable/claw/domain/lane/profile"
	"github.com/clawable/claw/domain/seal"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/feed"
	"github.com/clawable/claw/projections/sessions"
	"github.com/clawable/claw/projections/statejson"
	"github.com/clawable/claw/projections/store/origin"
	"github.com/clawable/claw/projections/store/tables"
	"github.com/clawable/claw/projections/tools"
)

// writer brings one read model further, within a transaction of its caller.
type writer struct {
	tables    *tables.Access
	log       origin.Log
	options   projections.Options
	fresh     bool // the read model was empty
	at        tables.Checkpoint
	sessions  *table[sessions.Session]
	messages  *table[projections.Message]
	tools     *table[tools.Tool]
	calls     *callWriter
	changes   *changes
	usage     *table[projections.Response]
	failures  *table[projections.Failure]
	approvals *table[projections.Approval]
	ships     *table[projections.Ship]
	commits   *table[projections.Commit]
	packs     *packs
	loader    func() *tables.Loader
	folds     projections.FoldSet
	amends    *feed.Amendments
	amended   bool // amends changed
}

// newWriter makes a writer that continues after a checkpoint, or begins a fresh read
// model.
func newWriter(ctx context.Context, conn *sqlite.Conn, log origin.Log, at tables.Checkpoint, by *feed.Amendments, fresh bool) *writer {
	d := &tables.Access{Conn: conn}
	news := &changes{conn: conn, sessions: map[domain.SessionID]bool{}}
	c := newCallWriter(conn, news)
	w := &writer{tables: d, log: log, options: projections.Options{Replay: at.Replay}, fresh: fresh, at: at, amends: by, amended: fresh,
		sessions: newSessions(d, fresh, news), messages: newMessages(d, fresh), tools: newTools(d, fresh, c.touch), calls: c, changes: news,
		usage: newUsage(d, fresh), failures: newFailures(d, fresh), approvals: newApprovals(d, fresh), ships: newShips(d, fresh, news),
		commits: newCommits(d, fresh), packs: newPacks(d, at.Packs, fresh)}
	w.loader = func() *tables.Loader {
		return tables.NewLoader(d, w.packs.all, func(id domain.EventID) (domain.Event, bool, error) {
			return origin.FindAmended(ctx, w.log, w.amends, id, w.at.Position)
		})
	}
	w.folds = projections.FoldSet{Sessions: w.sessions, Messages: w.messages, Tools: w.tools, Usage: w.usage,
		Failures: w.failures, Approvals: w.approvals, Ships: w.ships, Commits: w.commits, Lanes: w.packs, Park: w.park}
	return w
}

// run folds all events after the checkpoint. An event whose bytes do not verify
// is parked and passed. The log is read ahead, and in a rebuild rows are written,
// by goroutines that end before run does.
func (w *writer) run(ctx context.Context) (err error) {
	if w.fresh {
		w.tables.Open()
		defer func() { err = errors.Join(err, w.tables.Settle()) }()
	}
	for {
		err := w.pass(ctx)
		damaged, at := origin.CorruptAt(err)
		if err == nil {
			return w.flush()
		}
		if !damaged || !at.After(w.at.Position) {
			return err
		}
		if err := w.park(at, projections.Parked{Reason: projections.ParkCorrupt}); err != nil {
			return err
		}
		w.at.Position, w.at.Last, w.at.Leaf = at, "", ""
	}
}

func (w *writer) pass(ctx context.Context) error {
	for b := range feed.Ahead(ctx, w.log, w.at.Position) {
		at := w.at
		if n := len(b.Events); n > 0 {
			last := &b.Events[n-1]
			at.Position, at.Last, at.Leaf = last.Position, last.ID.String(), seal.Leaf(last).String() // before it is amended
		}
		if err := w.observe(b.Events); err != nil {
			return err
		}
		if err := w.hearLogs(b.Events); err != nil {
			return err
		}
		if err := w.label(b.Events); err != nil {
			return err
		}
		if err := w.hear(ctx, b.Events); err != nil {
			return err
		}
		for i := range b.Events {
			e := &b.Events[i]
			if err := w.folds.Apply(w.options, e); err != nil {
				return fmt.Errorf("project position %d: %w", e.Position.Number(), err)
			}
		}
		w.at = at
		if b.Err != nil {
			return origin.Failed(fmt.Errorf("read the log: %w", b.Err))
		}
	}
	if err := ctx.Err(); err != nil {
		return origin.Failed(err)
	}
	return nil
}

// flush has written what is held in memory.
func (w *writer) flush() error {
	for _, flush := range []func() error{w.sessions.Flush, w.messages.Flush, w.tools.Flush, w.usage.Flush,
		w.failures.Flush, w.approvals.Flush, w.ships.Flush, w.commits.Flush, w.packs.Flush} {
		if err := flush(); err != nil {
			return err
		}
	}
	return nil
}

// finish derives the lanes and the calls that changed, indexes what a rebuild has written,
// and sets the checkpoint.
func (w *writer) finish() error {
	lanes, err := w.touched()
	if err != nil {
		return err
	}
	if !w.fresh {
		for _, l := range lanes {
			if err := w.forget(l); err != nil {
				return err
			}
		}
	}
	inForce, err := w.profile()
	if err != nil {
		return err
	}
	d := derive(lanes, lane.Options{Replay: w.options.Replay, Profile: inForce}, w.loader)
	defer d.close()
	if w.fresh {
		err = w.index(d)
	}
	if err == nil {
		err = d.ready(true, w.writeLaneAlone)
	}
	if err == nil {
		err = w.calls.write()
	}
	if err == nil && !w.fresh {
		err = w.changes.write(lanes, w.at.Position)
	}
	if err != nil {
		return err
	}
	if w.amended {
		if err := w.tables.Alone(func() error { return tables.WriteAmendments(w.tables.Conn, w.amends) }); err != nil {
			return err
		}
	}
	w.at.Packs = w.packs.flushes
	return w.at.Write(w.tables.Conn)
}

// index makes the indexes of a rebuild, and in between writes the lanes that are derived.
func (w *writer) index(d *derivation) error {
	for _, sql := range strings.Split(strings.TrimSpace(tables.Indexes), "\n") {
		err := w.tables.Alone(func() error { return sqlitex.ExecuteTransient(w.tables.Conn, sql, nil) })
		if err != nil {
			return fmt.Errorf("index the read model: %w", err)
		}
		if err := d.ready(false, w.writeLaneAlone); err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) writeLaneAlone(t *derivedLane) error {
	return w.tables.Alone(func() error { return w.writeLane(t) })
}

// profile is the profile that the adoptions in the packs put in force.
func (w *writer) profile() (profile.Profile, error) {
	from := w.loader()
	return profile.InForce(from.Load(index.ProfileKey)).Profile, from.Err
}

func (w *writer) touched() ([]domain.LaneID, error) {
	if w.fresh {
		if err := sqlitex.ExecuteScript(w.tables.Conn, tables.LaneIndexes, nil); err != nil {
			return nil, fmt.Errorf("index facts and sessions: %w", err)
		}
		return w.packs.lanes()
	}
	return w.packs.touched(w.loader())
}

func (w *writer) park(at domain.Position, p projections.Parked) error {
	state, err := statejson.Append(nil, &p)
	if err != nil {
		return fmt.Errorf("encode a parked event: %w", err)
	}
	return w.tables.Do(func() error {
		stmt, err := w.tables.Conn.Prepare("INSERT OR REPLACE INTO parked VALUES (?1, ?2, ?3)")
		if err != nil {
			return fmt.Errorf("park an event: %w", err)
		}
		stmt.BindText(1, p.Key(at))
		stmt.BindInt64(2, int64(at.Number()))
		stmt.BindBytes(3, state)
		if err := tables.Step(stmt); err != nil {
			return fmt.Errorf("park an event: %w", err)
		}
		return nil
	})
}
