package lane

// sentences is the rule, once as a table; the code beside is the other time.
var sentences = []Sentence{
	{"1.live", false, "Only `live_lane` events move a lane; an import of what really happened is one. `replay` counts in " +
		"a log opened as a replay. `test`, `healthcheck` and events without provenance never count."},
	{"1.transport", false, "Events of the source `transport` are read by rule 7 alone."},
	{"1.ignored", false, "An event marked `watcher: ignore` counts for nothing, unless the lane itself is to be ignored: " +
		"that one is folded and never actionable."},
	{"1.exists", true, "A lane exists when an event of it counts; traffic that never counts makes none, nor does a commit, " +
		"push or binding that only names a session."},
	{"1.unknown", true, "An unknown kind ends nothing, has its place in the order, and is reported; so are unknown values " +
		"and later versions, which count by their kind."},
	{"1.stranger", true, "What is not trusted (low, unknown) moves nothing in a lane of whose work something trusted " +
		"tells: an event of 2.families other than a witness of rule 6, a `branch.` event, a binding, a settlement or " +
		"a disposition. It is counted, observed and doubted there, and its endings are listed as differing; only an " +
		"ending that a trusted `lane.settled` names is heard. Elsewhere it is heard of a scope or an outage only " +
		"where nothing trusted speaks. To which lane a trusted event belongs, only what is trusted says; of " +
		"another's session, parent or worker, what is not trusted is heard only where nothing trusted speaks."},
	{"2.precedes", false, "Over the lane's events, x precedes y when y names x in `causes`, or one emitter gave x the " +
		"smaller (epoch, seq); and transitively. Neither clock nor arrival orders."},
	{"2.families", true, "The order is over `lane.` `session.` `turn.` `worker.` `prompt.` `test.` `work.` `task.` " +
		"`branch.` `recovery.` events and over the evidence, outages and answers of the lane, not over `tool.` events."},
	{"2.own", false, "Events of another lane order nothing here; a cause that another lane holds is not missing."},
	{"2.missing", false, "A cause that no event which the rule hears carries orders nothing and is counted in " +
		"`missing_causes`, once for each id."},
	{"2.numbers", true, "A number orders within its epoch and its `seq_kind`; an event without a number is ordered by its " +
		"epoch alone, one without an epoch by neither. A hole orders nothing and moves nothing: the log reports it. " +
		"What is trusted and what is not are numbered apart: who is not trusted may have taken a name. So is what came " +
		"by an import of another log with more trust than that gives."},
	{"2.cycle", false, "Events in a cycle are concurrent and reported as `order_conflicts`; an event that names itself is " +
		"a cycle of one."},
	{"2.twice", true, "One id with two contents is two events, reported as `id_conflict`; `lane.settled` follows the " +
		"ending that it names."},
	{"3.attempt", false, "An event belongs to the highest attempt whose opener precedes it, else to attempt 1; only the " +
		"highest attempt decides. Openers are `lane.started`, `lane.restarted`, and `prompt.accepted` after an end " +
		"of the attempt (a lane ending, or the end of a root session), or the `turn.started` of a prompt that names " +
		"that end."},
	{"3.number", true, "The first `lane.started` opens attempt 1; any other opener opens the attempt after the highest " +
		"that precedes it, so that concurrent openers open one attempt."},
	{"3.trust", true, "An opener is heard if it precedes every ending of a higher trust; one that is not trusted, only if " +
		"it precedes all that is trusted."},
	{"3.fence", true, "What a fenced boot says belongs to the attempt before the one that fenced it, also where it knew " +
		"of the restart."},
	{"3.echo", true, "An ending without order to a later attempt's opener, which says what an ending of that attempt says " +
		"and nothing of its own attempt said before the opener, joins the latest such attempt as a repeat."},
	{"3.subagent", true, "Endings and prompts of a subagent neither end nor open an attempt."},
	{"4.stands", false, "Of the attempt's `lane.finished`, `lane.failed`, `lane.canceled` the highest trust is heard, of " +
		"equal trust live before import; of these the ones stand that no other follows."},
	{"4.claim", true, "Equal endings (kind and material payload) are one claim. Y overrules X when an event of Y follows " +
		"one of X and none of X follows that; X stands when all that overrule it, directly or through others, are " +
		"overruled by it likewise."},
	{"4.contested", false, "Standing claims of several statuses are `contested`, naming all."},
	{"4.settled", false, "`lane.settled` lets the ending stand that it names, against the claims that it has seen."},
	{"4.settle_limits", true, "A settlement needs the trust of the endings heard; a claim that it has not seen still " +
		"contests; an ending that follows it is news."},
	{"4.class", false, "The failure class is that of the failure."},
	{"4.class_unknown", false, "A class that is erased, not stated or not known to this program is unknown."},
	{"4.class_contested", true, "Failures of different classes that stand together are `failed`, class unknown."},
	{"4.disposition", false, "`lane.merged`, `lane.superseded`, `lane.closed` never compete with endings: the last one, " +
		"by the same rule, is the disposition."},
	{"4.disposed", false, "A disposition where nothing else says how the attempt ended: `unknown`."},
	{"4.disposition_ties", true, "Of concurrent dispositions merged counts, then superseded, then closed."},
	{"4.reconciled", false, "`lane.reconciled` annotates."},
	{"5.last_turn", false, "Without an ending the lane takes the last turns of its root sessions."},
	{"5.completed", false, "A last turn that completed, with no open call: what the work undertook must have come " +
		"out (6.undertaken); `finished_unverified` where it undertook nothing."},
	{"5.answered", false, "A last turn that nobody ended is answered when all " +
		"of its last events say that a message of the agent ended (`turn.answered`), no call of its session follows or is open, and nobody sees the session live: it " +
		"counts as completed, the outcome has the basis `inferred`, is never actionable and goes to no watcher."},
	{"5.ended", false, "`ended` says how the record ends: `recorded`, `running`, `answered`, `cut_off` in a call that " +
		"never came back, `left_open` where no sign tells that the last message was the last. Of " +
		"several last turns that counts which ended the least."},
	{"5.no_turn", true, "Where nothing tells how the attempt ended, sessions of it are recorded, none of them had a turn, and each is over or only recorded, " +
		"`ended` is `no_turn`: nothing was begun that could have ended. The outcome stays what it is."},
	{"5.waits", false, "`waits_for` says what open calls of the last turns wait for while their sessions are not over: " +
		"`approval` where leave was asked for a call and no answer is recorded, `plan` and `answer` by the tools that put a plan or a " +
		"question to a person; of several the first. A lane that is blocked for an approval waits for one."},
	{"5.interrupted", false, "A last turn that was interrupted: `canceled`."},
	{"5.failed", false, "A last turn that failed: `failed`."},
	{"5.open_call", false, "A last turn that completed and asked for a call that never came back: `unknown`. A call that precedes a compaction, which an answer or the completion of the turn follows, is not open: the compaction lost its end. " +
		"Where a checkpoint saved the session, a recorded call that was asked to commit is not open, nor is a call that is numbered behind it: the commit saved the recording."},
	{"5.open_turn", false, "A last turn that nobody ended: `unknown`."},
	{"5.live_turn", true, "A turn that a live session has open, and that session is not over: `none`, not unknown."},
	{"5.decider", true, "Where somebody decides for the lane (`lane.started`, `lane.restarted`), a live session that is " +
		"not over decides nothing: `none`."},
	{"5.turns", true, "Withdrawn turns do not count. Trust before order, live before import. A turn that another of its " +
		"session follows is not the last, whoever else tells of it."},
	{"5.turns_differ", true, "Of several last turns what is open outweighs what ended, and ends that differ are " +
		"`contested`."},
	{"5.class", true, "A turn that its provider failed has the class `infra`, any other the class unknown."},
	{"5.unnamed_end", true, "An end that names no turn is that of the turn which its emitter started last before it; one " +
		"of an emitter that started none, or several at once, is that of a turn without a name."},
	{"5.accounts", true, "Emitters that share the name of a turn of a session give one account of it; its accounts tell " +
		"of the same turns. One that tells of no more turns than another, of no kind of end more often and of no " +
		"more taken back, is superseded and counts for its open calls alone; of two that tell of as much the one " +
		"counts in which fewer turns are the last, else both. Of a superseded account that turn counts which began, " +
		"by the clock, more than 2 s after all that the others tell of, and the one that a live account leaves open " +
		"while no other does."},
	{"5.session_lane", false, "A session's lane is that of its causally last `lane.ownership_bound`, of concurrent ones " +
		"the least id, reported; else derived from its root session."},
	{"5.named_lane", true, "Between the two: the one lane that the session's events name; none, when they name several. A " +
		"worker's lane likewise. An event that names its lane is that lane's. A subagent is its parent's."},
	{"5.over", true, "All workers and sessions of the attempt over and nobody said how: `unknown`."},
	{"5.session_over", true, "A session is over when its end is recorded and no prompt of it follows: to resume it is " +
		"none. A subagent is over with its parent."},
	{"5.subagents", true, "Where nobody but subagents speaks, and none of them goes on: `unknown`."},
	{"5.none", false, "Else nothing ended: `none`."},
	{"6.met", false, "All that is expected is met: `finished`."},
	{"6.workspace", false, "The workspace is met while no mismatch is open."},
	{"6.level", false, "Green is met by a green of the level or higher that every red precedes."},
	{"6.report", false, "A report is met by `report.filed` naming the lane, unless it is provisional."},
	{"6.pushed", true, "A push is met by `ship.pushed_main` that was read back. `ship.provenance` shows it too, also that " +
		"of a scan: of a claim's commit, when the ship brought it; of a claim that names none, when the ships " +
		"together brought every commit that the lane told of. `basis` is the best of how the pushes are known: " +
		"recorded, objects, stated, assumed."},
	{"6.contradicted", false, "One contradicted: `failed_verify`, whatever else is missing."},
	{"6.mismatch", false, "An open mismatch contradicts the workspace."},
	{"6.red", false, "A red that no green of its level or higher, and of at least its trust, follows contradicts green."},
	{"6.refuted", false, "A refutation, by a `lane.reconciled` of high trust, contradicts its aspect unless a " +
		"verification or what shows the aspect as met, of at least its trust, follows it."},
	{"6.pending", false, "Else `finished_pending_` and the first missing of workspace, writes, green, report, pushed."},
	{"6.no_expects", false, "No `expects`, and the work undertook nothing: `finished_unverified`."},
	{"6.recorded", true, "What is missing in a claim that is only recorded: `finished_unverified`."},
	{"6.nobody_can_look", true, "Nothing missing but what a high-trust emitter could not observe, or what the calls do " +
		"not show: `finished_unverified`."},
	{"6.undertaken", true, "Where nobody stated what a finish needs, the trusted work of the attempt sets it, by the built-in profile " +
		"`undertaken/2`: who ran tests expects the level of the green that stands, who committed expects writes, who " +
		"pushed expects the push. Tests count that a call ran (`runner`), and `work.observed`."},
	{"6.profile", true, "A log may adopt another profile by an `expects.adopted`. Of those of the highest trust, medium at least, and of these the live ones " +
		"if there are any, the one holds that no other names among its causes; where several are left that differ, or one that cannot be read, the built-in profile holds. " +
		"A profile expects `writes`, `green`, a level of it, or `pushed` of who wrote, ran tests, committed or pushed."},
	{"6.undertaken_tests", true, "Of each selection of tests the last run counts. A red, or a run out of time, contradicts green " +
		"unless a green of all tests in its folder or one above, by its runner or by one that runs the project's scripts, " +
		"follows it. A green is met while every write of the lane precedes it, missing once a write follows it, else " +
		"not observable; documents, files outside of the worktrees and what repositories leave to tools do not count, nor " +
		"does a file that was written only behind it and then reverted, nor a test in a folder that neither lies in a worktree nor holds one. " +
		"A program behind it that may have written makes it not observable."},
	{"6.undertaken_writes", true, "Each file that was written in a worktree, and neither removed again, nor reverted to what the last commit holds, nor ignored as git said, must be in a commit that " +
		"follows its last write: put into the index between the two and not taken out again, or in a commit of all tracked " +
		"files when it had been put into the index before, or git said that nothing is left, then or when it was asked for " +
		"the status of the lane's only worktree. Where nothing tells what a " +
		"commit holds, or a command behind it may have taken it back, that is not observable."},
	{"6.undertaken_pushed", true, "A push is met when it arrived, and missing while its rejection is the last that is known of it, " +
		"or while a commit of the lane follows it."},
	{"6.tasks", true, "An attempt may hold several tasks: the work that sets expectations, and that the standing tells of, is what follows the last task that " +
		"came out. A task ends where a turn of a root session starts that all work of the attempt precedes or follows; it came out " +
		"when it committed or pushed, all that it undertook since the task before is met, and it wrote no file that is in no commit. Behind a start where a command may have taken commits back, or where no write, test, commit or push follows, no task begins. What came out before is listed with its proof."},
	{"6.pull_request", true, "The standing has the pull request that a call made or changed last; where no call did, the one that a trusted " +
		"`session.identity_enriched` of the attempt named last, open. Its state is the one in which a call saw it last."},
	{"6.basis", true, "A part of the standing has the basis `call`, unless all that it rests on is better known: `recorded` is a pull request " +
		"that no call tells of; `objects` are commits that a trusted `commit.observed` holds, and a push where a trusted `ref.moved` shows the " +
		"ref of a remote at the commit, or at one that descends from it, in 128 generations at most, by the parents of `commit.observed`; `signed` are tests of high trust."},
	{"6.one_call", true, "What several emitters tell of one call is one fact: of the highest trust, with the order of all."},
	{"6.class", true, "`failed_verify` has the class `workspace_mismatch`, else `test` for a red, else unknown."},
	{"6.expects", true, "Demands of starts, restarts and tasks add up from their attempt on; of several green levels the " +
		"highest holds; a lane blocked with `blocked.report_pending` expects a report."},
	{"6.speaks", true, "Evidence is trusted and speaks for a claim when both name one commit; else when it names an " +
		"ending of the claim's attempt; else, naming none, when it does not precede that attempt's opener. A " +
		"mismatch and a report speak whatever commit they name."},
	{"6.not_itself", false, "A claim is not its own evidence. What its `evidence` says, or that of `lane.reconciled`, " +
		"counts from high trust alone, and a claim does not refute itself; low trust proves nothing."},
	{"6.recordings", true, "Imported lane events refute and never confirm; commits, reports and pushes confirm also where " +
		"they are recorded, for they are seen in their own place."},
	{"6.trust", true, "Trust before order, and of equal trust live before import: a red, a mismatch or a refutation is " +
		"not heard where what would clear it, if it came later, is of a higher trust, or live where that is " +
		"recorded. A recorded witness that says what a live one says is that one again; what is recorded clears no " +
		"mismatch that was seen live."},
	{"6.green", true, "`test.passed` with a level is a green; `test.failed` and `test.hung` are reds."},
	{"6.writes", true, "Some commit speaks for the claim, and the lane's commits together hold the paths that its calls " +
		"wrote inside its worktrees and those that the claim names; when none is known, a commit that is known to " +
		"change nothing shows nothing. A commit in a tree that equals no bound one shows nothing."},
	{"6.tree", true, "A commit or a claim in a worktree that equals none of those bound by starts and bindings that " +
		"precede it or have no order to it is a mismatch where one of them precedes it; where none does, the " +
		"workspace is missing. Either is cleared by a binding to that tree before the claim, a later commit in the " +
		"lane's tree, or a confirmation; when only something concurrent would clear a mismatch, the workspace is " +
		"missing."},
	{"6.worst", true, "Of several standing finishes the one that is shown the least counts."},
	{"7.interrupted", false, "Without an ending, an open `transport.down` that covers the lane makes it " +
		"`interrupted_transport`, outcome `unknown`, subphase `blocked.transport`, with the last good state. An " +
		"ending beats any transport event, which then annotates."},
	{"7.covers", true, "An outage covers what it names: lanes, a session, a host or control server that the lane's events " +
		"name. A lane is cut off when each of its root sessions that is not over is."},
	{"7.over", true, "An outage is over after a `transport.up` for the same target or naming it, and for what shows life " +
		"after it; between events without order a clock more than 2 s later can end it. A `lane.failed` that names " +
		"an outage is the outage's."},
	{"8.fingerprint", false, "`outcome_fingerprint` is SHA-256 over RFC 8785 of attempt, failure class, kind, lane, " +
		"material payload and status. Equal ones of an attempt are one, and counted; what differs is surfaced."},
	{"8.replaces", false, "A changed outcome names the one that it replaces: the contest that was settled, else an ending " +
		"of the attempt that was overruled, else the outcome of the attempt before."},
	{"8.shared", true, "Where several claims stand, the material payload is what they agree on; a contest has the claims' " +
		"fingerprints instead. `data` is the payload of the least id."},
	{"8.accepted", true, "An outcome is `accepted` while a `lane.accepted` names its fingerprint, every `lane.reopened` of it " +
		"precedes that, and none of them is of higher trust, or live where that is recorded. Neither is of 2.families " +
		"or changes another field."},
	{"state.ended", false, "The state is `ended` when the attempt has an ending."},
	{"state.turn_ended", false, "Without one it is `ended` when the last turns ended (5.completed, 5.interrupted, " +
		"5.failed, 5.turns_differ)."},
	{"state.over", true, "It is `ended` too when the outcome is unknown and all that worked in the attempt is over: its " +
		"workers and sessions (5.over), or the last turns of those who speak alone (5.subagents)."},
	{"state.last", false, "Else `interrupted_transport` by rule 7; else by the last event that gives a state, of " +
		"concurrent ones the later in the list of states."},
	{"state.spawning", false, "Else, where no event gives a state, `spawning`."},
	{"state.more", true, "The end of a root session's turn gives `ready_for_prompt`, `worker.tool_permission_required` " +
		"gives `blocked` for approval."},
	{"state.answered", true, "What a later event answered gives no state: a trust question, an approval, a server that is " +
		"ready again."},
	{"state.left", true, "What a session that is over said of its own turns and servers gives no state."},
	{"state.class", true, "What blocks the lane gives its failure class, unknown where several differ."},
	{"scope", false, "The lane's scope is that of its causally last `lane.ownership_bound` that states one; trust before " +
		"order, live before import, of concurrent ones the narrowest."},
	{"scope.start", false, "Where no binding states one, it is that of the last `lane.started` or `lane.restarted` that " +
		"does, by the same rule."},
	{"scope.none", false, "Where neither does, nobody stated one, and the watcher acts."},
	{"stated", true, "What starts, restarts and tasks stated of the attempt: its demands as `6.expects` has them, and the purpose and " +
		"the pull request of the last start or restart that names one; trust before order."},
	{"actionable", false, "Actionable is an outcome that ended, unless pending or inferred, in a lane whose watcher acts."},
	{"last_observed", true, "The latest `observed_at` of the lane's events, outages aside."},
	{"doubts", true, "A doubt changes nothing: it is a reason to look twice, and names the events that give it."},
	{"freshness", true, "Computed on read: ended, blocked and waiting lanes are current; others stale after 300 s without an event " +
		"and when no event has an observed time, unknown without a time of reading, or while interrupted."},
}
