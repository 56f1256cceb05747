package httpapi

import (
	"github.com/clawable/claw/domain"
)

type appendParams struct {
	Keyed
	Expect  string `query:"expect" pattern:"^(any|none|exists|[0-9]{1,16})$" doc:"what the stream of the drafts must be: any (default), none, exists or its revision"`
	Atomic  bool   `query:"atomic" doc:"append all drafts or none; they name one stream"`
	RawBody []byte `contentType:"application/jsonl" doc:"drafts, one a line: the schema envelope without the members that the log adds"`
}

type importParams struct {
	Keyed
	RawBody []byte `contentType:"application/jsonl" doc:"events as /v1/events of another log answers them, one a line"`
}

type forwardParams struct {
	Keyed
	RawBody []byte `contentType:"application/jsonl" doc:"events as /v1/events of the log answers them, one a line"`
	Held    string `header:"Claw-Held" pattern:"^[0-7][0-9A-HJKMNP-TV-Z]{25}$" doc:"an event that the log took before: one that is missing is answered with 409, and nothing is taken"`
}

type bindParams struct {
	Keyed
	Matched
	Lane string `path:"lane" maxLength:"64" doc:"the id of a lane, or a beginning of it that is unique"`
	Body struct {
		Session  string `json:"session" arg:"" maxLength:"500" pattern:"^[^-]" doc:"the id of a session that works for the lane from now on"`
		Worktree string `json:"worktree,omitempty" maxLength:"4096" doc:"the folder that the work of the lane belongs in"`
	}
}

type settleParams struct {
	Keyed
	Matched
	Lane string `path:"lane" maxLength:"64" doc:"the id of a lane, or a beginning of it that is unique"`
	Body struct {
		Event  string `json:"event" pattern:"^[0-7][0-9A-HJKMNP-TV-Z]{25}$" doc:"the ending that stands"`
		Reason string `json:"reason" minLength:"1" maxLength:"4096" doc:"why, in a few words"`
	}
}

// wordParams are those of a decision that takes a reason alone.
type wordParams struct {
	Keyed
	Matched
	Lane string `path:"lane" maxLength:"64" doc:"the id of a lane, or a beginning of it that is unique"`
	Body struct {
		Reason string `json:"reason,omitempty" maxLength:"4096" doc:"why, in a few words"`
	}
}

type requestParams struct {
	Keyed
	Body struct {
		Argv   []string `json:"argv,omitempty" place:"" maxItems:"1000" doc:"the command, argument by argument; or a push, by base, head and tree"`
		Folder string   `json:"cwd,omitempty" place:"" maxLength:"4096" doc:"the folder in which the command is to run"`
		Base   string   `json:"base,omitempty" maxLength:"64" doc:"the action moves a ref from this commit"`
		Head   string   `json:"head,omitempty" maxLength:"64" doc:"the action moves a ref to this commit"`
		Tree   string   `json:"tree,omitempty" maxLength:"64" doc:"the action leaves this tree"`
		Repo   string   `json:"repo,omitempty" doc:"only in this repository"`
		Ref    string   `json:"ref,omitempty" doc:"only to this ref"`
		Branch string   `json:"branch,omitempty" doc:"only on this branch"`
		Class  class    `json:"class,omitempty" doc:"the class of the action (default tool)"`
		Uses   int      `json:"uses,omitempty" minimum:"1" doc:"how often it is to be performed (default 1)"`
		Rule   string   `json:"rule,omitempty" doc:"the rule of the adopted policy that demands an approval"`
		Reason string   `json:"reason,omitempty" maxLength:"4096" doc:"why, in a few words"`
		As     string   `json:"as,omitempty" maxLength:"500" doc:"who requests: agent:<session> or human:<name> (default: the holder of the token)"`
		Until  string   `json:"until,omitempty" format:"date-time" doc:"expires at this time at the latest"`
	}
}

type grantParams struct {
	Keyed
	Approval string `path:"approval" maxLength:"64" doc:"the id of a request, or a beginning of it that is unique"`
	RawBody  []byte `contentType:"application/json" doc:"a grant that was signed elsewhere: a DSSE envelope"`
}

