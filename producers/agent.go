package producers

import (
	"context"
	"iter"

	"github.com/clawable/claw/producers/database"
)

// Agent is an entry of the table of agents whose recordings claw imports: how to
// find them, how to know them, how to read them. Each package of a format has one,
// so that the next agent is a package and a row.
type Agent struct {
	Title  string // for people
	Reader Reader
	// Folders lists where the agent keeps recordings, folders and files, most specific
	// first. home may be "". nil means that there is no such place.
	Folders func(env func(string) string, home string) []string
	// Silent lists the reader's skip reasons that are unremarkable by themselves. Files
	// that contain only lines skipped for these reasons are common beside recordings.
	Silent []string
	// Database reads the databases in which it keeps recordings; nil for an agent without.
	Database Database
}

// Database reads the databases of one agent.
type Database interface {
	// Sniff reports whether a database with these tables is in this format.
	Sniff(tables database.Tables) bool
	// Read yields one Record per row, in an order of the reader's. An error ends it: the
	// database could not be read.
	Read(ctx context.Context, db *database.File) iter.Seq2[Record, error]
}
