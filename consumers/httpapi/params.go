package httpapi

// Parts of the parameters of several routes. They are exported because huma reads the fields of embedded
// structs only then.

// Conditional is the part of a request that nearly every route takes.
type Conditional struct {
	IfNoneMatch string `header:"If-None-Match" doc:"ETags of answers that the caller holds: answered with 304 where one still fits"`
}

// held are the validators of answers that the caller holds.
func (c *Conditional) held() string { return c.IfNoneMatch }

// AtTime is the time of reading.
type AtTime struct {
	AsOf string `query:"as_of" format:"date-time" doc:"compute ages and expiry as of this time (default now)"`
}

// Page is one page of a list.
type Page struct {
	Limit  int    `query:"limit" minimum:"1" maximum:"1000" doc:"rows of the page (default 100)"`
	Cursor string `query:"cursor" doc:"next_cursor of the page before"`
}

// FromTime bounds a list by time.
type FromTime struct {
	Since string `query:"since" doc:"last seen at or after: a time, a day, or an age such as 36h or 7d"`
}

// Rows selects rows by what they are about.
type Rows struct {
	FromTime
	Repo    string `query:"repo" doc:"only this repository"`
	Branch  string `query:"branch" doc:"only this branch"`
	Agent   string `query:"agent" doc:"only this agent, such as codex"`
	Session string `query:"session" doc:"only this session"`
	Lane    string `query:"lane" doc:"only this lane, its id or a beginning of it"`
}

type lanesParams struct {
	Conditional
	AtTime
	Rows
	State      laneState `query:"state" doc:"only lanes of this state or outcome"`
	Owner      string    `query:"owner" doc:"only lanes of this owner"`
	Workflow   string    `query:"workflow" doc:"only lanes of this workflow"`
	Actionable bool      `query:"actionable" doc:"only outcomes on which somebody is to act"`
	Page
}

type laneParams struct {
	Conditional
	AtTime
	Lane string `path:"lane" maxLength:"64" doc:"the id of a lane, or a beginning of it that is unique"`
}

type laneShowParams struct {
	Conditional
	AtTime
	Lane   string `path:"lane" maxLength:"64" doc:"the id of a lane, or a beginning of it that is unique"`
	Since  string `query:"since" doc:"of the timeline only what happened at or after: a time, a day, or an age such as 36h or 7d"`
	Errors bool   `query:"errors" doc:"of the timeline only what failed"`
	Full   bool   `query:"full" doc:"all words, all output, and the reasoning as far as it is recorded"`
	Limit  int    `query:"limit" minimum:"1" maximum:"1000" doc:"entries of the timeline, the last ones (default 40)"`
}

type laneExplainParams struct {
	Conditional
	AtTime
	Lane   string `path:"lane" maxLength:"64" doc:"the id of a lane, or a beginning of it that is unique"`
	Field  string `query:"field" arg:"" doc:"only this field"`
	Events int    `query:"events" minimum:"1" doc:"events of each field, the first ones (default: all)"`
}

type sessionExplainParams struct {
	Conditional
	AtTime
	Session string `query:"session" arg:"" required:"true" pattern:"^[^-/][^/]*/.+" doc:"the id of a session: an agent, a slash, its own id"`
	Field   string `query:"field" arg:"" doc:"only this field"`
	Events  int    `query:"events" minimum:"1" doc:"events of each field, the first ones (default: all)"`
}

type sessionTimelineParams struct {
	Conditional
	AtTime
	Session string `query:"session" arg:"" required:"true" pattern:"^[^-/][^/]*/.+" doc:"the id of a session: an agent, a slash, its own id"`
	Since   string `query:"since" doc:"only what happened at or after: a time, a day, or an age such as 36h or 7d"`
	Errors  bool   `query:"errors" doc:"only what failed"`
	Full    bool   `query:"full" doc:"all words, all output, and the reasoning as far as it is recorded"`
	Limit   int    `query:"limit" minimum:"1" maximum:"1000" doc:"entries, the last ones (default: all)"`
}

type sessionsParams struct {
	Conditional
	AtTime
	Rows
	State  sessionState `query:"state" doc:"only sessions of this state"`
	Commit string       `query:"commit" doc:"only those that this commit came from, its name or a beginning of it"`
	Page
}

type toolsParams struct {
	Conditional
	AtTime
	Rows
	State toolStatus `query:"state" doc:"only calls of this status"`
	Tool  string     `query:"tool" doc:"only this tool"`
	Page
}

type errorsParams struct {
	Conditional
	AtTime
	Rows
	State   errorState  `query:"state" doc:"only errors of this state"`
	Kind    string      `query:"kind" doc:"only errors of this kind"`
	Origin  errorOrigin `query:"origin" doc:"only errors of this origin"`
	Command string      `query:"command" doc:"only errors of calls whose command contains this text, from the beginning of a word"`
	Page
}

type usageParams struct {
	Conditional
	AtTime
	Rows
	State laneState `query:"state" doc:"only responses of lanes of this state or outcome"`
	By    usageBy   `query:"by" doc:"one sum for each of these (default model)"`
	UTC   bool      `query:"utc" doc:"days of UTC (default: of the server's time zone, which time_zone names)"`
	Page
}

type searchParams struct {
	Conditional
	AtTime
	Text string `query:"q" arg:"" required:"true" minLength:"1" maxLength:"1000" doc:"words that all occur; \"exact words\", pre*, -word"`
	Rows
	Kind string `query:"kind" doc:"only events of this kind, such as tool.requested"`
	Page
}

