package app

import (
	"slices"
	"strings"

	importing "github.com/clawable/claw/commands/import"
	"github.com/clawable/claw/domain"
)

// Rendered is e with its next step as a hint of the command line, where it has no hint of
// its own. e itself is not changed: others may hold it.
func Rendered(e *domain.Error) *domain.Error {
	if e.Hint != "" || e.Next.IsZero() {
		return e
	}
	told := *e
	told.Hint = StepText(&e.Next)
	return &told
}

// RenderReasons adds to the reason of each line what to do about it.
func RenderReasons(lines []importing.UnreadableLine) {
	for i := range lines {
		if l := &lines[i]; !l.Next.IsZero() {
			l.Reason += "; " + StepText(&l.Next)
		}
	}
}

// StepText is a next step as the command line says it, with its arguments as a shell takes them.
func StepText(s *domain.Step) string {
	decided := ": no verb of this version decides it"
	family, _, _ := strings.Cut(string(s.Kind), ".")
	if slices.Contains([]string{"approval", "policy", "ship", "log"}, family) {
		decided = "; what decides it: claw " + family + " --help"
	}
	near := ""
	if s.Near != "" {
		near = "did you mean " + s.Near + "? "
	}
	return strings.NewReplacer("{lane}", ShellWord(string(s.Lane)), "{approval}", ShellWord(s.Approval.String()), "{decided}", decided,
		"{near}", near, "{list}", listVerb(s.List), "{files}", strings.Join(s.Files, " and "),
		"{remote}", ShellWord(string(s.Remote)), "{commit}", s.Commit.Short()).Replace(StepTexts()[s.Code])
}

// listVerb is the verb that prints a list, without claw before it.
func listVerb(l domain.List) string {
	switch l {
	case domain.ListApprovals:
		return "approval list"
	case domain.ListShips:
		return "ship list"
	case domain.ListLanes, domain.ListSessions:
	}
	return string(l)
}

// StepTexts is the table of next steps in words of the command line. A word in braces is an argument.
func StepTexts() map[domain.StepCode]string {
	return map[domain.StepCode]string{
		domain.StepMakeLog:           "make one: claw init",
		domain.StepNameLogFile:       "name a file: --log sqlite:PATH",
		domain.StepNameWritablePlace: "name a file in a folder that is yours to write: --log PATH",
		domain.StepNameAnotherLog:    "name another place: --log; to add events of an export: claw log import",
		domain.StepOverwriteFile:     "name another place, or overwrite it: --force",
		domain.StepVerifyLog:         "claw log verify lists all damage; claw log export keeps what can be read",
		domain.StepRestoreOrExport: "claw log verify lists the damage and looks again. Take the log from a backup: claw log restore; or save what can be read: " +
			"claw log export, then import it into a new log; where only an index is damaged, claw log backup and claw log restore make a whole log of it",
		domain.StepExportRest:      "keep the files; save what can be read: claw log export, then import it into a new log",
		domain.StepRestoreLog:      "keep the file, and take the log from a backup: claw log restore",
		domain.StepCopyEvents:      "claw log verify lists all damage; claw log backup copies the events alone, and claw log restore makes a log of them",
		domain.StepBackUpLog:       "make a copy that is whole: claw log backup",
		domain.StepUniteLogs:       "both {files} were written by: copy each with its -wal file to a folder of its own, then import what claw log export prints of one into the other",
		domain.StepCopyToErase:     "copy the log into one that can: claw log import",
		domain.StepListEvents:      "list events: claw log read",
		domain.StepReadEventLine:   "one JSON object a line; fields: claw log read --limit 1",
		domain.StepImportEvents:    "the log adds it; to copy exported events use: claw log import",
		domain.StepExportWhole:     "an export is what claw log export printed, whole",
		domain.StepListKnown:       "{near}list them: claw {list}",
		domain.StepRestartList:     "this cursor is of another list or other filters: start again without --cursor",
		domain.StepNameWord:        `name a word that is there: claw search 'flaky test', '"exact words"', 'pre*', 'word -other'`,
		domain.StepRebuildModel:    "claw projector rebuild makes one",
		domain.StepFindModelWriter: "claw projector status says who; else try again",
		domain.StepStopProjector:   "stop that one first; run --wait waits for its end",
		domain.StepUpdateOrCopyLog: "update claw; or look at a copy of the log, which gets its own: claw log backup COPY, then --log COPY",

		domain.StepNameAnotherWatch: "end that one, or take another --name",
		domain.StepReplaceCursor:    "take another --name, or remove the file: then outcomes that were told are told again",
		domain.StepWriteFixture:     "the files of want are JSON documents, as claw fixtures write gives them",
		domain.StepNameRef:          "name it: --ref main",
		domain.StepNameMainBranch:   "git remote set-head origin --auto, or name the branch: --main REF",

		domain.StepMendRules:       "mend the rules that are named, as claw policy lint FILE names them",
		domain.StepLintPolicy:      "claw policy lint says what is wrong with it",
		domain.StepShowPolicy:      "claw policy show has the rules; ask the owner of the policy",
		domain.StepApproveAdoption: "ask: claw policy adopt FILE --request; when it is granted: claw policy adopt FILE --approval ID",
		domain.StepAdoptAgain:      "adopt it again: claw policy adopt FILE",
		domain.StepDecideByVerb:    "append the facts that it would rest on{decided}",
		domain.StepListEndings:     "claw lane explain {lane} outcome lists the endings",
		domain.StepPrepareAgain:    "look at what is to go now, then ask again: claw ship prepare --request",
		domain.StepGrantThenPush:   "a signer runs: claw approval grant {approval}; then push again",

		domain.StepRebaseThenPrepare: "git fetch {remote}, then git rebase or git merge {commit}, then claw ship prepare",
		domain.StepPushAgain:         "run claw ship push again: it asks first and records what is true",

		domain.StepListApprovals:      "claw approval list",
		domain.StepRequestApproval:    "ask for an approval: claw approval request",
		domain.StepRequestAgain:       "ask again: claw approval request",
		domain.StepAwaitApproval:      "wait for it: claw approval wait ID",
		domain.StepDoWhatWasGranted:   "claw approval show says what was asked and granted; ask for exactly what is to be done",
		domain.StepNameDelegate:       "let the requester do it, or ask for a grant that names who may: claw approval grant --delegate",
		domain.StepSignUnchanged:      "sign what claw approval grant shows, as it is",
		domain.StepSignAgain:          "sign again: claw approval grant",
		domain.StepGrantForLess:       "grant it for less: --for 1h",
		domain.StepShowRequestRule:    "claw approval show names the policy and the rule",
		domain.StepRestoreFiles:       "put it back as it was, or ask again: claw approval request",
		domain.StepNameReadableFiles:  "name files that can be read, of 256 MiB at most; then ask: claw approval request",
		domain.StepDenyApproval:       "claw approval deny says no for good",
		domain.StepListGrants:         "claw approval show lists its grants",
		domain.StepListSignerKeys:     "claw signers list names the keys",
		domain.StepListOrAddSigners:   "claw signers list names them; a signer can add the key: claw signers add",
		domain.StepShowSignerLimits:   "claw signers list says for what and when each key may sign",
		domain.StepAddFirstSigner:     "without signers nothing is granted, and the log's time matters to nothing; make the first: claw signers add",
		domain.StepShowLogID:          "claw status names the log",
		domain.StepCompareClocks:      "claw doctor says how they stand",
		domain.StepSetOrResetTheClock: "claw doctor says by how much; set this machine's clock right, and if it is right: claw log clock reset",
	}
}
