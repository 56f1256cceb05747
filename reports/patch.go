package reports

import (
	"bytes"
	"fmt"
	"strings"

	jsonpatch "github.com/evanphx/json-patch/v5"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/wI2L/jsondiff"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/jcs"
)

// Diff returns the JSON Patch (RFC 6902) that makes now of old. Both are objects in canonical form
// without empty member names; equal ones give [].
//
// Errors: kind parse for other documents.
func Diff(old, now []byte) (patch []byte, err error) {
	if err := patchable(old); err != nil {
		return nil, err
	}
	if err := patchable(now); err != nil {
		return nil, err
	}
	defer recovered(&err, "diff reports")
	a, b := differing(old, now)
	ops, err := jsondiff.CompareJSON(a, b)
	if err != nil {
		return nil, notPatched("diff reports", err.Error())
	}
	if ops == nil {
		ops = jsondiff.Patch{}
	}
	text, err := json.Marshal(ops)
	if err != nil {
		return nil, notPatched("diff reports", err.Error())
	}
	return jcs.Canonical(text)
}

// mostCopied bounds the bytes that the copy operations of a patch add: each could double a document.
const mostCopied = 8 << 20

// Apply applies a JSON Patch to a document in canonical form, and returns the result in that form.
//
// Errors: kind parse for a document that is no object or has an empty member name, for a patch that
// is none or tests something, and for one that does not fit.
func Apply(old, patch []byte) (now []byte, err error) {
	if err := patchable(old); err != nil {
		return nil, err
	}
	if err := applicable(patch); err != nil {
		return nil, err
	}
	defer recovered(&err, "apply patch")
	p, err := jsonpatch.DecodePatch(patch)
	if err == nil {
		opts := jsonpatch.NewApplyOptions()
		opts.SupportNegativeIndices, opts.EscapeHTML, opts.AccumulatedCopySizeLimit = false, false, mostCopied
		now, err = p.ApplyWithOptions(old, opts)
	}
	if err == nil {
		now, err = jcs.Canonical(now)
	}
	if err != nil {
		return nil, notPatched("apply patch", err.Error())
	}
	return now, patchable(now)
}

// differing returns two objects without the members that are equal in both. A patch between what is
// left is one between the whole: objects are addressed by name.
func differing(old, now []byte) (a, b []byte) {
	left := [2][]byte{[]byte("{"), []byte("{")}
	add := func(to int, name string, value []byte) {
		if len(left[to]) > 1 {
			left[to] = append(left[to], ',')
		}
		left[to] = append(append(jcs.AppendString(left[to], name), ':'), value...)
	}
	beside(jcs.Members(old), jcs.Members(now), func(name string, old, now []byte) {
		switch {
		case old == nil:
			add(1, name, now)
		case now == nil:
			add(0, name, old)
		case bytes.Equal(old, now):
		case old[0] == '{' && now[0] == '{':
			a, b := differing(old, now)
			add(0, name, a)
			add(1, name, b)
		default:
			add(0, name, old)
			add(1, name, now)
		}
	})
	return append(left[0], '}'), append(left[1], '}')
}

// patchable refuses documents on which the libraries do not agree.
func patchable(text []byte) error {
	if len(text) == 0 || text[0] != '{' {
		return notPatched("read document", "the root is no object")
	}
	dec := jsontext.NewDecoder(bytes.NewReader(text))
	for {
		tok, err := dec.ReadToken()
		switch {
		case err != nil:
			return notPatched("read document", err.Error())
		case dec.StackDepth() == 0 && int(dec.InputOffset()) < len(text):
			return notPatched("read document", "there is more than one document")
		case dec.StackDepth() == 0:
			return nil
		}
		if kind, n := dec.StackIndex(dec.StackDepth()); kind == '{' && n%2 == 1 && tok.Kind() == '"' && tok.String() == "" {
			return notPatched("read document", "a member has an empty name")
		}
	}
}

// applicable refuses what is no list of operations, operations that test, and paths to the root or
// through an empty name.
func applicable(patch []byte) error {
	var ops []struct {
		Op   string         `json:"op"`
		Path string         `json:"path"`
		From string         `json:"from"`
		Rest jsontext.Value `json:",unknown"`
	}
	if err := json.Unmarshal(patch, &ops); err != nil {
		return notPatched("read patch", err.Error())
	}
	for i, op := range ops {
		at := fmt.Sprintf("operation %d", i)
		switch {
		case op.Op == "test":
			return notPatched("read patch", at+" tests, and patches of reports do not")
		case op.Path == "", strings.Contains(op.Path+"/", "//"), strings.Contains(op.From+"/", "//"):
			return notPatched("read patch", at+" has a path to the root or through an empty name")
		}
	}
	return nil
}

func notPatched(operation, why string) error {
	return &domain.Error{Kind: domain.ErrParse, Operation: operation, Message: why, Hint: "documents are objects without empty member names, patches are RFC 6902 without test"}
}

// recovered turns a panic of a library into an error.
func recovered(err *error, operation string) {
	if r := recover(); r != nil {
		*err = notPatched(operation, fmt.Sprintf("panic: %v", r))
	}
}
