package mcp

import (
	"strconv"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

type lanesParams struct {
	State      string `json:"state,omitempty" jsonschema:"only lanes whose state or outcome is this word, such as failed, working or finished_unverified"`
	Repo       string `json:"repo,omitempty" jsonschema:"only this repository"`
	Branch     string `json:"branch,omitempty" jsonschema:"only this branch"`
	Since      string `json:"since,omitempty" jsonschema:"last seen at or after: a time in RFC 3339, a day, or an age such as 36h or 7d"`
	Actionable bool   `json:"actionable,omitempty" jsonschema:"only outcomes on which somebody is to act"`
	pageParams
}

// pageParams select a page of a list.
type pageParams struct {
	Limit  int    `json:"limit,omitempty" jsonschema:"rows of the answer, 1 to 100; default 20"`
	Cursor string `json:"cursor,omitempty" jsonschema:"next_cursor of the answer before"`
}

const (
	defaultRows = 20
	mostRows    = 100
)

// flags are the flags of a page. A limit that is out of bounds is passed on as it is, so that the verb
// rejects what is below the bounds; above them the page is the largest.
func (p pageParams) flags() []string {
	rows := p.Limit
	if rows == 0 {
		rows = defaultRows
	}
	return append([]string{"--limit=" + strconv.Itoa(min(rows, mostRows))}, flag("cursor", p.Cursor)...)
}

// flag is a flag with a value, none for "". It is one word, which nothing can take for another flag.
func flag(name, value string) []string {
	if value == "" {
		return nil
	}
	return []string{"--" + name + "=" + value}
}

// needed is a flag that the verb refuses without a value.
func needed(name, value string) []string { return []string{"--" + name + "=" + value} }

// set is a flag without a value, none where it is not set.
func set(name string, on bool) []string {
	if !on {
		return nil
	}
	return []string{"--" + name}
}

// words are the parts of a command line in their order.
func words(verb []string, parts ...[]string) []string {
	line := append([]string{}, verb...)
	for _, p := range parts {
		line = append(line, p...)
	}
	return line
}

// after are arguments that follow all flags, none of which is a flag.
func after(args ...string) []string { return append([]string{"--"}, args...) }

type laneParams struct {
	Lane string `json:"lane" jsonschema:"the id of a lane, or a beginning of it"`
}

type timelineParams struct {
	Lane   string `json:"lane" jsonschema:"the id of a lane or of a session, or a beginning of it"`
	Since  string `json:"since,omitempty" jsonschema:"only what happened at or after: a time in RFC 3339, or an age such as 36h or 7d"`
	Errors bool   `json:"errors,omitempty" jsonschema:"only what failed"`
	Limit  int    `json:"limit,omitempty" jsonschema:"at most so many entries, the last ones, 1 to 100; default 40"`
}

const defaultEntries = 40

func lookTools(s *sdk.Server, r Reader) {
	add(s, r, tool{name: "lanes", list: paged,
		says: "List lanes, each one piece of work of an agent: outcome, what proves it, what holds it and what to do next. Those that need a person come first.",
		rest: "call lanes again with cursor set to next_cursor of this answer, or with narrower filters"},
		func(p lanesParams, _ *sdk.CallToolRequest) []string {
			return words([]string{"board"}, flag("state", p.State), flag("repo", p.Repo), flag("branch", p.Branch),
				flag("since", p.Since), set("actionable", p.Actionable), p.flags())
		})
	add(s, r, tool{name: "lane_outcome",
		says: "Say how a lane ended and why: the outcome, what its calls show, and under because the rule and the ids of the events that decided each value.",
		rest: "a person reads all of it by the verb lane explain"},
		func(p laneParams, _ *sdk.CallToolRequest) []string {
			return words([]string{"lane", "outcome"}, after(p.Lane))
		})
	add(s, r, tool{name: "lane_timeline", list: lastRows,
		says: "Tell what happened in a lane or session, in order: prompts, answers, commands with their exit, files written, tests, commits, approvals, errors.",
		rest: "call lane_timeline again with since, or with errors set; a person reads all of it by the verb timeline"},
		func(p timelineParams, _ *sdk.CallToolRequest) []string {
			entries := p.Limit
			if entries == 0 {
				entries = defaultEntries
			}
			return words([]string{"timeline"}, flag("since", p.Since), set("errors", p.Errors), flag("limit", strconv.Itoa(min(entries, mostRows))), after(p.Lane))
		})
}
