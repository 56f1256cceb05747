package domain

// LanePayload is the data of an event in a lane's stream.
//
//sumtype:decl
type LanePayload interface {
	Payload
	lane()
}

type laneFact struct{}

func (laneFact) payload() Family { return FamilyLane }
func (laneFact) lane()           {}

// Expectation is what a finish needs before it is credited.
type Expectation string

// The expectations, in the order in which a missing one is reported.
const (
	ExpectWorkspace       Expectation = "workspace"
	ExpectWrites          Expectation = "writes"
	ExpectGreenTargeted   Expectation = "green:targeted"
	ExpectGreenPackage    Expectation = "green:package"
	ExpectGreenWorkspace  Expectation = "green:workspace"
	ExpectGreenMergeReady Expectation = "green:merge_ready"
	ExpectReport          Expectation = "report"
	ExpectPushed          Expectation = "pushed"
)

// Green returns the level that the expectation demands, "" for the others.
func (e Expectation) Green() GreenLevel {
	const prefix = "green:"
	if len(e) > len(prefix) && e[:len(prefix)] == prefix {
		return GreenLevel(e[len(prefix):])
	}
	return ""
}

// Fence names a boot of an emitter whose later word belongs to what was before.
type Fence struct {
	Emitter EmitterID `json:"emitter"`
	Epoch   Epoch     `json:"epoch,omitzero"`
}

// LaneStarted opens the first or a further attempt of a lane.
type LaneStarted struct {
	laneFact
	OperatorSignature
	Expects []Expectation `json:"expects,omitzero"`
	Fences  []Fence       `json:"fences,omitzero"`
	// Purpose is a label chosen by whoever started the lane, such as "fix" or "review".
	Purpose  string `json:"purpose,omitzero"`
	PRNumber int    `json:"pr_number,omitzero"` // the pull request that the lane is about
}

// LaneRestarted opens a further attempt; Fences name the workers it replaces.
type LaneRestarted struct {
	laneFact
	OperatorSignature
	Expects []Expectation `json:"expects,omitzero"`
	Fences  []Fence       `json:"fences,omitzero"`
	Reason  string        `json:"reason,omitzero"`
	// PRNumber is the pull request that the lane is about from now on.
	PRNumber int `json:"pr_number,omitzero"`
}

// LaneReady reports that the lane can take a prompt.
type LaneReady struct{ laneFact }

// PromptTarget says where a misdelivered prompt landed.
type PromptTarget string

// The prompt targets.
const (
	PromptTargetShell   PromptTarget = "shell"
	PromptTargetWrong   PromptTarget = "wrong_target"
	PromptTargetTask    PromptTarget = "wrong_task"
	PromptTargetUnknown PromptTarget = "unknown"
)

// LanePromptMisdelivery reports that the lane's prompt was delivered elsewhere.
type LanePromptMisdelivery struct {
	laneFact
	Target  PromptTarget `json:"target"`
	Attempt int          `json:"attempt,omitzero"`
}

// BlockedSubphase says where a lane is blocked.
type BlockedSubphase string

// The blocked subphases.
const (
	BlockedTrustPrompt     BlockedSubphase = "blocked.trust_prompt"
	BlockedPromptDelivery  BlockedSubphase = "blocked.prompt_delivery"
	BlockedPluginInit      BlockedSubphase = "blocked.plugin_init"
	BlockedMCPHandshake    BlockedSubphase = "blocked.mcp_handshake"
	BlockedBranchFreshness BlockedSubphase = "blocked.branch_freshness"
	BlockedTestHang        BlockedSubphase = "blocked.test_hang"
	BlockedReportPending   BlockedSubphase = "blocked.report_pending"
	BlockedTransport       BlockedSubphase = "blocked.transport"
	BlockedApproval        BlockedSubphase = "blocked.approval"
)

