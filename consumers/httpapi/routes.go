package httpapi

import (
	"context"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// routes registers every route. The name of a route in a path is the plural of its subject.
func (a *API) routes() {
	document[lanesParams](a, "/v1/board", "board", "board", "What each lane did, how it ended, and what to do next")
	document[lanesParams](a, "/v1/lanes", "lanes", "lanes", "Lanes, the newest first")
	document[laneShowParams](a, "/v1/lanes/{lane}", "lane show", "lane", "What a lane did: outcome, standing, sessions, turns, tools")
	document[laneParams](a, "/v1/lanes/{lane}/outcome", "lane outcome", "lane_outcome", "The outcome of a lane, with its standing")
	document[laneExplainParams](a, "/v1/lanes/{lane}/explanation", "lane explain", "lane_explain", "Each derived value of a lane: the rule and the events behind it")
	document[sessionsParams](a, "/v1/sessions", "sessions", "sessions", "Sessions, the newest first")
	document[sessionTimelineParams](a, "/v1/sessions/timeline", "timeline", "timeline", "What happened in a session, in order and in words")
	document[sessionExplainParams](a, "/v1/sessions/explanation", "lane explain", "lane_explain", "Each derived value of a session: the rule and the events behind it")
	document[toolsParams](a, "/v1/tools", "tools", "tools", "Tool calls, the oldest first")
	document[errorsParams](a, "/v1/errors", "errors", "errors", "What failed, by kind")
	document[usageParams](a, "/v1/usage", "usage", "usage", "The tokens of responses, summed")
	document[searchParams](a, "/v1/search", "search", "search", "Words in prompts, answers, tool calls and their results")
	document[approvalsParams](a, "/v1/approvals", "approval list", "approvals", "Requests for approvals, the newest first")
	document[approvalParams](a, "/v1/approvals/{approval}", "approval show", "approval", "One request: what was requested, granted and used, and by whom")
	document[shipsParams](a, "/v1/ships", "ship list", "ships", "Ships, the newest first")
	document[shipParams](a, "/v1/ships/{ship}", "ship show", "ship", "One ship, or the one that brought a commit")
	document[actsParams](a, "/v1/audit/acts", "audit who", "audit", "Who did something, by command, file, session, actor or time")
	document[sessionActsParams](a, "/v1/audit/session", "audit session", "audit", "What a session did, was refused and requested")
	document[laneParams](a, "/v1/audit/lanes/{lane}", "audit lane", "audit_lane", "Who said what of a lane, and with what trust")
	document[approvalParams](a, "/v1/audit/approvals/{approval}", "audit approval", "audit", "One request with everything that followed from it")
	document[shipParams](a, "/v1/audit/ships/{ship}", "audit ship", "audit_ship", "One ship for a reviewer: lanes, approvals, evidence, and what speaks against it")
	document[shippedParams](a, "/v1/audit/shipped", "audit what", "audit_what", "The ships that brought a commit, a ref or a file to where it is")
	document[gapsParams](a, "/v1/audit/gaps", "audit gaps", "audit_gaps", "Where ships and approvals of the log do not match")
	document[tokenActsParams](a, "/v1/audit/tokens", "audit tokens", "audit_tokens", "Who created and revoked tokens, and what their holders appended")
	document[reportsParams](a, "/v1/reports", "report list", "reports", "Filed reports, the newest first")
	document[reportParams](a, "/v1/reports/{report}", "report show", "report", "A filed report, and how its negative findings stand now")
	huma.Register(a.huma, operation("/v1/reports/{report}/view", "report view", "A filed report as an audience may see it, and what is withheld from it", "application/json", "report_view"), func(ctx context.Context, in *viewParams) (*answer, error) {
		if err := rendered(ctx, in); err != nil { // for a token: that of its audience
			return nil, a.failed(ctx, err)
		}
		return a.asked(ctx, questionOf("report view", in), in.held())
	})
	document[schemasParams](a, "/v1/schemas", "schema list", "schemas", "The JSON Schemas that this claw publishes")
	document[schemaParams](a, "/v1/schemas/{name}", "schema show", "schema", "The JSON Schema of a document, an event kind or the envelope")
	document[schemaParams](a, "/v1/schemas/{name}/fields", "schema fields", "schema_fields", "Each member of what a schema describes: its type, meaning and age")
	huma.Register(a.huma, operation("/v1/events", eventsVerb, "Events in log order, JSON Lines", "application/jsonl", "envelope"), a.events)
	huma.Register(a.huma, operation("/v1/receipts/{event}", "", "Where an event is in the log, and its leaf", "application/json", "receipt"), a.receipt)
}

// document registers a route that answers a verb with one document of a kind.
func document[P any, Params interface {
	*P
	held() string
}](a *API, path, verb, kind, summary string) {
	huma.Register(a.huma, operation(path, verb, summary, "application/json", kind), func(ctx context.Context, in *P) (*answer, error) {
		return a.asked(ctx, questionOf(verb, in), Params(in).held())
	})
}

// verbExtension names, in the OpenAPI document, the verb that a route answers; its parameters are that
// verb's arguments and flags.
const verbExtension = "x-claw-verb"

// operation is a route that reads; verb is "" where no verb prints the same.
func operation(path, verb, summary, contentType, schema string) huma.Operation {
	id := strings.NewReplacer("/v1/", "", "/", "-", "{", "", "}", "").Replace(path)
	return huma.Operation{Method: http.MethodGet, Path: path, OperationID: id, Summary: summary, Extensions: map[string]any{verbExtension: verb},
		Responses: map[string]*huma.Response{
			"200": {Description: "the document", Content: map[string]*huma.MediaType{contentType: {Schema: documentSchema(schema)}}},
			"304": {Description: "the caller holds it"},
			"default": {Description: "the error document; its status follows from its kind",
				Content: map[string]*huma.MediaType{"application/json": {Schema: documentSchema("error")}}},
		}}
}
