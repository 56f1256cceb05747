package ship_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/ship"
)

var demo = domain.ShipTarget{Repo: "r", Remote: domain.Known(domain.Remote("host/r")), Ref: "refs/heads/main"}

// moves reads "a>b b>c@5", "?" for an unobserved one, after "@" when the log heard of it, else now.
func moves(text string) (out []ship.Moved) {
	for i, word := range strings.Fields(text) {
		word, at := timed(word)
		old, new, _ := strings.Cut(word, ">")
		m := ship.Moved{Event: domain.EventID{15: byte(i + 1)}, At: at, Old: domain.CommitID(old), New: domain.CommitID(new)}
		if old == "?" {
			m.Old, m.First = "", true
		}
		out = append(out, m)
	}
	return out
}

// timed cuts the seconds behind "@" off a word; zero without them.
func timed(word string) (string, time.Time) {
	word, text, ok := strings.Cut(word, "@")
	if !ok {
		return word, time.Time{}
	}
	seconds, err := strconv.Atoi(text)
	if err != nil {
		panic(err)
	}
	return word, time.Unix(int64(seconds), 0)
}

// heldShips reads "recorded a>b@5 b -c" and the like: how the log holds a move, since when, which
// commits came with it, and which it is recorded to have removed.
func heldShips(lines ...string) (out []ship.Held) {
	for _, line := range lines {
		words := strings.Fields(line)
		move, at := timed(words[1])
		old, new, _ := strings.Cut(move, ">")
		h := ship.Held{Move: ship.Move{Repo: "r", Ref: demo.Ref, Old: domain.CommitID(old), New: domain.CommitID(new)}, First: at}
		for _, c := range words[2:] {
			if gone, is := strings.CutPrefix(c, "-"); is {
				h.Rewritten, h.Dropped = true, append(h.Dropped, domain.CommitID(gone))
				continue
			}
			h.Commits = append(h.Commits, domain.CommitID(c))
		}
		switch words[0] {
		case "recorded":
			h.Recorded, h.Told = true, true
		case "told":
			h.Told = true
		case "outdated":
			h.Told, h.Outdated = true, true
		case "part":
			h.Told, h.Partial = true, true
		case "elsewhere":
			h.Told, h.Move.Ref = true, "refs/heads/master"
		case "many": // more than are named
			h.Recorded, h.Told, h.Partial = true, true, true
		case "open":
			h.Open = true
		case "begun": // with more commits than are named
			h.Open, h.Partial = true, true
		case "unlogged":
			h.Unlogged, h.Commits = h.Commits, nil
		}
		out = append(out, h)
	}
	return out
}

// findings writes what a scan found, a finding a line.
func findings(s ship.Scan) string {
	var b strings.Builder
	for i, f := range slices.Concat(s.Found, s.Parted) {
		if i >= len(s.Found) {
			b.WriteString("parted: ")
		}
		switch p := f.Payload.(type) {
		case *domain.ShipProvenance:
			fmt.Fprintf(&b, "%s %s", p.CommitRange, p.MergeMethod)
			for i := range p.Commits[:len(p.Commits)-1] {
				fmt.Fprintf(&b, " with %s", p.Commits[i].Commit)
			}
			if p.CommitsUnknown != "" {
				b.WriteString(" in part")
			}
		case *domain.ShipRewritten:
			fmt.Fprintf(&b, "%s>%s rewritten, dropped %v", p.Old, p.New, p.Dropped)
		case *domain.ShipUnloggedPushFound:
			fmt.Fprintf(&b, "%s>%s unlogged %v", p.Old, p.New, p.Commits)
		}
		b.WriteString("\n")
	}
	return b.String()
}

