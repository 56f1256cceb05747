package domain

// Step is a next step after an error: a stable code with arguments. Each front door renders
// it in words of its own; [Steps] says what each code means and which arguments it has. The
// zero Step is none.
type Step struct {
	Code     StepCode
	Lane     LaneID
	Approval StreamID
	Kind     Kind
	List     List
	// Near is the known name that a mistyped one most likely was meant to be; "" for none.
	Near string
	// Files are paths, as they were named.
	Files  []string
	Remote Remote // by the name that a clone gives it
	Commit CommitID
}

// IsZero reports whether there is no step.
func (s *Step) IsZero() bool { return s.Code == "" }

// StepCode names a next step. A code is never renamed, reused or given another meaning.
type StepCode string

// List is what a person can list to find an id.
type List string

// The lists.
const (
	ListApprovals List = "approvals"
	ListLanes     List = "lanes"
	ListSessions  List = "sessions"
	ListShips     List = "ships"
)

// Enum lists the values.
func (List) Enum() []string { return enum(ListApprovals, ListLanes, ListSessions, ListShips) }

// StepArgument names a field of [Step] beside the code.
type StepArgument string

// The arguments.
const (
	StepLane     StepArgument = "Lane"
	StepApproval StepArgument = "Approval"
	StepKind     StepArgument = "Kind"
	StepList     StepArgument = "List"
	StepNear     StepArgument = "Near" // may be ""
	StepFiles    StepArgument = "Files"
	StepRemote   StepArgument = "Remote"
	StepCommit   StepArgument = "Commit"
)

// StepFact is a row of the table of steps.
type StepFact struct {
	Code      StepCode
	Means     string
	Arguments []StepArgument
}

// The next steps, as [Steps] explains them.
const (
	StepMakeLog            StepCode = "make_log"
	StepNameLogFile        StepCode = "name_log_file"
	StepNameWritablePlace  StepCode = "name_writable_place"
	StepNameAnotherLog     StepCode = "name_another_log"
	StepOverwriteFile      StepCode = "overwrite_file"
	StepVerifyLog          StepCode = "verify_log"
	StepRestoreOrExport    StepCode = "restore_or_export"
	StepExportRest         StepCode = "export_rest"
	StepRestoreLog         StepCode = "restore_log"
	StepCopyEvents         StepCode = "copy_events"
	StepBackUpLog          StepCode = "back_up_log"
	StepUniteLogs          StepCode = "unite_logs"
	StepCopyToErase        StepCode = "copy_to_erase"
	StepListEvents         StepCode = "list_events"
	StepReadEventLine      StepCode = "read_event_line"
	StepImportEvents       StepCode = "import_events"
	StepExportWhole        StepCode = "export_whole"
	StepListKnown          StepCode = "list_known"
	StepRestartList        StepCode = "restart_list"
	StepNameWord           StepCode = "name_word"
	StepRebuildModel       StepCode = "rebuild_model"
	StepFindModelWriter    StepCode = "find_model_writer"
	StepStopProjector      StepCode = "stop_projector"
	StepUpdateOrCopyLog    StepCode = "update_or_copy_log"
	StepNameAnotherWatch   StepCode = "name_another_watch"
	StepReplaceCursor      StepCode = "replace_cursor"
	StepWriteFixture       StepCode = "write_fixture"
	StepNameRef            StepCode = "name_ref"
	StepNameMainBranch     StepCode = "name_main_branch"
	StepMendRules          StepCode = "mend_rules"
	StepLintPolicy         StepCode = "lint_policy"
	StepShowPolicy         StepCode = "show_policy"
	StepApproveAdoption    StepCode = "approve_adoption"
	StepAdoptAgain         StepCode = "adopt_again"
	StepDecideByVerb       StepCode = "decide_by_verb"
	StepListEndings        StepCode = "list_endings"
	StepPrepareAgain       StepCode = "prepare_again"
	StepGrantThenPush      StepCode = "grant_then_push"
	StepRebaseThenPrepare  StepCode = "rebase_then_prepare"
	StepPushAgain          StepCode = "push_again"
	StepListApprovals      StepCode = "list_approvals"
	StepRequestApproval    StepCode = "request_approval"
	StepRequestAgain       StepCode = "request_again"
	StepAwaitApproval      StepCode = "await_approval"
	StepDoWhatWasGranted   StepCode = "do_what_was_granted"
	StepNameDelegate       StepCode = "name_delegate"
	StepSignUnchanged      StepCode = "sign_unchanged"
	StepSignAgain          StepCode = "sign_again"
	StepGrantForLess       StepCode = "grant_for_less"
	StepShowRequestRule    StepCode = "show_request_rule"
	StepRestoreFiles       StepCode = "restore_files"
	StepNameReadableFiles  StepCode = "name_readable_files"
	StepDenyApproval       StepCode = "deny_approval"
	StepListGrants         StepCode = "list_grants"
	StepListSignerKeys     StepCode = "list_signer_keys"
	StepListOrAddSigners   StepCode = "list_or_add_signers"
	StepShowSignerLimits   StepCode = "show_signer_limits"
	StepAddFirstSigner     StepCode = "add_first_signer"
	StepShowLogID          StepCode = "show_log_id"
	StepCompareClocks      StepCode = "compare_clocks"
	StepSetOrResetTheClock StepCode = "set_or_reset_the_clock"
)

