package view

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/jcs"
	"github.com/clawable/claw/reports"
	"github.com/clawable/claw/reports/redact"
)

// The lines at the end of a view that is prose. The digest is that of all bytes before its line.
const (
	sealLine   = "claw-view\n"
	inputsLine = "inputs "
	reportLine = "report "
	digestLine = "digest "
)

// sealed adds to prose what it was rendered from, and its digest.
func sealed(text []byte, in *Inputs, report, begin, end string) ([]byte, error) {
	inputs, err := canonical(in)
	if err != nil {
		return nil, err
	}
	text = append(text, begin+sealLine+inputsLine...)
	text = append(append(text, inputs...), "\n"+reportLine+report+"\n"...)
	sum := sha256.Sum256(text)
	return append(text, digestLine+hex.EncodeToString(sum[:])+"\n"+end...), nil
}

// Read reads the inputs of a view in any format, and verifies its digest: the view is as it was
// rendered, unless the digest was recomputed after a change; only rendering it again proves that.
//
// Errors: kind parse for what is no view; kind corrupt for one that was changed; kind unavailable for
// one of a newer rendering or schema, with what could be read of it.
func Read(text []byte) (*View, error) {
	v, err := readJSON(text)
	if v == nil && err == nil {
		v, err = readProse(text)
	}
	if err != nil {
		return nil, err
	}
	v.ID = v.Inputs.ID()
	schema := reports.SchemaVersion
	if v.Inputs.IsRelease() {
		schema = releaseSchema
	}
	for _, one := range []struct{ what, has, known string }{{"rendering", v.Inputs.Rendering, Rendering}, {"schema", v.Inputs.Schema, schema}} {
		if one.has != one.known {
			return v, &domain.Error{Kind: domain.ErrUnavailable, Operation: "verify view", Target: one.what + " " + one.has, Message: "is not known to this version of claw",
				Detail: map[string]any{"known": one.known}, Hint: "update claw; the digest of the view was verified"}
		}
	}
	return v, nil
}

// IsView reports whether a text says that it is a view.
func IsView(text []byte) bool {
	var d struct {
		View *jsonHeader `json:"view"`
	}
	return bytes.Contains(text, []byte(sealLine)) || json.Unmarshal(text, &d) == nil && d.View != nil
}

// jsonHeader is what distinguishes a view from another document.
type jsonHeader struct {
	Digest *domain.Digest `json:"digest"`
}

// readJSON reads a view of format json, nil for another text.
func readJSON(text []byte) (*View, error) {
	var d struct {
		View *Header `json:"view"`
	}
	text, err := jcs.Canonical(text)
	if err != nil || json.Unmarshal(text, &d) != nil || d.View == nil {
		return nil, nil
	}
	if got := domain.Digest(sha256.Sum256(withoutDigest(text))); got != d.View.Digest || d.View.Inputs.Rendering == Rendering && d.View.ID != d.View.Inputs.ID() {
		return nil, edited(d.View.Digest.String(), got.String())
	}
	return &View{Report: d.View.Report, Inputs: d.View.Inputs, Bytes: append(text, '\n')}, nil
}

// withoutDigest takes the digest out of a view.
func withoutDigest(text []byte) []byte {
	all := jcs.Members(text)
	for i := range all {
		if all[i].Name == "view" {
			header := slices.DeleteFunc(jcs.Members(all[i].Value), func(m jcs.Member) bool { return m.Name == "digest" })
			all[i].Value = redact.AppendObject(nil, header)
		}
	}
	return redact.AppendObject(nil, all)
}

func edited(want, got string) error {
	return &domain.Error{Kind: domain.ErrCorrupt, Operation: "verify view", Target: "view", Message: "was changed after it was rendered: it does not have its digest",
		Detail: map[string]any{"digest": want, "computed": got}, Hint: "do not act on it; render it again from the report"}
}

// readProse reads a view of another format.
func readProse(text []byte) (*View, error) {
	at := bytes.LastIndex(text, []byte(sealLine))
	if at < 0 {
		return nil, notView(nil)
	}
	tail := string(text[at+len(sealLine):])
	inputs, rest, _ := strings.Cut(tail, "\n")
	report, rest, _ := strings.Cut(rest, "\n")
	digest, end, _ := strings.Cut(rest, "\n")
	v := &View{Report: strings.TrimPrefix(report, reportLine), Bytes: text}
	if err := json.Unmarshal([]byte(strings.TrimPrefix(inputs, inputsLine)), &v.Inputs); err != nil {
		return nil, notView(err)
	}
	sum := sha256.Sum256(text[:len(text)-len(rest)])
	if got := digestLine + hex.EncodeToString(sum[:]); got != digest || end != "" && end != "-->\n" {
		return nil, edited(strings.TrimPrefix(digest, digestLine), hex.EncodeToString(sum[:]))
	}
	return v, nil
}

func notView(err error) error {
	return (&domain.Error{Kind: domain.ErrParse, Operation: "verify view", Target: "view", Message: "is no view", Hint: "the bytes of a view as they were rendered, whole"}).Because(err)
}