// LaneBlocked reports that the lane waits; the members beside Subphase belong to one subphase each.
type LaneBlocked struct {
	laneFact
	Subphase     BlockedSubphase `json:"subphase,omitzero"`
	FailureClass FailureClass    `json:"failure_class,omitzero"`
	GateRepo     string          `json:"gate_repo,omitzero"`
	Attempt      int             `json:"attempt,omitzero"`
	PluginName   string          `json:"plugin_name,omitzero"`
	ServerName   string          `json:"server_name,omitzero"`
	BehindMain   int             `json:"behind_main,omitzero"`
	TestName     string          `json:"test_name,omitzero"`
	ElapsedMS    int64           `json:"elapsed_ms,omitzero"`
	SinceMS      int64           `json:"since_ms,omitzero"`
	Outage       EventID         `json:"outage,omitzero"`
	Approval     string          `json:"approval,omitzero"` // stream of the request
}

// LaneRed reports that tests of the lane fail.
type LaneRed struct {
	laneFact
	Level        GreenLevel   `json:"level,omitzero"`
	Commit       CommitID     `json:"commit,omitzero"`
	FailureClass FailureClass `json:"failure_class,omitzero"`
	Failed       int          `json:"failed,omitzero"`
}

// LaneGreen reports that tests of the lane pass at a level.
type LaneGreen struct {
	laneFact
	Level  GreenLevel `json:"level"`
	Commit CommitID   `json:"commit,omitzero"`
}

// LaneCommitCreated reports that the lane's work is in a commit.
type LaneCommitCreated struct {
	laneFact
	Commit          CommitID   `json:"commit"`
	Branch          Branch     `json:"branch,omitzero"`
	Worktree        Path       `json:"worktree,omitzero"`
	CanonicalCommit CommitID   `json:"canonical_commit,omitzero"`
	SupersededBy    CommitID   `json:"superseded_by,omitzero"`
	Lineage         []CommitID `json:"lineage,omitzero"`
	Paths           []Path     `json:"paths,omitzero"` // relative to the worktree
}

// LanePROpened reports that a pull request holds the lane's work.
type LanePROpened struct {
	laneFact
	Number int      `json:"number"`
	URL    string   `json:"url,omitzero"`
	Base   Branch   `json:"base,omitzero"`
	Head   CommitID `json:"head,omitzero"`
}

// LaneMergeReady reports that nothing prevents the lane's merge.
type LaneMergeReady struct {
	laneFact
	Commit   CommitID `json:"commit,omitzero"`
	PRNumber int      `json:"pr_number,omitzero"`
}

// EvidenceVerdict is what a supervisor found of an expectation.
type EvidenceVerdict string

// The verdicts.
const (
	VerdictConfirmed     EvidenceVerdict = "confirmed"
	VerdictRefuted       EvidenceVerdict = "refuted"
	VerdictNoneExpected  EvidenceVerdict = "none_expected"
	VerdictNotObservable EvidenceVerdict = "not_observable"
)

// Verified is what a high-trust emitter verified of a lane's expectations.
type Verified struct {
	Workspace EvidenceVerdict `json:"workspace,omitzero"`
	Writes    EvidenceVerdict `json:"writes,omitzero"`
	Green     EvidenceVerdict `json:"green,omitzero"`
	Report    EvidenceVerdict `json:"report,omitzero"`
	Pushed    EvidenceVerdict `json:"pushed,omitzero"`
}

// DiffStat counts a change.
type DiffStat struct {
	Files      int `json:"files"`
	Insertions int `json:"insertions"`
	Deletions  int `json:"deletions"`
}

// ArtifactProvenance records what a finished lane made, and from what.
type ArtifactProvenance struct {
	SourceLanes []LaneID  `json:"source_lanes,omitzero"`
	PinpointIDs []string  `json:"pinpoint_ids,omitzero"`
	Files       []Path    `json:"files,omitzero"`
	DiffStat    *DiffStat `json:"diff_stat,omitzero"`
	CommitSHA   CommitID  `json:"commit_sha,omitzero"`
}

