package answers

import (
	"context"
	"io"
	"os"
	"runtime"
	"strings"

	"github.com/cockroachdb/errors"

	"github.com/clawable/claw/cmd/claw/cli"
	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/consumers/httpapi"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/projections/store/query"
)

// Reader answers questions by the verbs of claw, over one open log. It implements [httpapi.Reader].
type Reader struct {
	program app.Program
	at      app.Setting
	log     eventlog.Log
	named   string // the log as --log named it, "" where it was found otherwise
	models  chan *app.Held
}

// NewReader makes a reader of a log that stays open for as long as the reader is used. named is the
// value of --log, which hints repeat.
func NewReader(p *app.Program, at app.Setting, log eventlog.Log, named string) *Reader {
	r := &Reader{program: *p, at: at, log: log, named: named, models: make(chan *app.Held, max(4, 2*runtime.GOMAXPROCS(0)))}
	r.program.In, r.program.Err = strings.NewReader(""), io.Discard
	r.program.InTerminal, r.program.OutTerminal, r.program.ErrTerminal, r.program.Ends = false, false, false, false
	r.program.Width, r.program.Size, r.program.Resizes = 0, nil, nil
	r.program.Terminal = func() (app.Terminal, error) { return nil, os.ErrNotExist }
	for range cap(r.models) {
		r.models <- r.newHeld()
	}
	return r
}

// Answer implements [httpapi.Reader].
func (r *Reader) Answer(ctx context.Context, q httpapi.Question, w io.Writer) error {
	held, err := r.borrow(ctx)
	if err != nil {
		return err
	}
	defer r.giveBack(held)
	return r.answer(ctx, held, q, w)
}

// borrow waits for a read model that is not in use, and returns it. The caller gives it back.
//
// Errors: ctx's.
func (r *Reader) borrow(ctx context.Context) (*app.Held, error) {
	select {
	case held := <-r.models:
		return held, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (r *Reader) giveBack(held *app.Held) { r.models <- held }

// answer answers by one read model.
func (r *Reader) answer(ctx context.Context, held *app.Held, q httpapi.Question, w io.Writer) error {
	p := r.program
	p.Held, p.Out = held, w
	if err := cli.Claw().Answer(ctx, &p, r.commandLine(q)); err != nil {
		return errors.Wrapf(errors.CombineErrors(ctx.Err(), err), "claw %s", q.Verb)
	}
	return nil
}

// selected is what options select of the log's events.
func (r *Reader) selected(ctx context.Context, o *view.EventOptions) (view.Selected, error) {
	held, err := r.borrow(ctx)
	if err != nil {
		return view.Selected{}, err
	}
	defer r.giveBack(held)
	p := r.program
	p.Held = held
	return o.Parse(&app.App{Program: &p, Ctx: ctx, Flags: app.Flags{Log: r.named}})
}

// changed lists the lanes whose rows on the board may have changed, as [query.ChangedRows] does, and brings the read
// model to the head before; position is where it stands then.
func (r *Reader) changed(ctx context.Context, after uint64, read, now domain.Instant) (lanes []domain.LaneID, position uint64, every bool, err error) {
	held, err := r.borrow(ctx)
	if err != nil {
		return nil, 0, false, err
	}
	defer r.giveBack(held)
	at, err := held.Model.CatchUp(ctx)
	if err == nil {
		lanes, every, err = query.ChangedRows(held.Model, after, read, now)
	}
	return lanes, at.Position, every, errors.Wrap(err, "look for rows that changed")
}

// commandLine is the command line that asks a question. Flags and values cannot be taken for anything
// else: each is one word.
func (r *Reader) commandLine(q httpapi.Question) []string {
	line := append(strings.Fields(q.Verb), "--json")
	if r.named != "" {
		line = append(line, "--log="+r.named)
	}
	for _, f := range q.Flags {
		line = append(line, "--"+f.Name+"="+f.Value)
	}
	for _, arg := range q.Args {
		if strings.HasPrefix(arg, "-") {
			line = append(line, "--")
			break
		}
	}
	return append(line, q.Args...)
}

// Close closes the read models. No question may be under way.
func (r *Reader) Close() (err error) {
	for range cap(r.models) {
		err = errors.CombineErrors(err, (<-r.models).Model.Close())
	}
	return err
}

// newHeld is the log with a separate read model, which the caller closes.
func (r *Reader) newHeld() *app.Held {
	return &app.Held{At: r.at, Log: r.log, Model: view.NewModel(r.app(), r.log, r.at, r.program.Patience)}
}

// model is the path of the read model, and whether it is a file.
func (r *Reader) model() (string, bool) { return app.ModelPath(r.app(), r.at) }

// app is a run of the program, for what is found by its environment.
func (r *Reader) app() *app.App { return &app.App{Program: &r.program} }
