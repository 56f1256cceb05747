package claudecode

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"
)

// Sniff implements [producers.Reader]. One record that only a transcript has is
// enough: a file may begin with lines of any sort.
func (Reader) Sniff(head []byte) bool {
	for len(head) > 0 {
		line, rest, _ := bytes.Cut(head, []byte("\n"))
		if m := marksOf(line); m.transcript() {
			return true
		}
		head = rest
	}
	return false
}

// marks are the members of a record by which transcripts are known.
type marks struct {
	kind  string
	there map[string]jsontext.Kind
	torn  bool // the record's end is beyond the head
}

func (m *marks) transcript() bool {
	has := func(name string, kind jsontext.Kind) bool { return m.there[name] == kind }
	switch m.kind {
	case "user", "assistant", "system", "progress", "attachment", "":
		_, chained := m.there["parentUuid"]
		sides := has("isSidechain", 't') || has("isSidechain", 'f')
		return chained && sides && (has("sessionId", '"') && m.kind != "" || m.torn)
	case "summary":
		return has("summary", '"') && has("leafUuid", '"')
	case "file-history-snapshot":
		return has("messageId", '"') && has("snapshot", '{')
	case "queue-operation":
		return has("operation", '"') && has("sessionId", '"')
	case "last-prompt", "permission-mode", "mode", "ai-title", "custom-title", "agent-name", "pr-link":
		return has("sessionId", '"')
	}
	return false
}

// marksOf reads the members of a line as far as they go.
func marksOf(line []byte) (m marks) {
	d := jsontext.NewDecoder(bytes.NewBuffer(line), loosely)
	if d.PeekKind() != '{' {
		return m
	}
	if _, err := d.ReadToken(); err != nil {
		return m
	}
	m.there = map[string]jsontext.Kind{}
	for d.PeekKind() == '"' {
		t, err := d.ReadToken()
		if err != nil {
			break
		}
		name := t.String()
		kind := d.PeekKind()
		value, err := d.ReadValue()
		if err != nil {
			break
		}
		m.there[name] = kind
		if name == "type" && kind == '"' && len(value) >= 2 {
			m.kind = string(value[1 : len(value)-1])
		}
	}
	m.torn = d.StackDepth() > 0 && d.PeekKind() != '}'
	return m
}
