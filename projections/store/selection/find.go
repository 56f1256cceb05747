package selection

import (
	"fmt"
	"strings"

	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/nextstep"
)

// mostNamed bounds the candidates that an ambiguous id names.
const mostNamed = 10

// DerivedZeros begins every derived ULID: its time is 0. Nobody types them.
const DerivedZeros = "0000000000"

// listOf is the list in which a person finds the rows of a table.
func listOf(table string) domain.List {
	if table == "commits" {
		return domain.ListShips
	}
	return domain.List(table)
}

// Find resolves what a person typed for an id: the whole id, else a beginning of
// it that only one row has, with or without the zeros of a derived id.
//
// Errors: kind not_found; kind usage with Detail["candidates"] when several fit.
func Find(s Reader, table, what, typed string) (string, error) {
	begins := "key >= ?1 AND key < ?2 OR key >= ?3 AND key < ?4" // ranges, for which the key's index is used
	args := []any{typed, typed + beyond, DerivedZeros + typed, DerivedZeros + typed + beyond}
	found, err := keys(s, table, begins, args)
	exact := len(found) > 0 && found[0] == typed
	if err != nil {
		return "", err
	}
	if len(found) == 0 {
		return "", unknown(s, table, what, typed, false)
	}
	return Pick(table, what, typed, found, exact)
}

// beyond is greater than each byte of a text in UTF-8, so that a prefix followed by it sorts after every
// text with that prefix.
const beyond = "\xff"

// keys are the keys of a table for which a condition holds: first the one that was typed whole, as ?1.
func keys(s Reader, table, condition string, args []any) (found []string, err error) {
	err = s.Read("SELECT key FROM "+table+" WHERE "+condition+" ORDER BY key = ?1 DESC, key LIMIT 11", args, func(stmt *sqlite.Stmt) error {
		found = append(found, stmt.ColumnText(0))
		return nil
	})
	return found, err
}

// mostNear bounds the rows, the last ones by key, among which a mistyped id is looked for.
const mostNear = 1000

// unknown is the error for an id that no row has, with the nearest one that a row has: a
// whole one, or where a beginning was typed one as long; own also looks behind the first slash.
func unknown(s Reader, table, what, typed string, own bool) error {
	var known []string
	err := s.Read(fmt.Sprintf("SELECT key FROM %s ORDER BY key DESC LIMIT %d", table, mostNear), nil, func(stmt *sqlite.Stmt) error {
		key := stmt.ColumnText(0)
		known = append(known, key)
		short := strings.TrimPrefix(key, DerivedZeros)
		if own {
			short = short[strings.IndexByte(short, '/')+1:]
		}
		if len(typed) < len(short) {
			known = append(known, short[:len(typed)])
		}
		return nil
	})
	if err != nil {
		return err
	}
	return notKnown(table, what, typed, nextstep.Nearest(typed, known))
}

func notKnown(table, what, typed, near string) error {
	return &domain.Error{Kind: domain.ErrNotFound, Operation: "find " + what, Target: typed, Message: "the log knows no such " + what,
		Next: domain.Step{Code: nextstep.ListKnown, List: listOf(table), Near: near}}
}

// Pick takes the one key that was found, or the one that was typed whole, the first.
func Pick(table, what, typed string, found []string, exact bool) (string, error) {
	switch {
	case typed == "" || len(found) == 0:
		return "", notKnown(table, what, typed, "")
	case exact || len(found) == 1:
		return found[0], nil
	}
	hint := "type more of it: " + strings.Join(found[:min(len(found), 3)], ", ")
	return "", &domain.Error{Kind: domain.ErrUsage, Operation: "find " + what, Target: typed,
		Message: "several begin like this", Detail: map[string]any{"candidates": found[:min(len(found), mostNamed)]}, Hint: hint}
}
