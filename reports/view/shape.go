package view

import (
	"maps"
	"slices"
)

// The audiences that claw knows.
const (
	DeltaBrief    = "delta_brief"    // what changed and what holds work, in a few lines
	OpsAudit      = "ops_audit"      // everything, for who operates the agents
	HumanReadable = "human_readable" // the stand-up
	RoadmapSync   = "roadmap_sync"   // gaps, claims and closure, for who keeps a roadmap
	Clawhip       = "clawhip"        // an object of the notifier clawhip for each lane
)

// Format is how the bytes of a view are written.
type Format string

// The formats.
const (
	JSON     Format = "json"
	Markdown Format = "markdown"
	Terminal Format = "terminal"
	HTML     Format = "html"
)

// Enum lists the values.
func (Format) Enum() []string {
	return []string{string(JSON), string(Markdown), string(Terminal), string(HTML)}
}

// Verbosity says how much of each item is wanted.
type Verbosity string

// The verbosities.
const (
	Brief  Verbosity = "brief"
	Normal Verbosity = "normal"
	Full   Verbosity = "full"
)

// Enum lists the values.
func (Verbosity) Enum() []string { return []string{string(Brief), string(Normal), string(Full)} }

// core are the members of a document that every view has.
var core = []string{"schema_version", "scope", "window", "freshness", "totals"}

// Families are the sections of a report that a consumer may or may not understand.
func Families() []string {
	return []string{"active_sessions", "approvals", "blocker", "claims", "closure", "concrete_delta", "errors", "exact_pinpoint", "lanes",
		"negative_evidence", "next_actions", "ships", "usage"}
}

// shape is what an audience is interested in.
type shape struct {
	sections  []string
	verbosity Verbosity
}

// shapes are those of the audiences that claw knows.
var shapes = map[string]shape{
	DeltaBrief:    {[]string{"active_sessions", "exact_pinpoint", "concrete_delta", "blocker", "claims", "closure", "negative_evidence", "next_actions"}, Brief},
	OpsAudit:      {Families(), Full},
	HumanReadable: {Families(), Normal},
	RoadmapSync:   {[]string{"exact_pinpoint", "claims", "closure", "concrete_delta", "negative_evidence", "next_actions", "ships"}, Brief},
	Clawhip:       {[]string{"lanes", "blocker", "closure", "negative_evidence"}, Normal},
}

// Audiences lists the audiences that claw knows, sorted.
func Audiences() []string { return slices.Sorted(maps.Keys(shapes)) }

// briefly are the members of items that a brief view has, by section; of the others it has all.
var briefly = map[string][]string{
	"lanes": {"state", "outcome", "failure_class", "disposition", "group", "urgency", "blocker", "next", "title", "agent", "repo", "branch", "owner", "errors",
		"observed_at", "carried_from"},
	"ships":           {"repo", "ref", "new", "merge_method", "commit_count", "rider_count", "unknown_role_count", "pr_number", "observed_at", "evidence"},
	"approvals":       {"status", "class", "action", "waits", "lanes", "requested_at", "evidence"},
	"active_sessions": {"state", "agent", "lane", "title", "observed_at", "evidence"},
}

// atLength are members of items that only a full view has, by section.
var atLength = map[string][]string{
	"lanes": {"accepted", "attempt", "basis", "contested", "ended", "expectations", "outcome_fingerprint", "outcome_rule", "profile", "standing", "ttl_seconds", "workflow"},
}