type fileParams struct {
	Keyed
	Channel     string `query:"channel" doc:"the channel that it is for"`
	Lane        string `query:"lane" doc:"the lane that expects a report"`
	Nudge       string `query:"nudge" doc:"the nudge that it answers"`
	Cycle       string `query:"cycle" doc:"the reporting cycle that it answers"`
	Supersedes  string `query:"supersedes" doc:"the report that it takes the place of"`
	Provisional bool   `query:"provisional" doc:"it is not the last word of its cycle"`
	Detached    bool   `query:"detached" doc:"record the hash alone"`
	RawBody     []byte `contentType:"application/json" doc:"a report: the schema report, or the document in it"`
}

type amendParams struct {
	Keyed
	Report      string `path:"report" pattern:"^report-[0-9A-Z]{26}$" doc:"the id of a report"`
	Reason      string `query:"reason" doc:"why, in a few words"`
	Replaces    string `query:"replaces" pattern:"^[0-9a-f]{64}$" doc:"the content hash of the version to replace; another last version is a conflict"`
	Provisional bool   `query:"provisional" doc:"it is not the last word of its cycle"`
	Detached    bool   `query:"detached" doc:"record the hash alone"`
	RawBody     []byte `contentType:"application/json" doc:"a report: the schema report, or the document in it"`
}

// stdin is the argument by which a verb reads what the body holds.
const stdin = "-"

// commands registers every route that commands.
func commands(a commander) {
	command(a, commanding{path: "/v1/events", verb: "log append", kind: "receipt", summary: "Append drafts, JSON Lines", lines: true},
		func(in *appendParams, c *Command) { c.Body = in.RawBody }, nil)
	command(a, commanding{path: "/v1/events/import", verb: "log import", kind: "log_import", summary: "Copy the events of another log into this one", class: domain.TokenImport, reads: "envelope", readsType: linesType},
		func(in *importParams, c *Command) { c.Body = in.RawBody }, nil)
	command(a, commanding{path: "/v1/events/forward", verb: "log import", kind: "log_import", summary: "Take the events of the log that the token forwards", class: domain.TokenForward, reads: "envelope", readsType: linesType},
		func(in *forwardParams, c *Command) {
			c.Body = in.RawBody
			c.Held, _ = domain.ParseEventID(in.Held) // its form was checked; "" is none
		}, nil)
	lane := func(verb, summary string) commanding {
		return commanding{path: "/v1/lanes/{lane}/" + verb, verb: "lane " + verb, kind: "lane_decided", summary: summary, class: domain.TokenLanes, tells: true}
	}
	command(a, lane("bind", "Record which lane a session works for"), nil, func(in *bindParams) (string, string) { return in.Lane, in.IfMatch })
	command(a, lane("settle", "Record which of several contested endings stands"), nil, func(in *settleParams) (string, string) { return in.Lane, in.IfMatch })
	word := func(in *wordParams) (string, string) { return in.Lane, in.IfMatch }
	command(a, lane("close", "Record that nobody will continue a lane"), nil, word)
	command(a, lane("accept", "Record that how a lane came out is good enough"), nil, word)
	command(a, lane("reopen", "Take back that the outcome of a lane was accepted"), nil, word)
	command(a, commanding{path: "/v1/approvals", verb: "approval request", kind: "approval_requested", summary: "Request approval of one exact action", class: domain.TokenRequests},
		func(in *requestParams, c *Command) {
			c.Folder, c.Argv = in.Body.Folder, in.Body.Argv
		}, nil)
	command(a, commanding{path: "/v1/approvals/{approval}/grant", verb: "approval import", kind: "approval_decided", summary: "Record a grant that was signed elsewhere", class: domain.TokenApprovals, reads: grantEnvelope, readsType: "application/json"},
		func(in *grantParams, c *Command) { c.Body, c.Args = in.RawBody, append(c.Args, stdin) }, nil)
	command(a, commanding{path: "/v1/reports", verb: "report file", kind: "report_filed", summary: "File a report", class: domain.TokenReports, reads: "report", readsType: "application/json"},
		func(in *fileParams, c *Command) { c.Body, c.Args = in.RawBody, []string{stdin} }, nil)
	command(a, commanding{path: "/v1/reports/{report}/versions", verb: "report amend", kind: "report_filed", summary: "File the next version of a report", class: domain.TokenReports, reads: "report", readsType: "application/json"},
		func(in *amendParams, c *Command) { c.Body, c.Args = in.RawBody, append(c.Args, stdin) }, nil)
}
