package mcp

import (
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

type fileParams struct {
	Path  string `json:"path" jsonschema:"the path of a file, or the end of it"`
	Since string `json:"since,omitempty" jsonschema:"only what was requested at or after: a time in RFC 3339, a day, or an age such as 7d"`
	pageParams
}

type commandParams struct {
	Command string `json:"command" jsonschema:"a part of the command from the beginning of a word, such as go test ./api"`
	Since   string `json:"since,omitempty" jsonschema:"only errors at or after: a time in RFC 3339, a day, or an age such as 7d"`
	Repo    string `json:"repo,omitempty" jsonschema:"only in this repository"`
	pageParams
}

type searchParams struct {
	Text  string `json:"text" jsonschema:"words that must all occur; quotes hold exact words, pre* a beginning, -word excludes"`
	Since string `json:"since,omitempty" jsonschema:"only what was said at or after: a time in RFC 3339, a day, or an age such as 7d"`
	Repo  string `json:"repo,omitempty" jsonschema:"only in this repository"`
	Lane  string `json:"lane,omitempty" jsonschema:"only in this lane"`
	Kind  string `json:"kind,omitempty" jsonschema:"only events of this kind, such as tool.requested"`
	pageParams
}

type policyParams struct {
	Command string   `json:"command,omitempty" jsonschema:"the text for a shell"`
	Tool    string   `json:"tool,omitempty" jsonschema:"the tool that would be used, where it is no shell, such as Write"`
	Paths   []string `json:"paths,omitempty" jsonschema:"files that the tool would touch"`
}

func findTools(s *sdk.Server, r Reader) {
	add(s, r, tool{name: "file_history", list: paged,
		says: "List what was done to a file and by whom: each tool call that named or wrote it, its session, who requested it, and the events that say so. The oldest come first.",
		rest: "call file_history again with cursor set to next_cursor of this answer, or with since"},
		func(p fileParams, _ *sdk.CallToolRequest) []string {
			return words([]string{"audit", "who"}, needed("file", p.Path), flag("since", p.Since), p.flags())
		})
	add(s, r, tool{name: "command_errors", list: paged,
		says: "List errors that a command gave before, in any lane: the command, its exit code, the first line of the error and the events. Ask before you repeat a command that failed.",
		rest: "call command_errors again with cursor set to next_cursor of this answer, or with a longer command"},
		func(p commandParams, _ *sdk.CallToolRequest) []string {
			return words([]string{"errors"}, needed("command", p.Command), flag("since", p.Since), flag("repo", p.Repo), p.flags())
		})
	add(s, r, tool{name: "search", list: paged,
		says: "Find words in prompts, answers, tool calls and their results of all agents; each hit names its event, who said it, and the outcome of its lane.",
		rest: "call search again with cursor set to next_cursor of this answer, or with more words"},
		func(p searchParams, _ *sdk.CallToolRequest) []string {
			return words([]string{"search"}, flag("since", p.Since), flag("repo", p.Repo), flag("lane", p.Lane), flag("kind", p.Kind), p.flags(), after(p.Text))
		})
	add(s, r, tool{name: "policy_check",
		says: "Say whether the policy lets an agent do something here, before it is tried: a command, or a tool with the files that it would touch. Nothing is run.",
		rest: "a person reads all of it by the verb policy explain"},
		func(p policyParams, _ *sdk.CallToolRequest) []string {
			line := words([]string{"policy", "check"}, flag("command", p.Command), flag("tool", p.Tool))
			for _, path := range p.Paths {
				line = append(line, flag("path", path)...)
			}
			return line
		})
}
