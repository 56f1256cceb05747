package mcp

import (
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

type requestParams struct {
	Argv   []string `json:"argv" jsonschema:"the exact command, argument by argument; a grant is for this and nothing else"`
	Reason string   `json:"reason" jsonschema:"why, in a few words, for the person who decides"`
}

type approvalParams struct {
	Approval string `json:"approval" jsonschema:"the id of a request, or a beginning of it"`
}

func approvalTools(s *sdk.Server, r Reader) {
	add(s, r, tool{name: "approval_request", appends: true,
		says: "Request a person's approval of one exact command in this folder. Nothing runs and nothing is granted: the answer holds the id to ask approval_state about.",
		rest: "call approval_state with the id of this request"},
		func(p requestParams, call *sdk.CallToolRequest) []string {
			return words([]string{"approval", "request"}, flag("reason", p.Reason), flag("as", r.Requester(clientOf(call))), after(p.Argv...))
		})
	add(s, r, tool{name: "approval_state",
		says: "Say how a request for an approval stands: pending, granted, denied, used or expired, with who decided and the events that say so.",
		rest: "a person reads all of it by the verb approval show"},
		func(p approvalParams, _ *sdk.CallToolRequest) []string {
			return words([]string{"approval", "show"}, after(p.Approval))
		})
}
