package verify

import (
	"bytes"
	"slices"

	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/projections/archive"
)

// differing finds the entities in which a table differs from a replay, unless the
// comparison of its rows found some.
func (c *comparison) differing(replayed *archive.Archive, table string) error {
	if slices.ContainsFunc(c.found.Findings, func(f Finding) bool { return f.Table == table && f.Key != "" }) {
		return nil
	}
	return compareStates(c.stored, table, func(visit func(key string, state []byte) error) error {
		return replayed.Each(table, visit)
	}, c.found.find)
}

// compareStates finds the entities of a table whose state is not what a replay visits, in
// the order of their keys. An error is one of the replay.
func compareStates(stored *sqlite.Conn, table string, replay func(visit func(key string, state []byte) error) error, find func(Finding)) error {
	got, err := (&compared{name: table, key: "key", columns: []string{stateColumn}}).read(stored)
	if err != nil {
		find(Finding{Table: table, Problem: ProblemUnreadable, Says: err.Error()})
		return nil
	}
	defer func() { _ = got.stmt.Finalize() }()
	damaged := false
	next := func() {
		if err := got.next(); err != nil {
			damaged = true
			find(Finding{Table: table, Problem: ProblemUnreadable, Says: err.Error()})
		}
	}
	extra := func(until func(key string) bool) {
		for !got.ended && until(got.key) {
			find(Finding{Table: table, Key: got.key, Problem: ProblemExtra, stored: got.state()})
			next()
		}
	}
	err = replay(func(key string, state []byte) error {
		extra(func(held string) bool { return held < key })
		switch {
		case damaged:
			return nil
		case got.ended || got.key != key:
			find(Finding{Table: table, Key: key, Problem: ProblemMissing})
			return nil
		case !bytes.Equal(got.state(), state):
			find(Finding{Table: table, Key: key, Problem: ProblemDiffers, Columns: []string{stateColumn}, stored: got.state()})
		}
		next()
		return nil
	})
	extra(func(string) bool { return true })
	return err
}