type approvalsParams struct {
	Conditional
	AtTime
	FromTime
	State string `query:"state" doc:"only requests of this status; goes with no cursor"`
	Page
}

type approvalParams struct {
	Conditional
	AtTime
	Approval string `path:"approval" maxLength:"64" doc:"the id of a request, or a beginning of it that is unique"`
}

type shipsParams struct {
	Conditional
	AtTime
	FromTime
	Repo   string      `query:"repo" doc:"only this repository"`
	Ref    string      `query:"ref" doc:"only to this ref, such as main"`
	Method mergeMethod `query:"method" doc:"only those that came by this method"`
	Basis  basis       `query:"basis" doc:"only those whose method is known in this way"`
	Page
}

type shipParams struct {
	Conditional
	AtTime
	Ship string `path:"ship" maxLength:"80" doc:"the id of a ship, or the name of a commit that one brought"`
}

type actsParams struct {
	Conditional
	AtTime
	Text string `query:"text" arg:"" pattern:"^[^-]" maxLength:"1000" doc:"a part of the command, or with * ? [ a pattern of the whole command"`
	File string `query:"file" doc:"only what names or wrote this file, its path or the end of it"`
	// Session and Actor bound who took part.
	Session string `query:"session" doc:"only in this session"`
	Actor   string `query:"actor" doc:"only what this actor took part in: agent:<session> or human:<name>"`
	Since   string `query:"since" doc:"requested at or after: a time, a day, or an age such as 36h or 7d"`
	Until   string `query:"until" doc:"requested before: a time, a day or an age"`
	Page
}

type sessionActsParams struct {
	Conditional
	AtTime
	Session string `query:"session" arg:"" required:"true" pattern:"^[^-]" maxLength:"500" doc:"the id of a session"`
	Page
}

type shippedParams struct {
	Conditional
	AtTime
	What  string `query:"of" arg:"" required:"true" pattern:"^[^-]" maxLength:"1000" doc:"the name of a commit, a ref, or the path of a file"`
	Since string `query:"since" doc:"made at or after: a time, a day, or an age such as 36h or 7d"`
	Until string `query:"until" doc:"made before: a time, a day or an age"`
	Limit int    `query:"limit" minimum:"1" maximum:"1000" doc:"ships of the answer (default 100)"`
}

type gapsParams struct {
	Conditional
	AtTime
}

type tokenActsParams struct {
	Conditional
	AtTime
	Token string `query:"token" arg:"" pattern:"^[^-]" maxLength:"64" doc:"only this token, by its name or its id"`
	Page
}

type reportsParams struct {
	Conditional
	Channel string `query:"channel" doc:"only reports of this channel"`
	Limit   int    `query:"limit" minimum:"1" maximum:"1000" doc:"reports of the answer (default 20)"`
}

type reportParams struct {
	Conditional
	AtTime
	Report  string `path:"report" maxLength:"200" doc:"the id of a report"`
	Version int    `query:"version" minimum:"1" doc:"this version of it, from 1 (default the last)"`
}

type viewParams struct {
	Conditional
	AtTime
	Report    string     `path:"report" pattern:"^(report-)?[0-9A-Z]{1,26}(@[0-9]{1,9})?$" doc:"the id of a report, or with @ and a number a version of it"`
	Audience  audience   `query:"audience" doc:"for whom it is (default human_readable; for a token, its audience)"`
	Ceiling   ceiling    `query:"max_sensitivity" doc:"show no more than this class (for a token, at most its own)"`
	Families  string     `query:"families" doc:"the sections that the consumer understands, with commas"`
	Schemas   string     `query:"schema_versions" doc:"the schema versions that the consumer understands, with commas"`
	Format    viewFormat `query:"format" doc:"the view as this text, in the member text (default: the member view)"`
	Verbosity verbosity  `query:"verbosity" doc:"how much of it (default: that of the audience)"`
	Channel   string     `query:"channel" doc:"count, and do not tell again, what did not change since the report that this channel acknowledged last"`
	Consumer  string     `query:"consumer" doc:"with channel: a reader of it that acknowledges for itself"`
	For       string     `query:"for" pattern:"^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$" doc:"the richest view that this consumer may have, by what it advertised in the log"`
	MaxBytes  int        `query:"max_bytes" minimum:"1" doc:"leave out the least urgent items until it has at most so many bytes"`
}

type schemaParams struct {
	Conditional
	Name string `path:"name" maxLength:"100" doc:"the kind of a document or an event; error, receipt or envelope"`
	OfRelease
}

type schemasParams struct {
	Conditional
	OfRelease
}

// OfRelease says whose schemas are meant.
type OfRelease struct {
	Release string `query:"release" maxLength:"40" doc:"the release that published them, or current: this claw"`
}

type eventsParams struct {
	After   string `query:"after" pattern:"^[0-9]{1,18}$" doc:"only events after this position"`
	Until   string `query:"until" doc:"only events up to this position, or observed up to a time as of since"`
	Stream  string `query:"stream" doc:"only events of this stream"`
	Kind    string `query:"kind" doc:"only events of this kind"`
	Session string `query:"session" doc:"only events of this session"`
	Source  string `query:"source" doc:"only events of this kind of source, such as test, or of this channel, such as import:codex"`
	Since   string `query:"since" doc:"only events observed at or after: a time, a day, or an age such as 36h or 7d"`
	Limit   int    `query:"limit" minimum:"1" maximum:"10000" doc:"events of the page (default 1000); a page ends earlier at 8 MiB"`
}

type receiptParams struct {
	Conditional
	Event string `path:"event" pattern:"^[0-7][0-9A-HJKMNP-TV-Z]{25}$" doc:"the id of an event"`
}