// ReviewVerdict is the answer of a review lane.
type ReviewVerdict string

// The review verdicts.
const (
	ReviewApprove ReviewVerdict = "APPROVE"
	ReviewReject  ReviewVerdict = "REJECT"
	ReviewBlocked ReviewVerdict = "BLOCKED"
)

// SelectionOutcome is the choice of a lane whose work was to choose.
type SelectionOutcome struct {
	Action       string   `json:"action"`
	ChosenItems  []string `json:"chosen_items,omitzero"`
	SkippedItems []string `json:"skipped_items,omitzero"`
}

// LaneFinished ends an attempt with the claim that the work is done.
type LaneFinished struct {
	laneFact
	OperatorSignature
	Result    string   `json:"result,omitzero"` // a short label, no prose
	Commit    CommitID `json:"commit,omitzero"`
	FilesPath []Path   `json:"writes,omitzero"` // paths written, relative to the worktree
	// Evidence counts only from an emitter of high trust.
	Evidence        Verified            `json:"evidence,omitzero"`
	Artifacts       *ArtifactProvenance `json:"artifact_provenance,omitzero"`
	ReviewVerdict   ReviewVerdict       `json:"review_verdict,omitzero"`
	ReviewTarget    string              `json:"review_target,omitzero"`
	Selection       *SelectionOutcome   `json:"selection_outcome,omitzero"`
	DisabledCronIDs []string            `json:"disabled_cron_ids,omitzero"`
	SummaryEvent    EventID             `json:"summary_event,omitzero"` // the message that describes it
	PRNumber        int                 `json:"pr_number,omitzero"`     // the pull request that holds the work
	DurationMS      int64               `json:"duration_ms,omitzero"`
}

// LaneFailed ends an attempt without success.
type LaneFailed struct {
	laneFact
	FailureClass FailureClass `json:"failure_class"`
	Result       string       `json:"result,omitzero"`
	Commit       CommitID     `json:"commit,omitzero"`
	Evidence     []EventID    `json:"evidence,omitzero"`
	SummaryEvent EventID      `json:"summary_event,omitzero"`
	DurationMS   int64        `json:"duration_ms,omitzero"`
}

// LaneCanceled ends an attempt because it was stopped.
type LaneCanceled struct {
	laneFact
	Result     string   `json:"result,omitzero"`
	Commit     CommitID `json:"commit,omitzero"`
	Reason     string   `json:"reason,omitzero"`
	DurationMS int64    `json:"duration_ms,omitzero"`
}

// LaneReconciled annotates: the transport died and what was last known is kept.
type LaneReconciled struct {
	laneFact
	Evidence Verified `json:"evidence,omitzero"`
	Outage   EventID  `json:"outage,omitzero"`
}

// LaneMerged disposes of a lane: its work is in the target.
type LaneMerged struct {
	laneFact
	Commit   CommitID `json:"commit,omitzero"`
	Into     Branch   `json:"into,omitzero"`
	PRNumber int      `json:"pr_number,omitzero"`
}

// LaneSuperseded disposes of a lane: another does its work.
type LaneSuperseded struct {
	laneFact
	By     LaneID   `json:"by,omitzero"`
	Commit CommitID `json:"commit,omitzero"`
}

// LaneClosed disposes of a lane: its work will not be continued.
type LaneClosed struct {
	laneFact
	OperatorSignature
	Reason string `json:"reason,omitzero"` // typed by the actor who decides
}

// LaneHeartbeat reports that the lane is alive.
type LaneHeartbeat struct {
	laneFact
	Phase            string `json:"phase,omitzero"`
	Step             string `json:"step,omitzero"`
	ProgressAgeMS    int64  `json:"progress_age_ms,omitzero"`
	BackgroundWork   bool   `json:"background_work,omitzero"`
	ExpectedByMillis int64  `json:"expected_within_ms,omitzero"`
}

