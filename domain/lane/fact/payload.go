package fact

import (
	"bytes"
	"encoding/json"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/calls"
)

// Payload is the part of a payload that the rule reads. Each member belongs to some
// kinds only; the zero value says nothing.
type Payload struct {
	Expects  []domain.Expectation   `json:"expects,omitzero"`
	Fences   []domain.Fence         `json:"fences,omitzero"`
	Class    domain.FailureClass    `json:"class,omitzero"`
	Subphase domain.BlockedSubphase `json:"subphase,omitzero"`
	Level    domain.GreenLevel      `json:"level,omitzero"`
	Verified domain.Verified        `json:"verified,omitzero"`
	// Paths were written by a call, are held by a commit, or are claimed by a finish.
	Paths []domain.Path `json:"paths,omitzero"`
	// Stated reports that a commit's paths are complete, also when there are none.
	Stated bool `json:"stated,omitzero"`
	// Superseded reports that another commit took the place of this one.
	Superseded bool        `json:"superseded,omitzero"`
	Expected   domain.Path `json:"expected,omitzero"`
	Actual     domain.Path `json:"actual,omitzero"`
	// Session is bound to Lane; or the session that a commit or an outage names.
	Session domain.SessionID `json:"session,omitzero"`
	Lane    domain.LaneID    `json:"lane,omitzero"`
	Lanes   []domain.LaneID  `json:"lanes,omitzero"`
	Parent  domain.SessionID `json:"parent,omitzero"`
	// Checkpoints saved the session, or are named by a commit. The rule does not read them: see domain/lane/index.Tie.
	Checkpoints []domain.CheckpointID `json:"checkpoints,omitzero"`
	Settles     domain.EventID        `json:"settles,omitzero"`
	Outage      domain.OutageScope    `json:"outage,omitzero"`
	Turns       []domain.TurnID       `json:"turns,omitzero"`
	Last        int                   `json:"last,omitzero"`
	Servers     []string              `json:"servers,omitzero"`
	Approval    string                `json:"approval,omitzero"`
	// Parents are those of a commit that a repository holds.
	Parents []domain.CommitID `json:"parents,omitzero"`
	// Commits came with a ship, Basis says how that is known.
	Commits []domain.CommitID `json:"commits,omitzero"`
	Basis   domain.Basis      `json:"basis,omitzero"`
	// Moved is the ref of a remote that a clone saw move.
	Moved Moved `json:"moved,omitzero"`
	// Run is how a test was run, Failed how many tests failed; Work is what a call showed.
	Run    domain.TestRun   `json:"run,omitzero"`
	Failed int              `json:"failed,omitzero"`
	Work   *domain.Observed `json:"work,omitzero"`
	// Pull is the pull request that a harness recorded as that of its session.
	Pull *domain.ObservedPullRequest `json:"pull,omitzero"`
	// Purpose and PRNumber are what a start says that its lane is about.
	Purpose  string `json:"purpose,omitzero"`
	PRNumber int    `json:"pr_number,omitzero"`
	// Waits is what a call waits for of a person.
	Waits calls.WaitsFor `json:"waits,omitzero"`
	// OutcomeFingerprint is that of the outcome which is accepted or reopened.
	OutcomeFingerprint domain.Digest `json:"outcome_fingerprint,omitzero"`
	// Profile is what is adopted, nil for the built-in one.
	Profile *domain.ExpectsProfile `json:"profile,omitzero"`
	// Unproven reports that a push was not read back, or that a report is provisional.
	Unproven bool `json:"unproven,omitzero"`
	// Material is the payload of an ending or a disposition without what does
	// not matter, as RFC 8785. It is stored as it is, beside the rest.
	Material json.RawMessage `json:"-"`
}

// read decodes what the rule reads of the payload of f's kind.
func (f *Fact) read(data []byte) error {
	if IsEnding(f.Kind) || IsDisposition(f.Kind) {
		return f.readTerminal(data)
	}
	if done, err := f.readLane(data); done || err != nil {
		return err
	}
	return f.readOther(data)
}

