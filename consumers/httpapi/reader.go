package httpapi

import (
	"context"
	"io"
	"iter"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// Question is a verb of claw with its arguments and flags.
type Question struct {
	Verb  string   // "lane outcome"
	Args  []string // in their order; none begins with a dash that is meant as a flag
	Flags []Flag
}

// Flag is a flag of a verb.
type Flag struct{ Name, Value string } // the name without dashes

// Reader answers questions about one log. Its methods may be called by several goroutines at once.
type Reader interface {
	// Answer writes to w what the verb prints under --json: one document, or JSON Lines. A failed write
	// ends the verb.
	//
	// Errors: the [*domain.Error] of the verb. What was written before stays: lines of a stream.
	Answer(ctx context.Context, q Question, w io.Writer) error
}

// Log is what the API reads of a log beside documents.
type Log interface {
	Head(ctx context.Context) (eventlog.Head, error)
	Get(ctx context.Context, id domain.EventID) (domain.Event, error)
	Read(ctx context.Context, q eventlog.Query) iter.Seq2[domain.Event, error]
}
