package calls_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/calls"
)

func TestAnIDIsUniqueByItsForm(t *testing.T) {
	for id, want := range map[string]bool{
		"toolu_019VHajDDQLTwDNqfdjXg5YC":                         true,
		"call_a1B2c3D4e5F6g7H8i9J0k1L2":                          true,
		"ws_0ebbf46ab10b3e14016a39b6ea1bd48191a16f119b7e485515":  true,
		"deae7c10-1e9a-466a-bbd0-1cd31b43d823":                   true,
		"019f03e3-3ddb-72c0-93d8-59a737f12c3b/message/c3f8#1":    true,
		"xdeae7c10-1e9a-466a-bbd0-1cd31b43d823":                  true,
		"functions.Bash:0":                                       false,
		"call_0":                                                 false,
		"msg_1":                                                  false,
		"read_file-1768510349284-ca469c48e68a3":                  false,
		"deae7c10-1e9a-466a-bbd0-1cd31b43d82":                    false,
		"12345678901234567890123":                                false,
		"mcp__abcdefghijklmnopqrstuvwxyz":                        false,
		"2bcfc70c2e2111ecc6c56fed784e7cdce059cb104c51034446cf#1": false,
		"": false,
	} {
		if got := calls.Unique(id); got != want {
			t.Errorf("%q: unique %v, want %v", id, got, want)
		}
	}
}

// words draws what some emitters say under one id.
func words(t *rapid.T) []calls.Word {
	out := make([]calls.Word, rapid.IntRange(0, 14).Draw(t, "words"))
	id := func(n int) domain.EventID {
		return domain.EventID(domain.Derive(time.Unix(1, 0), "words", fmt.Sprint(n)))
	}
	for i := range out {
		out[i] = calls.Word{ID: id(i),
			Role:    calls.Role(rapid.IntRange(0, 3).Draw(t, "role")),
			Emitter: domain.EmitterID(rapid.SampledFrom([]string{"import/a", "hook/a", ""}).Draw(t, "emitter")),
			Epoch:   domain.SessionID(rapid.SampledFrom([]string{"e", "f"}).Draw(t, "epoch")).Epoch(),
			Seq:     rapid.Uint64Range(0, 6).Draw(t, "seq"),
			At:      rapid.SampledFrom([]int64{0, 1e9, 2e9, 3000e9}).Draw(t, "at"),
			Turn:    domain.TurnID(rapid.SampledFrom([]string{"", "t", "u", "p"}).Draw(t, "turn")),
			Said:    calls.Said{byte(rapid.IntRange(0, 2).Draw(t, "said"))}}
		if i > 0 && rapid.IntRange(0, 3).Draw(t, "follows") == 0 {
			out[i].Causes = []domain.EventID{id(rapid.IntRange(0, len(out)-1).Draw(t, "cause"))}
		}
	}
	return out
}

// TestSplitIsAPartitionOfTheSet shuffles the words: each is of one call, and of the same
// one as before.
func TestSplitIsAPartitionOfTheSet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		said := words(t)
		want := parts(t, said)
		other := rapid.Permutation(said).Draw(t, "order")
		if diff := cmp.Diff(want, parts(t, other)); diff != "" {
			t.Fatalf("-as drawn +shuffled\n%s", diff)
		}
	})
}

// parts returns the ids of the words of each call, in the order of the calls.
func parts(t *rapid.T, said []calls.Word) (out [][]string) {
	said = slices.Clone(said)
	n := 0
	for _, part := range calls.Split(said) {
		var ids []string
		for _, i := range part {
			ids = append(ids, said[i].ID.String())
			n++
		}
		slices.Sort(ids)
		if len(ids) == 0 || len(slices.Compact(slices.Clone(ids))) != len(ids) {
			t.Fatalf("a call of the words %v", ids)
		}
		out = append(out, ids)
	}
	if n != len(said) {
		t.Fatalf("%d words of %d are told apart", n, len(said))
	}
	return out
}

// TestEachRequestOfAnEmitterIsACall counts the requests that are no repeated records.
func TestEachRequestOfAnEmitterIsACall(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		said := slices.DeleteFunc(words(t), func(w calls.Word) bool { return w.Emitter != "import/a" || w.Role == calls.Rules })
		type record struct {
			at   int64
			said calls.Said
		}
		requests, records := 0, map[record]bool{}
		for _, w := range said {
			if w.Role != calls.Asks {
				continue
			}
			if r := (record{w.At, w.Said}); w.At == 0 || w.Said == (calls.Said{}) || !records[r] {
				records[r] = true
				requests++
			}
		}
		asked := 0
		for _, part := range calls.Split(said) {
			if slices.ContainsFunc(part, func(i int) bool { return said[i].Role == calls.Asks }) {
				asked++
			}
		}
		if asked != requests {
			t.Fatalf("%d calls were asked for by %d requests", asked, requests)
		}
	})
}
