package domain

// TaskDispatched reports that a task was given to the lane; its words are in a prompt event.
type TaskDispatched struct {
	laneFact
	OperatorSignature
	Task         string        `json:"task"` // id of the packet
	Expects      []Expectation `json:"expects,omitzero"`
	BranchPolicy string        `json:"branch_policy,omitzero"`
	CommitPolicy string        `json:"commit_policy,omitzero"`
	Tests        []string      `json:"tests,omitzero"`
	PromptEvent  EventID       `json:"prompt_event,omitzero"`
	Pinpoint     StreamID      `json:"pinpoint,omitzero"` // that the lane is to mend
	Handoff      EventID       `json:"handoff,omitzero"`  // pinpoint.handed_off, which gave it to the lane
}

// TaskReceived reports that the lane's worker has the task.
type TaskReceived struct {
	laneFact
	Task    string        `json:"task"`
	Expects []Expectation `json:"expects,omitzero"`
}

// TestStarted reports that tests run.
type TestStarted struct {
	laneFact
	Suite  string     `json:"suite,omitzero"`
	Level  GreenLevel `json:"level,omitzero"`
	Commit CommitID   `json:"commit,omitzero"`
}

// TestRun is how a test was run, where that is known.
type TestRun struct {
	Runner string `json:"runner,omitzero"` // a name of docs/standing.md, such as "go test"
	Folder Path   `json:"folder,omitzero"` // in which the runner worked
	Scope  string `json:"scope,omitzero"`  // of a selection: 8 bytes, hex, of the SHA-256 of the arguments that select tests
}

// TestSeen is what the program that ran the tests observed of the tested files.
type TestSeen struct {
	// Tree is the git tree of the worktree with what is not committed; absent outside of git, and
	// where files changed while the tests ran.
	Tree  string     `json:"tree,omitzero"`
	Files *TestFiles `json:"test_files,omitzero"`
	Flaky int        `json:"flaky,omitzero"` // tests that failed, and passed when they ran again
}

// TestFiles are the files that the conventions of a runner call tests.
type TestFiles struct {
	Count  int    `json:"count"`
	Digest Digest `json:"digest"` // of a line for each, sorted by path: SHA-256, two spaces, path
	// LaneWrote counts those that calls of the lane wrote, Wrote are the first of them. MayWrite says
	// that programs ran which write files that their commands do not name.
	LaneWrote int    `json:"lane_wrote"`
	Wrote     []Path `json:"wrote,omitzero"`
	MayWrite  bool   `json:"may_write,omitzero"`
}

// TestPassed reports that all tests of a level passed.
type TestPassed struct {
	laneFact
	OperatorSignature
	TestRun
	TestSeen
	Suite      string     `json:"suite,omitzero"`
	Level      GreenLevel `json:"level,omitzero"`
	Commit     CommitID   `json:"commit,omitzero"`
	Passed     int        `json:"passed,omitzero"`
	Skipped    int        `json:"skipped,omitzero"`
	DurationMS int64      `json:"duration_ms,omitzero"`
}

// TestFailed reports that a test failed.
type TestFailed struct {
	laneFact
	OperatorSignature
	TestRun
	TestSeen
	Suite       string     `json:"suite,omitzero"`
	Level       GreenLevel `json:"level,omitzero"`
	Commit      CommitID   `json:"commit,omitzero"`
	Passed      int        `json:"passed,omitzero"`
	Failed      int        `json:"failed,omitzero"`
	Skipped     int        `json:"skipped,omitzero"`
	FailedTests []string   `json:"failed_tests,omitzero"`
	DurationMS  int64      `json:"duration_ms,omitzero"`
}

// TestHung reports that a test neither passed nor failed in its time.
type TestHung struct {
	laneFact
	OperatorSignature
	TestRun
	TestSeen
	Suite     string     `json:"suite,omitzero"`
	Level     GreenLevel `json:"level,omitzero"`
	Commit    CommitID   `json:"commit,omitzero"`
	TestName  string     `json:"test_name,omitzero"`
	ElapsedMS int64      `json:"elapsed_ms,omitzero"`
}

// BranchStaleAgainstMain reports that the branch lacks commits of its base.
type BranchStaleAgainstMain struct {
	laneFact
	Branch            Branch     `json:"branch,omitzero"`
	MainRef           string     `json:"main_ref,omitzero"`
	CommitsBehind     int        `json:"commits_behind,omitzero"`
	CommitsAhead      int        `json:"commits_ahead,omitzero"`
	MissingCommits    []CommitID `json:"missing_commits,omitzero"`
	RecommendedAction string     `json:"recommended_action,omitzero"`
	// Head is what is checked out and MainCommit where main stood. They are no work of
	// the lane: what the subject of an event names is.
	Head       CommitID `json:"head,omitzero"`
	MainCommit CommitID `json:"main_commit,omitzero"`
}

