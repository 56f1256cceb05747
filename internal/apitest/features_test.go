package apitest_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/internal/apitest"
)

// before is a package of every sort of feature.
const before = `package p

type Kind string

const (
	KindA Kind = "a"
	Most = 3
	hidden = 4
)

var ErrGone error

func Parse(text []byte, each func(line int) error) (Event, error) { return Event{}, nil }

func Pick[T any](of []T) (one T) { return of[0] }

type Event struct {
	Kind Kind ` + "`json:\"kind\"`" + `
	Inner
	salt int
}

type Inner struct{ N int }

func (Inner) Sum() int { return 0 }
func (e *Event) Clear(deep bool) {}
func (e Event) hidden() {}

type Log interface {
	Append(e ...Event) error
	Read() []Event
}

type Payload interface {
	Kind() Kind
	sealed()
}

type Old = Event
`

func features(t *testing.T, source string) []string {
	t.Helper()
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "p.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	pkg, err := new(types.Config).Check("example.org/p", files, []*ast.File{file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return apitest.Features(pkg)
}

func TestEverySortOfFeatureIsListed(t *testing.T) {
	want := []string{
		`const KindA Kind = "a"`,
		"const Most untyped int = 3",
		"func Parse([]byte, func(int) error) (Event, error)",
		"func Pick[T any](of []T) (one T)",
		"method (*Event) Clear(bool)",
		"method (Event) Sum() int",
		"method (Inner) Sum() int",
		"type Event struct",
		"type Event struct, Kind Kind `json:\"kind\"`",
		"type Event struct, embedded Inner",
		"type Inner struct",
		"type Inner struct, N int",
		"type Kind string",
		"type Log interface { Append, Read }",
		"type Log interface, Append(...Event) error",
		"type Log interface, Read() []Event",
		"type Old = Event",
		"type Payload interface, Kind() Kind",
		"type Payload interface, unexported methods",
		"var ErrGone error",
	}
	if diff := cmp.Diff(want, features(t, before)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func TestWhatBreaksProgramsIsTold(t *testing.T) {
	for _, row := range []struct {
		says, from, to string
		gone           string // "" when nothing breaks
		added          bool
	}{
		{"another value of a constant", `"a"`, `"b"`, "p.KindA", true},
		{"a function with one more parameter", "each func", "n int, each func", "p.Parse", true},
		{"a name of a parameter", "text []byte", "line []byte", "", false},
		{"a name of a parameter of a parameter", "func(line int)", "func(number int)", "", false},
		{"a tag that is another", "json:\"kind\"", "json:\"sort\"", "p.Event", true},
		{"a field that is gone", "N int", "", "p.Inner", false},
		{"a field that is new", "salt int", "Salt int", "", true},
		{"a method that is gone", "func (e *Event) Clear(deep bool) {}", "", "p.Event", false},
		{"a method that only a pointer has now", "func (Inner) Sum", "func (*Inner) Sum", "p.Event", true},
		{"a method more of what others implement", "	Read() []Event", "	Read() []Event\n	Close()", "p.Log", true},
		{"a method more of what nobody else implements", "	sealed()", "	sealed()\n	Version() int", "", true},
		{"a variable that is gone", "var ErrGone error", "", "p.ErrGone", false},
		{"what is not exported", "hidden = 4", "hidden = 5", "", false},
	} {
		t.Run(row.says, func(t *testing.T) {
			was, is := features(t, before), features(t, strings.Replace(before, row.from, row.to, 1))
			gone := unexplained("p", nil, listing{0, was}, listing{0, is})
			switch {
			case (row.gone == "") != (len(gone) == 0):
				t.Errorf("gone: %q", gone)
			case row.gone != "" && subject("p", gone[0]) != row.gone:
				t.Errorf("%s is told about %s", gone[0], subject("p", gone[0]))
			}
			if added := without(is, was); row.added != (len(added) > 0) {
				t.Errorf("added: %q", added)
			}
			if complaints := differences("p", listing{0, was}, listing{0, is}); (len(complaints) > 0) != (row.gone != "" || row.added) {
				t.Errorf("told: %q", complaints)
			}
		})
	}
}

// TestAChangeIsExplainedOnce holds that an old line of the list excuses no new change.
func TestAChangeIsExplainedOnce(t *testing.T) {
	const doc = "# API\n\n## Changes\n\n- `p.Parse`: takes a reader.\n- `q.Parse`: gone.\n"
	was, is := listing{0, []string{"func Parse([]byte)"}}, listing{0, nil}
	lines := changes(doc, "p")
	if len(lines) != 1 {
		t.Fatalf("%q", lines)
	}
	if gone := unexplained("p", lines, was, is); gone != nil {
		t.Errorf("not explained: %q", gone)
	}
	was.changes = 1
	if gone := unexplained("p", lines, was, is); len(gone) != 1 {
		t.Error("an old line excuses a new change")
	}
	if told := differences("p", listing{0, nil}, listing{1, nil}); len(told) != 1 {
		t.Errorf("a line that came without a change: %q", told)
	}
}
