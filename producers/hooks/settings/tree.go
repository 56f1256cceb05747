package settings

import (
	"bytes"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"
)

// node is a value of a JSON text and its position: text[start:end].
type node struct {
	start, end int
	kind       jsontext.Kind
	members    []member // of an object
	elements   []node   // of an array
	text       string   // of a string
}

type member struct {
	start int // of the name
	name  string
	value node
}

func (n *node) member(name string) *node {
	for i := range n.members {
		if n.members[i].name == name {
			return &n.members[i].value
		}
	}
	return nil
}

// parse reads a text that is one JSON object, with comments where the agent takes them.
func parse(text []byte, comments bool) (*node, error) {
	if comments {
		text = blankComments(text)
	}
	d := jsontext.NewDecoder(bytes.NewReader(text))
	n, err := readNode(d)
	if err != nil {
		return nil, err
	}
	if rest := bytes.TrimSpace(text[n.end:]); len(rest) > 0 {
		return nil, fmt.Errorf("something follows the object: %.20q", rest)
	}
	if n.kind != '{' {
		return nil, fmt.Errorf("is no JSON object")
	}
	return &n, nil
}

func readNode(d *jsontext.Decoder) (n node, err error) {
	switch d.PeekKind() {
	case '{', '[':
		t, err := d.ReadToken()
		if err != nil {
			return n, err
		}
		n.kind, n.start = t.Kind(), int(d.InputOffset())-1
		for d.PeekKind() != '}' && d.PeekKind() != ']' {
			if err := n.readChild(d); err != nil {
				return n, err
			}
		}
		_, err = d.ReadToken()
		n.end = int(d.InputOffset())
		return n, err
	}
	v, err := d.ReadValue()
	if err != nil {
		return n, err
	}
	n.kind, n.end = v.Kind(), int(d.InputOffset())
	n.start = n.end - len(v)
	if n.kind == '"' {
		unquoted, err := jsontext.AppendUnquote(nil, v)
		n.text = string(unquoted)
		return n, err
	}
	return n, nil
}

func (n *node) readChild(d *jsontext.Decoder) error {
	if n.kind == '[' {
		e, err := readNode(d)
		n.elements = append(n.elements, e)
		return err
	}
	name, err := readNode(d)
	if err != nil {
		return err
	}
	value, err := readNode(d)
	n.members = append(n.members, member{name.start, name.text, value})
	return err
}

// blankComments makes spaces of comments, so that all else keeps its place.
func blankComments(text []byte) []byte {
	out := bytes.Clone(text)
	for i := 0; i < len(out); i++ {
		switch {
		case out[i] == '"':
			i = endOfString(out, i)
		case bytes.HasPrefix(out[i:], []byte("//")):
			for ; i < len(out) && out[i] != '\n'; i++ {
				out[i] = ' '
			}
		case bytes.HasPrefix(out[i:], []byte("/*")):
			end := bytes.Index(out[i+2:], []byte("*/"))
			if end < 0 {
				return out
			}
			for stop := i + 2 + end + 2; i < stop; i++ {
				if out[i] != '\n' {
					out[i] = ' '
				}
			}
			i--
		}
	}
	return out
}

// endOfString is the place of the quote that ends the string that begins at i.
func endOfString(text []byte, i int) int {
	for i++; i < len(text) && text[i] != '"'; i++ {
		if text[i] == '\\' {
			i++
		}
	}
	return i
}
