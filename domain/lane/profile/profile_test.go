package profile_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/oklog/ulid/v2"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/fact"
	"github.com/clawable/claw/domain/lane/profile"
)

// event is an adoption by a short name: a to z.
func event(name string) domain.EventID {
	var u ulid.ULID
	copy(u[:], name)
	return domain.EventID(u)
}

// adopted reads lines: NAME PROFILE [TRUST] [import] [erased] [v2] [<NAME,NAME]. The profile "built-in"
// is the built-in one.
func adopted(t *testing.T, lines string) (out []*fact.Fact) {
	t.Helper()
	for line := range strings.Lines(lines) {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		e := domain.Event{Draft: domain.Draft{ID: event(words[0]), Kind: domain.KindExpectsAdopted, Version: 1, Emitter: "operator", Stream: domain.ExpectsStream(),
			Source: domain.Source{Kind: domain.SourceLive, Trust: domain.TrustMedium}, Data: []byte(`{}`)}}
		if words[1] != "built-in" {
			e.Data = fmt.Appendf(nil, `{"profile":{"name":%q,"revision":1,"tested":["green"]}}`, words[1])
		}
		for _, w := range words[2:] {
			switch trust := domain.Trust(w); {
			case trust.Rank() > 0:
				e.Source.Trust = trust
			case w == "import":
				e.Source.Channel = domain.ImportChannel + "x"
			case w == "erased":
				e.Erased, e.Data = true, nil
			case w == "v2":
				e.Version = 2
			case strings.HasPrefix(w, "<"):
				for _, name := range strings.Split(w[1:], ",") {
					e.Causes = append(e.Causes, event(name))
				}
			default:
				t.Fatalf("what is %q?", w)
			}
		}
		f, reads := fact.Of(&e)
		if !reads {
			t.Fatalf("%s is not read", line)
		}
		out = append(out, &f)
	}
	return out
}

// told is a state in one line.
func told(s profile.State) string {
	out := s.Profile.String()
	if s.Why != "" {
		out += " " + string(s.Why)
	}
	for _, list := range []struct {
		name string
		some []profile.Adoption
	}{{"last", s.Last}, {"unheard", s.Unheard}} {
		for _, a := range list.some {
			out += " " + list.name + "=" + string(a.Event[:1])
		}
	}
	return out
}

func TestWhichProfileIsInForce(t *testing.T) {
	for name, row := range map[string]struct{ lines, want string }{
		"nobody adopted one":                       {"", "undertaken/2"},
		"one was adopted":                          {"a team", "team/1 last=a"},
		"a later one replaces it":                  {"a team\nb strict <a", "strict/1 last=b"},
		"the built-in one was adopted again":       {"a team\nb built-in <a", "undertaken/2 last=b"},
		"two that do not know each other":          {"a team\nb strict", "undertaken/2 contested last=a last=b"},
		"two that say the same":                    {"a team\nb team", "team/1 last=a last=b"},
		"one settles the contest":                  {"a team\nb strict\nc strict <a,b", "strict/1 last=c"},
		"one that replaces only one of a contest":  {"a team\nb strict\nc other <a", "undertaken/2 contested last=b last=c"},
		"an agent's adoption":                      {"a team low", "undertaken/2 unheard=a"},
		"an agent's adoption of the last":          {"a team\nb strict low <a", "team/1 last=a unheard=b"},
		"one of higher trust is heard alone":       {"a team high\nb strict <a", "team/1 last=a unheard=b"},
		"one of higher trust replaces":             {"a team\nb strict high", "strict/1 last=b unheard=a"},
		"a live one is heard before a recorded":    {"a team\nb strict import <a", "team/1 last=a unheard=b"},
		"recorded ones alone":                      {"a team import", "team/1 last=a"},
		"the last one was erased":                  {"a team\nb strict erased <a", "undertaken/2 unreadable last=b"},
		"the last one is of a later version":       {"a team\nb strict v2 <a", "undertaken/2 unreadable last=b"},
		"the last one takes the built-in name":     {"a undertaken", "undertaken/2 unreadable last=a"},
		"each replaces another":                    {"a team <b\nb strict <a", "undertaken/2 cycle"},
		"one adoption told twice":                  {"a team\na team", "team/1 last=a"},
		"one id with two contents":                 {"a team\na strict", "undertaken/2 contested last=a last=a"},
		"it replaces what the log does not have":   {"a team <z", "team/1 last=a"},
		"it replaces what is not heard":            {"a team low\nb strict <a", "strict/1 last=b unheard=a"},
		"what was replaced by one not heard holds": {"a team\nb strict low <a\nc other low <b", "team/1 last=a unheard=b unheard=c"},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(row.want, told(profile.InForce(adopted(t, row.lines)))); diff != "" {
				t.Fatalf("-want +got\n%s", diff)
			}
		})
	}
}

