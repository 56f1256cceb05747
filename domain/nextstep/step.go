package nextstep

import "github.com/clawable/claw/domain"

// Argument names a field of [domain.Step] beside the code.
type Argument string

// The arguments.
const (
	ArgumentLane     Argument = "Lane"
	ArgumentApproval Argument = "Approval"
	ArgumentKind     Argument = "Kind"
	ArgumentList     Argument = "List"
	ArgumentNear     Argument = "Near" // may be ""
	ArgumentFiles    Argument = "Files"
	ArgumentRemote   Argument = "Remote"
	ArgumentCommit   Argument = "Commit"
)

// Fact is a row of the table of steps.
type Fact struct {
	Code      domain.StepCode
	Means     string
	Arguments []Argument
}

// The next steps, as [All] explains them.
const (
	MakeLog            domain.StepCode = "make_log"
	NameLogFile        domain.StepCode = "name_log_file"
	NameWritablePlace  domain.StepCode = "name_writable_place"
	NameAnotherLog     domain.StepCode = "name_another_log"
	OverwriteFile      domain.StepCode = "overwrite_file"
	VerifyLog          domain.StepCode = "verify_log"
	RestoreOrExport    domain.StepCode = "restore_or_export"
	ExportRest         domain.StepCode = "export_rest"
	RestoreLog         domain.StepCode = "restore_log"
	CopyEvents         domain.StepCode = "copy_events"
	BackUpLog          domain.StepCode = "back_up_log"
	UniteLogs          domain.StepCode = "unite_logs"
	CopyToErase        domain.StepCode = "copy_to_erase"
	ListEvents         domain.StepCode = "list_events"
	ReadEventLine      domain.StepCode = "read_event_line"
	ImportEvents       domain.StepCode = "import_events"
	ExportWhole        domain.StepCode = "export_whole"
	ListKnown          domain.StepCode = "list_known"
	RestartList        domain.StepCode = "restart_list"
	NameWord           domain.StepCode = "name_word"
	RebuildModel       domain.StepCode = "rebuild_model"
	FindModelWriter    domain.StepCode = "find_model_writer"
	StopProjector      domain.StepCode = "stop_projector"
	UpdateOrCopyLog    domain.StepCode = "update_or_copy_log"
	NameAnotherWatch   domain.StepCode = "name_another_watch"
	ReplaceCursor      domain.StepCode = "replace_cursor"
	WriteFixture       domain.StepCode = "write_fixture"
	NameReports        domain.StepCode = "name_reports"
	NameRef            domain.StepCode = "name_ref"
	NameMainBranch     domain.StepCode = "name_main_branch"
	MendRules          domain.StepCode = "mend_rules"
	LintPolicy         domain.StepCode = "lint_policy"
	CheckHooks         domain.StepCode = "check_hooks"
	ShowPolicy         domain.StepCode = "show_policy"
	ApproveAdoption    domain.StepCode = "approve_adoption"
	AdoptAgain         domain.StepCode = "adopt_again"
	DecideByVerb       domain.StepCode = "decide_by_verb"
	ListEndings        domain.StepCode = "list_endings"
	RestartLane        domain.StepCode = "restart_lane"
	PrepareAgain       domain.StepCode = "prepare_again"
	GrantThenPush      domain.StepCode = "grant_then_push"
	RebaseThenPrepare  domain.StepCode = "rebase_then_prepare"
	PushAgain          domain.StepCode = "push_again"
	ListApprovals      domain.StepCode = "list_approvals"
	RequestApproval    domain.StepCode = "request_approval"
	RequestAgain       domain.StepCode = "request_again"
	AwaitApproval      domain.StepCode = "await_approval"
	DoWhatWasGranted   domain.StepCode = "do_what_was_granted"
	NameDelegate       domain.StepCode = "name_delegate"
	SignUnchanged      domain.StepCode = "sign_unchanged"
	SignAgain          domain.StepCode = "sign_again"
	GrantForLess       domain.StepCode = "grant_for_less"
	ShowRequestRule    domain.StepCode = "show_request_rule"
	RestoreFiles       domain.StepCode = "restore_files"
	NameReadableFiles  domain.StepCode = "name_readable_files"
	DenyApproval       domain.StepCode = "deny_approval"
	ListGrants         domain.StepCode = "list_grants"
	ListSignerKeys     domain.StepCode = "list_signer_keys"
	ListTokens         domain.StepCode = "list_tokens"
	ListOrAddSigners   domain.StepCode = "list_or_add_signers"
	ShowSignerLimits   domain.StepCode = "show_signer_limits"
	AddFirstSigner     domain.StepCode = "add_first_signer"
	ShowLogID          domain.StepCode = "show_log_id"
	CompareClocks      domain.StepCode = "compare_clocks"
	SetOrResetTheClock domain.StepCode = "set_or_reset_the_clock"
)

