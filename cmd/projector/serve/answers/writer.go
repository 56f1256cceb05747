package answers

import (
	"bytes"
	"context"
	"io"
	"slices"
	"strconv"

	"github.com/cockroachdb/errors"
	"github.com/oklog/ulid/v2"

	"github.com/clawable/claw/cmd/claw/cli"
	"github.com/clawable/claw/cmd/claw/cli/app"
	logcmd "github.com/clawable/claw/cmd/claw/cli/log"
	importing "github.com/clawable/claw/commands/import"
	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/commands/token"
	"github.com/clawable/claw/consumers/httpapi"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/seal"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/producers"
)

// Writer does commands by the verbs of claw, over the log of a reader. It implements [httpapi.Writer].
// It has separate read models: a command queries the reader while it runs.
type Writer struct {
	reader *Reader
	models chan *app.Held
	// receiver takes what forwarders send.
	receiver *importing.Receiver
}

// writers is how many commands are done at once.
const writers = 2

// NewWriter makes a writer of the log of a reader, which is open for appending.
func NewWriter(r *Reader) *Writer {
	w := &Writer{reader: r, models: make(chan *app.Held, writers), receiver: importing.NewReceiver(r.log)}
	for range writers {
		w.models <- r.newHeld()
	}
	return w
}

// Do implements [httpapi.Writer].
func (w *Writer) Do(ctx context.Context, c httpapi.Command, out io.Writer) error {
	if c.Class == domain.TokenForward {
		return w.forward(ctx, c, out)
	}
	select {
	case held := <-w.models:
		defer func() { w.models <- held }()
		return w.do(ctx, held, c, out)
	case <-ctx.Done():
		return ctx.Err()
	}
}

// forward takes the events of the log that a token forwards, and writes what claw log import prints.
func (w *Writer) forward(ctx context.Context, c httpapi.Command, out io.Writer) error {
	if c.By == nil || c.By.ForwardsLog == "" {
		return &domain.Error{Kind: domain.ErrPolicy, Operation: "forward", Message: "events are forwarded with a token that is bound to their log",
			Hint: "make one: claw token create NAME --append forward --forwards-log ID"}
	}
	if err := w.receiver.Holds(ctx, c.Held); err != nil {
		return err
	}
	report, err := w.receiver.Take(ctx, producers.Lines(bytes.NewReader(c.Body)), c.By.ForwardsLog, app.TokenChannel+c.By.Name)
	if err != nil {
		return err
	}
	return errors.Wrap(app.WriteLine(out, &logcmd.LogImportDocument{Head: app.HeadOf("log_import"), LineReport: *report}), "write the answer")
}

func (w *Writer) do(ctx context.Context, held *app.Held, c httpapi.Command, out io.Writer) error {
	p := w.reader.program
	p.In, p.Out, p.Served, p.Folder = bytes.NewReader(c.Body), out, true, c.Folder
	log := &bounded{Log: held.Log, command: &c}
	p.Held = &app.Held{At: held.At, Model: held.Model, Log: log}
	if c.By != nil {
		p.Token = c.By.Name
	}
	if c.Once != "" {
		p.IDs = log.newID
	}
	line := w.reader.commandLine(c.Question)
	if len(c.Argv) > 0 {
		line = append(append(line, "--"), c.Argv...)
	}
	if err := cli.Claw().Answer(ctx, &p, line); err != nil {
		return errors.Wrapf(errors.CombineErrors(ctx.Err(), err), "claw %s", c.Verb)
	}
	return nil
}

// Close closes the read models. No command may be under way.
func (w *Writer) Close() (err error) {
	for range cap(w.models) {
		err = errors.CombineErrors(err, (<-w.models).Model.Close())
	}
	return err
}

// bounded is a log to which a command appends what its caller may.
type bounded struct {
	eventlog.Log
	command *httpapi.Command
	made    []domain.EventID // by newID
}

// newID makes ids that are the same for each try of a command with a key.
func (b *bounded) newID() ulid.ULID {
	id := domain.Derive(b.command.Begun, "api/command", b.command.Once, strconv.Itoa(len(b.made)+1))
	b.made = append(b.made, domain.EventID(id))
	return id
}

// Append implements [eventlog.Log].
func (b *bounded) Append(ctx context.Context, stream domain.StreamID, want eventlog.Expect, drafts []domain.Draft) ([]eventlog.Receipt, error) {
	for i := range drafts {
		if err := b.refusal(drafts[i].Kind); err != nil {
			return nil, err
		}
	}
	if b.command.Unless != nil {
		if err := b.command.Unless(ctx); err != nil {
			return nil, err
		}
	}
	if receipts, err := b.appended(ctx, stream, drafts); receipts != nil || err != nil {
		return receipts, err
	}
	return b.Log.Append(ctx, stream, want, drafts)
}

// appended are the first receipts of drafts that an earlier try of the command appended, with what it knew
// then; nil where it did not, and for drafts whose ids the command did not make. They do not say that they
// repeat: the caller has no other answer.
func (b *bounded) appended(ctx context.Context, stream domain.StreamID, drafts []domain.Draft) ([]eventlog.Receipt, error) {
	receipts := make([]eventlog.Receipt, 0, len(drafts))
	for i := range drafts {
		if !slices.Contains(b.made, drafts[i].ID) {
			return nil, nil
		}
		e, err := b.Log.Get(ctx, drafts[i].ID)
		switch {
		case domain.KindOf(err) == domain.ErrNotFound:
			return nil, nil
		case err != nil:
			return nil, err
		case e.Stream != stream || e.Kind != drafts[i].Kind:
			return nil, nil // the log says what is wrong
		}
		receipts = append(receipts, eventlog.Receipt{ID: e.ID, Stream: e.Stream, Revision: e.Revision, Position: e.Position, Leaf: seal.Leaf(&e)})
	}
	return receipts, nil
}

// refusal is why a command may not append a kind, nil where it may.
func (b *bounded) refusal(kind domain.Kind) error {
	by := b.command.By
	switch {
	case by == nil, kind == domain.KindLogAdmitted: // by which way events came is not the caller's word
		return nil
	case b.command.Class == domain.TokenImport && by.May(domain.TokenImport) && !record.IsReserved(kind):
		return nil
	}
	return NotAppended(by, kind)
}

// NotAppended returns why a token may not append a kind, nil where it may.
func NotAppended(by *token.Token, kind domain.Kind) error {
	class := domain.TokenClassOf(kind)
	_, known := domain.LookupKind(kind)
	switch {
	case by.May(class), !known: // the log refuses it, and names what is near
		return nil
	case class == "":
		return &domain.Error{Kind: domain.ErrPolicy, Operation: "append with the token " + by.Name, Target: string(kind), Message: "no token appends this kind",
			Hint: "decide it on the machine of the log"}
	}
	return &domain.Error{Kind: domain.ErrPolicy, Operation: "append with the token " + by.Name, Target: string(kind), Message: "the token does not append " + string(class),
		Hint: "ask who runs the server for a token with --append " + string(class)}
}
