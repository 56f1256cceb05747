package domain

// Each kind has one constant, named after its payload struct; the table of kinds and the rest of
// the program use the constant, and go generate writes the method Kind of the struct. The text is
// the wire name, which never changes once released.

//go:generate go run ./kindgen

// The kinds of a lane itself: its start, status, endings and dispositions.
const (
	KindLaneStarted           Kind = "lane.started"
	KindLaneReady             Kind = "lane.ready"
	KindLanePromptMisdelivery Kind = "lane.prompt_misdelivery"
	KindLaneBlocked           Kind = "lane.blocked"
	KindLaneRed               Kind = "lane.red"
	KindLaneGreen             Kind = "lane.green"
	KindLaneCommitCreated     Kind = "lane.commit.created"
	KindLanePROpened          Kind = "lane.pr.opened"
	KindLaneMergeReady        Kind = "lane.merge.ready"
	KindLaneFinished          Kind = "lane.finished"
	KindLaneFailed            Kind = "lane.failed"
	KindLaneCanceled          Kind = "lane.canceled"
	KindLaneReconciled        Kind = "lane.reconciled"
	KindLaneMerged            Kind = "lane.merged"
	KindLaneSuperseded        Kind = "lane.superseded"
	KindLaneClosed            Kind = "lane.closed"
	KindLaneHeartbeat         Kind = "lane.heartbeat"
	KindLaneRestarted         Kind = "lane.restarted"
	KindLaneOwnershipBound    Kind = "lane.ownership_bound"
	KindLaneSettled           Kind = "lane.settled"
	KindLaneAccepted          Kind = "lane.accepted"
	KindLaneReopened          Kind = "lane.reopened"
)

// The kinds of the work in a lane: tasks, tests, its branch, recovery and searches for evidence.
const (
	KindTaskDispatched          Kind = "task.dispatched"
	KindTaskReceived            Kind = "task.received"
	KindTestStarted             Kind = "test.started"
	KindTestPassed              Kind = "test.passed"
	KindTestFailed              Kind = "test.failed"
	KindTestHung                Kind = "test.hung"
	KindBranchStaleAgainstMain  Kind = "branch.stale_against_main"
	KindBranchWorkspaceMismatch Kind = "branch.workspace_mismatch"
	KindBranchFreshnessChecked  Kind = "branch.freshness_checked"
	KindRecoveryQueued          Kind = "recovery.queued"
	KindRecoveryStarted         Kind = "recovery.started"
	KindRecoverySucceeded       Kind = "recovery.succeeded"
	KindRecoveryFailed          Kind = "recovery.failed"
	KindRecoveryExhausted       Kind = "recovery.exhausted"
	KindRecoveryEscalated       Kind = "recovery.escalated"
	KindEvidenceSearched        Kind = "evidence.searched"
)

// The kinds of a session, its turns, messages, hooks and usage.
const (
	KindSessionCreated          Kind = "session.created"
	KindSessionIdentityEnriched Kind = "session.identity_enriched"
	KindSessionResumed          Kind = "session.resumed"
	KindSessionForked           Kind = "session.forked"
	KindSessionCleared          Kind = "session.cleared"
	KindSessionCompacted        Kind = "session.compacted"
	KindSessionEnded            Kind = "session.ended"
	KindTurnStarted             Kind = "turn.started"
	KindTurnCompleted           Kind = "turn.completed"
	KindTurnAnswered            Kind = "turn.answered"
	KindTurnInterrupted         Kind = "turn.interrupted"
	KindTurnFailed              Kind = "turn.failed"
	KindTurnWithdrawn           Kind = "turn.withdrawn"
	KindMessageRecorded         Kind = "message.recorded"
	KindHookStarted             Kind = "hook.started"
	KindHookCompleted           Kind = "hook.completed"
	KindHookCanceled            Kind = "hook.canceled"
	KindUsageRecorded           Kind = "usage.recorded"
	KindProviderFailed          Kind = "provider.failed"
)

// The kinds of a tool call, in the stream of its session.
const (
	KindToolRequested Kind = "tool.requested"
	KindToolStarted   Kind = "tool.started"
	KindToolOutput    Kind = "tool.output"
	KindToolCompleted Kind = "tool.completed"
	KindToolFailed    Kind = "tool.failed"
	KindToolDenied    Kind = "tool.denied"
	KindToolTimedOut  Kind = "tool.timed_out"
	KindToolCanceled  Kind = "tool.canceled"
	KindWorkObserved  Kind = "work.observed"
)

// The kinds of a worker, the process that runs an agent.
const (
	KindWorkerSpawning               Kind = "worker.spawning"
	KindWorkerTrustRequired          Kind = "worker.trust_required"
	KindWorkerTrustResolved          Kind = "worker.trust_resolved"
	KindWorkerToolPermissionRequired Kind = "worker.tool_permission_required"
	KindWorkerReadyForPrompt         Kind = "worker.ready_for_prompt"
	KindWorkerRunning                Kind = "worker.running"
	KindWorkerBlocked                Kind = "worker.blocked"
	KindWorkerFinished               Kind = "worker.finished"
	KindWorkerFailed                 Kind = "worker.failed"
	KindWorkerRestarted              Kind = "worker.restarted"
	KindWorkerTerminated             Kind = "worker.terminated"
)

