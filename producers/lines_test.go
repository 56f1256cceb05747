package producers_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/producers"
)

func TestLines(t *testing.T) {
	long := strings.Repeat("x", 300<<10) // longer than the buffer
	tests := []struct {
		says string
		in   string
		want []string
	}{
		{"nothing has no line", "", nil},
		{"a final newline has no line behind it", "a\n", []string{"1 a."}},
		{"a last line without an end is told so", "a\nb", []string{"1 a.", "2 b"}},
		{"blank lines count", "\n\na\n", []string{"1 .", "2 .", "3 a."}},
		{"an end of Windows is no part of the line", "a\r\nb\r\n", []string{"1 a.", "2 b."}},
		{"a byte order mark is no part of the first line", "\uFEFFa\n\uFEFFb\n", []string{"1 a.", "2 \uFEFFb."}},
		{"a byte order mark alone is a blank line", "\uFEFF", []string{"1 "}},
		{"a line may be longer than the buffer", long + "\nb\n" + long, []string{"1 " + long + ".", "2 b.", "3 " + long}},
		{"UTF-16 of Windows is one line that says so", "\xff\xfea\x00\n\x00b\x00\n\x00", []string{"1 (UTF-16 text: only UTF-8 is read)."}},
		{"UTF-16 of the other order too", "\xfe\xff\x00a\x00\n\x00b", []string{"1 (UTF-16 text: only UTF-8 is read)."}},
	}
	for _, test := range tests {
		t.Run(test.says, func(t *testing.T) {
			for _, in := range []io.Reader{strings.NewReader(test.in), iotest.HalfReader(strings.NewReader(test.in)), iotest.DataErrReader(strings.NewReader(test.in))} {
				if diff := cmp.Diff(test.want, linesOf(t, in)); diff != "" {
					t.Errorf("(-want +got)\n%s", diff)
				}
			}
		})
	}
}

// linesOf reads lines as number, text, a reason in brackets, and a point for an end.
func linesOf(t *testing.T, in io.Reader) (got []string) {
	t.Helper()
	for line, err := range producers.Lines(in) {
		if err != nil {
			t.Fatal(err)
		}
		s := fmt.Sprintf("%d %s", line.Number, line.Text)
		if line.Unreadable != "" {
			s += "(" + line.Unreadable + ")"
		}
		if line.Ended {
			s += "."
		}
		got = append(got, s)
	}
	return got
}

func TestALineThatIsTooLongIsPassedOver(t *testing.T) {
	longest := func() io.Reader { return io.LimitReader(same('x'), producers.MaxLine-1) }
	type told struct {
		Number, Length int
		Ended          bool
		Unreadable     string
	}
	var got []told
	for line, err := range producers.Lines(io.MultiReader(strings.NewReader("a\n"), longest(), strings.NewReader("\n"),
		longest(), strings.NewReader("xx\nb\n"), longest(), strings.NewReader("xx"))) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, told{line.Number, len(line.Text), line.Ended, line.Unreadable})
	}
	const why = "longer than 64 MiB"
	want := []told{{1, 1, true, ""}, {2, producers.MaxLine - 1, true, ""}, {3, 0, true, why}, {4, 1, true, ""}, {5, 0, false, why}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// same gives one byte for ever.
type same byte

func (s same) Read(p []byte) (int, error) {
	copy(p, bytes.Repeat([]byte{byte(s)}, len(p)))
	return len(p), nil
}

func TestHeadIsTheBeginningWithoutAMark(t *testing.T) {
	broken := io.MultiReader(strings.NewReader("\uFEFFabc"), iotest.ErrReader(io.ErrNoProgress))
	tests := []struct {
		says       string
		in         io.Reader
		head       int
		unreadable string
		err        error
	}{
		{"nothing", strings.NewReader(""), 0, "", nil},
		{"a short input", strings.NewReader("\uFEFFabc"), 3, "", nil},
		{"a long input", same('x'), 64 << 10, "", nil},
		{"an input that breaks off", broken, 3, "", io.ErrNoProgress},
		{"UTF-16", strings.NewReader("\xff\xfea\x00"), 0, "UTF-16 text: only UTF-8 is read", nil},
	}
	for _, test := range tests {
		t.Run(test.says, func(t *testing.T) {
			head, unreadable, err := producers.Head(test.in)
			if len(head) != test.head || unreadable != test.unreadable || !errors.Is(err, test.err) {
				t.Errorf("%d bytes, %q, %v; want %d, %q, %v", len(head), unreadable, err, test.head, test.unreadable, test.err)
			}
		})
	}
}

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
