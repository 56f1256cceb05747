package app

import (
	"slices"
	"strings"

	importing "github.com/clawable/claw/commands/import"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/nextstep"
)

// Rendered is e with its next step rendered as the hint, where it has no own hint. e is not
// changed.
func Rendered(e *domain.Error) *domain.Error {
	if e.Hint != "" || e.Next.IsZero() {
		return e
	}
	told := *e
	told.Hint = StepText(&e.Next)
	return &told
}

// WantsAnotherPlace reports whether the next step of e is to name another place for a log.
func WantsAnotherPlace(e *domain.Error) bool {
	return slices.Contains([]domain.StepCode{nextstep.NameAnotherLog, nextstep.NameLogFile, nextstep.NameWritablePlace}, e.Next.Code)
}

// RenderReasons adds the next step of each line to its reason.
func RenderReasons(lines []importing.UnreadableLine) {
	for i := range lines {
		if l := &lines[i]; !l.Next.IsZero() {
			l.Reason += "; " + StepText(&l.Next)
		}
	}
}

// StepText renders a next step for the command line, with its arguments quoted for a shell.
func StepText(s *domain.Step) string {
	decided := ": no verb of this version decides it"
	family, _, _ := strings.Cut(string(s.Kind), ".")
	if slices.Contains([]string{"approval", "policy", "ship", "log", "token", "report", "pinpoint", "nudge"}, family) {
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
	case domain.ListPinpoints:
		return "pinpoint list --all"
	case domain.ListNudges:
		return "nudge list"
	case domain.ListLanes, domain.ListSessions:
	}
	return string(l)
}

