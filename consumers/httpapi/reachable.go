package httpapi

import (
	"maps"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// keepReachable removes the components that no route leads to.
func keepReachable(document *huma.OpenAPI) {
	all := document.Components.Schemas.Map()
	kept := map[string]bool{}
	for _, item := range document.Paths {
		for _, op := range []*huma.Operation{item.Get, item.Post} {
			if op != nil {
				reachOf(op, all, kept)
			}
		}
	}
	maps.DeleteFunc(all, func(name string, _ *huma.Schema) bool { return !kept[name] })
}

// reachOf marks the components that a route refers to.
func reachOf(op *huma.Operation, all map[string]*huma.Schema, kept map[string]bool) {
	of, _ := op.Extensions[framesExtension].(frames)
	for _, schema := range of {
		reach(all, kept, strings.TrimPrefix(schema.Ref, componentPrefix))
	}
	for _, response := range op.Responses {
		for _, media := range response.Content {
			reach(all, kept, strings.TrimPrefix(media.Schema.Ref, componentPrefix))
		}
	}
	if op.RequestBody != nil {
		for _, media := range op.RequestBody.Content {
			reach(all, kept, strings.TrimPrefix(media.Schema.Ref, componentPrefix))
		}
	}
}

// reach marks a component and those that it refers to.
func reach(all map[string]*huma.Schema, kept map[string]bool, name string) {
	if schema := all[name]; schema != nil && !kept[name] {
		kept[name] = true
		eachReference(schema.Extensions, func(to string) { reach(all, kept, to) })
	}
}

// eachReference calls f with the name of each component that a decoded schema refers to.
func eachReference(in any, f func(name string)) {
	switch v := in.(type) {
	case map[string]any:
		if ref, ok := v["$ref"].(string); ok {
			f(strings.TrimPrefix(ref, componentPrefix))
		}
		for _, member := range v {
			eachReference(member, f)
		}
	case []any:
		for _, element := range v {
			eachReference(element, f)
		}
	}
}
