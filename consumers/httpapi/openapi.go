package httpapi

import (
	"encoding/json"
	"io/fs"
	"path"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clawable/claw/schemas"
)

// componentPrefix begins references to schemas of the OpenAPI document.
const componentPrefix = "#/components/schemas/"

// documentSchema refers to the schema of a document.
func documentSchema(kind string) *huma.Schema { return &huma.Schema{Ref: componentPrefix + kind} }

// published are the schemas of documents as components: each under its kind, and what several share
// under the name of its type. Those of events are not among them: claw carries them.
func published() (map[string]*huma.Schema, error) {
	all := map[string]*huma.Schema{grantEnvelope: grantEnvelopeSchema()}
	files, err := fs.Glob(schemas.Files(), "documents/*.json")
	for _, file := range append(files, envelopeFile) {
		if err != nil {
			return nil, err
		}
		var text []byte
		if text, err = fs.ReadFile(schemas.Files(), file); err == nil {
			name, _, _ := strings.Cut(path.Base(file), ".v")
			err = addSchema(all, name, text)
		}
	}
	return all, err
}

// grantEnvelope names the schema of a signed grant: a DSSE envelope.
const grantEnvelope = "grant_envelope"

func grantEnvelopeSchema() *huma.Schema {
	text := &huma.Schema{Type: huma.TypeString}
	signature := &huma.Schema{Type: huma.TypeObject, Properties: map[string]*huma.Schema{"keyid": text, "sig": text}, Required: []string{"keyid", "sig"}}
	return &huma.Schema{Type: huma.TypeObject, Description: "A grant that was signed elsewhere: a DSSE envelope.", Required: []string{"payloadType", "payload", "signatures"},
		Properties: map[string]*huma.Schema{"payloadType": text, "payload": text, "signatures": {Type: huma.TypeArray, Items: signature}}}
}

// envelopeFile is the schema of an event.
const envelopeFile = "envelope.v1.json"

func addSchema(all map[string]*huma.Schema, name string, text []byte) error {
	var schema map[string]any
	if err := json.Unmarshal([]byte(strings.ReplaceAll(string(text), `"#/$defs/`, `"`+componentPrefix)), &schema); err != nil {
		return err
	}
	spelled(schema)
	shared, _ := schema["$defs"].(map[string]any)
	for of, def := range shared {
		all[of] = &huma.Schema{Extensions: def.(map[string]any)}
	}
	for _, own := range []string{"$defs", "$id", "$schema"} {
		delete(schema, own)
	}
	all[name] = &huma.Schema{Extensions: schema}
	return nil
}

// spelled writes the schema of anything as {} where it is the name of a member: generators of clients do not
// read true there.
func spelled(part any) {
	switch x := part.(type) {
	case map[string]any:
		members, _ := x["properties"].(map[string]any)
		for name, of := range members {
			if of == true {
				members[name] = map[string]any{}
			}
		}
		for _, of := range x {
			spelled(of)
		}
	case []any:
		for _, of := range x {
			spelled(of)
		}
	}
}
