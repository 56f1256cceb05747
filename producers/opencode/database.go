package opencode

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"

	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/database"
)

// Database reads the database of OpenCode since 1.2, or of Kilo, whose rows are the records
// of an export. It has no state: one may be used by many at once.
type Database struct{ source string }

var _ producers.Database = Database{}

// Sniff implements [producers.Database]. It wants the columns without which no row states
// to what it belongs.
func (d Database) Sniff(tables database.Tables) bool {
	return hasKilo(tables) == (d.source == Kilo) && tables.Has("session", "id", "directory") && tables.Has("message", "id", "session_id", "data") &&
		tables.Has("part", "id", "message_id", "data")
}

// Read implements [producers.Database]. The order is that of exports, session by session;
// then come messages and parts that nothing leads to, and the rows of all other tables.
func (d Database) Read(ctx context.Context, db *database.File) iter.Seq2[producers.Record, error] {
	return func(yield func(producers.Record, error) bool) {
		tables, err := db.Tables()
		if err != nil {
			yield(producers.Record{Line: 1}, err)
			return
		}
		p := &pass{ctx: ctx, db: db, tables: tables, source: d.source, yield: yield, read: map[string]int64{}}
		_ = p.sessions() && p.strayMessages() && p.strayParts() && p.unreached() && p.otherTables()
	}
}

// pass is a reading of a database. Its methods report false when the caller wants no more.
type pass struct {
	ctx    context.Context
	db     *database.File
	tables database.Tables
	source string // of the sessions
	yield  func(producers.Record, error) bool
	line   int              // of the last record
	read   map[string]int64 // rows of each table
}

// sessions reads each session with its messages.
func (p *pass) sessions() bool {
	for row, err := range p.rows(sessionTable, "ORDER BY rowid") {
		if err != nil {
			return p.broken(sessionTable.name, err)
		}
		r := &reading{source: p.source}
		record, unreadable := row.session()
		if !p.show(r, "info", row, record, unreadable) || !p.messages(r, row.text("id")) {
			return false
		}
	}
	return true
}

// messages reads the messages of a session, with their parts.
func (p *pass) messages(r *reading, session string) bool {
	order := "id"
	if p.tables.Has("message", "time_created") {
		order = "time_created, id"
	}
	for row, err := range p.rows(messageTable, "WHERE session_id = ? ORDER BY "+order, session) {
		if err != nil {
			return p.broken("message", err)
		}
		if !p.message(r, row) {
			return false
		}
	}
	return true
}

// message reads a message and its parts.
func (p *pass) message(r *reading, row tableRow) bool {
	record, unreadable := row.record(member{"id", "id"}, member{"sessionID", "session_id"})
	r.message = nil
	if !p.show(r, "messages/*/info", row, record, unreadable) {
		return false
	}
	for part, err := range p.rows(partTable, "WHERE message_id = ? ORDER BY id", row.text("id")) {
		switch {
		case err != nil:
			return p.broken("part", err)
		case r.message == nil:
			if !p.tell(producers.Record{Row: part.place(), Skipped: "a part of a message that cannot be read"}) {
				return false
			}
			continue
		}
		record, unreadable := part.record(member{"id", "id"}, member{"messageID", "message_id"})
		if !p.show(r, "messages/*/parts/*", part, record, unreadable) {
			return false
		}
	}
	return true
}

// show passes a row to a reading; path is the place of its record in an export.
func (p *pass) show(r *reading, path string, row tableRow, record []byte, unreadable string) bool {
	told := producers.Record{Unreadable: unreadable}
	if record != nil {
		r.d = producers.NewDocument(record)
		r.Visit(path, 0, record)
		if unreadable != "" {
			r.d.Unreadable(0, unreadable)
		}
		told = r.d.Records()[0]
	}
	told.Row = row.place()
	return p.tell(told)
}

// tell yields the result of a row.
func (p *pass) tell(r producers.Record) bool {
	p.line++
	r.Line = p.line
	if err := p.ctx.Err(); err != nil {
		p.yield(r, err)
		return false
	}
	return p.yield(r, nil)
}

// broken reports, as one line, that some rows of a table could not be read.
func (p *pass) broken(table string, err error) bool {
	return p.tell(producers.Record{Row: table, Unreadable: err.Error()})
}

// strayMessages reads the messages whose session is not there.
func (p *pass) strayMessages() bool {
	for row, err := range p.rows(messageTable, "NOT INDEXED WHERE NOT EXISTS (SELECT 1 FROM session WHERE session.id = message.session_id)") {
		if err != nil {
			return p.broken("message", err)
		}
		if !p.message(&reading{source: p.source}, row) {
			return false
		}
	}
	return true
}

// strayParts reads the parts whose message is missing: the author of their words is not
// known.
func (p *pass) strayParts() bool {
	for row, err := range p.rows(partTable, "NOT INDEXED WHERE NOT EXISTS (SELECT 1 FROM message WHERE message.id = part.message_id)") {
		if err != nil {
			return p.broken("part", err)
		}
		if !p.tell(producers.Record{Row: row.place(), Skipped: "a part of a message that is not there"}) {
			return false
		}
	}
	return true
}

// unreached reports how many rows were not found where they belong; in a sound database
// there are none.
func (p *pass) unreached() bool {
	for _, table := range []string{"session", "message", "part"} {
		n, err := p.count(table)
		if err == nil && n == p.read[table] {
			continue
		}
		if err == nil {
			err = fmt.Errorf("the database is damaged: %d rows were read of %d", p.read[table], n)
		}
		if !p.broken(table, err) {
			return false
		}
	}
	return true
}

// otherTables counts the rows of the tables that are no part of a conversation.
func (p *pass) otherTables() bool {
	var strange producers.Strangers
	for _, table := range slices.Sorted(maps.Keys(p.tables)) {
		if table == "session" || table == "message" || table == "part" {
			continue
		}
		n, err := p.count(table)
		if err != nil && !p.broken(producers.Plain(table), err) {
			return false
		}
		for skipped := strange.Reason("row of the table", table); n > 0; n-- {
			if !p.tell(producers.Record{Skipped: skipped}) {
				return false
			}
		}
	}
	return true
}

func (p *pass) count(table string) (n int64, err error) {
	for row, err := range p.db.Rows("SELECT count(*) FROM " + database.Quote(table) + " NOT INDEXED") {
		if err != nil {
			return 0, err
		}
		n = row.Int(0)
	}
	return n, nil
}