// TestNoOrderOfArrivalMatters shuffles and repeats adoptions drawn at random.
func TestNoOrderOfArrivalMatters(t *testing.T) {
	names, trusts := []string{"team", "strict", "built-in"}, []string{"high", "medium", "low", "medium import"}
	inForce := map[string]int{}
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 15))
		var lines strings.Builder
		for i := range 1 + r.IntN(7) {
			fmt.Fprintf(&lines, "%c %s %s", 'a'+i, names[r.IntN(len(names))], trusts[r.IntN(len(trusts))])
			if i > 0 && r.IntN(4) > 0 {
				fmt.Fprintf(&lines, " <%c", 'a'+r.IntN(i))
			}
			lines.WriteString("\n")
		}
		facts := adopted(t, lines.String())
		want := profile.InForce(facts)
		inForce[want.Profile.String()]++
		for range 5 {
			mixed := append(facts[:len(facts):len(facts)], facts[r.IntN(len(facts))])
			r.Shuffle(len(mixed), func(i, j int) { mixed[i], mixed[j] = mixed[j], mixed[i] })
			if diff := cmp.Diff(told(want), told(profile.InForce(mixed))); diff != "" {
				t.Fatalf("seed %d, adoptions\n%s(-want +got):\n%s", seed, lines.String(), diff)
			}
		}
	}
	if len(inForce) < 3 {
		t.Errorf("only %v were ever in force: the law was hardly tried", inForce)
	}
}

func TestWhatIsNoProfile(t *testing.T) {
	for name, row := range map[string]struct {
		p    domain.ExpectsProfile
		want []string
	}{
		"one that expects nothing":      {domain.ExpectsProfile{Name: "none", Revision: 1}, nil},
		"without a name":                {domain.ExpectsProfile{Revision: 1}, []string{"name is missing"}},
		"with the built-in name":        {domain.ExpectsProfile{Name: "undertaken", Revision: 3}, []string{"name is that of the built-in profile"}},
		"with a name that is a heading": {domain.ExpectsProfile{Name: "My team", Revision: 1}, []string{"name may hold small letters, digits, - and _, at most 64"}},
		"without a revision":            {domain.ExpectsProfile{Name: "a"}, []string{"revision must be 1 or more"}},
		"that expects a report": {domain.ExpectsProfile{Name: "a", Revision: 1, Wrote: []domain.WorkExpectation{"report", "green", "green"}},
			[]string{`wrote expects "report", which calls cannot show`, "wrote expects green twice"}},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(row.want, profile.Problems(&row.p)); diff != "" {
				t.Fatalf("-want +got\n%s", diff)
			}
			if _, err := profile.Of(&row.p); (err == nil) != (row.want == nil) {
				t.Errorf("Of: %v", err)
			}
		})
	}
}

func TestTheDigestIsOfWhatTheProfileSays(t *testing.T) {
	a := &domain.ExpectsProfile{Name: "a", Revision: 1, Tested: []domain.WorkExpectation{domain.WorkGreen}}
	b := *a
	b.Tested = []domain.WorkExpectation{domain.WorkGreenPackage}
	one, _ := profile.Of(a)
	other, _ := profile.Of(&b)
	if one.Digest() == other.Digest() || one.Digest().IsZero() || !profile.BuiltIn().Digest().IsZero() {
		t.Errorf("digests %s, %s and %s", one.Digest(), other.Digest(), profile.BuiltIn().Digest())
	}
}
