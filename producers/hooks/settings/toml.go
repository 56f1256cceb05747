package settings

import (
	"errors"
	"fmt"

	"github.com/pelletier/go-toml/v2"
)

// parseTOML reads a text in TOML as the node of a JSON text with the same values; their
// positions are not known.
func parseTOML(text []byte) (*node, error) {
	var values map[string]any
	if err := toml.Unmarshal(text, &values); err != nil {
		var at *toml.DecodeError
		if errors.As(err, &at) {
			row, column := at.Position()
			return nil, fmt.Errorf("line %d, column %d: %w", row, column, err)
		}
		return nil, err
	}
	n := nodeOf(values)
	return &n, nil
}

// nodeOf is the node of a value of TOML.
func nodeOf(value any) (n node) {
	switch v := value.(type) {
	case map[string]any:
		n.kind = '{'
		for name, of := range v {
			n.members = append(n.members, member{name: name, value: nodeOf(of)})
		}
	case []any:
		n.kind = '['
		for _, of := range v {
			n.elements = append(n.elements, nodeOf(of))
		}
	case string:
		n.kind, n.text = '"', v
	case bool:
		n.kind = 'f'
		if v {
			n.kind = 't'
		}
	default: // a number or a time
		n.kind = '0'
	}
	return n
}
