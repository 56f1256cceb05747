package writer

import (
	"github.com/clawable/claw/projections/archive"
	"github.com/clawable/claw/projections/store/tables"
)

// hash is the hash that rows are written under; tests take a worse one.
var hash = tables.HashOf

// How many entities of each sort a rebuild holds before it writes them; tests take less.
var (
	mostSessions = 2_000
	mostItems    = 8_000
)

// packBytes is how much of facts is held before it is written; tests take less.
var packBytes = 16 << 20

// mostPacked bounds the facts of a rebuild that are kept for deriving lanes; tests take less.
var mostPacked = 192 << 20

// Bounds are those of what a replay beside a read model holds.
func Bounds() archive.Bounds { return archive.Bounds{Entities: mostItems, Facts: packBytes} }
