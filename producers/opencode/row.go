package opencode

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/database"
	"github.com/clawable/claw/producers/lenient"
)

// table is a table of the database and the columns of it that are read.
type table struct {
	name    string
	columns []string
}

// In versions since 1.2 a message and a part have their record, without the ids, in
// "data"; a session has a column for each member.
var (
	sessionTable = table{"session", []string{"id", "slug", "project_id", "parent_id", "directory", "title", "version", "time_created", "revert"}}
	messageTable = table{"message", []string{"id", "session_id", "data"}}
	partTable    = table{"part", []string{"id", "message_id", "data"}}
)

// tableRow is a row of a table, valid until the next one is requested.
type tableRow struct {
	database.Row
	table table
}

// Before the columns of its table a row has its number and how long its longest value is.
const (
	rowNumber = iota
	rowLongest
	rowColumns
)

// rows yields rows of a table. A column that is not there is empty; a longer value than
// [producers.MaxLine] is not read.
func (p *pass) rows(t table, which string, args ...any) iter.Seq2[tableRow, error] {
	var longest, values []string
	for _, column := range t.columns {
		value := "NULL"
		if p.tables.Has(t.name, column) {
			value = database.Quote(column)
		}
		longest = append(longest, "ifnull(octet_length("+value+"), 0)")
		values = append(values, fmt.Sprintf("CASE WHEN octet_length(%s) <= %d THEN %[1]s END", value, producers.MaxLine))
	}
	query := fmt.Sprintf("SELECT rowid, max(%s), %s FROM %s %s", strings.Join(longest, ", "), strings.Join(values, ", "), t.name, which)
	return func(yield func(tableRow, error) bool) {
		for row, err := range p.db.Rows(query, args...) {
			if err == nil {
				p.read[t.name]++
			}
			if !yield(tableRow{row, t}, err) {
				return
			}
		}
	}
}

// place names the row for a person looking into the database.
func (r tableRow) place() string { return fmt.Sprintf("%s %d", r.table.name, r.Int(rowNumber)) }

// column is the place of a column that its table names.
func (r tableRow) column(name string) int { return rowColumns + slices.Index(r.table.columns, name) }

// text is the value of a column, "" for none.
func (r tableRow) text(column string) string { return r.Text(r.column(column)) }

// tooLong returns why a value of the row was not read, "" when all were.
func (r tableRow) tooLong() string {
	if r.Int(rowLongest) <= producers.MaxLine {
		return ""
	}
	return fmt.Sprintf("longer than %d MiB", producers.MaxLine>>20)
}

// member is a member of a record that has its own column.
type member struct{ name, column string }

// record is the record of a message or part on one line: its data, and behind these the
// ids, as an export has it. unreadable is the reason when there is none.
func (r tableRow) record(ids ...member) (record jsontext.Value, unreadable string) {
	if why := r.tooLong(); why != "" {
		return nil, why
	}
	return withIDs(r.text("data"), r.object(ids, nil))
}

// withIDs is a record on one line that has the members of ids, an object with one at least,
// behind those of data. unreadable is the reason when there is none.
func withIDs(data string, ids jsontext.Value) (record jsontext.Value, unreadable string) {
	record = jsontext.Value(data)
	if record.Compact(lenient.Options) != nil {
		return nil, "not JSON"
	}
	if record.Kind() != '{' {
		return nil, "not a JSON object"
	}
	if record = record[:len(record)-1]; len(record) > 1 {
		record = append(record, ',')
	}
	return append(record, ids[1:]...), ""
}

// sessionMembers are the members of a session's record that are texts.
var sessionMembers = []member{{"id", "id"}, {"slug", "slug"}, {"projectID", "project_id"}, {"parentID", "parent_id"},
	{"directory", "directory"}, {"title", "title"}, {"version", "version"}}

// session is the record of a session on one line. unreadable is the reason when there is
// none, or what is missing in it.
func (r tableRow) session() (record jsontext.Value, unreadable string) {
	if why := r.tooLong(); why != "" {
		return nil, why
	}
	more := map[string]any{"time": map[string]int64{"created": r.Int(r.column("time_created"))}}
	if revert := jsontext.Value(r.text("revert")); len(revert) > 0 && revert.Compact(lenient.Options) != nil {
		unreadable = "not JSON: where a person went back to"
	} else if len(revert) > 0 {
		more["revert"] = revert
	}
	return r.object(sessionMembers, more), unreadable
}

// object is a JSON object of columns and more members.
func (r tableRow) object(columns []member, more map[string]any) jsontext.Value {
	members := map[string]any{}
	maps.Copy(members, more)
	for _, m := range columns {
		members[m.name] = r.text(m.column)
	}
	object, err := json.Marshal(members, json.Deterministic(true), jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))
	if err != nil {
		return jsontext.Value("{}") // not for texts, numbers and JSON that was read
	}
	return object
}