// LaneOwnershipBound binds a session to a lane, or states the lane's scope and worktree.
type LaneOwnershipBound struct {
	laneFact
	OperatorSignature
	Session SessionID `json:"session,omitzero"`
	Lane    LaneID    `json:"lane"`
}

// LaneSettled is an operator's decision on a contest: which ending is in force, and why.
type LaneSettled struct {
	laneFact
	OperatorSignature
	Event  EventID `json:"event"`
	Reason string  `json:"reason"`
}

var laneKinds = []KindInfo{
	{Kind: KindLaneStarted, Family: FamilyLane, Version: 1, Decision: true, New: payloadOf[LaneStarted]},
	{Kind: KindLaneReady, Family: FamilyLane, Version: 1, Decision: true, New: payloadOf[LaneReady]},
	{Kind: KindLanePromptMisdelivery, Family: FamilyLane, Version: 1, Decision: true, New: payloadOf[LanePromptMisdelivery]},
	{Kind: KindLaneBlocked, Family: FamilyLane, Version: 1, Decision: true, New: payloadOf[LaneBlocked]},
	{Kind: KindLaneRed, Family: FamilyLane, Version: 1, Decision: true, New: payloadOf[LaneRed]},
	{Kind: KindLaneGreen, Family: FamilyLane, Version: 1, Decision: true, New: payloadOf[LaneGreen]},
	{Kind: KindLaneCommitCreated, Family: FamilyLane, Version: 1, Decision: true, New: payloadOf[LaneCommitCreated]},
	{Kind: KindLanePROpened, Family: FamilyLane, Version: 1, Decision: true, New: payloadOf[LanePROpened]},
	{Kind: KindLaneMergeReady, Family: FamilyLane, Version: 1, Decision: true, New: payloadOf[LaneMergeReady]},
	{Kind: KindLaneFinished, Family: FamilyLane, Version: 1, Decision: true, New: payloadOf[LaneFinished],
		Material: []string{"result", "commit", "review_verdict", "review_target", "selection_outcome"}},
	{Kind: KindLaneFailed, Family: FamilyLane, Version: 1, Decision: true, New: payloadOf[LaneFailed],
		Material: []string{"failure_class", "result", "commit"}},
	{Kind: KindLaneCanceled, Family: FamilyLane, Version: 1, Decision: true, New: payloadOf[LaneCanceled],
		Material: []string{"result", "commit"}},
	{Kind: KindLaneReconciled, Family: FamilyLane, Version: 1, Decision: true, New: payloadOf[LaneReconciled]},
	{Kind: KindLaneMerged, Family: FamilyLane, Version: 1, Decision: true, New: payloadOf[LaneMerged],
		Material: []string{"commit", "into", "pr_number"}},
	{Kind: KindLaneSuperseded, Family: FamilyLane, Version: 1, Decision: true, New: payloadOf[LaneSuperseded],
		Material: []string{"by", "commit"}},
	{Kind: KindLaneClosed, Family: FamilyLane, Version: 1, Decision: true, New: payloadOf[LaneClosed]},
	{Kind: KindLaneHeartbeat, Family: FamilyLane, Version: 1, Decision: true, New: payloadOf[LaneHeartbeat]},
	{Kind: KindLaneRestarted, Family: FamilyLane, Version: 1, Decision: true, New: payloadOf[LaneRestarted]},
	{Kind: KindLaneOwnershipBound, Family: FamilyLane, Version: 1, Decision: true, New: payloadOf[LaneOwnershipBound]},
	{Kind: KindLaneSettled, Family: FamilyLane, Version: 1, Decision: true, New: payloadOf[LaneSettled]},
	{Kind: KindLaneAccepted, Family: FamilyLane, Version: 1, Decision: true, New: payloadOf[LaneAccepted]},
	{Kind: KindLaneReopened, Family: FamilyLane, Version: 1, Decision: true, New: payloadOf[LaneReopened]},
}
