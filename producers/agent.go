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
	// Copies are the copies of another agent's recordings that it makes; nil for none.
	Copies *Copies
}

// Copies describes recordings that a tool copied, each into a folder with documents about it.
type Copies struct {
	Of string // the source of the recordings
	// The names of the files: the copy, the document about it, and the digest of the copy's bytes, as
	// sha256:HEX.
	Recording, Document, Digest string
	// Answered returns the own id of the session of which a document shows that the copy was made when
	// the agent had ended its answer, "" for none.
	Answered func(document []byte) (own string)
}

// Database reads the databases of one agent.
type Database interface {
	// Sniff reports whether a database with these tables is in this format.
	Sniff(tables database.Tables) bool
	// Read yields one Record per row, in an order of the reader's. An error ends it: the
	// database could not be read.
	Read(ctx context.Context, db *database.File) iter.Seq2[Record, error]
}
