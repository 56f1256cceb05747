package view_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports/declare"
	"github.com/clawable/claw/reports/view"
)

// notes is a declaration of an audience.
const notes = `[[view]]
audience = "release_notes"
as = "roadmap_sync"
sections = ["ships", "lanes"]
max_bytes = 9000
[view.fields]
lanes = ["title", "outcome"]
`

// declared are the audiences of a declaration.
func declared(t testing.TB, text string) []view.Shape {
	t.Helper()
	all, err := declare.ParseShapes("views.toml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestADeclarationIsRead reads every key, and the defaults of those that are absent.
func TestADeclarationIsRead(t *testing.T) {
	want := []view.Shape{{Audience: "release_notes", As: "roadmap_sync", Sections: []string{"lanes", "ships"}, Verbosity: view.Normal, MaxBytes: 9000,
		Fields: map[string][]string{"lanes": {"outcome", "title"}}}, {Audience: "b", Sections: []string{"claims"}, Verbosity: view.Full}}
	got := declared(t, notes+"[[view]]\naudience = \"b\"\nverbosity = \"full\"\nsections = [\"claims\"]\n")
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(view.Shape{}, "Declared")); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if all := declared(t, ""); len(all) != 0 {
		t.Errorf("a file without tables declares %v", all)
	}
}

// TestEveryProblemOfADeclarationIsNamed reads declarations with more than one flaw each.
func TestEveryProblemOfADeclarationIsNamed(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"keys and values", "[[view]]\naudience = \"ops_audit\"\nmood = 1\nsections = [\"lanes\", \"weather\"]\nverbosity = 3\nmax_bytes = \"4\"\nas = \"a b\"\n", []string{
			"views.toml:2: audience is one that claw knows: ops_audit",
			"views.toml:3: mood is unknown",
			"views.toml:4: sections = weather must be of active_sessions, approvals, ",
			"views.toml:5: verbosity = 3 must be one of brief, normal, full",
			"views.toml:6: max_bytes must be a number of bytes, from 1",
			"views.toml:7: as must be at most 64 letters"}},
		{"two tables", "[[view]]\naudience = \"a\"\nsections = [\"lanes\"]\n[view.fields]\nlanes = [\"mood\"]\nclosure = [\"state\"]\nships = [\"repo\"]\n\n[[view]]\naudience = \"a\"\n", []string{
			"views.toml:5: fields.lanes = mood must be of ",
			"views.toml:6: fields.closure is no section with items",
			"views.toml:7: fields.ships is of a section that the view does not have",
			"views.toml:9: sections is missing",
			"views.toml:10: audience stands twice: a"}},
		{"no tables", "view = 3\nother = 1\n", []string{"views.toml:1: view must be tables", "views.toml:2: other is unknown"}},
		{"an empty table", "[[view]]\n", []string{"views.toml:1: audience is missing", "views.toml:1: sections is missing"}},
		{"no TOML", "[[view]]\naudience = \n", []string{"views.toml:2: "}},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := declare.ParseShapes("views.toml", []byte(c.text))
			var typed *domain.Error
			if !errors.As(err, &typed) || typed.Kind != domain.ErrParse {
				t.Fatalf("%v", err)
			}
			got := typed.Cause
			if diff := cmp.Diff(c.want, got, cmp.Comparer(func(a, b string) bool { return strings.HasPrefix(b, a) || strings.HasPrefix(a, b) })); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

// TestADeclaredViewHasWhatIsDeclared renders one in every format.
func TestADeclaredViewHasWhatIsDeclared(t *testing.T) {
	src := fixture(t)
	render := func(text string, c view.Capabilities) *view.View {
		v, err := view.NewRenderer(policy(t), key(t), declared(t, text)...).Render(src, c, asOf)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	for _, format := range view.Format("").Enum() {
		v := render(notes, view.Capabilities{Audience: "release_notes", Format: view.Format(format)})
		text := string(v.Bytes)
		if len(text) > 9000 || strings.Contains(text, "next: retry") || strings.Contains(text, `"opening":`) {
			t.Errorf("%s: %d bytes: %s", format, len(text), text)
		}
		if again, err := view.Read(v.Bytes); err != nil || again.ID != v.ID || again.Inputs.Capabilities.Declaration.IsZero() {
			t.Errorf("%s reads as %+v, %v", format, again, err)
		}
	}
	json := view.Capabilities{Audience: "release_notes", Format: view.JSON}
	one := render(notes, json)
	for _, want := range []string{`"usage":{"$downgraded":{"because":"audience"}}`, `{"because":"audience","field":"/lanes/items/*/next"}`, `"title":`} {
		if !bytes.Contains(one.Bytes, []byte(want)) {
			t.Errorf("the view does not have %s: %s", want, one.Bytes)
		}
	}
	if same := render(strings.Replace(notes, `["ships", "lanes"]`, `["lanes", "ships"] # sorted`, 1), json); same.ID != one.ID {
		t.Error("the order of sections and a comment are in the id")
	}
	if other := render(strings.Replace(notes, `"title", `, ``, 1), json); other.ID == one.ID {
		t.Error("another declaration under the same name has the same id")
	}
	if one.Inputs.Capabilities.Declaration.IsZero() {
		t.Error("the inputs do not name the declaration")
	}
}

// TestADeclaredAudienceSeesWhatThePolicyLetsItSee renders one that the policy does not name: it sees
// what is public, and no more by calling itself anything.
func TestADeclaredAudienceSeesWhatThePolicyLetsItSee(t *testing.T) {
	p, src := planted()
	shapes := declared(t, "[[view]]\naudience = \"strangers\"\nverbosity = \"full\"\nsections = [\"lanes\", \"claims\", \"errors\", \"closure\"]\n")
	for _, format := range view.Format("").Enum() {
		v, err := view.NewRenderer(policy(t), key(t), shapes...).Render(&src, view.Capabilities{Audience: "strangers", Format: view.Format(format)}, asOf)
		if err != nil {
			t.Fatal(err)
		}
		no, _ := hidden(t, p, view.Capabilities{Audience: "strangers"})
		for _, plant := range no {
			if bytes.Contains(v.Bytes, []byte(plant)) {
				t.Errorf("%s shows %s", format, fieldOf(p, plant))
			}
		}
	}
	if len(p.plants) == 0 {
		t.Fatal("nothing was planted")
	}
}