func (f *Fact) readLane(data []byte) (bool, error) {
	s := &f.Payload
	switch f.Kind {
	case domain.KindLaneStarted, domain.KindLaneRestarted, domain.KindTaskDispatched, domain.KindTaskReceived:
		var p struct {
			Expects  []domain.Expectation `json:"expects"`
			Fences   []domain.Fence       `json:"fences"`
			Purpose  string               `json:"purpose"`
			PRNumber int                  `json:"pr_number"`
		}
		err := json.Unmarshal(data, &p)
		s.Expects, s.Fences, s.Purpose, s.PRNumber = p.Expects, p.Fences, p.Purpose, p.PRNumber
		return true, err
	case domain.KindLaneBlocked, domain.KindWorkerBlocked:
		var p domain.LaneBlocked
		err := json.Unmarshal(data, &p)
		s.Subphase, s.Class, s.Approval = p.Subphase, p.FailureClass, p.Approval
		return true, err
	case domain.KindLaneRed, domain.KindLaneGreen, domain.KindTestPassed, domain.KindTestFailed, domain.KindTestHung:
		var p struct {
			domain.TestRun
			Level        domain.GreenLevel   `json:"level"`
			FailureClass domain.FailureClass `json:"failure_class"`
			Commit       domain.CommitID     `json:"commit"`
			Failed       int                 `json:"failed"`
		}
		err := json.Unmarshal(data, &p)
		s.Level, s.Class, s.Run, s.Failed = p.Level, p.FailureClass, p.TestRun, p.Failed
		f.payloadCommit(p.Commit)
		return true, err
	case domain.KindLaneCommitCreated:
		var p domain.LaneCommitCreated
		err := json.Unmarshal(data, &p)
		s.Paths, s.Superseded = p.Paths, p.SupersededBy != ""
		f.payloadCommit(p.Commit)
		if p.Worktree != "" {
			f.Worktree = p.Worktree
		}
		return true, err
	case domain.KindLaneReconciled:
		var p domain.LaneReconciled
		err := json.Unmarshal(data, &p)
		s.Verified = p.Evidence
		return true, err
	case domain.KindLaneOwnershipBound:
		var p domain.LaneOwnershipBound
		err := json.Unmarshal(data, &p)
		s.Lane, s.Session = p.Lane, p.Session
		return true, err
	case domain.KindLaneSettled:
		var p domain.LaneSettled
		err := json.Unmarshal(data, &p)
		s.Settles = p.Event
		return true, err
	case domain.KindLaneAccepted, domain.KindLaneReopened:
		var p struct {
			OutcomeFingerprint domain.Digest `json:"outcome_fingerprint"`
		}
		err := json.Unmarshal(data, &p)
		s.OutcomeFingerprint = p.OutcomeFingerprint
		return true, err
	case domain.KindBranchWorkspaceMismatch:
		var p domain.BranchWorkspaceMismatch
		err := json.Unmarshal(data, &p)
		s.Expected, s.Actual = p.Expected, p.Actual
		f.payloadCommit(p.Commit)
		return true, err
	}
	return false, nil
}

