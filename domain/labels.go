package domain

// Subject states what an event is about, as far as known.
type Subject struct {
	Lane          Maybe[LaneID]          `json:"lane,omitzero"`
	Session       Maybe[SessionID]       `json:"session,omitzero"`
	Turn          Maybe[TurnID]          `json:"turn,omitzero"`
	Item          Maybe[ItemID]          `json:"item,omitzero"`
	Worker        Maybe[WorkerID]        `json:"worker,omitzero"`
	Repo          Maybe[RepoID]          `json:"repo,omitzero"`
	Worktree      Maybe[Path]            `json:"worktree,omitzero"`
	Branch        Maybe[Branch]          `json:"branch,omitzero"`
	Commit        Maybe[CommitID]        `json:"commit,omitzero"`
	Host          Maybe[HostID]          `json:"host,omitzero"`
	ControlServer Maybe[ControlServerID] `json:"control_server,omitzero"`
}

// Source states where an event comes from and how far it may be believed.
type Source struct {
	Kind        SourceKind `json:"kind"`
	Environment string     `json:"environment,omitzero"`
	Channel     string     `json:"channel,omitzero"`
	// Trust is set by the recorder from the producer's class, never by the draft.
	Trust Trust `json:"trust"`
}

// SourceKind says what sort of traffic an event is; only live_lane moves a lane.
type SourceKind string

// The source kinds.
const (
	SourceLive        SourceKind = "live_lane"
	SourceTest        SourceKind = "test"
	SourceHealthcheck SourceKind = "healthcheck"
	SourceReplay      SourceKind = "replay"
	SourceTransport   SourceKind = "transport"
)

// ImportChannel begins the channel of every imported event; the source's name follows.
const ImportChannel = "import:"

// Imported reports whether the event was taken from a recording.
func (s Source) Imported() bool {
	return len(s.Channel) >= len(ImportChannel) && s.Channel[:len(ImportChannel)] == ImportChannel
}

// Trust says how far an emitter may be believed. The empty value reads as unknown.
type Trust string

// The trust levels.
const (
	TrustHigh    Trust = "high"
	TrustMedium  Trust = "medium"
	TrustLow     Trust = "low"
	TrustUnknown Trust = "unknown"
)

// Rank orders trust: high 3, medium 2, low 1, all else 0.
func (t Trust) Rank() int {
	switch t {
	case TrustHigh:
		return 3
	case TrustMedium:
		return 2
	case TrustLow:
		return 1
	case TrustUnknown:
	}
	return 0
}

// Scope states whose concern an event is. An event without a scope inherits its lane's.
type Scope struct {
	Owner    string  `json:"owner,omitzero"`
	Workflow string  `json:"workflow,omitzero"`
	Watcher  Watcher `json:"watcher,omitzero"`
}

// IsZero reports whether no scope is stated.
func (s Scope) IsZero() bool { return s == Scope{} }

// Watcher says what a watcher is expected to do.
type Watcher string

// The watcher actions.
const (
	WatcherAct     Watcher = "act"
	WatcherObserve Watcher = "observe"
	WatcherIgnore  Watcher = "ignore"
)

// SeqKind says what an emitter's own number means.
type SeqKind string

// The kinds of seq.
const (
	SeqCount   SeqKind = "count"   // from 1; a hole is a recorded gap
	SeqOrdinal SeqKind = "ordinal" // place in a source; holes mean nothing
	SeqClock   SeqKind = "clock"   // microseconds since 1970, for one-shot processes
)

// Sensitivity says who may see a part of the data. Without a label: internal.
type Sensitivity string

// The sensitivity classes.
const (
	SensitivityPublic       Sensitivity = "public"
	SensitivityInternal     Sensitivity = "internal"
	SensitivityOperatorOnly Sensitivity = "operator_only"
	SensitivitySecret       Sensitivity = "secret"
)

// Rank orders classes: a greater one is seen by fewer. What is no class ranks with secret.
func (s Sensitivity) Rank() int {
	switch s {
	case SensitivityPublic:
		return 0
	case SensitivityInternal:
		return 1
	case SensitivityOperatorOnly:
		return 2
	case SensitivitySecret:
	}
	return 3
}

// Label marks a part of the data, by JSON pointer (RFC 6901).
type Label struct {
	Pointer string
	Class   Sensitivity
}

// MostSensitive is the greatest class that an event is labelled with, "" where none is above internal.
func (e *Event) MostSensitive() (most Sensitivity) {
	least := SensitivityInternal.Rank()
	for _, label := range e.Sensitivity {
		if rank := label.Class.Rank(); rank > least {
			most, least = label.Class, rank
		}
	}
	return most
}
