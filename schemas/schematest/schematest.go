// Package schematest holds what claw prints to the schemas that it publishes, for tests.
package schematest

import (
	"bytes"
	"fmt"
	"io/fs"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/clawable/claw/schemas"
)

// Check validates one JSON value that claw printed against the schema of its kind: a
// document, an error, a receipt or an event. It is stricter than the schema, which is
// open: a member that the schema does not name is refused.
//
// Errors: it is no JSON, has no published schema, or does not fit it.
func Check(text []byte) error {
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return err
	}
	members, ok := value.(map[string]any)
	if !ok {
		return fmt.Errorf("%s is no object", text)
	}
	schema, err := compiled(fileOf(members))
	if err != nil {
		return err
	}
	return schema.Validate(value)
}

// fileOf is the file of the schema that a value is to fit.
func fileOf(members map[string]any) string {
	if _, isEvent := members["data_digest"]; isEvent {
		return "envelope.v1.json"
	}
	name, ok := members["kind"].(string)
	if !ok {
		name, _ = members["type"].(string)
	}
	return schemas.DocumentFile(name, 1)
}

var (
	mu  sync.Mutex
	all = map[string]*jsonschema.Schema{}
)

// compiled returns the schema of a file. It is safe for concurrent use.
func compiled(file string) (*jsonschema.Schema, error) {
	mu.Lock()
	defer mu.Unlock()
	if schema := all[file]; schema != nil {
		return schema, nil
	}
	text, err := fs.ReadFile(schemas.Files(), file)
	if err != nil {
		return nil, err
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	shut(value)
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource(schemas.ID(file), value); err != nil {
		return nil, err
	}
	all[file], err = c.Compile(schemas.ID(file))
	return all[file], err
}

// shut lets no object of a schema that names its members have others.
func shut(schema any) {
	switch s := schema.(type) {
	case map[string]any:
		if _, named := s["properties"]; named && s["type"] == "object" && s["additionalProperties"] == nil {
			s["additionalProperties"] = false
		}
		for _, member := range s {
			shut(member)
		}
	case []any:
		for _, element := range s {
			shut(element)
		}
	}
}
