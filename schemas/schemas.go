// Package schemas holds the published JSON Schemas (draft 2020-12) of the
// envelope and of each kind's payload.
//
// They are for readers, and so they are open: a member that a schema does not
// name is allowed, because later versions add some. What a log takes at append is
// closed; a test of eventlog holds both equal but for that.
//
// The files are generated from the payload structs of domain by this package's
// test; nothing here is written by hand, and the package imports nothing of claw.
package schemas

import (
	"embed"
	"io/fs"
	"strconv"
)

//go:generate go test -run TestPublishedSchemasAreWhatTheTypesSay . -update

// base is where the schemas say they are; it begins each $id.
const base = "https://github.com/clawable/claw/schemas/"

//go:embed envelope.v1.json events/*.json
var files embed.FS

// Files returns all schemas: envelope.v1.json and events/<kind>.v<version>.json.
func Files() fs.FS { return files }

// Envelope returns the schema of an exported line.
func Envelope() []byte {
	text, _ := files.ReadFile("envelope.v1.json") // it is embedded
	return text
}

// Event returns the schema of the payload of kind in a version, counted from 1.
// ok is false when none is published.
func Event(kind string, version int) (text []byte, ok bool) {
	text, err := files.ReadFile(EventFile(kind, version))
	return text, err == nil
}

// EventFile is the name in [Files] of the schema of a kind's payload.
func EventFile(kind string, version int) string {
	return "events/" + kind + ".v" + strconv.Itoa(version) + ".json"
}

// ID returns the $id of the schema in file.
func ID(file string) string { return base + file }