// BranchWorkspaceMismatch reports that work happened in a tree other than the lane's.
type BranchWorkspaceMismatch struct {
	laneFact
	Expected Path     `json:"expected,omitzero"`
	Actual   Path     `json:"actual,omitzero"`
	Commit   CommitID `json:"commit,omitzero"`
	// The branch and the repository are named where they are not the lane's.
	ExpectedBranch Branch `json:"expected_branch,omitzero"`
	ActualBranch   Branch `json:"actual_branch,omitzero"`
	ExpectedRepo   RepoID `json:"expected_repo,omitzero"`
	ActualRepo     RepoID `json:"actual_repo,omitzero"`
	// Head is what is checked out there; no work of the lane, see Commit.
	Head CommitID `json:"head,omitzero"`
}

// BranchFreshnessChecked records how the branch relates to its base.
type BranchFreshnessChecked struct {
	laneFact
	Branch        Branch   `json:"branch,omitzero"`
	Base          CommitID `json:"base,omitzero"`
	CommitsBehind int      `json:"commits_behind"`
	CommitsAhead  int      `json:"commits_ahead"`
}

// RecoveryStep is what every recovery event says.
type RecoveryStep struct {
	Recovery string `json:"recovery"` // id
	Scenario string `json:"scenario"` // which failure it mends
	Recipe   string `json:"recipe,omitzero"`
	Attempt  int    `json:"attempt,omitzero"`
}

// RecoveryQueued reports that a recovery waits for its turn.
type RecoveryQueued struct {
	laneFact
	RecoveryStep
}

// RecoveryStarted reports that a recovery runs.
type RecoveryStarted struct {
	laneFact
	RecoveryStep
}

// RecoverySucceeded reports that a recovery worked.
type RecoverySucceeded struct {
	laneFact
	RecoveryStep
}

// RecoveryFailed reports that a recovery did not work.
type RecoveryFailed struct {
	laneFact
	RecoveryStep
	FailureClass FailureClass `json:"failure_class,omitzero"`
}

// RecoveryExhausted reports that no attempt is left.
type RecoveryExhausted struct {
	laneFact
	RecoveryStep
}

// RecoveryEscalated reports that a person has to look.
type RecoveryEscalated struct {
	laneFact
	RecoveryStep
	Reason string `json:"reason,omitzero"`
}

// SearchResult is what a search for evidence found.
type SearchResult string

// The search results.
const (
	SearchFound      SearchResult = "found"
	SearchNotFound   SearchResult = "not_found"
	SearchIncomplete SearchResult = "incomplete"
)

// EvidenceSearched is a search and its result, also an empty one.
type EvidenceSearched struct {
	laneFact
	Scope  string       `json:"scope"`
	Query  string       `json:"query"`
	After  Instant      `json:"after,omitzero"`
	Until  Instant      `json:"until,omitzero"`
	Result SearchResult `json:"result"`
	Found  []EventID    `json:"found,omitzero"`
}

var laneWorkKinds = []KindInfo{
	{Kind: KindTaskDispatched, Family: FamilyLane, Version: 1, Decision: true, New: payloadOf[TaskDispatched]},
	{Kind: KindTaskReceived, Family: FamilyLane, Version: 1, Decision: true, New: payloadOf[TaskReceived]},
	{Kind: KindTestStarted, Family: FamilyLane, Version: 1, New: payloadOf[TestStarted]},
	{Kind: KindTestPassed, Family: FamilyLane, Version: 1, New: payloadOf[TestPassed]},
	{Kind: KindTestFailed, Family: FamilyLane, Version: 1, New: payloadOf[TestFailed]},
	{Kind: KindTestHung, Family: FamilyLane, Version: 1, New: payloadOf[TestHung]},
	{Kind: KindBranchStaleAgainstMain, Family: FamilyLane, Version: 1, New: payloadOf[BranchStaleAgainstMain]},
	{Kind: KindBranchWorkspaceMismatch, Family: FamilyLane, Version: 1, New: payloadOf[BranchWorkspaceMismatch]},
	{Kind: KindBranchFreshnessChecked, Family: FamilyLane, Version: 1, New: payloadOf[BranchFreshnessChecked]},
	{Kind: KindRecoveryQueued, Family: FamilyLane, Version: 1, New: payloadOf[RecoveryQueued]},
	{Kind: KindRecoveryStarted, Family: FamilyLane, Version: 1, New: payloadOf[RecoveryStarted]},
	{Kind: KindRecoverySucceeded, Family: FamilyLane, Version: 1, New: payloadOf[RecoverySucceeded]},
	{Kind: KindRecoveryFailed, Family: FamilyLane, Version: 1, New: payloadOf[RecoveryFailed]},
	{Kind: KindRecoveryExhausted, Family: FamilyLane, Version: 1, New: payloadOf[RecoveryExhausted]},
	{Kind: KindRecoveryEscalated, Family: FamilyLane, Version: 1, New: payloadOf[RecoveryEscalated]},
	{Kind: KindEvidenceSearched, Family: FamilyLane, Version: 1, Erasable: true, New: payloadOf[EvidenceSearched]},
}
