package query

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/domain/lane/index"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/statejson"
	"github.com/clawable/claw/projections/store/selection"
	"github.com/clawable/claw/projections/store/tables"
	"github.com/clawable/claw/projections/values"
)

// ErrorRow is one failure.
type ErrorRow struct {
	Origin   projections.ErrorOrigin `json:"origin"`
	Kind     string                  `json:"kind"` // of the origin's own vocabulary
	State    projections.ErrorState  `json:"state"`
	Session  domain.SessionID        `json:"session,omitzero"`
	Lane     domain.LaneID           `json:"lane,omitzero"`
	Turn     domain.TurnID           `json:"turn,omitzero"`
	Item     domain.ItemID           `json:"item,omitzero"` // of a tool call
	Tool     string                  `json:"tool,omitzero"`
	ExitCode string                  `json:"exit_code,omitzero"`
	Code     string                  `json:"code,omitzero"`   // in the words of what failed
	Status   int                     `json:"status,omitzero"` // HTTP
	At       values.Time             `json:"at,omitzero"`
	Command  string                  `json:"command,omitzero"` // of a tool call
	Files    []string                `json:"files,omitzero"`   // of a tool call
	// ErrorLine is the line that reports the error, see [ToolRow].
	ErrorLine string           `json:"error_line,omitzero"`
	Events    []domain.EventID `json:"events"`
}

// ErrorKindRow counts the failures of one kind.
type ErrorKindRow struct {
	Origin projections.ErrorOrigin `json:"origin"`
	Kind   string                  `json:"kind"`
	Count  int                     `json:"count"`
	// Examples are ids of events of the oldest three.
	Examples []domain.EventID `json:"examples"`
}

// ErrorList is a page of failures, the oldest first, with the counts of all that
// the filter selects.
type ErrorList struct {
	ByKind []ErrorKindRow `json:"by_kind"` // by origin and kind
	Errors []ErrorRow     `json:"errors"`
	Total  int            `json:"total"`
	Next   string         `json:"next_cursor,omitzero"`
}

// CountedErrors are the failures that have separate rows and count: of turns those that
// their session says failed. A turn without a name has that of its event, as in its key.
const CountedErrors = `(SELECT * FROM errors WHERE origin <> 'turn' OR session = '' OR EXISTS (SELECT 1 FROM sessions
	WHERE sessions.key = errors.session
	AND instr(sessions.failed, char(10) || iif(errors.turn = '', substr(errors.key, 6), errors.turn) || char(10)) > 0))`

// allErrors joins what failed: tool calls, what has a separate row, lanes. A
// lane failed when its end was observed, whatever was said of it afterwards.
const allErrors = `(SELECT 'tool:' || key AS key, state, started AS at, 'tool' AS origin, error_kind AS class, session,
	status AS how FROM tools
	WHERE error_kind <> ''
UNION ALL SELECT key, state, first, origin, class, session, 'failed' FROM ` + CountedErrors + `
UNION ALL SELECT 'lane:' || key, state, decided, 'lane', failure_class, '', outcome FROM lanes
	WHERE outcome IN ('failed', 'failed_verify'))`

// holdsWords selects the commands that hold a text from the beginning of a word: go test is not in cargo test.
func holdsWords(text string) (sql string, args []any) {
	if first, _ := utf8.DecodeRuneInString(text); !unicode.IsLetter(first) && !unicode.IsDigit(first) {
		return "instr(command, ?) > 0", []any{text}
	}
	if len(text) > selection.MostPattern {
		return "0", nil
	}
	text = strings.NewReplacer("*", "[*]", "?", "[?]", "[", "[[]").Replace(text) // GLOB takes it literally
	return "(command GLOB ? OR command GLOB ?)", []any{text + "*", "*[^A-Za-z0-9_]" + text + "*"}
}

