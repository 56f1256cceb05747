package readertest

import (
	"bytes"
	"slices"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/lenient"
)

// alteration marks a text that replaces another one in a record.
const alteration = " (altered)"

// Apart is what [Altered] leaves unchanged: members that are ids, or of which a second record
// reports nothing, and reasons why a skipped line contains no event.
type Apart struct{ Members, Reasons []string }

// Altered repeats each record of the recordings that a pattern names, with one of its texts
// altered, under the id that it has: either the altered text is recorded, or the line is
// counted as changed, or it is skipped for a reason set apart. A text that is not recorded
// from the record itself is left unchanged.
func Altered(t *testing.T, reader producers.Reader, pattern string, apart Apart) {
	for name, content := range Files(t, pattern) {
		t.Run(name, func(t *testing.T) { apart.hold(t, reader, content) })
	}
}

func (a Apart) hold(t *testing.T, reader producers.Reader, content []byte) {
	told := toldIn(Read(t, reader, content))
	for _, r := range repeatable(content) {
		record := content[r.start:r.end]
		for _, text := range textsIn(record) {
			if slices.Contains(a.Members, text.member) || !bytes.Contains(told, text.words) {
				continue
			}
			other := slices.Concat(record[:text.end], []byte(alteration), record[text.end:])
			if !tells(Read(t, reader, slices.Concat(content[:r.start], other, content[r.end:]))) {
				continue
			}
			records := Read(t, reader, slices.Concat(content[:r.end], []byte(r.between), other, content[r.end:]))
			fate := records[bytes.Count(content[:r.end], []byte("\n"))+bytes.Count([]byte(r.between), []byte("\n"))]
			if !tells(records) && !slices.ContainsFunc(records, isChanged) && !slices.Contains(a.Reasons, fate.Skipped) {
				t.Errorf("byte %d: %s of a record that is there twice, %.60q, is lost: its line has %d drafts, skipped %q",
					r.start, text.member, text.words, len(fate.Drafts), fate.Skipped)
			}
		}
	}
}

// tells reports whether a draft contains an altered text.
func tells(records []producers.Record) bool {
	return bytes.Contains(toldIn(records), []byte(alteration))
}

func isChanged(r producers.Record) bool { return len(r.Changed) > 0 || r.Skipped == producers.Changed }

// toldIn is what all drafts say.
func toldIn(records []producers.Record) (all []byte) {
	for _, r := range records {
		for _, d := range r.Drafts {
			all = append(append(all, d.Data...), '\n')
		}
	}
	return all
}

// repeated is a record that may be repeated behind itself, with what is then between the two.
type repeated struct {
	start, end int
	between    string
}

// repeatable lists the records of JSON Lines, and the objects in the arrays of a document.
func repeatable(content []byte) (all []repeated) {
	if jsontext.Value(content).IsValid() {
		return objectsIn(content)
	}
	at := 0
	for line := range bytes.Lines(content) {
		if text := bytes.TrimRight(line, "\r\n"); jsontext.Value(text).IsValid() {
			all = append(all, repeated{at, at + len(text), "\n"})
		}
		at += len(line)
	}
	return all
}

func objectsIn(content []byte) (all []repeated) {
	d := jsontext.NewDecoder(bytes.NewReader(content), lenient.Options)
	var begun []int
	for {
		token, err := d.ReadToken()
		if err != nil {
			return all
		}
		switch at := int(d.InputOffset()); token.Kind() {
		case '{':
			begun = append(begun, at-1)
		case '}':
			start := begun[len(begun)-1]
			begun = begun[:len(begun)-1]
			if kind, _ := d.StackIndex(d.StackDepth()); kind == '[' {
				all = append(all, repeated{start, at, ","})
			}
		}
	}
}

// text is a string of a record: its member, its words as JSON has them, and where they end.
type text struct {
	member string
	words  []byte
	end    int
}

func textsIn(record []byte) (all []text) {
	d := jsontext.NewDecoder(bytes.NewReader(record), lenient.Options)
	member := ""
	for {
		token, err := d.ReadToken()
		if err != nil {
			return all
		}
		if token.Kind() != '"' {
			continue
		}
		if kind, n := d.StackIndex(d.StackDepth()); kind == '{' && n%2 == 1 {
			member = token.String()
			continue
		}
		end := int(d.InputOffset()) - 1
		words := []byte(token.String())
		if quoted, err := jsontext.AppendQuote(nil, words); err == nil && len(words) > 2 {
			all = append(all, text{member, quoted[1 : len(quoted)-1], end})
		}
	}
}
