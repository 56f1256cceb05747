package producers_test

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/producers"
)

func TestALineSaysWhetherTheNextIsHere(t *testing.T) {
	rows := []struct {
		name string
		in   io.Reader
		want []string
	}{
		{"all in one read", strings.NewReader("a\nb\nc\n"), []string{"a, then the next", "b, then the next", "c"}},
		{"a byte at a time", iotest.OneByteReader(strings.NewReader("a\nb\nc\n")), []string{"a", "b", "c"}},
		{"the last line has no end yet", strings.NewReader("a\nb"), []string{"a", "b"}},
		{"two reads", io.MultiReader(strings.NewReader("a\nb\nc"), strings.NewReader("c\nd\n")),
			[]string{"a, then the next", "b", "cc, then the next", "d"}},
		{"an empty line is one", strings.NewReader("a\n\n"), []string{"a, then the next", ""}},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			var got []string
			for line, err := range producers.Lines(row.in) {
				if err != nil {
					t.Fatal(err)
				}
				said := string(line.Text)
				if line.Next {
					said += ", then the next"
				}
				got = append(got, said)
			}
			if diff := cmp.Diff(row.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}
