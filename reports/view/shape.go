package view

import (
	"crypto/sha256"
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/internal/table"
)

// The built-in audiences.
const (
	DeltaBrief    = "delta_brief"    // what changed and what holds work, in a few lines
	OpsAudit      = "ops_audit"      // everything, for operators of the agents
	HumanReadable = "human_readable" // the stand-up report
	RoadmapSync   = "roadmap_sync"   // gaps, claims and closure, for the maintainer of a roadmap
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

// Shape is what an audience is interested in: of the audiences that claw knows, and of those that a
// consumer declares (package declare).
type Shape struct {
	Audience  string              `json:"audience"`
	Sections  []string            `json:"sections"` // of [Families]
	Verbosity Verbosity           `json:"verbosity"`
	Fields    map[string][]string `json:"fields,omitzero"`    // members of items by section; a section without has those of the verbosity
	MaxBytes  int                 `json:"max_bytes,omitzero"` // 0 is no limit
	As        string              `json:"as,omitzero"`        // the audience that the redaction policy takes it for; "" is Audience
	Declared  bool                `json:"-"`                  // by a consumer
}

// shapes are those of the built-in audiences.
var shapes = []Shape{
	{Audience: DeltaBrief, Verbosity: Brief,
		Sections: []string{"active_sessions", "exact_pinpoint", "concrete_delta", "blocker", "claims", "closure", "negative_evidence", "next_actions"}},
	{Audience: OpsAudit, Verbosity: Full, Sections: Families()},
	{Audience: HumanReadable, Verbosity: Normal, Sections: Families()},
	{Audience: RoadmapSync, Verbosity: Brief, Sections: []string{"exact_pinpoint", "claims", "closure", "concrete_delta", "negative_evidence", "next_actions", "ships"}},
	{Audience: Clawhip, Verbosity: Normal, Sections: []string{"lanes", "blocker", "closure", "negative_evidence"}},
}

// Audiences lists the built-in and the declared audiences, sorted.
func Audiences(declared ...Shape) (names []string) {
	for _, s := range slices.Concat(shapes, declared) {
		names = append(names, s.Audience)
	}
	slices.Sort(names)
	return names
}

// ShapeOf finds the shape of an audience among the built-in and the declared ones.
//
// Errors: kind usage for an audience that there is not.
func ShapeOf(audience string, declared ...Shape) (*Shape, error) {
	for _, s := range slices.Concat(shapes, declared) {
		if s.Audience == audience {
			return &s, nil
		}
	}
	return nil, usage("audience", audience, Audiences(declared...))
}

// Digest is the SHA-256 of a declaration in RFC 8785; the zero one for a built-in audience,
// whose shape does not change within a [Rendering].
func (s *Shape) Digest() domain.Digest {
	text, err := canonical(s)
	if !s.Declared || err != nil { // texts of TOML are UTF-8
		return domain.Digest{}
	}
	return sha256.Sum256(text)
}

// PolicyAudience is the audience that a redaction policy takes it for.
func (s *Shape) PolicyAudience() string { return firstText(s.As, s.Audience) }

// briefly are the members of items that a brief view has, by section; of the others it has all.
var briefly = table.Table[string, []string]{
	{"lanes", []string{"state", "outcome", "failure_class", "disposition", "group", "urgency", "blocker", "next", "title", "agent", "repo", "branch", "owner", "errors",
		"observed_at", "carried_from"}},
	{"ships", []string{"repo", "ref", "new", "merge_method", "commit_count", "rider_count", "unknown_role_count", "pr_number", "observed_at", "evidence"}},
	{"approvals", []string{"status", "class", "action", "waits", "lanes", "requested_at", "evidence"}},
	{"active_sessions", []string{"state", "agent", "lane", "title", "observed_at", "evidence", "carried_from"}},
}

// atLength are members of items that only a full view has, by section.
var atLength = table.Table[string, []string]{
	{"lanes", []string{"accepted", "attempt", "basis", "contested", "ended", "expectations", "outcome_fingerprint", "outcome_rule", "profile", "standing", "ttl_seconds", "workflow"}},
}
