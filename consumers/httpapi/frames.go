package httpapi

import (
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// frames are the schemas of the data of the frames of a stream, by the names of their events.
type frames map[string]*huma.Schema

// rowSchema is the schema of the rows in a member of a document.
func rowSchema(of huma.API, document, member string) *huma.Schema {
	all := of.OpenAPI().Components.Schemas.Map()
	properties, _ := all[document].Extensions["properties"].(map[string]any)
	list, _ := properties[member].(map[string]any)
	items, _ := list["items"].(map[string]any)
	ref, _ := items["$ref"].(string)
	return documentSchema(strings.TrimPrefix(ref, componentPrefix))
}

// removedSchema is the schema of a row that is listed no more.
func removedSchema() *huma.Schema {
	return &huma.Schema{Type: huma.TypeObject, Properties: map[string]*huma.Schema{"lane": {Type: huma.TypeString}}, Required: []string{"lane"}}
}
