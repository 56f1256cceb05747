package writer

import (
	"errors"
	"fmt"
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/fact"
	"github.com/clawable/claw/domain/lane/index"
	"github.com/clawable/claw/projections/store/tables"
	"github.com/clawable/claw/projections/values"
)

// touched lists the lanes that the added facts may move. All of them are on disk by now. An adoption of a
// profile may move every lane. Facts of tool calls come in great numbers and have the same effect here: touched
// looks up one for each session, and each that another fact names.
func (p *packs) touched(from *tables.Loader) ([]domain.LaneID, error) {
	if slices.ContainsFunc(p.added, func(f fact.Fact) bool { return f.Kind == domain.KindExpectsAdopted }) {
		return p.lanes()
	}
	asked := map[string]bool{}
	touched := index.NewToucher(from.Load)
	for i := range p.added {
		f := &p.added[i]
		if kinship, ok := toolKinship(f); ok && len(from.Load("names:"+index.Key(f.ID.String()))) == 0 {
			if asked[kinship] {
				continue
			}
			asked[kinship] = true
		}
		touched.Add(f)
		if from.Err != nil {
			return nil, from.Err
		}
	}
	return touched.Lanes(), nil
}

// toolKinship is what decides to which lanes a fact of a tool call may belong.
func toolKinship(f *fact.Fact) (string, bool) {
	if !slices.Contains([]domain.Kind{domain.KindToolRequested, domain.KindToolStarted, domain.KindToolCompleted, domain.KindToolFailed, domain.KindToolDenied,
		domain.KindToolTimedOut, domain.KindToolCanceled}, f.Kind) {
		return "", false
	}
	return string(f.Lane) + "\x00" + string(f.Session) + "\x00" + string(f.Worker) + "\x00" + string(f.Commit), true
}

// writeLane writes the rows of a lane and of its sessions; a lane of which no event
// counts any more has none.
func (w *writer) writeLane(t *derivedLane) error {
	o := &t.outcome
	if !o.Exists() {
		return nil
	}
	first, err := w.firstSeen(t)
	if err != nil {
		return err
	}
	stmt, err := w.tables.Conn.Prepare("INSERT OR REPLACE INTO lanes VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)")
	if err != nil {
		return err
	}
	stmt.BindText(1, string(o.Lane))
	stmt.BindBytes(2, t.state)
	stmt.BindInt64(3, int64(first))
	stmt.BindInt64(4, tables.Known(o.LastObserved))
	stmt.BindInt64(5, tables.OldestFirst(t.decided))
	stmt.BindText(6, string(o.State))
	stmt.BindText(7, string(o.Outcome))
	stmt.BindText(8, string(o.FailureClass))
	heard, silent := tables.Ranks(o)
	stmt.BindInt64(9, int64(heard))
	stmt.BindInt64(10, tables.OldestFirst(values.Time(tables.Known(tables.SilentFrom(o)))))
	stmt.BindInt64(11, int64(silent))
	stmt.BindText(12, o.Scope.Owner)
	stmt.BindText(13, o.Scope.Workflow)
	stmt.BindBool(14, o.Actionable)
	stmt.BindInt64(15, int64(w.at.Position.Number()))
	if err := tables.Step(stmt); err != nil {
		return err
	}
	for _, s := range o.Sessions {
		if err := w.bindSession(o.Lane, s.Session); err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) forget(l domain.LaneID) error {
	for _, sql := range []string{"DELETE FROM lanes WHERE key = ?1", "DELETE FROM lane_sessions WHERE lane = ?1"} {
		stmt, err := w.tables.Conn.Prepare(sql)
		if err != nil {
			return fmt.Errorf("forget lane %s: %w", l, err)
		}
		stmt.BindText(1, string(l))
		if err := tables.Step(stmt); err != nil {
			return fmt.Errorf("forget lane %s: %w", l, err)
		}
	}
	return nil
}

func (w *writer) bindSession(l domain.LaneID, s domain.SessionID) error {
	stmt, err := w.tables.Conn.Prepare("INSERT OR REPLACE INTO lane_sessions VALUES (?1, ?2)")
	if err != nil {
		return err
	}
	stmt.BindText(1, string(s))
	stmt.BindText(2, string(l))
	return tables.Step(stmt)
}

// firstSeen is the least time of what names a lane and of its sessions, 0 when not known.
func (w *writer) firstSeen(t *derivedLane) (values.Time, error) {
	first := t.named
	stmt, err := w.tables.Conn.Prepare("SELECT first FROM sessions WHERE key = ?1")
	if err != nil {
		return 0, err
	}
	for _, s := range t.outcome.Sessions {
		stmt.BindText(1, string(s.Session))
		row, err := stmt.Step()
		if err == nil && row {
			tables.Earlier(&first, values.Time(stmt.ColumnInt64(0)))
		}
		if err := errors.Join(err, stmt.Reset()); err != nil {
			return 0, err
		}
	}
	return first, nil
}
