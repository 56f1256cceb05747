package release

import (
	"errors"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports"
)

// Seal returns the canonical form of a document and its content hash.
//
// Errors: kind parse for a text that is not UTF-8.
func Seal(d *Document) (reports.Sealed, error) {
	text, err := json.Marshal(d, json.Deterministic(true))
	if err != nil {
		return reports.Sealed{}, err
	}
	return reports.SealText(text)
}

// Parse reads a document.
//
// Errors: kind unavailable for a schema version that this program does not know; kind parse for a text
// that is no such document, or whose totals are not those of its commits.
func Parse(text []byte) (*Document, error) {
	var head struct {
		Schema string         `json:"schema_version"`
		Rest   jsontext.Value `json:",unknown"`
	}
	if err := reports.Decode("read release audit", "document", text, &head); err != nil {
		return nil, err
	}
	if head.Schema != SchemaVersion {
		return nil, &domain.Error{Kind: domain.ErrUnavailable, Operation: "read release audit", Target: "schema " + head.Schema,
			Message: "is not known to this version of claw", Detail: map[string]any{"known": SchemaVersion}, Hint: "update claw; the content hash can be verified all the same"}
	}
	var d Document
	if err := reports.Decode("read release audit", "document", text, &d, json.RejectUnknownMembers(true)); err != nil {
		return nil, err
	}
	return &d, nil
}

// Verify reads a document and checks it against a content hash.
//
// Errors: kind corrupt where the hash differs: the document was edited; those of [Parse].
func Verify(text []byte, hash domain.Digest) (*Document, reports.Sealed, error) {
	sealed, err := reports.SealText(text)
	if err != nil {
		return nil, sealed, err
	}
	if sealed.Hash != hash {
		return nil, sealed, Edited("the document does not have its content hash", hash.String(), sealed.Hash.String())
	}
	d, err := Parse(text)
	if err == nil {
		err = recount(d)
	}
	return d, sealed, err
}

// recount holds the totals of a document to its commits.
func recount(d *Document) error {
	counted := *d
	counted.Count()
	got, err := Seal(&counted)
	want, failed := Seal(d)
	if err := errors.Join(err, failed); err != nil {
		return err
	}
	if got.Hash != want.Hash {
		return Edited("its totals are not those of its commits", want.Hash.String(), got.Hash.String())
	}
	return nil
}

// Edited is the error of a document that is not what was made.
func Edited(why, want, got string) error {
	return &domain.Error{Kind: domain.ErrCorrupt, Operation: "verify release audit", Target: "document", Message: "was changed after it was made: " + why,
		Detail: map[string]any{"content_hash": want, "computed": got}, Hint: "do not rely on it; ask whoever made it for the audit of the range again"}
}
