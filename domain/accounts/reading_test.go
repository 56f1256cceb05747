package accounts_test

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/accounts"
)

// words reads a script: "EMITTER:SEQ TURN END [@SECONDS] [live] [high|low]" a line; SEQ 0 is
// none, END "began" or how the turn ended.
func words(t testing.TB, script string) []accounts.Word {
	t.Helper()
	var out []accounts.Word
	for line := range strings.Lines(script) {
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		name, seq, _ := strings.Cut(fields[0], ":")
		n, err := strconv.ParseUint(seq, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		w := accounts.Word{Turn: domain.TurnID(fields[1]), Emitter: domain.EmitterID(name), Epoch: domain.SessionID("s/s").Epoch(), Seq: n,
			End: accounts.End(strings.TrimPrefix(fields[2], "began")), Trust: domain.TrustMedium.Rank(), Recorded: true,
			ID: domain.EventID(domain.Derive(time.Unix(0, 0), "test", strings.TrimSpace(line)))}
		for _, f := range fields[3:] {
			switch f {
			case "live":
				w.Recorded = false
			case "high", "low":
				w.Trust = domain.Trust(f).Rank()
			default:
				seconds, err := strconv.Atoi(strings.TrimPrefix(f, "@"))
				if err != nil {
					t.Fatal(err)
				}
				w.At = int64(time.Duration(seconds) * time.Second)
			}
		}
		out = append(out, w)
	}
	return out
}

func none(domain.TurnID) bool { return false }

// ends is what a reading says of the turns that count.
func ends(r accounts.Reading) map[domain.TurnID]accounts.End {
	out := map[domain.TurnID]accounts.End{}
	for id, turn := range r.Turns {
		out[id] = turn.End
	}
	return out
}

func TestWhichTurnsCount(t *testing.T) {
	const c, f, i, o = accounts.Completed, accounts.Failed, accounts.Interrupted, accounts.None
	type want = map[domain.TurnID]accounts.End
	for _, row := range []struct {
		name, script string
		back         domain.TurnID
		want         want
	}{
		{"nothing is said", "", "", want{}},
		{"one emitter", "A:1 a completed\nA:2 b began", "", want{"a": c, "b": o}},
		{"two that name the turns alike", "A:1 a began\nB:1 a completed\nB:2 b began\nA:2 b failed", "", want{"a": c, "b": f}},
		{"two that name one turn alike tell together what there is", "A:1 a completed\nA:2 b completed\nB:1 a completed\nB:2 c failed", "", want{"a": c, "b": c, "c": f}},
		{"a third joins the names of two", "A:1 a completed\nB:1 b failed\nC:1 a completed\nC:2 b failed", "", want{"a": c, "b": f}},
		{"who tells less is superseded", "A:1 a completed\nA:2 b completed\nB:1 p completed", "", want{"a": c, "b": c}},
		{"who stops in a turn is superseded", "A:1 a began\nB:1 p failed", "", want{"p": f}},
		{"who alone knows of a failure counts", "A:1 a completed\nA:2 b completed\nB:1 p failed", "", want{"a": c, "b": c, "p": f}},
		{"of as much the one who knows the order", "A:0 a failed\nA:0 b completed\nB:1 p failed\nB:2 q completed", "", want{"p": f, "q": c}},
		{"of as much in two orders both", "A:1 a failed\nA:2 b completed\nB:1 p completed\nB:2 q failed", "", want{"a": f, "b": c, "p": c, "q": f}},
		{"of as much the live one, whatever its order", "A:1 a failed\nA:2 b completed\nB:0 p completed live\nB:0 q failed live", "", want{"p": c, "q": f}},
		{"of as much the more trusted one", "A:1 a failed live\nB:1 p failed high", "", want{"p": f}},
		{"of as much the one who knows when", "A:1 a failed\nB:1 p failed @7", "", want{"p": f}},
		{"of as much the least emitter's", "B:1 p failed @7\nA:1 a failed @7", "", want{"a": f}},
		{"a recording that tells more supersedes a live account", "A:1 a failed\nA:2 b completed\nB:1 p completed live", "", want{"a": f, "b": c}},
		{"but not what that leaves open", "A:1 a completed\nA:2 b completed\nB:1 p began live", "", want{"a": c, "b": c, "p": o}},
		{"of several that leave a turn open one counts", "A:1 a completed\nA:2 b completed\nB:1 p began live\nC:1 u began live", "", want{"a": c, "b": c, "p": o}},
		{"nor where one that counts leaves one open", "A:1 a completed live\nA:2 b began live\nB:1 p began live", "", want{"a": c, "b": o}},
		{"nor where somebody of more trust speaks", "A:1 a completed high\nB:1 p began live", "", want{"a": c}},
		{"a turn that began after all that the other tells", "A:1 a completed @1\nA:2 b completed @5\nB:1 p completed @5\nB:2 q completed @9", "", want{"a": c, "b": c, "q": c}},
		{"within the skew of clocks it is told", "A:1 a completed @1\nA:2 b completed @5\nB:1 p completed @5\nB:2 q completed @7", "", want{"a": c, "b": c}},
		{"of two that tell of a later turn one counts", "A:1 a completed @1\nA:2 b completed @5\nB:1 q completed @9\nC:1 r completed @9", "", want{"a": c, "b": c, "q": c}},
		{"who is not trusted is not heard beside one who is", "A:1 a completed\nX:1 x failed low live\nX:2 a failed low live", "", want{"a": c}},
		{"who is not trusted is heard alone", "X:1 x failed low live", "", want{"x": f}},
		{"a turn taken back tells more than its end", "A:1 a completed\nA:2 b failed\nB:1 p completed\nB:2 q failed", "b", want{"a": c, "b": f}},
		{"of several ends of a turn the more trusted", "A:1 a failed\nB:1 a completed high", "", want{"a": c}},
		{"of several ends the live one", "A:1 a failed\nB:1 a completed live", "", want{"a": c}},
		{"of several ends the last of an emitter", "A:1 a failed\nA:2 a completed", "", want{"a": c}},
		{"of ends that differ the failure", "A:1 a interrupted @9\nB:1 a failed @1\nC:1 a completed @20", "", want{"a": f}},
		{"of ends that differ the interruption", "A:1 a interrupted @1\nC:1 a completed @20", "", want{"a": i}},
	} {
		t.Run(row.name, func(t *testing.T) {
			got := ends(accounts.Read(words(t, row.script), func(id domain.TurnID) bool { return id == row.back }))
			if diff := cmp.Diff(row.want, got, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

func TestTheLastTurnsOfSupersededAccounts(t *testing.T) {
	r := accounts.Read(words(t, "A:1 a completed\nA:2 b completed\nB:1 p completed\nB:2 q began"), none)
	if diff := cmp.Diff([]domain.TurnID{"q"}, r.Superseded); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// draw draws what some emitters say of a session: few names, so that they meet.
func draw(t *rapid.T) []accounts.Word {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) accounts.Word {
		emitter := rapid.SampledFrom([]string{"A", "B", "C", "D", ""}).Draw(t, "emitter")
		w := accounts.Word{Emitter: domain.EmitterID(emitter), Seq: rapid.Uint64Range(0, 6).Draw(t, "seq"),
			Turn: domain.TurnID(rapid.SampledFrom([]string{emitter, emitter, emitter, "t"}).Draw(t, "names") + fmt.Sprint(rapid.IntRange(1, 3).Draw(t, "turn"))),
			End:  rapid.SampledFrom([]accounts.End{"", "", "completed", "completed", "failed", "interrupted"}).Draw(t, "end"),
			At:   int64(rapid.SampledFrom([]int{0, 1, 4, 9, 20}).Draw(t, "at")) * int64(time.Second),
			ID:   domain.EventID(domain.Derive(time.Unix(0, 0), "test", fmt.Sprint(rapid.Uint64().Draw(t, "id"))))}
		w.Epoch = domain.SessionID(rapid.SampledFrom([]string{"s/1", "s/1", "s/2"}).Draw(t, "epoch")).Epoch()
		class := rapid.SampledFrom([]int{4, 4, 5, 5, 2, 6, 7}).Draw(t, "class")
		w.Trust, w.Recorded = class/2, class%2 == 0
		return w
	}), 0, 14).Draw(t, "words")
}

func TestTheReadingIsAFunctionOfTheSet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := draw(t)
		back := domain.TurnID(rapid.SampledFrom([]string{"", "A1", "t2"}).Draw(t, "back"))
		read := func(all []accounts.Word) accounts.Reading {
			return accounts.Read(all, func(id domain.TurnID) bool { return id == back })
		}
		want := read(all)
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		for range 10 {
			other := append([]accounts.Word(nil), all...)
			for range random.IntN(4) * min(1, len(all)) {
				other = append(other, all[random.IntN(len(all))])
			}
			random.Shuffle(len(other), func(i, j int) { other[i], other[j] = other[j], other[i] })
			if diff := cmp.Diff(want, read(other)); diff != "" {
				t.Fatalf("-as drawn +shuffled and repeated\n%s", diff)
			}
		}
	})
}

// TestNoEndIsLost checks that what only one account records counts: each kind of end as often
// as the account that records it most often, and a copy under other names adds nothing.
func TestNoEndIsLost(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := draw(t)
		for i := range all {
			all[i].Trust = max(all[i].Trust, domain.TrustMedium.Rank())
		}
		got := count(accounts.Read(all, none))
		for _, e := range []domain.EmitterID{"A", "B", "C", "D"} {
			var own []accounts.Word
			for _, w := range all {
				if w.Emitter == e && w.Turn[0] != 't' {
					own = append(own, w)
				}
			}
			for end, n := range count(accounts.Read(own, none)) {
				if end != accounts.None && got[end] < n {
					t.Fatalf("%s tells of %d turns that %s, and %d count", e, n, end, got[end])
				}
			}
		}
		copied := append([]accounts.Word(nil), all...)
		for _, w := range all {
			w.Emitter, w.Turn, w.At = "copy/"+w.Emitter, "copy/"+w.Turn, 0
			copied = append(copied, w)
		}
		if again := count(accounts.Read(copied, none)); !cmp.Equal(got, again) && oneAccount(all) {
			t.Fatalf("%v counts, and with a copy %v", got, again)
		}
	})
}

func count(r accounts.Reading) map[accounts.End]int {
	out := map[accounts.End]int{}
	for _, turn := range r.Turns {
		out[turn.End]++
	}
	return out
}

// oneAccount reports whether one emitter says all words.
func oneAccount(all []accounts.Word) bool {
	for _, w := range all {
		if w.Emitter != all[0].Emitter || w.Emitter == "" {
			return false
		}
	}
	return true
}

func BenchmarkRead(b *testing.B) {
	for name, emitters := range map[string]int{"one emitter": 1, "two": 2, "each turn another": 10_000} {
		b.Run(name, func(b *testing.B) {
			var all []accounts.Word
			for i := range 10_000 {
				e := i % emitters
				all = append(all, accounts.Word{Emitter: domain.EmitterID(fmt.Sprint("e", e)), Turn: domain.TurnID(fmt.Sprint("e", e, "/", i)), Seq: uint64(i + 1),
					End: accounts.Completed, Trust: 2, At: int64(i) * int64(time.Minute)})
			}
			for b.Loop() {
				accounts.Read(all, none)
			}
		})
	}
}
