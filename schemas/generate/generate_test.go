package generate_test

import (
	"strings"
	"testing"

	"github.com/clawable/claw/schemas/generate"
	"github.com/clawable/claw/schemas/registry"
)

// lamp has a member that readers are to leave.
type lamp struct {
	Bright bool `json:"bright"` // it shines
	// It shines or not.
	//
	// Deprecated: use bright.
	Lit bool `json:"lit"`
}

func TestADeprecatedMemberIsMarkedWithWhatReplacesIt(t *testing.T) {
	r, err := generate.Reflector("../..", "schemas/generate")
	if err != nil {
		t.Fatal(err)
	}
	text, err := generate.Text("documents/lamp.v1.json", "lamp", r.Reflect(lamp{}))
	if err != nil {
		t.Fatal(err)
	}
	fields, err := registry.Fields([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range fields {
		if is := f.Path == "/lit"; f.Deprecated != is || strings.HasPrefix(f.Replacement, "use bright") != is {
			t.Errorf("%s: deprecated %v, replacement %q", f.Path, f.Deprecated, f.Replacement)
		}
	}
	if len(fields) != 3 {
		t.Errorf("%d fields: %s", len(fields), text)
	}
}
