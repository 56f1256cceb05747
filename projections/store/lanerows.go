package store

import (
	"slices"

	"github.com/cockroachdb/errors"
	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/projections"
)

// touched lists the lanes that the added facts may move. All of them are on disk
// by now. Facts of tool calls come in great numbers and say the same in this
// respect: one for each session is asked about, and each that somebody names.
func (p *packs) touched() ([]domain.LaneID, error) {
	asked := map[string]bool{}
	lanes := map[domain.LaneID]bool{}
	for i := range p.added {
		f := &p.added[i]
		if kinship, ok := toolKinship(f); ok && len(p.load("names:"+lane.Key(f.ID.String()))) == 0 {
			if asked[kinship] {
				continue
			}
			asked[kinship] = true
		}
		for _, l := range lane.Touched(p.load, f) {
			lanes[l] = true
		}
		if p.err != nil {
			return nil, p.err
		}
	}
	out := make([]domain.LaneID, 0, len(lanes))
	for l := range lanes {
		out = append(out, l)
	}
	slices.Sort(out)
	return out, nil
}

// toolKinship is what decides to which lanes a fact of a tool call may belong.
func toolKinship(f *lane.Fact) (string, bool) {
	if !slices.Contains([]domain.Kind{"tool.requested", "tool.started", "tool.completed", "tool.failed", "tool.denied",
		"tool.timed_out", "tool.canceled"}, f.Kind) {
		return "", false
	}
	return string(f.Lane) + "\x00" + string(f.Session) + "\x00" + string(f.Worker) + "\x00" + string(f.Commit), true
}

// writeLanes writes the rows of lanes and of their sessions; a lane of which no
// event counts any more has none.
func (w *writer) writeLanes(outcomes []lane.Outcome) error {
	if !w.fresh {
		for i := range outcomes {
			if err := w.forget(outcomes[i].Lane); err != nil {
				return err
			}
		}
	}
	for i := range outcomes {
		if o := &outcomes[i]; o.Counts.Events > 0 {
			if err := w.writeLane(o); err != nil {
				return errors.Wrapf(err, "write lane %s", o.Lane)
			}
		}
	}
	return nil
}

func (w *writer) forget(l domain.LaneID) error {
	for _, sql := range []string{"DELETE FROM lanes WHERE key = ?1", "DELETE FROM lane_sessions WHERE lane = ?1"} {
		stmt, err := w.conn.Prepare(sql)
		if err != nil {
			return errors.Wrapf(err, "forget lane %s", l)
		}
		stmt.BindText(1, string(l))
		if err := step(stmt); err != nil {
			return errors.Wrapf(err, "forget lane %s", l)
		}
	}
	return nil
}

func (w *writer) writeLane(o *lane.Outcome) error {
	state, err := projections.OutcomeState(o)
	if err != nil {
		return err
	}
	first, err := w.firstSeen(o)
	if err != nil {
		return err
	}
	stmt, err := w.conn.Prepare("INSERT OR REPLACE INTO lanes VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")
	if err != nil {
		return err
	}
	stmt.BindText(1, string(o.Lane))
	stmt.BindBytes(2, state)
	stmt.BindInt64(3, int64(first))
	stmt.BindInt64(4, known(o.LastObserved))
	stmt.BindText(5, string(o.State))
	stmt.BindText(6, string(o.Outcome))
	stmt.BindText(7, string(o.FailureClass))
	if err := step(stmt); err != nil {
		return err
	}
	for _, s := range o.Sessions {
		if err := w.bindSession(o.Lane, s.Session); err != nil {
			return err
		}
	}
	return w.packs.err
}

func (w *writer) bindSession(l domain.LaneID, s domain.SessionID) error {
	stmt, err := w.conn.Prepare("INSERT OR REPLACE INTO lane_sessions VALUES (?1, ?2)")
	if err != nil {
		return err
	}
	stmt.BindText(1, string(s))
	stmt.BindText(2, string(l))
	return step(stmt)
}

func known(at domain.Instant) int64 {
	if !at.Known() {
		return 0
	}
	return at.UnixNano()
}

// firstSeen is the least time of what names a lane and of its sessions, 0 when not known.
func (w *writer) firstSeen(o *lane.Outcome) (projections.Time, error) {
	var first projections.Time
	for _, f := range w.packs.load(lanePrefix + lane.Key(o.Lane)) {
		if t := projections.Time(known(f.Observed)); f.Lane == o.Lane && t.Before(first) {
			first = t
		}
	}
	stmt, err := w.conn.Prepare("SELECT first FROM sessions WHERE key = ?1")
	if err != nil {
		return 0, err
	}
	for _, s := range o.Sessions {
		stmt.BindText(1, string(s.Session))
		row, err := stmt.Step()
		if err == nil && row && projections.Time(stmt.ColumnInt64(0)).Before(first) {
			first = projections.Time(stmt.ColumnInt64(0))
		}
		if err := errors.CombineErrors(err, stmt.Reset()); err != nil {
			return 0, err
		}
	}
	return first, nil
}

func newPacks(conn *sqlite.Conn, events func(domain.EventID) (domain.Event, bool, error)) *packs {
	return &packs{conn: conn, events: events, pending: map[lane.Key][]byte{}, cache: map[lane.Key][]*lane.Fact{},
		leads: map[lane.Key]bool{}}
}