func TestAScanFindsWhatTheLogDoesNotHold(t *testing.T) {
	const line = "a\nb a\nc b"
	for name, row := range map[string]struct {
		history, tip, moves string
		held                []ship.Held
		want                string
	}{
		"history nobody recorded":                           {line, "c", "?>c", nil, "a direct_push\na..b direct_push\nb..c direct_push\n"},
		"what it found before":                              {line, "c", "?>c", heldShips("told >a a", "told a>b b", "told b>c c"), ""},
		"what it told before its rules were corrected":      {line, "c", "?>c", heldShips("outdated >a a", "told a>b b", "outdated b>c c"), "a direct_push\nb..c direct_push\n"},
		"that, and only a part is here now":                 {"b gone\nc b", "c", "?>c", heldShips("outdated gone>b b", "told b>c c"), ""},
		"a push that is open, of two":                       {line, "c", "?>a a>c", heldShips("told >a a", "open a>c b c"), ""},
		"a push that is open, and more":                     {"a\nb a\nc b\nd c", "d", "?>a a>d", heldShips("told >a a", "open a>c b c"), "c..d direct_push\na>d unlogged [d]\n"},
		"a push that is open and never came":                {line + "\nx a\ny x", "c", "?>a a>c", heldShips("told >a a", "open a>y x y"), "a..b direct_push\nb..c direct_push\na>c unlogged [b c]\n"},
		"a push that is open, half of which came":           {line, "b", "?>a a>b", heldShips("told >a a", "open a>c b c"), "a..b direct_push\na>b unlogged [b]\n"},
		"a merge that is open, amended unseen":              {"a\nx a\nm a x\nn a x", "n", "?>a a>n", heldShips("told >a a", "open a>m x m"), "a..n merge_commit with x\na>n unlogged [x n]\n"},
		"a push that is open, too long to be named":         {line, "c", "?>a a>c", heldShips("told >a a", "begun a>c"), ""},
		"a recorded push, forced away after a look":         {"a\nb a\nc a", "c", "?>a a>b b>c", heldShips("told >a a", "recorded a>b b"), "a..c direct_push\nb>c rewritten, dropped [b]\nb>c unlogged [c]\n"},
		"a recorded push, reset after a look":               {line, "a", "?>a a>b b>a", heldShips("told >a a", "recorded a>b b"), "b>a rewritten, dropped [b]\n"},
		"a recorded push, forced away between two looks":    {"a\nb a\nc a", "c", "?>a a>c", heldShips("told >a a", "recorded a>b b"), "a..c direct_push\na>c unlogged [c]\nparted: b>c rewritten, dropped [b]\n"},
		"a recorded push on one that was forced away":       {"a\nb a\nd b\nc a", "c", "?>a a>c", heldShips("told >a a", "recorded a>b b", "recorded b>d d"), "a..c direct_push\na>c unlogged [c]\nparted: b>c rewritten, dropped [b]\nparted: d>c rewritten, dropped [d]\n"},
		"a recorded push that was told to be forced away":   {"a\nb a\nc a", "c", "?>a a>c", heldShips("told >a a", "recorded a>b b", "recorded b>c c -b"), ""},
		"a clone that stands on what was forced away":       {"a\nb a\nc a", "b", "?>b", heldShips("told >a a", "recorded a>b b", "recorded b>c c -b"), ""},
		"a recorded push of which the clone has nothing":    {"a\nc a", "c", "?>a a>c", heldShips("told >a a", "recorded a>b b"), "a..c direct_push\na>c unlogged [c]\n"},
		"a recorded push that a clone behind did not fetch": {line, "a", "?>a", heldShips("told >a a", "recorded a>b b"), ""},
		"a push that was recorded, of two":                  {line, "c", "?>a a>c", heldShips("told >a a", "recorded a>c b c"), ""},
		"a push that was recorded, seen in halves":          {line, "c", "?>a a>b b>c", heldShips("told >a a", "recorded a>c b c"), ""},
		"a push that nobody recorded":                       {line, "c", "?>a a>c", heldShips("told >a a"), "a..b direct_push\nb..c direct_push\na>c unlogged [b c]\n"},
		"one of two that nobody recorded":                   {line, "c", "?>a a>c", heldShips("told >a a", "recorded a>b b"), "b..c direct_push\na>c unlogged [c]\n"},
		"an unlogged push that another clone found":         {line, "c", "?>a a>c", heldShips("told >a a", "told a>b b", "told b>c c", "unlogged x>c b c"), ""},
		"a forced push": {"a\nb a\nd a", "d", "?>b b>d", heldShips("told >a a", "told a>b b"),
			"a..d direct_push\nb>d rewritten, dropped [b]\nb>d unlogged [d]\n"},
		"a push backward and on again": {line, "c", "?>c c>a a>c", heldShips("told >a a", "told a>b b", "told b>c c"), "c>a rewritten, dropped [b c]\n"},
		"a branch that was deleted":    {line, "c", "?>b b>000 000>c", heldShips("told >a a", "told a>b b"), "b..c direct_push\n000>c unlogged [c]\n"},
		"a shallow clone":              {"b gone\nc b", "c", "?>c", nil, "gone..b direct_push in part\nb..c direct_push\n"},
		"a shallow clone again":        {"b gone\nc b", "c", "?>c", heldShips("part gone>b b", "told b>c c"), ""},
		"a whole clone after it":       {"gone\nb gone\nc b", "c", "?>c", heldShips("part gone>b b", "told b>c c"), "gone direct_push\ngone..b direct_push\n"},
		"a merge nobody recorded":      {"a\nx a\nm a x", "m", "?>m", heldShips("told >a a"), "a..m merge_commit with x\n"},
		"a recorded merge, amended unseen": {"a\nx a\nm a x\nn a x", "n", "?>m m>n", heldShips("told >a a", "recorded a>m x m"),
			"a..n merge_commit\nm>n rewritten, dropped [m]\nm>n unlogged [n]\n"},
		"a merge that a scan told, amended": {"a\nx a\nm a x\nn a x", "n", "?>m m>n", heldShips("told >a a", "told a>m x m"),
			"a..n merge_commit\nm>n rewritten, dropped [m]\nm>n unlogged [n]\n"},
		"a branch that merged main, pushed unseen": {"a\nb a\nx a\nm x b", "m", "?>b b>m", heldShips("told >a a", "recorded a>b b"),
			"a..x direct_push\nx..m merge_commit\nb>m unlogged [x m]\n"},
		"a recorded merge that was dropped, and merged again": {"a\nx a\nm a x\nb a\nn b x", "n", "?>m m>b b>n", heldShips("told >a a", "recorded a>m x m", "recorded m>b b -x -m"),
			"b..n merge_commit with x\nb>n unlogged [n]\n"},
		"the same push again after it was dropped": {"a\nx a\nm a x", "m", "?>m m>a a>m", heldShips("told >a a", "recorded a>m x m"), "m>a rewritten, dropped [x m]\n"},
		"a forced push recorded between two looks": {"a\nb a\nd a\ne d", "e", "?>b b>e", heldShips("told >a a", "told a>b b", "recorded b>d d -b", "recorded d>e e"), ""},
		"one that another clone told":              {"a\nb a\nd a\ne d", "e", "?>b b>e", heldShips("told >a a", "told a>b b", "told a>d d", "recorded d>e e", "unlogged b>d d -b"), ""},
		"dropped again after it came back": {"a\nb a\nd a", "d", "?>b b>a a>b b>d", heldShips("told >a a", "told a>b b", "unlogged b>a -b"),
			"a..d direct_push\nb>d rewritten, dropped [b]\nb>d unlogged [d]\n"},
		"a recorded push of more than are named": {line, "c", "?>a a>c", heldShips("told >a a", "many a>c"), ""},
		"a branch with another name":             {line, "c", "?>c", heldShips("elsewhere >a a", "elsewhere a>b b"), "b..c direct_push\n"},
	} {
		t.Run(name, func(t *testing.T) {
			look := ship.Look{Target: demo, History: history(row.history), Tip: domain.CommitID(row.tip), Moves: moves(row.moves), Held: row.held,
				Gone: map[domain.Ref]bool{"refs/heads/master": true}}
			got := strings.ReplaceAll(findings(look.Scan()), strings.Repeat("0", 40), "000")
			if diff := cmp.Diff(row.want, got); diff != "" {
				t.Fatalf("-want +got\n%s", diff)
			}
		})
	}
}