// Errors lists failures.
//
// Errors: kind usage for a cursor that is none.
func Errors(s selection.Reader, f selection.Filter, p selection.Page) (ErrorList, error) {
	q := selection.Query{Table: allErrors, Time: "at"}
	through := f
	through.Lane, through.Owner = "", ""
	q.ThroughSession("session", &through)
	if f.Owner != "" {
		q.And("(session IN ("+selection.OfOwner+") OR key IN (SELECT 'lane:' || key FROM lanes WHERE owner = ?))", f.Owner, f.Owner)
	}
	if f.Lane != "" {
		q.And("(session IN (SELECT session FROM lane_sessions WHERE lane = ?) OR key = 'lane:' || ?)", string(f.Lane), string(f.Lane))
	}
	if f.Command != "" {
		holds, args := holdsWords(f.Command)
		q.And("key IN (SELECT 'tool:' || key FROM tools WHERE "+holds+")", args...)
	}
	q.AndText("class = ?", f.Kind)
	q.AndText("origin = ?", string(f.Origin))
	q.AndText("how = ?", f.State)
	q.Since("at", tables.OldestFirst(0), f.Since)
	list := ErrorList{ByKind: []ErrorKindRow{}, Errors: []ErrorRow{}}
	var err error
	list.Total, list.Next, err = selection.List(s, q, p, func(at selection.Cursor, state []byte) error {
		row, err := errorRow(at, state)
		list.Errors = append(list.Errors, row)
		return err
	})
	if err != nil {
		return list, err
	}
	err = s.Read("SELECT origin, class, count(*) FROM "+q.Table+" WHERE "+q.Condition()+" GROUP BY 1, 2 ORDER BY 1, 2", q.Args,
		func(stmt *sqlite.Stmt) error {
			list.ByKind = append(list.ByKind, ErrorKindRow{Origin: projections.ErrorOrigin(stmt.ColumnText(0)),
				Kind: stmt.ColumnText(1), Count: stmt.ColumnInt(2)})
			return nil
		})
	for i := range list.ByKind {
		if err == nil {
			err = examples(s, q, &list.ByKind[i])
		}
	}
	return list, err
}

func examples(s selection.Reader, q selection.Query, k *ErrorKindRow) error {
	args := append(append([]any{}, q.Args...), string(k.Origin), k.Kind)
	sql := "SELECT key, state, at FROM " + q.Table + " WHERE " + q.Condition() + " AND origin = ? AND class = ? ORDER BY at, key LIMIT 3"
	return s.Read(sql, args, func(stmt *sqlite.Stmt) error {
		row, err := errorRow(selection.Cursor{At: stmt.ColumnInt64(2), Key: stmt.ColumnText(0)}, tables.ReadBlob(stmt, 1, nil))
		if len(row.Events) > 0 {
			k.Examples = append(k.Examples, row.Events[len(row.Events)-1])
		}
		return err
	})
}

func errorRow(place selection.Cursor, state []byte) (ErrorRow, error) {
	key := place.Key
	if item, ok := strings.CutPrefix(key, "tool:"); ok {
		t, err := toolRow(item, state)
		return ErrorRow{Origin: projections.OriginTool, Kind: t.ErrorKind, State: projections.ErrorState(t.Status), Session: t.Session, Turn: t.Turn, Item: t.Item,
			Tool: t.Name, ExitCode: t.ExitCode, At: t.Started, Command: t.Command, Files: t.Files, Events: t.Events}, err
	}
	if _, ok := index.Key(key).Lane(); ok {
		var o lane.Outcome
		if err := statejson.Read(state, &o); err != nil {
			return ErrorRow{}, fmt.Errorf("read %s: %w", key, err)
		}
		return ErrorRow{Origin: projections.OriginLane, Kind: string(o.FailureClass), State: projections.ErrorState(o.Outcome),
			Lane: o.Lane, At: tables.TimeOfOldest(place.At), Events: o.Because["outcome"].Events}, nil
	}
	var f projections.Failure
	if err := statejson.Read(state, &f); err != nil {
		return ErrorRow{}, fmt.Errorf("read failure %s: %w", key, err)
	}
	owner := f.Sessions.Owner()
	status, err := strconv.Atoi("0" + f.Status.Value)
	if err != nil {
		return ErrorRow{}, fmt.Errorf("read failure %s: %w", key, err)
	}
	return ErrorRow{Origin: f.Origin, Kind: f.Class.Value, State: projections.ErrorFailed, Session: owner.Session, Turn: owner.Turn, Code: f.Code.Value,
		Status: status, At: f.First, Events: f.Events}, nil
}

// errorsOf counts the failures of sessions; the condition is on the session.
func errorsOf(s selection.Reader, condition string, args ...any) (int, error) {
	tools, err := selection.Count(s, &selection.Query{Table: "tools", Where: []string{"error_kind <> ''", condition}, Args: args})
	if err != nil {
		return 0, err
	}
	others, err := selection.Count(s, &selection.Query{Table: CountedErrors, Where: []string{condition}, Args: args})
	return tools + others, err
}
