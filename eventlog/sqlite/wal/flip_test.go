package wal_test

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// Flips every bit of the file, one at a time. A flip before the last two
// transactions must be reported; in them a flip cannot always be distinguished from
// a torn write, but it must not pass for a good file; after them it changes nothing.
func TestEveryFlippedBitIsNamedOrHarmless(t *testing.T) {
	w, d := small(t)
	ends := commitEnds(d.wal)
	settled, end := ends[len(ends)-3], ends[len(ends)-1]
	var unnamed int
	flipEachBit(d.wal, 0, len(d.wal), func(at, bit int, wal []byte) {
		got := scan(t, wal)
		switch {
		case got.Corrupt && at < end:
		case at >= settled && at < end && got.Torn && got.Commits >= len(ends)-2:
			unnamed++
		default:
			t.Errorf("bit %d of byte %d: %+v", bit, at, got)
		}
	})
	if rows := d.rowsSQLiteReads(t); rows != w.rows {
		t.Errorf("SQLite reads %d rows of the file before the flips, want %d", rows, w.rows)
	}
	t.Logf("%d bits: %d named, %d in the last two transactions taken for torn", len(d.wal)*8, len(d.wal)*8-unnamed, unnamed)
}

func TestFlipsBehindTheEndOfARestartedFile(t *testing.T) {
	w, d := restarted(t)
	ends := commitEnds(d.wal)
	settled, end := ends[len(ends)-3], ends[len(ends)-1]
	want := scan(t, d.wal)
	flipEachBit(d.wal, 0, settled, func(at, bit int, wal []byte) {
		if got := scan(t, wal); !got.Corrupt {
			t.Errorf("bit %d of byte %d: %+v", bit, at, got)
		}
	})
	flipEachBit(d.wal, end, len(d.wal), func(at, bit int, wal []byte) {
		if got := scan(t, wal); got != want {
			t.Errorf("bit %d of byte %d in a former life of the file: %+v", bit, at, got)
		}
	})
	random := rand.New(rand.NewPCG(1, 2))
	for range 40 {
		wal := bytes.Clone(d.wal)
		at := end + random.IntN(len(wal)-end)
		wal[at] ^= byte(1 << random.IntN(8))
		if rows := (database{d.main, wal}).rowsSQLiteReads(t); rows != w.rows {
			t.Errorf("byte %d: SQLite reads %d rows, want %d", at, rows, w.rows)
		}
	}
}

// What the scanner says SQLite will take is what SQLite takes.
func TestSQLiteLosesWhatTheReportSays(t *testing.T) {
	w, d := small(t)
	random := rand.New(rand.NewPCG(3, 4))
	for range 60 {
		wal := bytes.Clone(d.wal)
		at := random.IntN(len(wal))
		wal[at] ^= byte(1 << random.IntN(8))
		got := scan(t, wal)
		rows := (database{d.main, wal}).rowsSQLiteReads(t)
		if lost := rows != w.rows; lost != (got.Corrupt || got.Torn) {
			t.Errorf("byte %d: SQLite reads %d of %d rows, reported %+v", at, rows, w.rows, got)
		}
	}
}

// flipEachBit calls check with wal changed in one bit of the bytes from..until.
func flipEachBit(wal []byte, from, until int, check func(at, bit int, wal []byte)) {
	flipped := bytes.Clone(wal)
	for at := from; at < until; at++ {
		for bit := range 8 {
			flipped[at] ^= 1 << bit
			check(at, bit, flipped)
			flipped[at] ^= 1 << bit
		}
	}
}
