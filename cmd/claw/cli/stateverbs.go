package cli

import (
	"path/filepath"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections"
)

// stateDocument is the answer of state write and state read.
type stateDocument struct {
	Head
	File    string `json:"file"`
	Written bool   `json:"written"`
	projections.WorkerState
	workerAge
}

// workerAge is what depends on when a state is read.
type workerAge struct {
	// SinceUpdate counts seconds.
	SinceUpdate int64 `json:"seconds_since_update"`
	// Stalled says that the worker waits at a gate for longer than one passes by itself.
	Stalled bool `json:"stalled"`
}

// stalledAfter is how many seconds a worker may wait for trust.
const stalledAfter = 60

func (a *app) ageOf(s *projections.WorkerState) workerAge {
	age := workerAge{SinceUpdate: max(0, a.Now().Unix()-s.UpdatedAt)}
	age.Stalled = s.Status == projections.WorkerTrustRequired && age.SinceUpdate > stalledAfter
	return age
}

// stateVerb is the verbs about the state file of a worker.
func (a *app) stateVerb() *cobra.Command {
	cmd := &cobra.Command{Use: "state", GroupID: "look", Short: "The state of a worker: write .claw/worker-state.json from the log, or read and check it",
		Args: noArgs, RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() }}
	cmd.AddCommand(a.stateWrite(), a.stateRead())
	return cmd
}

func (a *app) stateWrite() *cobra.Command {
	var worker string
	cmd := a.verb("write [FILE]", "", "Write the state of a worker, derived from the log, to .claw/worker-state.json", atMostOne, func(args []string) (document, error) {
		s, err := a.workerState(worker)
		if err != nil {
			return nil, err
		}
		d := &stateDocument{headOf("worker_state"), a.stateFile(args), true, s, a.ageOf(&s)}
		return d, d.write()
	})
	cmd.Long = `Write the state of a worker to .claw/worker-state.json of the working folder, or to FILE. A reader
sees the whole old file or the whole new one. is_ready, trust_gate_cleared and prompt_in_flight are
derived from all events of the worker in the log.`
	cmd.Flags().StringVar(&worker, "worker", "", "the worker; needed where the log knows several")
	return cmd
}

func (a *app) stateRead() *cobra.Command {
	cmd := a.verb("read [FILE]", "", "Read .claw/worker-state.json, check it, and report its age", atMostOne, func(args []string) (document, error) {
		file := a.stateFile(args)
		s, err := readState(file)
		return &stateDocument{headOf("worker_state"), file, false, s, a.ageOf(&s)}, err
	})
	cmd.Long = `Read .claw/worker-state.json of the working folder, or FILE: claw's own, or that of another program
that writes one. A file that contradicts itself is rejected with every contradiction named.
seconds_since_update is computed as of now. stalled says that the worker has waited for trust for
over a minute.`
	return cmd
}

// stateFile is the file that a person named, else that of the working folder.
func (a *app) stateFile(args []string) string {
	if len(args) > 0 {
		return a.path(args[0])
	}
	return filepath.Join(a.Dir, ".claw", "worker-state.json")
}

// workerState is how a worker stands by the read model; "" is the only one.
func (a *app) workerState(worker string) (s projections.WorkerState, err error) {
	v, err := a.views()
	if err != nil {
		return s, err
	}
	if v.status.Stale {
		a.warn("stale", "the read model is behind the log: the worker stands as it did a moment ago")
	}
	if worker != "" {
		s, told, err := v.WorkerState(domain.WorkerID(worker))
		if told || err != nil {
			return s, err
		}
	}
	ids, err := v.Workers()
	switch {
	case err != nil:
		return s, err
	case worker == "" && len(ids) > 1:
		return s, usageError("write the state of a worker", "--worker", "the log knows "+many(len(ids), "worker"), "name one of "+someWorkers(ids))
	case worker == "" && len(ids) == 1:
		s, _, err = v.WorkerState(ids[0])
		return s, err
	}
	return s, a.noWorker(worker, ids)
}

func (a *app) noWorker(worker string, ids []domain.WorkerID) error {
	e := &domain.Error{Kind: domain.ErrNotFound, Operation: "write the state of a worker", Target: worker,
		Message: "the log knows no such worker", Hint: "claw log read --kind worker.spawning shows those that were started"}
	if worker == "" {
		at, err := a.where()
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

// write writes the file, as those write it that came before claw.
func (d *stateDocument) write() error {
	text, err := json.Marshal(struct {
		projections.WorkerState
		SinceUpdate int64 `json:"seconds_since_update"`
	}{d.WorkerState, d.SinceUpdate}, jsontext.WithIndent("  "))
	if err != nil {
		return err
	}
	return replaceFile(d.File, append(text, '\n'))
}

func (d *stateDocument) text(p *page) {
	if d.Written {
		p.line("written     %s", d.File)
	}
	p.line("worker      %s", d.Worker)
	style := stylePlain
	if d.Stalled || d.Status == projections.WorkerFailed {
		style = styleRed
	}
	p.beside(12, cell{"status", stylePlain}, cell{string(d.Status), style})
	p.line("ready       %s", yesNo(d.Ready))
	p.line("trust       %s", map[bool]string{true: "cleared", false: "not cleared"}[d.TrustCleared])
	p.line("last event  %s, %d seconds ago", d.Last.Kind, d.SinceUpdate)
	if d.Ship != nil {
		p.line("shipped     %s", shippedText(d.Ship))
	}
	if d.Stalled {
		p.styled(styleRed, "stalled     it waits for trust for over a minute: resolve that, or restart it")
	}
}

func yesNo(is bool) string {
	if is {
		return "yes"
	}
	return "no"
}
