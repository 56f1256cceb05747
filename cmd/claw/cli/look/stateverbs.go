package lookcmd

import (
	"path/filepath"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/store/query"
)

// StateDocument is the answer of state write and state read.
type StateDocument struct {
	app.Head
	File    string `json:"file"`
	Written bool   `json:"written"`
	projections.WorkerState
	workerAge
}

// workerAge is the part of a worker's state that depends on the time of reading.
type workerAge struct {
	// SinceUpdate counts seconds.
	SinceUpdate int64 `json:"seconds_since_update"`
	// Stalled means that the worker waits at a gate for longer than a gate needs to open by itself.
	Stalled bool `json:"stalled"`
}

// stalledAfter is how many seconds a worker may wait for trust.
const stalledAfter = 60

func ageOf(a *app.App, s *projections.WorkerState) workerAge {
	age := workerAge{SinceUpdate: max(0, a.Now().Unix()-s.UpdatedAt)}
	age.Stalled = s.Status == projections.WorkerTrustRequired && age.SinceUpdate > stalledAfter
	return age
}

// StateVerb is the verbs about the state file of a worker.
func StateVerb(a *app.App) *cobra.Command {
	cmd := app.VerbFamily("state", "look", "The state of a worker: write .claw/worker-state.json from the log, or read and check it")
	cmd.AddCommand(stateWrite(a), stateRead(a))
	return cmd
}

// stateOptions are the flags of claw state write.
type stateOptions struct {
	worker domain.WorkerID // "" is the only worker of the log
}

func (o *stateOptions) flags(f *pflag.FlagSet) {
	f.StringVar((*string)(&o.worker), "worker", "", "the worker; needed where the log knows several")
}

func stateWrite(a *app.App) *cobra.Command {
	var o stateOptions
	cmd := a.Verb("write [FILE]", "", "Write the state of a worker, derived from the log, to .claw/worker-state.json", app.AtMostOne,
		func(args []string) (app.Document, error) { return writeState(a, o, stateFile(a, args)) })
	cmd.Long = `Write the state of a worker to .claw/worker-state.json of the working folder, or to FILE. A reader
sees the whole old file or the whole new one. is_ready, trust_gate_cleared and prompt_in_flight are
derived from all events of the worker in the log.`
	o.flags(cmd.Flags())
	return cmd
}

func writeState(a *app.App, o stateOptions, file string) (app.Document, error) {
	s, err := workerState(a, o.worker)
	if err != nil {
		return nil, err
	}
	d := &StateDocument{app.HeadOf("worker_state"), file, true, s, ageOf(a, &s)}
	return d, d.write()
}

func stateRead(a *app.App) *cobra.Command {
	cmd := a.Verb("read [FILE]", "", "Read .claw/worker-state.json, check it, and report its age", app.AtMostOne, func(args []string) (app.Document, error) {
		file := stateFile(a, args)
		s, err := app.ReadState(file)
		return &StateDocument{app.HeadOf("worker_state"), file, false, s, ageOf(a, &s)}, err
	})
	cmd.Long = `Read .claw/worker-state.json of the working folder, or FILE: claw's own, or that of another program
that writes one. A file that contradicts itself is rejected with every contradiction named.
seconds_since_update is computed as of now. stalled says that the worker has waited for trust for
over a minute.`
	return cmd
}

// stateFile is the file that a person named, else that of the working folder.
func stateFile(a *app.App, args []string) string {
	if len(args) > 0 {
		return app.Path(a, args[0])
	}
	return filepath.Join(a.Dir, ".claw", "worker-state.json")
}

// workerState is the state of a worker in the read model; "" is the only worker.
func workerState(a *app.App, worker domain.WorkerID) (s projections.WorkerState, err error) {
	v, err := view.Open(a)
	if err != nil {
		return s, err
	}
	if v.Status.Stale {
		a.Warn("stale", "the read model is behind the log: the worker stands as it did a moment ago")
	}
	if worker != "" {
		s, told, err := query.WorkerState(v, worker)
		if told || err != nil {
			return s, err
		}
	}
	ids, err := query.Workers(v)
	switch {
	case err != nil:
		return s, err
	case worker == "" && len(ids) > 1:
		return s, app.UsageError("write the state of a worker", "--worker", "the log knows "+term.Many(len(ids), "worker"), "name one of "+someWorkers(ids))
	case worker == "" && len(ids) == 1:
		s, _, err = query.WorkerState(v, ids[0])
		return s, err
	}
	return s, noWorker(a, worker, ids)
}

func noWorker(a *app.App, worker domain.WorkerID, ids []domain.WorkerID) error {
	e := &domain.Error{Kind: domain.ErrNotFound, Operation: "write the state of a worker", Target: string(worker),
		Message: "the log knows no such worker", Hint: "claw log read --kind worker.spawning shows those that were started"}
	if worker == "" {
		at, err := app.Where(a)
		if err != nil {
			return err
		}
		e.Target = at.Value
	}
	if len(ids) > 0 {
		e.Hint = "workers: " + someWorkers(ids)
	}
	return e
}

// namedWorkers is how many workers are named in a hint.
const namedWorkers = 5

func someWorkers(ids []domain.WorkerID) string {
	names := make([]string, 0, namedWorkers+1)
	for _, id := range ids[:min(len(ids), namedWorkers)] {
		names = append(names, string(id))
	}
	if len(ids) > namedWorkers {
		names = append(names, "…")
	}
	return strings.Join(names, ", ")
}

// write writes the file in the form of the programs that wrote it before claw.
func (d *StateDocument) write() error {
	text, err := json.Marshal(struct {
		projections.WorkerState
		SinceUpdate int64 `json:"seconds_since_update"`
	}{d.WorkerState, d.SinceUpdate}, jsontext.WithIndent("  "))
	if err != nil {
		return err
	}
	return app.ReplaceFile(d.File, append(text, '\n'))
}

func (d *StateDocument) Text(p *term.Page) {
	if d.Written {
		p.Line("written     %s", d.File)
	}
	p.Line("worker      %s", d.Worker)
	style := term.StylePlain
	if d.Stalled || d.Status == projections.WorkerFailed {
		style = term.StyleRed
	}
	p.Beside(12, term.Styled("status", term.StylePlain), term.Styled(string(d.Status), style))
	p.Line("ready       %s", yesNo(d.Ready))
	p.Line("trust       %s", map[bool]string{true: "cleared", false: "not cleared"}[d.TrustCleared])
	p.Line("last event  %s, %d seconds ago", d.Last.Kind, d.SinceUpdate)
	if d.Ship != nil {
		p.Line("shipped     %s", shippedText(d.Ship))
	}
	if d.Stalled {
		p.Styled(term.StyleRed, "stalled     it waits for trust for over a minute: resolve that, or restart it")
	}
}

func yesNo(is bool) string {
	if is {
		return "yes"
	}
	return "no"
}
