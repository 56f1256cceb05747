package shipcmd_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// tied is a shop with a remote, and four commits that are to go: the first of pinpoint #122, three
// of others.
func tied(t *testing.T) (s *shop, commits []string) {
	s = newShop(clitest.New(t))
	s.Git("remote", "add", "origin", s.Path("shop.git"))
	s.Git("push", "--quiet", "origin", "main")
	s.Write()
	s.Git("commit", "--quiet", "--amend", "--message", "Mend it\n\nPinpoint: #122")
	for range 3 {
		s.Write()
		s.Git("commit", "--quiet", "--amend", "--no-edit", "--author", "B <b@example.org>")
	}
	return s, strings.Fields(s.Git("rev-list", "--reverse", "origin/main..main"))
}

// roles are those of the commits of a ship by a document.
func roles(t *testing.T, text string) (all []string) {
	var d struct {
		Commits []struct{ Role string }
	}
	if err := json.Unmarshal([]byte(text), &d); err != nil {
		t.Fatal(err)
	}
	for _, c := range d.Commits {
		all = append(all, c.Role)
	}
	return all
}

func TestWhatAShipMeans(t *testing.T) {
	unknown := []string{"unknown", "unknown", "unknown", "unknown"}
	for name, row := range map[string]struct {
		prepare, push []string // COMMIT is replaced by the second of the four
		want          []string
		gap           string // of what was not meant or not stated
	}{
		"nobody said":                     {nil, nil, unknown, "unstated_intent"},
		"a pinpoint":                      {nil, []string{"--pinpoint", "#122"}, []string{"intentional", "unknown", "unknown", "unknown"}, "unstated_intent"},
		"a commit":                        {nil, []string{"--commit", "COMMIT"}, []string{"rider", "intentional", "rider", "rider"}, "rider"},
		"a commit, said after prepare":    {[]string{}, []string{"--commit", "COMMIT"}, []string{"rider", "intentional", "rider", "rider"}, "rider"},
		"a commit and a pinpoint":         {nil, []string{"--commit", "COMMIT", "--pinpoint", "#122"}, []string{"intentional", "intentional", "rider", "rider"}, "rider"},
		"a pinpoint, and another at push": {[]string{"--pinpoint", "#122"}, []string{"--pinpoint", "#7"}, []string{"intentional", "unknown", "unknown", "unknown"}, "unstated_intent"},
		"a pinpoint, and nothing at push": {[]string{"--pinpoint", "#122"}, nil, []string{"intentional", "unknown", "unknown", "unknown"}, "unstated_intent"},
	} {
		t.Run(name, func(t *testing.T) {
			s, commits := tied(t)
			args := func(verb string, flags []string) []string {
				all := append([]string{"ship", verb, "work", "--json"}, flags...)
				for i := range all {
					if all[i] == "COMMIT" {
						all[i] = commits[1][:12]
					}
				}
				return all
			}
			if row.prepare != nil {
				s.Must(args("prepare", row.prepare)...)
			}
			pushed := s.Must(args("push", row.push)...).Out
			if warned := strings.Contains(pushed, "other_intent"); warned != (name == "a pinpoint, and another at push") {
				t.Errorf("warned %v: %s", warned, pushed)
			}
			shown := s.Must("ship", "show", commits[3], "--json").Out
			if diff := cmp.Diff(row.want, roles(t, shown)); diff != "" {
				t.Errorf("ship show: -want +got\n%s", diff)
			}
			if diff := cmp.Diff(row.want, roles(t, s.Must("audit", "ship", commits[3], "--json").Out)); diff != "" {
				t.Errorf("audit ship: -want +got\n%s", diff)
			}
			var not []string
			for i, role := range row.want {
				if role != "intentional" {
					not = append(not, commits[i])
				}
			}
			gaps := s.gaps()
			slices.Sort(not)
			if diff := cmp.Diff(not, gaps[row.gap]); diff != "" {
				t.Errorf("gaps: -want +got\n%s", diff)
			}
			text := s.Run("audit", "gaps").Out
			if !strings.Contains(text, row.gap) || row.gap == "unstated_intent" && !strings.Contains(text, "nobody said whether") {
				t.Errorf("gaps as text: %s", text)
			}
		})
	}
}

// TestOnlyWhatGoesCanBeMeant holds what flags of an intent refuse.
func TestOnlyWhatGoesCanBeMeant(t *testing.T) {
	s, _ := tied(t)
	for flags, want := range map[string]string{"--commit 0123456789": "not_found", "--commit HEAD": "usage", "--pinpoint a,b": "usage", "--method unknown": "usage"} {
		a := s.Run(append([]string{"ship", "push", "work", "--json"}, strings.Fields(flags)...)...)
		if a.Code == 0 || !strings.Contains(a.Out, `"kind": "`+want+`"`) {
			t.Errorf("%s: exit %d %s", flags, a.Code, a.Out)
		}
	}
}
