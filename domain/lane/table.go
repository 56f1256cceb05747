package lane

//go:generate go test -run TestTheTablesInTheDocsAreTheRuleInTheCode ./tables -update

import (
	"math/bits"
	"slices"
	"strings"
)

// A condition is a set of things that are true of an attempt, of one claim of a finish, or
// of one turn. The bits are those of [conditionTexts].
type condition uint64

const (
	// The endings of the attempt that stand.
	endingsDiffer condition = 1 << iota
	settled
	claimsFailed
	claimsCanceled
	claimsFinished
	// What the evidence shows of a claim of a finish. The first unmet expectation is one of
	// the five.
	refuted
	mismatched
	red
	recordedOnly
	missing
	notObservable
	workspaceUnmet
	writesUnmet
	greenUnmet
	reportUnmet
	pushedUnmet
	demanded
	// One last turn, where no ending stands.
	turnOpen
	turnAnswered
	turnGoesOn
	turnEndsDiffer
	otherDecides
	turnInterrupted
	turnFailed
	callOpen
	turnCompleted
	turnEndUnknown
	// Several last turns.
	oneGoesOn
	oneUnknown
	turnsDiffer
	// No last turn.
	subagentsOnly
	allOver
	nothingEnded
	// What else is known of the attempt.
	disposed
	cutOff
)

// conditionTexts are the conditions in the order of their bits, as docs/outcome.md prints
// them.
var conditionTexts = [...]string{
	"endings of several statuses stand",
	"a settlement is in force",
	"`lane.failed` stands",
	"`lane.canceled` stands",
	"`lane.finished` stands",
	"a refutation is unanswered",
	"a workspace mismatch is open",
	"a red is not followed by a green",
	"the claim is only recorded",
	"an expectation is missing",
	"an expectation is not observable",
	"the first unmet expectation is the workspace",
	"the first unmet expectation is writes",
	"the first unmet expectation is green",
	"the first unmet expectation is a report",
	"the first unmet expectation is a push",
	"somebody stated what a finish needs, or the work shows it",
	"the last turn has no end",
	"the last turn has no end, and is answered",
	"its session is live and not over",
	"the ends of the last turn differ",
	"somebody decides for the lane",
	"the last turn was interrupted",
	"the last turn failed",
	"a call of the last turn never came back",
	"the last turn completed, or was answered",
	"an end of the last turn has an unknown kind",
	"one of several last turns has the outcome `none`",
	"one of several last turns has the outcome `unknown`",
	"several last turns differ",
	"nobody but subagents speaks, and none of them goes on",
	"there is no turn, and all workers and sessions are over",
	"nothing tells how the attempt ended",
	"a disposition is recorded",
	"open outages cut the lane off, and its attempt has not ended",
}

// Row is one row of the table of outcomes.
type Row struct {
	Rule    Rule
	Outcome Result
	when    condition
}

// outcomes is the table that decides every outcome: the first row whose conditions are all
// true. docs/outcome.md prints it.
var outcomes = [...]Row{
	{RuleContested, ResultContested, endingsDiffer},
	{RuleSettled, ResultFailed, claimsFailed | settled},
	{RuleStands, ResultFailed, claimsFailed},
	{RuleSettled, ResultCanceled, claimsCanceled | settled},
	{RuleStands, ResultCanceled, claimsCanceled},

	{RuleRefuted, ResultFailedVerify, claimsFinished | refuted},
	{RuleMismatch, ResultFailedVerify, claimsFinished | mismatched},
	{RuleRed, ResultFailedVerify, claimsFinished | red},
	{RuleRecorded, ResultUnverified, claimsFinished | missing | recordedOnly},
	{RulePending, ResultPendingWorkspace, claimsFinished | missing | workspaceUnmet},
	{RulePending, ResultPendingWrites, claimsFinished | missing | writesUnmet},
	{RulePending, ResultPendingGreen, claimsFinished | missing | greenUnmet},
	{RulePending, ResultPendingReport, claimsFinished | missing | reportUnmet},
	{RulePending, ResultPendingPushed, claimsFinished | missing | pushedUnmet},
	{RuleNobodyCanLook, ResultUnverified, claimsFinished | notObservable},
	{RuleMet, ResultFinished, claimsFinished | demanded},
	{RuleNoExpects, ResultUnverified, claimsFinished},

	{RuleLiveTurn, ResultNone, turnOpen | turnGoesOn},
	{RuleOpenTurn, ResultUnknown, turnOpen},
	{RuleTurnsDiffer, ResultContested, turnEndsDiffer},
	{RuleDecider, ResultNone, otherDecides | turnGoesOn},
	{RuleInterruptedTurn, ResultCanceled, turnInterrupted},
	{RuleFailedTurn, ResultFailed, turnFailed},
	{RuleOpenCall, ResultUnknown, callOpen},
	{RuleRed, ResultFailedVerify, turnCompleted | red},
	{RulePending, ResultPendingWrites, turnCompleted | missing | writesUnmet},
	{RulePending, ResultPendingGreen, turnCompleted | missing | greenUnmet},
	{RulePending, ResultPendingPushed, turnCompleted | missing | pushedUnmet},
	{RuleNobodyCanLook, ResultUnverified, turnCompleted | notObservable},
	{RuleMet, ResultFinished, turnCompleted | demanded},
	{RuleCompleted, ResultUnverified, turnCompleted},
	{RuleAnswered, ResultUnverified, turnAnswered},
	{RuleCompleted, ResultUnknown, turnEndUnknown},

	{RuleTurnsDiffer, ResultNone, oneGoesOn},
	{RuleTurnsDiffer, ResultUnknown, oneUnknown},
	{RuleTurnsDiffer, ResultContested, turnsDiffer},

	{RuleSubagents, ResultUnknown, subagentsOnly},
	{RuleOver, ResultUnknown, allOver},
	{RuleDisposed, ResultUnknown, nothingEnded | disposed},
	{RuleNone, ResultNone, nothingEnded},

	{RuleInterrupted, ResultUnknown, cutOff},
}

// decisive returns the row that decides where the conditions of is are true and all others
// are false. There must be one.
func decisive(is condition) *Row {
	for i := range outcomes {
		if r := &outcomes[i]; is&r.when == r.when {
			return r
		}
	}
	panic("lane: no row of the table of outcomes decides where " + strings.Join(is.texts(), ", "))
}

// Outcomes returns the table of outcomes: the first row whose conditions are all true
// decides.
func Outcomes() []Row { return slices.Clone(outcomes[:]) }

// Conditions returns what must be true for the row to decide, where no row before it does.
func (r Row) Conditions() []string { return r.when.texts() }

func (c condition) texts() (out []string) {
	for ; c != 0; c &= c - 1 {
		out = append(out, conditionTexts[bits.TrailingZeros64(uint64(c))])
	}
	return out
}