func (f *Fact) readOther(data []byte) error {
	s := &f.Payload
	switch f.Kind {
	case domain.KindSessionCreated:
		var p struct {
			Workspace     domain.Maybe[domain.Path]      `json:"workspace"`
			ParentSession domain.Maybe[domain.SessionID] `json:"parent_session"`
		}
		err := json.Unmarshal(data, &p)
		s.Parent, s.Expected = p.ParentSession.Value, p.Workspace.Value
		return err
	case domain.KindSessionIdentityEnriched:
		var p domain.SessionIdentityEnriched
		err := json.Unmarshal(data, &p)
		s.Parent, s.Pull = p.ParentSession, recordedPull(&p)
		if p.Checkpoint != nil && p.Checkpoint.ID != "" {
			s.Checkpoints = []domain.CheckpointID{p.Checkpoint.ID}
		}
		return err
	case domain.KindWorkObserved:
		s.Work = new(domain.Observed)
		return json.Unmarshal(data, s.Work)
	case domain.KindTurnFailed:
		var p struct {
			Class domain.ProviderClass `json:"class"`
		}
		err := json.Unmarshal(data, &p)
		s.Class = turnClass(p.Class)
		return err
	case domain.KindTurnWithdrawn:
		var p domain.TurnWithdrawn
		err := json.Unmarshal(data, &p)
		s.Turns, s.Last = p.Turns, p.Last
		return err
	case domain.KindToolRequested:
		s.Waits = waitsOf(data)
		return nil
	case domain.KindMessageRecorded:
		if phase := phaseOf(data); phase == leaveAsked {
			s.Waits = calls.WaitsForApproval
		}
		return nil
	case domain.KindToolCompleted:
		if !bytes.Contains(data, []byte(`"paths"`)) {
			return nil
		}
		var p struct {
			Paths []domain.Path `json:"paths"`
		}
		err := json.Unmarshal(data, &p)
		s.Paths = p.Paths
		return err
	case domain.KindTransportDown, domain.KindTransportUp:
		return f.readOutage(data)
	case domain.KindMCPReady, domain.KindMCPDegraded, domain.KindPluginReady, domain.KindPluginDegraded:
		return f.readHealth(data)
	case domain.KindCommitObserved, domain.KindReportFiled:
		return f.readEvidence(data)
	case domain.KindRefMoved:
		return f.readMove(data)
	case domain.KindShipPushedMain, domain.KindShipProvenance:
		return f.readShip(data)
	case domain.KindExpectsAdopted:
		var p struct {
			Profile *domain.ExpectsProfile `json:"profile"`
		}
		err := json.Unmarshal(data, &p)
		s.Profile = p.Profile
		return err
	}
	return nil
}

func (f *Fact) readOutage(data []byte) error {
	var p domain.Outage
	err := json.Unmarshal(data, &p)
	s := &f.Payload
	s.Outage, s.Lanes = p.Scope, p.Lanes
	if p.Session != "" {
		f.Session = p.Session
	}
	if p.Host != "" {
		f.Host = p.Host
	}
	if p.ControlServer != "" {
		f.ControlServer = p.ControlServer
	}
	return err
}

func (f *Fact) readHealth(data []byte) error {
	var p struct {
		Server        string   `json:"server"`
		Plugin        string   `json:"plugin"`
		FailedServers []string `json:"failed_servers"`
	}
	err := json.Unmarshal(data, &p)
	for _, name := range append(p.FailedServers, p.Server, p.Plugin) {
		if name != "" {
			f.Payload.Servers = append(f.Payload.Servers, name)
		}
	}
	return err
}

func (f *Fact) readEvidence(data []byte) error {
	s := &f.Payload
	switch f.Kind {
	case domain.KindCommitObserved:
		var p struct {
			Commit       domain.CommitID       `json:"commit"`
			Parents      []domain.CommitID     `json:"parents"`
			Paths        []domain.Path         `json:"paths"`
			PathsUnknown domain.Unknown        `json:"paths_unknown"`
			Session      domain.SessionID      `json:"session"`
			Checkpoints  []domain.CheckpointID `json:"checkpoints"`
		}
		err := json.Unmarshal(data, &p)
		f.payloadCommit(p.Commit)
		s.Checkpoints, s.Parents = p.Checkpoints, p.Parents
		s.Paths, s.Stated, s.Session = p.Paths, p.PathsUnknown == "", p.Session
		return err
	case domain.KindReportFiled:
		var p struct {
			Lane   domain.LaneID       `json:"lane"`
			Status domain.ReportStatus `json:"status"`
		}
		err := json.Unmarshal(data, &p)
		s.Unproven = p.Status == domain.ReportProvisional
		if p.Lane != "" {
			f.Lane = p.Lane
		}
		return err
	}
	return nil
}

func (f *Fact) payloadCommit(c domain.CommitID) {
	if c != "" {
		f.Commit = c
	}
}

// turnClass returns the failure class of a failed turn: a provider that does not
// answer is infrastructure; all else is not known.
func turnClass(c domain.ProviderClass) domain.FailureClass {
	switch c {
	case domain.ProviderAuth, domain.ProviderInternal, domain.ProviderExhausted, domain.ProviderRateLimit,
		domain.ProviderTransport, domain.ProviderError, domain.ProviderRuntimeIO:
		return domain.FailInfra
	case domain.ProviderContext, domain.ProviderOther:
	}
	return domain.FailUnknown
}