// TestWhatWasHeardOfARefBeforeTheFirstLook checks which commits of a ref are history at the first scan of
// a clone, and which came unseen since the log heard of the ref otherwise. Only these gaps are reported.
func TestWhatWasHeardOfARefBeforeTheFirstLook(t *testing.T) {
	const line, forked = "a\nb a\nc b\nd c", "a\nb a\nc a\nd c"
	for name, row := range map[string]struct {
		history, tip, moves, clones string
		held                        []ship.Held
		want                        string
	}{
		"nothing":                  {line, "d", "?>d", "", nil, ""},
		"a push":                   {line, "b", "?>b", "", heldShips("recorded a>b@1 b"), ""},
		"a push, and one after it": {line, "c", "?>c", "", heldShips("recorded a>b@1 b"), "a>c unlogged [c]"},
		"a push, and one after it, looked at then": {line, "c", "?>c@2", "", heldShips("recorded a>b@1 b"), "a>c unlogged [c]"},
		"a push after the look":                    {line, "d", "?>c@2 c>d", "", heldShips("recorded c>d@3 d"), ""},
		"two pushes, and one between":              {line, "d", "?>d", "", heldShips("recorded a>b@1 b", "recorded c>d@2 d"), "a>d unlogged [c]"},
		"two pushes, told in another order":        {line, "d", "?>d", "", heldShips("recorded c>d@2 d", "recorded a>b@1 b"), "a>d unlogged [c]"},
		"the push that made the ref":               {line, "b", "?>b", "", heldShips("recorded >a@1 a"), "000>b unlogged [b]"},
		"a push on what is not here":               {"b gone\nc b", "c", "?>c", "", heldShips("recorded gone>b@1 b"), "b>c unlogged [c]"},
		"a push of which nothing is here":          {line, "b", "?>b", "", heldShips("recorded x>y@1 y"), ""},
		"a push that was forced away":              {forked, "d", "?>d", "", heldShips("recorded a>b@1 b"), "a>d unlogged [c d]\nparted: b>d rewritten, dropped [b]"},
		"a push that the clone did not fetch":      {line, "a", "?>a", "", heldShips("recorded b>c@1 c"), ""},
		"a push that is open":                      {line, "c", "?>c", "", heldShips("open a>b@1 b"), ""},
		"a ship that a scan derived":               {line, "c", "?>c", "", heldShips("told a>b@1 b"), ""},
		"a push to another ref":                    {line, "c", "?>c", "", heldShips("elsewhere a>b@1 b"), ""},
		"what a scan found before":                 {line, "c", "?>c@2", "", heldShips("recorded a>b@1 b", "unlogged a>c@2 c"), ""},
		"another clone":                            {line, "c", "?>c", "b@1", nil, "b>c unlogged [c]"},
		"another clone, looked at later":           {line, "c", "?>c@1", "b@2", nil, ""},
		"another clone, before a push":             {line, "d", "?>d", "b@1", heldShips("recorded c>d@2 d"), "b>d unlogged [c]"},
		"another clone, after a push":              {line, "d", "?>d", "c@2", heldShips("recorded a>b@1 b"), "a>d unlogged [c d]"},
		"another clone, of which nothing is here":  {line, "d", "?>d", "x@1", nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			look := ship.Look{Target: demo, History: history(row.history), Tip: domain.CommitID(row.tip), Moves: moves(row.moves), Held: row.held}
			for _, word := range strings.Fields(row.clones) {
				id, at := timed(word)
				look.Clones = append(look.Clones, ship.Heard{At: at, Held: domain.CommitID(id)})
			}
			var got []string
			for found := range strings.Lines(strings.ReplaceAll(findings(look.Scan()), strings.Repeat("0", 40), "000")) {
				if strings.Contains(found, ">") {
					got = append(got, strings.TrimSpace(found))
				}
			}
			if diff := cmp.Diff(row.want, strings.Join(got, "\n")); diff != "" {
				t.Fatalf("-want +got\n%s", diff)
			}
		})
	}
}

