package verify

import (
	"bytes"
	"errors"
	"fmt"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/fact"
	"github.com/clawable/claw/domain/lane/index"
	"github.com/clawable/claw/projections/factpack"
	"github.com/clawable/claw/projections/store/origin"
	"github.com/clawable/claw/projections/store/tables"
)

// packsTable is the table of facts in findings.
const packsTable = "packs"

// packs compares the facts that are filed under each key. A read model that was brought
// on often may hold a fact of a replay under one more key than a rebuild does; it is
// held to the log instead.
func (c *comparison) packs() error {
	keys, err := packKeys(c.fresh)
	if err != nil {
		return fmt.Errorf("read the rebuilt %s: %w", packsTable, err)
	}
	stored, err := packKeys(c.stored)
	if err != nil {
		c.found.find(Finding{Table: packsTable, Problem: ProblemUnreadable, Says: err.Error()})
		return nil
	}
	for k := range stored {
		keys[k] = true
	}
	for k := range keys {
		if err := c.pack(k); err != nil {
			return err
		}
	}
	return nil
}

// pack compares the facts under one key.
func (c *comparison) pack(k index.Key) error {
	want, err := factsUnder(c.fresh, k)
	if err != nil {
		return fmt.Errorf("read the rebuilt facts under %s: %w", k, err)
	}
	got, err := factsUnder(c.stored, k)
	if err != nil {
		c.found.find(Finding{Table: packsTable, Key: string(k), Problem: ProblemUnreadable, Says: err.Error(), At: c.firstOf(want)})
		return nil
	}
	for form, id := range want {
		if _, held := got[form]; !held {
			c.found.find(Finding{Table: packsTable, Key: string(k), Problem: ProblemMissing, At: c.placeOf(id).Number()})
		}
		delete(got, form)
	}
	for form, id := range got {
		e, held, err := origin.FindAmended(c.ctx, c.log, c.amends, id, c.log.At.Position)
		if err != nil {
			return err
		}
		if f, reads := fact.Of(&e); !held || !reads || !bytes.Equal(fact.Append(nil, &f), []byte(form)) {
			c.found.find(Finding{Table: packsTable, Key: string(k), Problem: ProblemExtra, At: c.placeOf(id).Number()})
		}
	}
	return nil
}

// firstOf is the first position of facts, 0 for none.
func (c *comparison) firstOf(facts map[string]domain.EventID) (first uint64) {
	for _, id := range facts {
		if at := c.placeOf(id).Number(); at > 0 && (first == 0 || at < first) {
			first = at
		}
	}
	return first
}

func packKeys(conn *sqlite.Conn) (map[index.Key]bool, error) {
	keys := map[index.Key]bool{}
	err := sqlitex.Execute(conn, "SELECT key FROM packs", &sqlitex.ExecOptions{ResultFunc: func(stmt *sqlite.Stmt) error {
		keys[index.Key(stmt.ColumnText(0))] = true
		return nil
	}})
	return keys, err
}

// factsUnder reads the facts under a key: their stored forms, and the events that they are of.
func factsUnder(conn *sqlite.Conn, k index.Key) (map[string]domain.EventID, error) {
	facts := map[string]domain.EventID{}
	err := sqlitex.Execute(conn, "SELECT facts FROM packs WHERE key = ? ORDER BY n", &sqlitex.ExecOptions{Args: []any{string(k)},
		ResultFunc: func(stmt *sqlite.Stmt) error {
			pack := tables.ReadBlob(stmt, 0, nil)
			some, err := factpack.Unpack(pack, nil)
			for _, f := range some {
				facts[string(fact.Append(nil, f))] = f.ID
			}
			if err == nil && !bytes.Equal(factpack.Pack(nil, some), pack) {
				err = errors.New("a pack of facts is not in the form in which facts are written")
			}
			return err
		}})
	return facts, err
}
