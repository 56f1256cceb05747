package producers_test

import (
	"strings"
	"testing"

	"github.com/clawable/claw/producers"
)

func TestALongHeadHoldsTheValueInWhichTheHeadEnds(t *testing.T) {
	long := strings.Repeat("x", 100_000)
	for _, row := range []struct {
		name, input string
		want        int // bytes, 0 for no more than the head
	}{
		{"nothing", "", 0},
		{"text", long, 0},
		{"a short object", `{"a":1}`, 0},
		{"a torn object that is all there is", `{"a":1`, 0},
		{"a long object", `{"a":"` + long + `"}`, len(long) + 8},
		{"a long list over lines", "[\n\"" + long + "\"\n]\n", len(long) + 7},
		{"a long second line, and a third", "{}\n{\"a\":\"" + long + "\"}\n{}\n", len(long) + 12},
		{"a long second line of text", "{}\n" + long, 0},
	} {
		t.Run(row.name, func(t *testing.T) {
			in := strings.NewReader(row.input)
			head, _, err := producers.Head(in)
			if err != nil {
				t.Fatal(err)
			}
			got, more, err := producers.LongHead(head, in)
			switch {
			case err != nil:
				t.Fatal(err)
			case more != (row.want > 0):
				t.Fatalf("more %t, want %t", more, row.want > 0)
			case more && string(got) != row.input[:row.want]:
				t.Errorf("%d bytes, want %d", len(got), row.want)
			}
		})
	}
}