// TestAScanNamesNoMoreCommitsThanAnEventHolds also holds that it is not found again.
func TestAScanNamesNoMoreCommitsThanAnEventHolds(t *testing.T) {
	r := repo{"root": {ID: "root"}}
	last := domain.CommitID("root")
	for i := range 3000 {
		id := domain.CommitID(fmt.Sprint("x", i))
		r[id] = ship.Commit{ID: id, Parents: []domain.CommitID{last}}
		last = id
	}
	r["m"] = ship.Commit{ID: "m", Parents: []domain.CommitID{"root", last}}
	look := ship.Look{Target: demo, History: r, Since: "root", Tip: "m"}
	found := look.Scan().Found
	p, ok := found[0].Payload.(*domain.ShipProvenance)
	if !ok || len(found) != 1 || len(p.Commits) != 2500 || p.CommitsUnknown == "" || p.Commits[2499].Commit != "m" {
		t.Fatalf("%d findings, the first of %d commits", len(found), len(p.Commits))
	}
	look.Held = []ship.Held{{Move: found[0].Move, Told: true, Partial: true}}
	if again := look.Scan().Found; len(again) != 0 {
		t.Fatalf("%d found again", len(again))
	}
}

func TestWhatAPullRequestStandsOn(t *testing.T) {
	for name, row := range map[string]struct {
		history, tip, head string
		want               []ship.Span
	}{
		"a branch":                   {"a\nb a\nx a\ny x", "b", "y", []ship.Span{{Base: "a", Head: "y"}}},
		"a branch that merged main":  {"a\nb a\nc b\nx a\ny x b", "c", "y", []ship.Span{{Base: "b", Head: "y"}}},
		"a branch that landed":       {"a\nx a\nm a x", "m", "x", nil},
		"another history":            {"a\nr", "a", "r", nil},
		"a branch that is shallow":   {"a\nx gone", "a", "x", nil},
		"a branch of two side lines": {"a\nx a\ny a\nm a x y\nz x y", "m", "z", nil},
	} {
		t.Run(name, func(t *testing.T) {
			got := ship.Spans(history(row.history), domain.CommitID(row.tip), []ship.Pull{{Number: 1, Head: domain.CommitID(row.head)}})
			if !slices.Equal(got, row.want) {
				t.Fatalf("got %v, want %v", got, row.want)
			}
		})
	}
}

