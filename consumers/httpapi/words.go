package httpapi

import (
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/sessions"
	"github.com/clawable/claw/projections/store/query"
	"github.com/clawable/claw/projections/tools"
	"github.com/clawable/claw/reports/view"
)

// Parameters that take one word of a closed list.
type (
	laneState    string
	sessionState string
	toolStatus   string
	errorState   string
	errorOrigin  string
	usageBy      string
	mergeMethod  string
	basis        string
	audience     string
	ceiling      string
	verbosity    string
	viewFormat   string
	class        string
)

// Schema implements [huma.SchemaProvider].
func (laneState) Schema(huma.Registry) *huma.Schema {
	return oneOf(slices.Concat(lane.State("").Enum(), lane.Result("").Enum()))
}

// Schema implements [huma.SchemaProvider].
func (sessionState) Schema(huma.Registry) *huma.Schema { return oneOf(sessions.State("").Enum()) }

// Schema implements [huma.SchemaProvider].
func (toolStatus) Schema(huma.Registry) *huma.Schema { return oneOf(tools.Status("").Enum()) }

// Schema implements [huma.SchemaProvider].
func (errorState) Schema(huma.Registry) *huma.Schema {
	return oneOf(projections.ErrorState("").Enum())
}

// Schema implements [huma.SchemaProvider].
func (errorOrigin) Schema(huma.Registry) *huma.Schema {
	return oneOf(projections.ErrorOrigin("").Enum())
}

// Schema implements [huma.SchemaProvider].
func (usageBy) Schema(huma.Registry) *huma.Schema { return oneOf(query.UsageBy("").Enum()) }

// Schema implements [huma.SchemaProvider].
func (mergeMethod) Schema(huma.Registry) *huma.Schema { return oneOf(domain.MergeMethod("").Enum()) }

// Schema implements [huma.SchemaProvider].
func (basis) Schema(huma.Registry) *huma.Schema { return oneOf(domain.Basis("").Enum()) }

// Schema implements [huma.SchemaProvider].
func (audience) Schema(huma.Registry) *huma.Schema { return oneOf(view.Audiences()) }

// Schema implements [huma.SchemaProvider]: views show nothing that is secret.
func (ceiling) Schema(huma.Registry) *huma.Schema {
	return oneOf([]string{string(domain.SensitivityPublic), string(domain.SensitivityInternal), string(domain.SensitivityOperatorOnly)})
}

// Schema implements [huma.SchemaProvider].
func (verbosity) Schema(huma.Registry) *huma.Schema { return oneOf(view.Verbosity("").Enum()) }

// Schema implements [huma.SchemaProvider].
func (viewFormat) Schema(huma.Registry) *huma.Schema {
	return oneOf([]string{string(view.JSON), string(view.Markdown), string(view.Terminal), string(view.HTML)})
}

// Schema implements [huma.SchemaProvider].
func (class) Schema(huma.Registry) *huma.Schema { return oneOf(domain.ActionClass("").Enum()) }

// oneOf is the schema of one of some words.
func oneOf(words []string) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeString}
	for _, word := range words {
		s.Enum = append(s.Enum, word)
	}
	return s
}
