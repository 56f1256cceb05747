package domain_test

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
)

var update = flag.Bool("update", false, "rewrite golden files")

func TestErrorsAreWrittenAsTheInterfaceSays(t *testing.T) {
	full := (&domain.Error{
		Kind: domain.ErrFilesystem, Operation: "write", Target: "out/x.md", Message: "the folder does not exist",
		Errno: "ENOENT", Detail: map[string]any{"path": "out", "tries": 2}, Hint: "create the folder: mkdir -p out",
		Retryable: true, Correlation: "run-1",
	}).Because(fs.ErrNotExist)
	got, err := json.MarshalIndent(map[string]*domain.Error{
		"every field":       full,
		"the fewest fields": {Kind: domain.ErrUnknown, Operation: "append", Message: "something broke"},
		"a usage error":     domain.Usage("parse lane id", "my lane", "a ULID has 26 characters"),
	}, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	const golden = "testdata/errors.json"
	if *update {
		if err := os.WriteFile(golden, append(got, '\n'), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)+"\n"); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if want := "write out/x.md: the folder does not exist"; full.Error() != want {
		t.Errorf("text %q, want %q", full.Error(), want)
	}
	if !errors.Is(full, fs.ErrNotExist) {
		t.Error("the error below is lost")
	}
}

func TestAnErrorHasTheKindOfTheFirstThatHasOne(t *testing.T) {
	typed := domain.Usage("parse", "x", "y")
	for name, row := range map[string]struct {
		err  error
		want domain.ErrorKind
	}{
		"none":              {nil, ""},
		"one of its own":    {typed, domain.ErrUsage},
		"wrapped":           {fmt.Errorf("run: %w", typed), domain.ErrUsage},
		"one above another": {(&domain.Error{Kind: domain.ErrPolicy}).Because(typed), domain.ErrPolicy},
		"of another sort":   {fs.ErrNotExist, ""},
	} {
		if got := domain.KindOf(row.err); got != row.want {
			t.Errorf("%s: %q, want %q", name, got, row.want)
		}
	}
}

// The kinds are an interface: they are added to, in place, and never changed.
func TestErrorKindsAreClosed(t *testing.T) {
	want := []string{"filesystem", "auth", "session", "parse", "runtime", "mcp", "delivery", "usage", "policy",
		"conflict", "corrupt", "not_found", "unavailable", "timeout", "unknown"}
	if diff := cmp.Diff(want, domain.ErrorKind("").Enum()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
