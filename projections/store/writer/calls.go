package writer

import (
	"fmt"
	"maps"
	"slices"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/clawable/claw/projections/statejson"
	"github.com/clawable/claw/projections/store/tables"
	"github.com/clawable/claw/projections/tools"
)

// callWriter writes the calls that entities with words describe.
type callWriter struct {
	conn    *sqlite.Conn
	news    *changes
	touched map[string]bool     // keys of the entities that were written
	lost    map[string][]string // marks that such an entity has no more
}

func newCallWriter(conn *sqlite.Conn, news *changes) *callWriter {
	return &callWriter{conn: conn, news: news, touched: map[string]bool{}, lost: map[string][]string{}}
}

func (c *callWriter) touch(words string) { c.touched[words] = true }

// write makes the calls anew of all entities that were written, and of those that share
// copies with them: first all marks, so that each family is made once.
func (c *callWriter) write() error {
	written := slices.Sorted(maps.Keys(c.touched))
	for _, words := range written {
		if err := c.mark(words); err != nil {
			return fmt.Errorf("mark the copies of %s: %w", words, err)
		}
	}
	for _, words := range written {
		if !c.touched[words] {
			continue // made with others
		}
		if err := c.writeWith(words); err != nil {
			return fmt.Errorf("write the calls of %s: %w", words, err)
		}
	}
	return nil
}

func (c *callWriter) writeWith(words string) error {
	family, err := c.family(words)
	if err != nil {
		return err
	}
	for key := range family {
		c.touched[key] = false
		if err := c.forget(key); err != nil {
			return err
		}
	}
	for _, call := range tools.TakeApart(family) {
		if err := c.add(&call); err != nil {
			return err
		}
	}
	return nil
}

// family returns an entity and all others that share a mark with one of them, now or when
// their calls were written last. Each mark is looked up once, however many share it.
func (c *callWriter) family(words string) (map[string]*tools.Tool, error) {
	family, looked := map[string]*tools.Tool{}, map[string]bool{}
	for todo := []string{words}; len(todo) > 0; {
		key := todo[0]
		todo = todo[1:]
		if family[key] != nil {
			continue
		}
		var err error
		if family[key], err = c.load(key); err != nil {
			return nil, err
		}
		marks, err := c.marks(key)
		if err != nil {
			return nil, err
		}
		for _, mark := range append(marks, c.lost[key]...) {
			if looked[mark] {
				continue
			}
			looked[mark] = true
			sharing, err := c.texts("SELECT words FROM call_marks WHERE mark = ?", mark)
			if err != nil {
				return nil, err
			}
			todo = append(todo, sharing...)
		}
	}
	return family, nil
}

func (c *callWriter) load(words string) (*tools.Tool, error) {
	t := new(tools.Tool)
	err := sqlitex.Execute(c.conn, "SELECT state FROM tools WHERE hash = ? AND key = ?", &sqlitex.ExecOptions{Args: []any{hash(words), words},
		ResultFunc: func(stmt *sqlite.Stmt) error { return statejson.Read(tables.ReadBlob(stmt, 0, nil), t) }})
	return t, err
}

// marks are those of an entity, sorted.
func (c *callWriter) marks(words string) ([]string, error) {
	return c.texts("SELECT mark FROM call_marks WHERE words = ? ORDER BY mark", words)
}

// mark writes the marks of an entity, and remembers those that it lost.
func (c *callWriter) mark(words string) error {
	entity, err := c.load(words)
	if err != nil {
		return err
	}
	had, err := c.marks(words)
	marks := tools.CopyMarks(words, entity)
	if err != nil || slices.Equal(had, marks) {
		return err
	}
	c.lost[words] = had
	if err := c.run("DELETE FROM call_marks WHERE words = ?", words); err != nil {
		return err
	}
	for _, mark := range marks {
		if err := c.run("INSERT INTO call_marks VALUES (?, ?, ?)", words+"\n"+mark, words, mark); err != nil {
			return err
		}
	}
	return nil
}

// forget deletes the calls that an entity described.
func (c *callWriter) forget(words string) error {
	calls, err := c.texts("SELECT call FROM call_words WHERE words = ?", words)
	if err != nil {
		return err
	}
	for _, call := range calls {
		if err := c.run("DELETE FROM tools WHERE hash = ? AND key = ?", hash(call), call); err != nil {
			return err
		}
	}
	return c.run("DELETE FROM call_words WHERE words = ?", words)
}

const insertCall = "INSERT INTO tools (key, state, hash, session, started, name, status, error_kind, command, files, act, held, derived)" +
	" VALUES (?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, 1)"

// add writes a call and of which entities it is.
func (c *callWriter) add(call *tools.Call) error {
	state, err := statejson.Append(nil, &call.Tool)
	if err != nil {
		return err
	}
	stmt, err := c.conn.Prepare(insertCall)
	if err != nil {
		return err
	}
	stmt.BindText(2, call.Key)
	stmt.BindBytes(3, state)
	stmt.BindInt64(4, hash(call.Key))
	bindCall(stmt, &call.Tool)
	c.news.session(call.Tool.Sessions.Owner().Session)
	if err := tables.Step(stmt); err != nil {
		return err
	}
	for _, words := range call.WordsKeys() {
		if err := c.run("INSERT INTO call_words VALUES (?, ?, ?)", words+"\n"+call.Key, words, call.Key); err != nil {
			return err
		}
	}
	return nil
}

func (c *callWriter) run(sql string, args ...any) error {
	return sqlitex.Execute(c.conn, sql, &sqlitex.ExecOptions{Args: args})
}

func (c *callWriter) texts(sql string, args ...any) (out []string, err error) {
	err = sqlitex.Execute(c.conn, sql, &sqlitex.ExecOptions{Args: args, ResultFunc: func(stmt *sqlite.Stmt) error {
		out = append(out, stmt.ColumnText(0))
		return nil
	}})
	return out, err
}
