package httpapi

import (
	"context"
	"io"
	"time"

	"github.com/clawable/claw/commands/token"
	"github.com/clawable/claw/domain"
)

// Command is a verb of claw that appends, with what it reads.
type Command struct {
	Question
	Body   []byte            // its standard input
	Held   domain.EventID    // which a forwarder says that the log has; zero: none
	Argv   []string          // the command of another program that it is about, after its arguments
	Folder string            // of the caller's machine, in which it commands; "" for none
	By     *token.Token      // whose holder commands it; nil: a caller that presented the secret of the server
	Class  domain.TokenClass // of what it appends; "" for the class of each kind
	// Key is that of the caller for this command, "" for none.
	Key string
	// Once names a command with a key: each object that it creates gets the same id when the command is
	// repeated, with the time at which it began first. "" without a key.
	Once  string
	Begun time.Time
	// Unless is called before each append, and its error ends the command; nil: no check.
	Unless func(context.Context) error
}

// Writer does what callers command. Its method may be called by several goroutines at once.
type Writer interface {
	// Do does a command, and writes to w what the verb prints under --json.
	//
	// Errors: the [*domain.Error] of the verb; kind policy for a kind that the token may not append. What was
	// written before stays: receipts of what was appended.
	Do(ctx context.Context, c Command, w io.Writer) error
}

// Outcome is the answer of a command as it is kept under its key; of one that has begun alone, or that
// failed, it has no status. A command that has begun and is not known to have failed may have appended.
type Outcome struct {
	Request     string    `json:"request"`         // digest of what was commanded
	Begun       time.Time `json:"begun"`           // the first try
	Failed      bool      `json:"failed,omitzero"` // the caller got it wrong: its key is free for another command
	Status      int       `json:"status"`
	ContentType string    `json:"content_type"`
	Position    string    `json:"position"`
	Body        []byte    `json:"body"`
}

// Kept keeps the answers of commands by their keys, across restarts of the server. Its methods may be
// called by several goroutines at once.
type Kept interface {
	// Outcome is what was kept under an id; found is false for nothing.
	Outcome(id string) (o Outcome, found bool, err error)
	// Keep keeps an answer. When it returns nil, the answer is durable.
	Keep(id string, o Outcome) error
}
