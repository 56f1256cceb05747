package view

import (
	_ "embed"

	"github.com/go-json-experiment/json"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports/redact"
)

// Validated names the fixtures by which the views of a program were validated: each of them was rendered
// and compared byte by byte.
type Validated struct {
	FixtureSet string        `json:"fixture_set"`
	Version    domain.Digest `json:"version"` // SHA-256 over the names and the bytes of all fixtures
	Views      int           `json:"views"`   // how many there are
	Rendering  string        `json:"rendering"`
	Schema     string        `json:"schema_version"` // of the documents
	Policy     redact.Ref    `json:"policy"`         // that redacted them
}

//go:embed validated.json
var validatedText []byte

// ValidatedBy names the fixtures of this program. A test writes and holds them; a change of any view is
// another version.
//
// Errors: those of reading what was built into the program.
func ValidatedBy() (v Validated, err error) {
	err = json.Unmarshal(validatedText, &v, json.RejectUnknownMembers(true))
	return v, err
}
