package pinpoint_test

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports/pinpoint"
)

// used are the numbers of the list that were given twice: for one gap, or for two.
var used = map[string]domain.PinpointRelation{"#31": domain.LinkSameRootCause, "#32": domain.LinkSameRootCause, "#45": domain.LinkSameRootCause,
	"#41": domain.LinkDistinct, "#42": domain.LinkDistinct, "#64": domain.LinkSupersedes, "#122": domain.LinkDistinct}

// TestALongListIsFiledWithoutLosingOne files a list of 138 numbers, seven of which were given twice,
// and links the two of each of those seven: none is lost, and each number finds its item.
func TestALongListIsFiledWithoutLosingOne(t *testing.T) {
	text, err := os.ReadFile("testdata/roadmap.txt")
	if err != nil {
		t.Fatal(err)
	}
	var facts []pinpoint.Fact
	filed := map[string][]int{}
	for n, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		number, title, _ := strings.Cut(line, "\t")
		p := gap(title, "")
		p.Names = []domain.PinpointName{domain.PinpointName("#" + number)}
		facts = append(facts, said(n+1, n+1, n, "ada", p))
		filed["#"+number] = append(filed["#"+number], n+1)
	}
	for number, relation := range used {
		two := filed[number]
		if len(two) != 2 {
			t.Fatalf("%s was given %d times", number, len(two))
		}
		facts = append(facts, said(1000+two[0], two[1], 1000, "bo", link(two[0], relation)))
	}
	s := pinpoint.Fold(facts)
	names, filings, states := map[string]int{}, 0, map[domain.PinpointState]int{}
	for i := range s.All {
		filings += len(s.All[i].Filings)
		states[s.All[i].State]++
		for _, name := range s.All[i].Names {
			names[string(name)]++
		}
	}
	if len(names) != 138 || filings != 145 || len(s.All) != 142 || len(s.Void) > 0 {
		t.Errorf("%d numbers, %d filings, %d items, void %v", len(names), filings, len(s.All), s.Void)
	}
	if diff := cmp.Diff(map[domain.PinpointState]int{domain.PinpointStateFiled: 141, domain.PinpointStateSuperseded: 1}, states); diff != "" {
		t.Errorf("states (-want +got):\n%s", diff)
	}
	for number, relation := range used {
		if want := map[bool]int{true: 1, false: 2}[relation == domain.LinkSameRootCause]; names[number] != want {
			t.Errorf("%s is %d items, want %d", number, names[number], want)
		}
	}
}