// TestAScanCorrectsWhatItTold checks that what a scan recorded by its first rules is replaced: under
// another id, which names the one that it had.
func TestAScanCorrectsWhatItTold(t *testing.T) {
	look := ship.Look{Target: demo, History: history("a\nb a"), Since: "a", Tip: "b"}
	f := look.Scan().Found[0]
	if f.Replaces != f.Move.Provenance() || f.ID == f.Replaces || f.Edition != 2 || f.Corrects {
		t.Fatalf("told anew: %+v", f)
	}
	p, ok := f.Payload.(*domain.ShipProvenance)
	if !ok || p.Commits[0].Role != domain.CommitUnknown {
		t.Fatalf("nobody said that it was meant: %+v", p)
	}
	if !f.Move.ScanCorrects(f.Replaces) || f.Move.ScanCorrects(f.ID) {
		t.Fatal("the first edition is corrected, and not the second")
	}
	look.Held = heldShips("outdated a>b b")
	if again := look.Scan(); len(again.Found) != 1 || !again.Found[0].Corrects || again.Found[0].ID != f.ID || again.Known != 0 {
		t.Fatalf("the log holds the first edition: %+v", again)
	}
	look.Held = heldShips("told a>b b")
	if again := look.Scan(); len(again.Found) != 0 || again.Known != 1 {
		t.Fatalf("the log holds the second edition: %+v", again)
	}
}