// Steps is the table of all next steps.
func Steps() []StepFact {
	return []StepFact{
		{StepMakeLog, "make the log: there is none", nil},
		{StepNameLogFile, "name a file for the log: one in memory ends with its process", nil},
		{StepNameWritablePlace, "name a log in a folder that the person may write to", nil},
		{StepNameAnotherLog, "name another place for the log, or import an export into the log that is there", nil},
		{StepOverwriteFile, "name another place for the copy, or allow that the file there is overwritten", nil},
		{StepVerifyLog, "verify the log to see all damage, export it to keep what can be read", nil},
		{StepRestoreOrExport, "verify the log again; restore a backup, or export what can be read into a new log; copy it where only an index is damaged", nil},
		{StepExportRest, "keep the files, and export what can be read into a new log", nil},
		{StepRestoreLog, "keep the file, and restore the log from a backup", nil},
		{StepCopyEvents, "verify the log to see all damage; back it up and restore the copy: its index is made anew", nil},
		{StepBackUpLog, "back the log up by its own name: the copy is whole", nil},
		{StepUniteLogs, "move each of the files apart with its write-ahead log, and import the export of one into the other", []StepArgument{StepFiles}},
		{StepCopyToErase, "import the log into one whose engine can erase", nil},
		{StepListEvents, "list the events of the log", nil},
		{StepReadEventLine, "write one JSON object a line, with the fields that the log's events have", nil},
		{StepImportEvents, "import exported events, which are no drafts", nil},
		{StepExportWhole, "give the export of a log, whole and as it was written", nil},
		{StepListKnown, "list what there is, or take the near name", []StepArgument{StepNear, StepList}},
		{StepRestartList, "start the list again, without the cursor", nil},
		{StepNameWord, "search for at least one word that is there", nil},
		{StepRebuildModel, "build the read model", nil},
		{StepFindModelWriter, "look who writes the read model, or try again", nil},
		{StepStopProjector, "stop the projector that runs, or wait for its end", nil},
		{StepUpdateOrCopyLog, "update claw, or use a copy of the log, which gets a read model of its own", nil},
		{StepNameAnotherWatch, "end the other watch, or watch under another name", nil},
		{StepReplaceCursor, "watch under another name, or remove the cursor's file: outcomes are reported again", nil},
		{StepWriteFixture, "write the wanted documents as those of a named fixture are", nil},
		{StepNameRef, "name the ref of the repository to read", nil},
		{StepNameMainBranch, "tell git the default branch of the remote, or name the main branch", nil},
		{StepMendRules, "mend the rules that are named; a lint of the file names them", nil},
		{StepLintPolicy, "lint the policy to see what is wrong with it", nil},
		{StepShowPolicy, "show the policy's rules, and ask its owner", nil},
		{StepApproveAdoption, "request an approval of the adoption, and adopt the file by its grant", nil},
		{StepAdoptAgain, "adopt the policy again", nil},
		{StepDecideByVerb, "append the facts that a decision would rest on; decisions of the kind are made by use cases of their own", []StepArgument{StepKind}},
		{StepListEndings, "explain the lane's outcome, which lists its endings", []StepArgument{StepLane}},
		{StepPrepareAgain, "look at what is to be shipped now, and request an approval of that", nil},
		{StepGrantThenPush, "let a signer grant the approval, then push again", []StepArgument{StepApproval}},
		{StepRebaseThenPrepare, "fetch from the remote, put the commits on top of what it holds or merge that, then prepare the ship again", []StepArgument{StepRemote, StepCommit}},
		{StepPushAgain, "push again: the remote is asked first, and what is true is recorded", nil},
		{StepListApprovals, "list the approvals of the log", nil},
		{StepRequestApproval, "request an approval", nil},
		{StepRequestAgain, "request another approval", nil},
		{StepAwaitApproval, "wait for the approval", nil},
		{StepDoWhatWasGranted, "compare with what was requested and granted, and request what is to be done", nil},
		{StepNameDelegate, "let the requester act, or ask for a grant that names who may", nil},
		{StepSignUnchanged, "sign the statement of the request as it stands", nil},
		{StepSignAgain, "sign the statement again", nil},
		{StepGrantForLess, "grant it for a shorter time", nil},
		{StepShowRequestRule, "show the request, which names the policy and the rule", nil},
		{StepRestoreFiles, "put the file back as it was, or request another approval", nil},
		{StepNameReadableFiles, "name files that can be read within the limit, then request", nil},
		{StepDenyApproval, "deny the request: it has no grant to revoke", nil},
		{StepListGrants, "show the approval, which lists its grants", nil},
		{StepListSignerKeys, "list the signers with their keys", nil},
		{StepListOrAddSigners, "list the signers; one of them can add the key", nil},
		{StepShowSignerLimits, "list the signers, with what each key may sign and when", nil},
		{StepAddFirstSigner, "add the first signer: without one the log's time matters to nothing", nil},
		{StepShowLogID, "show which log this is", nil},
		{StepCompareClocks, "compare the log's time with the machine's clock", nil},
		{StepSetOrResetTheClock, "compare the log's time with the machine's clock; set the clock right, or reset the log's time", nil},
	}
}