// All is the table of all next steps.
func All() []Fact {
	return []Fact{
		{MakeLog, "make the log: there is none", nil},
		{NameLogFile, "name a file for the log: one in memory ends with its process", nil},
		{NameWritablePlace, "name a log in a folder that the person may write to", nil},
		{NameAnotherLog, "name another place for the log, or import an export into the log that is there", nil},
		{OverwriteFile, "name another place for the copy, or allow that the file there is overwritten", nil},
		{VerifyLog, "verify the log to see all damage, export it to keep what can be read", nil},
		{RestoreOrExport, "verify the log again; restore a backup, or export what can be read into a new log; copy it where only an index is damaged", nil},
		{ExportRest, "keep the files, and export what can be read into a new log", nil},
		{RestoreLog, "keep the file, and restore the log from a backup", nil},
		{CopyEvents, "verify the log to see all damage; back it up and restore the copy: its index is made anew", nil},
		{BackUpLog, "back the log up by its own name: the copy is whole", nil},
		{UniteLogs, "move each of the files apart with its write-ahead log, and import the export of one into the other", []Argument{ArgumentFiles}},
		{CopyToErase, "import the log into one whose engine can erase", nil},
		{ListEvents, "list the events of the log", nil},
		{ReadEventLine, "write one JSON object a line, with the fields that the log's events have", nil},
		{ImportEvents, "import exported events, which are no drafts", nil},
		{ExportWhole, "give the export of a log, whole and as it was written", nil},
		{ListKnown, "list what there is, or take the near name", []Argument{ArgumentNear, ArgumentList}},
		{RestartList, "start the list again, without the cursor", nil},
		{NameWord, "search for at least one word that is there", nil},
		{RebuildModel, "build the read model", nil},
		{FindModelWriter, "look who writes the read model, or try again", nil},
		{StopProjector, "stop the projector that runs, or wait for its end", nil},
		{UpdateOrCopyLog, "update claw, or use a copy of the log, which gets a read model of its own", nil},
		{NameAnotherWatch, "end the other watch, or watch under another name", nil},
		{ReplaceCursor, "watch under another name, or remove the cursor's file: outcomes are reported again", nil},
		{WriteFixture, "write the wanted documents as those of a named fixture are", nil},
		{NameReports, "name the files in which the tests report", nil},
		{NameRef, "name the ref of the repository to read", nil},
		{NameMainBranch, "tell git the default branch of the remote, or name the main branch", nil},
		{MendRules, "mend the rules that are named; a lint of the file names them", nil},
		{LintPolicy, "lint the policy to see what is wrong with it", nil},
		{CheckHooks, "check which program the agent runs at its events, and what it sends", nil},
		{ShowPolicy, "show the policy's rules, and ask its owner", nil},
		{ApproveAdoption, "request an approval of the adoption, and adopt the file by its grant", nil},
		{AdoptAgain, "adopt the policy again", nil},
		{DecideByVerb, "append the facts that a decision would rest on; decisions of the kind are made by use cases of their own", []Argument{ArgumentKind}},
		{ListEndings, "explain the lane's outcome, which lists its endings", []Argument{ArgumentLane}},
		{RestartLane, "begin a further attempt of the lane, or state what more the present one needs", []Argument{ArgumentLane}},
		{PrepareAgain, "look at what is to be shipped now, and request an approval of that", nil},
		{GrantThenPush, "let a signer grant the approval, then push again", []Argument{ArgumentApproval}},
		{RebaseThenPrepare, "fetch from the remote, put the commits on top of what it holds or merge that, then prepare the ship again", []Argument{ArgumentRemote, ArgumentCommit}},
		{PushAgain, "push again: the remote is asked first, and what is true is recorded", nil},
		{ListApprovals, "list the approvals of the log", nil},
		{RequestApproval, "request an approval", nil},
		{RequestAgain, "request another approval", nil},
		{AwaitApproval, "wait for the approval", nil},
		{DoWhatWasGranted, "compare with what was requested and granted, and request what is to be done", nil},
		{NameDelegate, "let the requester act, or ask for a grant that names who may", nil},
		{SignUnchanged, "sign the statement of the request as it stands", nil},
		{SignAgain, "sign the statement again", nil},
		{GrantForLess, "grant it for a shorter time", nil},
		{ShowRequestRule, "show the request, which names the policy and the rule", nil},
		{RestoreFiles, "put the file back as it was, or request another approval", nil},
		{NameReadableFiles, "name files that can be read within the limit, then request", nil},
		{DenyApproval, "deny the request: it has no grant to revoke", nil},
		{ListGrants, "show the approval, which lists its grants", nil},
		{ListSignerKeys, "list the signers with their keys", nil},
		{ListTokens, "list the tokens of the log", nil},
		{ListOrAddSigners, "list the signers; one of them can add the key", nil},
		{ShowSignerLimits, "list the signers, with what each key may sign and when", nil},
		{AddFirstSigner, "add the first signer: without one the log's time matters to nothing", nil},
		{ShowLogID, "show which log this is", nil},
		{CompareClocks, "compare the log's time with the machine's clock", nil},
		{SetOrResetTheClock, "compare the log's time with the machine's clock; set the clock right, or reset the log's time", nil},
	}
}
