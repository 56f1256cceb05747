package query

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/oklog/ulid/v2"
	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/entitykey"
	"github.com/clawable/claw/projections/statejson"
	"github.com/clawable/claw/projections/store/selection"
	"github.com/clawable/claw/projections/store/tables"
	"github.com/clawable/claw/projections/tools"
	"github.com/clawable/claw/projections/values"
)

// ActFilter selects acts; a zero member selects all. Members add up.
type ActFilter struct {
	Command string // the command, whole, as [calls.CommandText] says it
	Like    string // a part of the command, or a pattern of all of it with * ? [
	File    string // a file that the act names or wrote, or the end of its path
	Session domain.SessionID
	Actor   domain.Actor // in whatever part
	Since   values.Time
	Until   values.Time // exclusive
}

// Act is one thing that was done, tried or requested: a tool call, or a request for an
// approval that no call represents. One of Call and Request is nil.
type Act struct {
	Key     string
	Call    *tools.Tool
	Request *projections.Approval
}

// Stream is the stream of the request, for an act that is one.
func (a *Act) Stream() (domain.StreamID, error) {
	id, err := ulid.ParseStrict(a.Key)
	return domain.StreamID{Family: domain.FamilyApproval, ULID: id}, err
}

// Approvals are the streams of the requests that a call was referred to, each once.
//
// Errors: for a name that is of no stream.
func (a *Act) Approvals() (streams []domain.StreamID, err error) {
	for _, r := range a.Call.Rulings {
		if r.Approval == "" {
			continue
		}
		stream, err := domain.ParseStreamID(r.Approval)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(streams, stream) {
			streams = append(streams, stream)
		}
	}
	return streams, nil
}

// ActList is a page of acts, the oldest first.
type ActList struct {
	Acts  []Act
	Total int
	Next  string
}

// Acts lists what was done, tried and asked for.
//
// Errors: kind usage for a cursor that is none.
func Acts(s selection.Reader, f ActFilter, p selection.Page) (list ActList, err error) {
	calls, requests := f.calls(), f.requests()
	mark := calls.Mark() + requests.Mark()
	if calls, requests, err = narrowed(s, calls, requests); err != nil {
		return list, err
	}
	q := selection.Query{Table: "(" + branch(calls) + " UNION ALL " + branch(requests) + ")", Time: "at",
		Args: append(calls.Args, requests.Args...), Marked: mark}
	list.Total, list.Next, err = selection.List(s, q, p, func(at selection.Cursor, state []byte) error {
		act := Act{Key: at.Key}
		err := act.read(state)
		list.Acts = append(list.Acts, act)
		return err
	})
	return list, err
}

// mostNarrowed is how many rows are looked for before they are sorted and counted; tests
// take less.
var mostNarrowed = 10_000

// narrowed finds the rows of conditions that no index answers, once, where they are few;
// counting, sorting and paging them then reads these rows alone. Where they are many, a
// page is full soon, and the conditions stay.
func narrowed(s selection.Reader, calls, requests *selection.Query) (*selection.Query, *selection.Query, error) {
	var rows [2][]int64
	found := 0
	sql := fmt.Sprintf("SELECT 0, rowid FROM tools WHERE %s UNION ALL SELECT 1, rowid FROM approvals WHERE %s LIMIT %d",
		calls.Condition(), requests.Condition(), mostNarrowed+1)
	err := s.Read(sql, slices.Concat(calls.Args, requests.Args), func(stmt *sqlite.Stmt) error {
		of := stmt.ColumnInt(0)
		rows[of] = append(rows[of], stmt.ColumnInt64(1))
		found++
		return nil
	})
	if err != nil || found > mostNarrowed {
		return calls, requests, err
	}
	return of(calls, rows[0]), of(requests, rows[1]), nil
}

// of is a query for some rows of the table.
func of(q *selection.Query, rows []int64) *selection.Query {
	text := append([]byte(nil), '[')
	for i, row := range rows {
		if i > 0 {
			text = append(text, ',')
		}
		text = strconv.AppendInt(text, row, 10)
	}
	some := &selection.Query{Table: q.Table, Time: q.Time}
	some.And("rowid IN (SELECT value FROM json_each(?))", string(append(text, ']')))
	return some
}

// read reads the state of an act; the key of a request has no source before it.
func (a *Act) read(state []byte) error {
	if strings.ContainsAny(a.Key, "/:") {
		a.Call = new(tools.Tool)
		return statejson.Read(state, a.Call)
	}
	a.Request = new(projections.Approval)
	return statejson.Read(state, a.Request)
}

