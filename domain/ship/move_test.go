package ship_test

import (
	"strings"
	"testing"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/ship"
)

// TestIDsOfAShip holds the vector: these ids are in logs and never change. They are the
// first 80 bits of, for the first row,
//
//	printf 'claw/id/1\0ship\0github.com/a/b\0refs/heads/main\0'…'\0'… | sha256sum
func TestIDsOfAShip(t *testing.T) {
	a, b := domain.CommitID(strings.Repeat("a", 40)), domain.CommitID(strings.Repeat("b", 40))
	for name, row := range map[string]struct {
		move               ship.Move
		stream, provenance string
	}{
		"a push":                           {ship.Move{Repo: "github.com/a/b", Ref: "refs/heads/main", Old: a, New: b}, "ship-0000000000HT25J2VJQ8RE6E1V", "0000000000HQ7QEF3KWRTXX68G"},
		"a new ref":                        {ship.Move{Repo: "github.com/a/b", Ref: "refs/heads/main", New: b}, "ship-0000000000T0BX5HM04GH0ZC1K", "00000000007JAFDBHX225HB1GS"},
		"a new ref, its zeros written out": {ship.Move{Repo: "github.com/a/b", Ref: "refs/heads/main", Old: domain.CommitID(strings.Repeat("0", 64)), New: b}, "ship-0000000000T0BX5HM04GH0ZC1K", "00000000007JAFDBHX225HB1GS"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := row.move.Stream().String(); got != row.stream {
				t.Errorf("stream %s, want %s", got, row.stream)
			}
			if got := row.move.Provenance().String(); got != row.provenance {
				t.Errorf("provenance %s, want %s", got, row.provenance)
			}
		})
	}
}