// StepTexts are the texts of next steps on the command line. A word in braces is an argument.
func StepTexts() map[domain.StepCode]string {
	return map[domain.StepCode]string{
		nextstep.MakeLog:           "make one: claw init",
		nextstep.NameLogFile:       "name a file: --log sqlite:PATH",
		nextstep.NameWritablePlace: "name a file in a folder that is yours to write: --log PATH",
		nextstep.NameAnotherLog:    "name another place: --log; to add events of an export: claw log import",
		nextstep.OverwriteFile:     "name another place, or overwrite it: --force",
		nextstep.VerifyLog:         "claw log verify lists all damage; claw log export keeps what can be read",
		nextstep.RestoreOrExport: "claw log verify lists the damage and looks again. Take the log from a backup: claw log restore; or save what can be read: " +
			"claw log export, then import it into a new log; where only an index is damaged, claw log backup and claw log restore make a whole log of it",
		nextstep.ExportRest:      "keep the files; save what can be read: claw log export, then import it into a new log",
		nextstep.RestoreLog:      "keep the file, and take the log from a backup: claw log restore",
		nextstep.CopyEvents:      "claw log verify lists all damage; claw log backup copies the events alone, and claw log restore makes a log of them",
		nextstep.BackUpLog:       "make a copy that is whole: claw log backup",
		nextstep.UniteLogs:       "both {files} were written by: copy each with its -wal file to a folder of its own, then import what claw log export prints of one into the other",
		nextstep.CopyToErase:     "copy the log into one that can: claw log import",
		nextstep.ListEvents:      "list events: claw log read",
		nextstep.ReadEventLine:   "one JSON object a line; fields: claw log read --limit 1",
		nextstep.ImportEvents:    "the log adds it; to copy exported events use: claw log import",
		nextstep.ExportWhole:     "an export is what claw log export printed, whole",
		nextstep.ListKnown:       "{near}list them: claw {list}",
		nextstep.RestartList:     "this cursor is of another list or other filters: start again without --cursor",
		nextstep.NameWord:        `name a word that is there: claw search 'flaky test', '"exact words"', 'pre*', 'word -other'`,
		nextstep.RebuildModel:    "claw projector rebuild makes one",
		nextstep.FindModelWriter: "claw projector status says who; else try again",
		nextstep.StopProjector:   "stop that one first; run --wait waits for its end",
		nextstep.UpdateOrCopyLog: "update claw; or look at a copy of the log, which gets its own: claw log backup COPY, then --log COPY",

		nextstep.NameAnotherWatch: "end that one, or take another --name",
		nextstep.ReplaceCursor:    "take another --name, or remove the file: then outcomes that were told are told again",
		nextstep.WriteFixture:     "the files of want are JSON documents, as claw fixtures write gives them",
		nextstep.NameReports:      "name the files of JUnit XML that the tests write: --junit 'target/surefire-reports/*.xml'",
		nextstep.NameRef:          "name it: --ref main",
		nextstep.NameMainBranch:   "git remote set-head origin --auto, or name the branch: --main REF",

		nextstep.MendRules:       "mend the rules that are named, as claw policy lint FILE names them",
		nextstep.CheckHooks:      "an event is one JSON object that names itself; claw hooks status says what the agent runs",
		nextstep.LintPolicy:      "claw policy lint says what is wrong with it",
		nextstep.ShowPolicy:      "claw policy show has the rules; ask the owner of the policy",
		nextstep.ApproveAdoption: "ask: claw policy adopt FILE --request; when it is granted: claw policy adopt FILE --approval ID",
		nextstep.AdoptAgain:      "adopt it again: claw policy adopt FILE",
		nextstep.DecideByVerb:    "append the facts that it would rest on{decided}",
		nextstep.ListEndings:     "claw lane explain {lane} outcome lists the endings",
		nextstep.RestartLane:     "a further attempt: claw lane restart {lane}; more that this one needs: claw lane expect {lane}",
		nextstep.PrepareAgain:    "look at what is to go now, then ask again: claw ship prepare --request",
		nextstep.GrantThenPush:   "a signer runs: claw approval grant {approval}; then push again",

		nextstep.RebaseThenPrepare: "git fetch {remote}, then git rebase or git merge {commit}, then claw ship prepare",
		nextstep.PushAgain:         "run claw ship push again: it asks first and records what is true",

		nextstep.ListApprovals:      "claw approval list",
		nextstep.RequestApproval:    "ask for an approval: claw approval request",
		nextstep.RequestAgain:       "ask again: claw approval request",
		nextstep.AwaitApproval:      "wait for it: claw approval wait ID",
		nextstep.DoWhatWasGranted:   "claw approval show says what was asked and granted; ask for exactly what is to be done",
		nextstep.NameDelegate:       "let the requester do it, or ask for a grant that names who may: claw approval grant --delegate",
		nextstep.SignUnchanged:      "sign what claw approval grant shows, as it is",
		nextstep.SignAgain:          "sign again: claw approval grant",
		nextstep.GrantForLess:       "grant it for less: --for 1h",
		nextstep.ShowRequestRule:    "claw approval show names the policy and the rule",
		nextstep.RestoreFiles:       "put it back as it was, or ask again: claw approval request",
		nextstep.NameReadableFiles:  "name files that can be read, of 256 MiB at most; then ask: claw approval request",
		nextstep.DenyApproval:       "claw approval deny says no for good",
		nextstep.ListGrants:         "claw approval show lists its grants",
		nextstep.ListSignerKeys:     "claw signers list names the keys",
		nextstep.ListTokens:         "list them: claw token list",
		nextstep.ListOrAddSigners:   "claw signers list names them; a signer can add the key: claw signers add",
		nextstep.ShowSignerLimits:   "claw signers list says for what and when each key may sign",
		nextstep.AddFirstSigner:     "without signers nothing is granted, and the log's time matters to nothing; make the first: claw signers add",
		nextstep.ShowLogID:          "claw status names the log",
		nextstep.CompareClocks:      "claw doctor says how they stand",
		nextstep.SetOrResetTheClock: "claw doctor says by how much; set this machine's clock right, and if it is right: claw log clock reset",
	}
}