// branch is the query as a part of a union, in which the time is called at.
func branch(q *selection.Query) string {
	return "SELECT key, state, " + q.Time + " AS at FROM " + q.Table + " WHERE " + q.Condition()
}

func (f *ActFilter) calls() *selection.Query {
	q := &selection.Query{Table: "tools", Time: "started"}
	q.And("act")
	f.both(q)
	q.AndText("session = ?", string(f.Session))
	if f.Actor != "" {
		q.And("session = ?", string(sessionOf(f.Actor)))
	}
	if f.File != "" {
		q.And("files <> '' AND (instr(files, ?) > 0 OR instr(files, ?) > 0)", "\n"+f.File+"\n", "/"+strings.TrimPrefix(f.File, "/")+"\n")
	}
	return q
}

func (f *ActFilter) requests() *selection.Query {
	q := &selection.Query{Table: "approvals", Time: "asked"}
	q.And("act")
	f.both(q)
	if f.Session != "" {
		q.And("(instr(actors, ?) > 0 OR instr(actors, ?) > 0)", "\nagent:"+string(f.Session)+"\n", "\n"+string(operatorOf(f.Session))+"\n")
	}
	if f.Actor != "" {
		q.And("instr(actors, ?) > 0", "\n"+string(f.Actor)+"\n")
	}
	if f.File != "" {
		q.And("0") // a request names no file
	}
	return q
}

// both adds what selects calls and requests alike.
func (f *ActFilter) both(q *selection.Query) {
	q.AndText("command = ?", f.Command)
	switch {
	case f.Like == "":
	case len(f.Like) > selection.MostPattern:
		q.And("0")
	case strings.ContainsAny(f.Like, "*?["):
		q.And("command GLOB ?", f.Like)
	default:
		q.And("instr(command, ?) > 0", f.Like)
	}
	if f.Since.Known() {
		q.And(q.Time+" >= ?", int64(f.Since))
	}
	if f.Until.Known() {
		q.And(q.Time+" < ?", int64(f.Until))
	}
}

// operatorSource is the source of the sessions of people who act by hand.
const operatorSource = "operator"

// sessionOf is the session in which an actor acts.
func sessionOf(who domain.Actor) domain.SessionID {
	sort, name, _ := strings.Cut(string(who), ":")
	if sort == "agent" {
		return domain.SessionID(name)
	}
	return domain.MakeSessionID(operatorSource, name)
}

// operatorOf is the actor of an operator's session, "human:" for another session.
func operatorOf(session domain.SessionID) domain.Actor {
	source, own := session.Split()
	if source != operatorSource {
		return "human:"
	}
	return domain.Actor("human:" + own)
}

// Referred reads the calls of an entity, by a key as an approval names it, that policies
// referred to the request of a stream.
func Referred(s selection.Reader, key string, to domain.StreamID) (acts []Act, err error) {
	keys := []string{key}
	if entitykey.HoldsWords(key) {
		if keys, err = callsOf(s, key); err != nil {
			return nil, err
		}
	}
	for _, key := range keys {
		act, ok, err := ActAt(s, key)
		if err != nil {
			return nil, err
		}
		if ok && slices.ContainsFunc(act.Call.Rulings, func(r tools.Ruling) bool { return r.Approval == to.String() }) {
			acts = append(acts, act)
		}
	}
	return acts, nil
}

// callsOf lists the keys of the calls of an entity with words.
func callsOf(s selection.Reader, words string) (keys []string, err error) {
	err = s.Read("SELECT call FROM call_words WHERE words = ? ORDER BY call", []any{words}, func(stmt *sqlite.Stmt) error {
		keys = append(keys, stmt.ColumnText(0))
		return nil
	})
	return keys, err
}

// ActAt reads one act by its key, whether [Acts] lists it separately or not; ok is false
// when there is none.
func ActAt(s selection.Reader, key string) (act Act, ok bool, err error) {
	act.Key = key
	table := "approvals"
	if strings.ContainsAny(key, "/:") {
		table = "tools"
	}
	err = s.Read("SELECT state FROM "+table+" WHERE hash = ? AND key = ?", []any{tables.HashOf(key), key}, func(stmt *sqlite.Stmt) error {
		ok = true
		return act.read(tables.ReadBlob(stmt, 0, nil))
	})
	return act, ok, err
}
