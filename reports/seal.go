package reports

import (
	"crypto/sha256"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/jcs"
)

// Sealed is a document in the form that is hashed, stored and compared.
type Sealed struct {
	Text []byte        // RFC 8785
	Hash domain.Digest // SHA-256 of Text
}

// Seal returns the canonical form of a document and its content hash.
//
// Errors: kind parse for a text that is not UTF-8, and for a number that RFC 8785 does not keep.
func Seal(d *Document) (Sealed, error) {
	text, err := json.Marshal(d, json.Deterministic(true))
	if err != nil {
		return Sealed{}, notCanonical(err)
	}
	return SealText(text)
}

// SealText is [Seal] for a document that is text, whatever its schema version.
func SealText(text []byte) (Sealed, error) {
	text, err := jcs.Canonical(text)
	if err != nil {
		return Sealed{}, notCanonical(err)
	}
	return Sealed{Text: text, Hash: sha256.Sum256(text)}, nil
}

func notCanonical(err error) error {
	return (&domain.Error{Kind: domain.ErrParse, Operation: "read report", Target: "document", Message: "is not one JSON document with a canonical form",
		Hint: "one object in UTF-8, no member twice, numbers that RFC 8785 keeps"}).Because(err)
}

// outside are names of what distinguishes two filings of the same content. A document does not
// contain them: they are in the wrapper.
var outside = []string{"report_id", "report", "content_hash", "generated_at", "producer", "cycle", "cycle_id", "nudge", "nudge_id", "as_of_position", "log", "log_id"}

// Parse reads a document and checks it.
//
// Errors: kind unavailable for a schema version that this program does not know; kind parse for a
// text that is not such a document; those of [Check].
func Parse(text []byte) (*Document, error) {
	if err := checkVersion(text); err != nil {
		return nil, err
	}
	var d Document
	if e := decode("read report", "document", text, &d, json.RejectUnknownMembers(true)); e != nil {
		if member, _ := e.Detail["member"].(string); slices.Contains(outside, strings.TrimPrefix(member, "/")) {
			e.Target, e.Message, e.Hint = member[1:], "is no part of the content", "it stands beside the document, which is hashed without it"
		}
		return nil, e
	}
	return &d, Check(&d)
}

// checkVersion refuses what a later program wrote, and what names no version.
func checkVersion(text []byte) error {
	var head struct {
		Version string         `json:"schema_version"`
		Rest    jsontext.Value `json:",unknown"`
	}
	if err := Decode("read report", "document", text, &head); err != nil {
		return err
	}
	major, minor, ok := versionOf(head.Version)
	ourMajor, ourMinor, _ := versionOf(SchemaVersion)
	switch {
	case !ok:
		return &domain.Error{Kind: domain.ErrParse, Operation: "read report", Target: "schema_version", Message: "names no schema version",
			Detail: map[string]any{"schema_version": head.Version},
			Hint:   "schema_version is major.minor, such as " + SchemaVersion}
	case major > ourMajor, major == ourMajor && minor > ourMinor:
		return &domain.Error{Kind: domain.ErrUnavailable, Operation: "read report", Target: "schema " + head.Version,
			Message: "was written by a newer version of claw", Detail: map[string]any{"schema_version": head.Version, "known": SchemaVersion},
			Hint: "update claw; the content hash can be verified all the same"}
	}
	return nil
}

// versionOf reads major.minor.
func versionOf(s string) (major, minor int, ok bool) {
	a, b, _ := strings.Cut(s, ".")
	major, e1 := strconv.Atoi(a)
	minor, e2 := strconv.Atoi(b)
	return major, minor, e1 == nil && e2 == nil && major > 0 && s == strconv.Itoa(major)+"."+strconv.Itoa(minor)
}
