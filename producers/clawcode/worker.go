package clawcode

import (
	"slices"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/lenient"
)

// workerEvent is the last thing that happened to a worker; times are seconds.
type workerEvent struct {
	Seq       lenient.Whole                 `json:"seq"`
	Kind      lenient.Word                  `json:"kind"`
	Timestamp lenient.Whole                 `json:"timestamp"`
	Payload   lenient.Object[workerPayload] `json:"payload"`
}

// workerPayload holds what the sorts of events say beside their kind.
type workerPayload struct {
	CWD             lenient.Word  `json:"cwd"`
	Resolution      lenient.Word  `json:"resolution"`
	Server          lenient.Word  `json:"server_name"`
	Tool            lenient.Word  `json:"tool_name"`
	PromptAge       lenient.Whole `json:"prompt_age_seconds"`
	AllowScope      lenient.Word  `json:"allow_scope"`
	Target          lenient.Word  `json:"observed_target"`
	ObservedCWD     lenient.Word  `json:"observed_cwd"`
	ObservedPreview lenient.Word  `json:"observed_prompt_preview"`
	RecoveryArmed   lenient.Flag  `json:"recovery_armed"`
	Classification  lenient.Word  `json:"classification"`
}

// worker returns what a state file records: the last event of the worker, once. The
// rest of the file follows from it.
func (f *file) worker(e *entry) (skipped string) {
	own := producers.ID(e.Worker)
	if own == "" {
		return "worker without its id"
	}
	if !e.LastEvent.There {
		return "worker without an event"
	}
	ev := &e.LastEvent.V
	p := ev.payload()
	if p == nil {
		return f.odd.Reason("no event of a worker:", string(ev.Kind))
	}
	o := producers.Origin{Source: source, Session: domain.MakeSessionID(source, own), Key: "worker", At: seconds(ev.Timestamp)}
	d := o.Draft(string(ev.Kind), p)
	d.Stream.Family = domain.FamilyWorker
	d.Subject = domain.Subject{Worker: domain.Known(domain.WorkerID(own))}
	d.Seq, d.SeqKind = uint64(ev.Seq), domain.SeqOrdinal
	if ev.Seq == 0 {
		d.SeqKind = ""
	}
	f.drafts = append(f.drafts, d)
	return ""
}

// payload returns the content of the event; nil for one that contains nothing that
// a log stores.
func (ev *workerEvent) payload() domain.Payload {
	p := &ev.Payload.V
	switch ev.Kind {
	case "spawning":
		return domain.WorkerSpawning{}
	case "trust_required":
		return domain.WorkerTrustRequired{CWD: domain.Path(producers.Short(p.CWD))}
	case "trust_resolved":
		if r := domain.TrustResolution(p.Resolution); listed(r) {
			return domain.WorkerTrustResolved{CWD: domain.Path(producers.Short(p.CWD)), Resolution: r}
		}
	case "tool_permission_required":
		return domain.WorkerToolPermissionRequired{ServerName: producers.Short(p.Server), ToolName: producers.Short(p.Tool),
			AllowScope: orElse(domain.AllowScope(p.AllowScope), domain.AllowUnknown), PromptAgeMS: int64(p.PromptAge) * 1000}
	case "ready_for_prompt":
		return domain.WorkerReadyForPrompt{}
	case "prompt_misdelivery":
		return domain.PromptMisdelivered{Target: orElse(domain.PromptTarget(p.Target), domain.PromptTargetUnknown),
			ObservedCWD: domain.Path(producers.Short(p.ObservedCWD)), ObservedPreview: producers.Text(string(p.ObservedPreview)), RecoveryArmed: bool(p.RecoveryArmed)}
	case "running":
		return domain.WorkerRunning{}
	case "restarted":
		return domain.WorkerRestarted{}
	case "finished":
		return domain.WorkerFinished{Status: domain.EndCompleted}
	case "failed":
		return domain.WorkerFailed{FailureClass: domain.FailUnknown}
	case "startup_no_evidence":
		return domain.WorkerStartupNoEvidence{Classification: orElse(domain.StartupClass(p.Classification), domain.StartupUnknown)}
	}
	return nil
}

// enum is a closed list of values.
type enum interface {
	~string
	Enum() []string
}

func listed[T enum](v T) bool {
	return slices.Contains(v.Enum(), string(v))
}

// orElse is v when it is one of its list, as a later version's is not.
func orElse[T enum](v, otherwise T) T {
	if listed(v) {
		return v
	}
	return otherwise
}

func seconds(s lenient.Whole) domain.Instant {
	if s == 0 {
		return domain.UnknownInstant(domain.UnknownNotRecorded)
	}
	return domain.At(time.Unix(int64(s), 0))
}