// The kinds of a worker's start and of the prompts that it is given.
const (
	KindWorkerStartupNoEvidence  Kind = "worker.startup_no_evidence"
	KindWorkerPreflightCompleted Kind = "worker.preflight_completed"
	KindPromptSent               Kind = "prompt.sent"
	KindPromptAccepted           Kind = "prompt.accepted"
	KindPromptAcceptanceDelayed  Kind = "prompt.acceptance_delayed"
	KindPromptAcceptanceTimeout  Kind = "prompt.acceptance_timeout"
	KindPromptMisdelivered       Kind = "prompt.misdelivered"
	KindPromptReplayed           Kind = "prompt.replayed"
)

// The kinds of an approval.
const (
	KindApprovalRequested    Kind = "approval.requested"
	KindApprovalGranted      Kind = "approval.granted"
	KindApprovalGrantRefused Kind = "approval.grant_refused"
	KindApprovalDenied       Kind = "approval.denied"
	KindApprovalDelegated    Kind = "approval.delegated"
	KindApprovalConsumed     Kind = "approval.consumed"
	KindApprovalUseRefused   Kind = "approval.use_refused"
	KindApprovalRevoked      Kind = "approval.revoked"
	KindApprovalExpired      Kind = "approval.expired"
)

// The kinds of a ship.
const (
	KindShipPrepared          Kind = "ship.prepared"
	KindShipCommitsSelected   Kind = "ship.commits_selected"
	KindShipMerged            Kind = "ship.merged"
	KindShipPushedMain        Kind = "ship.pushed_main"
	KindShipProvenance        Kind = "ship.provenance"
	KindShipRewritten         Kind = "ship.rewritten"
	KindShipUnloggedPushFound Kind = "ship.unlogged_push_found"
)

// The kinds of a repository.
const (
	KindCommitObserved Kind = "commit.observed"
	KindRefMoved       Kind = "ref.moved"
)

// The kinds of a report.
const (
	KindReportFiled         Kind = "report.filed"
	KindReportAmended       Kind = "report.amended"
	KindReportUnchanged     Kind = "report.unchanged"
	KindReportStatusPosted  Kind = "report.status_posted"
	KindReportStatusExpired Kind = "report.status_expired"
	KindReportAcknowledged  Kind = "report.acknowledged"

	KindReportConsumerAdvertised Kind = "report.consumer_advertised"
	KindReportConformanceChecked Kind = "report.conformance_checked"
)

// The kinds of a pinpoint.
const (
	KindPinpointFiled            Kind = "pinpoint.filed"
	KindPinpointLinked           Kind = "pinpoint.linked"
	KindPinpointEvidenceAttached Kind = "pinpoint.evidence_attached"
	KindPinpointPrioritized      Kind = "pinpoint.prioritized"
	KindPinpointStateChanged     Kind = "pinpoint.state_changed"
	KindPinpointHandedOff        Kind = "pinpoint.handed_off"
)

// The kinds of a nudge.
const (
	KindNudgeDelivered    Kind = "nudge.delivered"
	KindNudgeAcknowledged Kind = "nudge.acknowledged"
)

// The kinds of a policy.
const (
	KindPolicyAdopted       Kind = "policy.adopted"
	KindPolicyEvaluated     Kind = "policy.evaluated"
	KindPolicyActionBlocked Kind = "policy.action_blocked"
)

// The kinds of a host: its transport and its MCP servers.
const (
	KindTransportDown     Kind = "transport.down"
	KindTransportUp       Kind = "transport.up"
	KindMCPStarting       Kind = "mcp.starting"
	KindMCPReady          Kind = "mcp.ready"
	KindMCPFailed         Kind = "mcp.failed"
	KindMCPStartupTimeout Kind = "mcp.startup.timeout"
	KindMCPDegraded       Kind = "mcp.degraded"
)

// The kinds of a host's plugins.
const (
	KindPluginStarting Kind = "plugin.starting"
	KindPluginReady    Kind = "plugin.ready"
	KindPluginDegraded Kind = "plugin.degraded"
	KindPluginFailed   Kind = "plugin.failed"
	KindPluginStopped  Kind = "plugin.stopped"
)

// The kinds of the log itself.
const (
	KindLogOpened         Kind = "log.opened"
	KindLogSignersChanged Kind = "log.signers_changed"
	KindLogCheckpointed   Kind = "log.checkpointed"
	KindLogDataErased     Kind = "log.data_erased"
	KindLogAdmitted       Kind = "log.admitted"
	KindLogRepaired       Kind = "log.repaired"
	KindLogClockReset     Kind = "log.clock_reset"
)

// The kinds of the tokens that the server of the log takes.
const (
	KindTokenCreated Kind = "token.created"
	KindTokenRevoked Kind = "token.revoked"
)

// KindExpectsAdopted is of the profiles of expectations that the log adopts.
const KindExpectsAdopted Kind = "expects.adopted"
