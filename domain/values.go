package domain

import (
	"encoding/json"

	"github.com/clawable/claw/domain/jcs"
)

// Text is a text of a conversation: a JSON string, or, when its producer had to
// cut it, {"cut": {"bytes": n, "head": "…", "tail": "…"}}.
type Text struct {
	Whole string
	Cut   *Cut
}

// Cut is what is left of a text that was too long.
type Cut struct {
	Bytes int    `json:"bytes"` // of the whole text
	Head  string `json:"head"`
	Tail  string `json:"tail"`
}

// TextOf makes a text that is whole.
func TextOf(s string) Text { return Text{Whole: s} }

// IsZero reports whether the text is absent; the empty string counts as absent.
func (t Text) IsZero() bool { return t.Whole == "" && t.Cut == nil }

// Bytes is the size of the whole text.
func (t Text) Bytes() int {
	if t.Cut != nil {
		return t.Cut.Bytes
	}
	return len(t.Whole)
}

// Preview returns what is there of the text: all of it, or its head.
func (t Text) Preview() string {
	if t.Cut != nil {
		return t.Cut.Head
	}
	return t.Whole
}

type cutText struct {
	Cut *Cut `json:"cut"`
}

// MarshalJSON writes the string or the cut.
func (t Text) MarshalJSON() ([]byte, error) {
	if t.Cut == nil {
		return jcs.AppendString(nil, t.Whole), nil
	}
	return json.Marshal(cutText{t.Cut})
}

// UnmarshalJSON reads what MarshalJSON writes.
func (t *Text) UnmarshalJSON(b []byte) error {
	*t = Text{}
	if len(b) > 0 && b[0] == '{' {
		var c cutText
		err := json.Unmarshal(b, &c)
		t.Cut = c.Cut
		return err
	}
	var ok bool
	if t.Whole, ok = jcs.Unquote(b); ok {
		return nil
	}
	return json.Unmarshal(b, &t.Whole)
}

// JSON is a foreign JSON value, embedded as it is. Where RFC 8785 would change
// its meaning, the producer stores it as a JSON string and says raw.
type JSON []byte

// IsZero reports whether there is no value.
func (j JSON) IsZero() bool { return len(j) == 0 }

// MarshalJSON returns the value.
func (j JSON) MarshalJSON() ([]byte, error) {
	if len(j) == 0 {
		return []byte("null"), nil
	}
	return j, nil
}

// UnmarshalJSON keeps a copy of the value.
func (j *JSON) UnmarshalJSON(b []byte) error {
	*j = append((*j)[:0:0], b...)
	return nil
}

// FailureClass is the closed list of why work failed.
type FailureClass string

// The failure classes.
const (
	FailPromptDelivery    FailureClass = "prompt_delivery"
	FailTrustGate         FailureClass = "trust_gate"
	FailBranchDivergence  FailureClass = "branch_divergence"
	FailCompile           FailureClass = "compile"
	FailTest              FailureClass = "test"
	FailPluginStartup     FailureClass = "plugin_startup"
	FailMCPStartup        FailureClass = "mcp_startup"
	FailMCPHandshake      FailureClass = "mcp_handshake"
	FailGatewayRouting    FailureClass = "gateway_routing"
	FailToolRuntime       FailureClass = "tool_runtime"
	FailWorkspaceMismatch FailureClass = "workspace_mismatch"
	FailInfra             FailureClass = "infra"
	FailUnknown           FailureClass = "unknown"
)

// GreenLevel says how much was tested; each holds the ones before it.
type GreenLevel string

// The green levels, from the least.
const (
	GreenTargeted   GreenLevel = "targeted"
	GreenPackage    GreenLevel = "package"
	GreenWorkspace  GreenLevel = "workspace"
	GreenMergeReady GreenLevel = "merge_ready"
)

// Rank orders levels from 1; 0 for a level that is not known.
func (g GreenLevel) Rank() int {
	switch g {
	case GreenTargeted:
		return 1
	case GreenPackage:
		return 2
	case GreenWorkspace:
		return 3
	case GreenMergeReady:
		return 4
	}
	return 0
}
