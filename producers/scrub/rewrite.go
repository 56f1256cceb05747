package scrub

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// rewriter walks a document and collects what changes in it.
type rewriter struct {
	set     *ruleSet
	in      *jsontext.Decoder
	changes []replacement
	hits    []Hit
}

// rewrite replaces the secrets of a document, which must be one JSON value.
func rewrite(set *ruleSet, doc []byte) ([]byte, []Hit, error) {
	w := &rewriter{set: set, in: jsontext.NewDecoder(bytes.NewBuffer(doc),
		jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))}
	err := w.value("", nil, nil)
	if err == nil {
		err = w.end()
	}
	if err != nil {
		// The decoder's own words are left out: they may quote the document.
		return nil, nil, fmt.Errorf("%w at byte %d", ErrNotJSON, w.in.InputOffset())
	}
	if len(w.changes) == 0 {
		return doc, nil, nil
	}
	return splice(doc, w.changes), w.hits, nil
}

// end expects that nothing comes after the value.
func (w *rewriter) end() error {
	_, err := w.in.ReadToken()
	if err == nil {
		return errors.New("more than one value")
	}
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// value walks the value that comes next: it is at pointer and is called name, nil if it is no
// member. Its text is noted in says, unless that is nil.
func (w *rewriter) value(pointer jsontext.Pointer, name []byte, says *[]byte) error {
	switch w.in.PeekKind() {
	case '{':
		return w.object(pointer, name)
	case '[':
		return w.array(pointer, name)
	case '"':
		raw, err := w.in.ReadValue()
		if err != nil {
			return err
		}
		body := raw[1 : len(raw)-1]
		if says != nil {
			*says = unescape(bytes.Clone(body), stringEscapes).text
		}
		clean, found := w.set.clean(body, name)
		w.change(body, clean)
		w.hits = append(w.hits, hitsAt(found, string(pointer))...)
		return nil
	}
	_, err := w.in.ReadToken()
	return err
}

// object walks an object that is called within: a member of it called value is what that names.
func (w *rewriter) object(pointer jsontext.Pointer, within []byte) error {
	if _, err := w.in.ReadToken(); err != nil {
		return err
	}
	markers := map[string]bool{}
	var named []byte // the text of the member called name or key
	for w.in.PeekKind() == '"' {
		raw, err := w.in.ReadValue()
		if err != nil {
			return err
		}
		body := bytes.Clone(raw[1 : len(raw)-1])
		clean, found := w.set.clean(body, nil)
		clean = unique(clean, markers)
		w.change(body, clean)
		at := pointer.AppendToken(string(unescape(clean, stringEscapes).text))
		w.hits = append(w.hits, hitsAt(found, string(at))...)
		name := unescape(body, stringEscapes).text
		var says *[]byte
		switch {
		case namesValue(name):
			says = &named
		case named != nil && holdsValue(name):
			name = named
		case within != nil && holdsValue(name):
			name = within
		}
		if err := w.value(at, name, says); err != nil {
			return err
		}
	}
	_, err := w.in.ReadToken()
	return err
}

// array walks an array that is called within, as are its strings.
func (w *rewriter) array(pointer jsontext.Pointer, within []byte) error {
	if _, err := w.in.ReadToken(); err != nil {
		return err
	}
	var before []byte // the text of the element before
	for i := 0; w.in.PeekKind() != ']'; i++ {
		name, says := within, []byte(nil)
		if flag(before) {
			name = before
		}
		if err := w.value(pointer.AppendToken(strconv.Itoa(i)), name, &says); err != nil {
			return err
		}
		before = says
	}
	_, err := w.in.ReadToken()
	return err
}

// namesValue reports whether a member contains the name of a member beside it.
func namesValue(name []byte) bool {
	return folded(name, "name") || folded(name, "key") || folded(name, "parameterkey")
}

// flag reports whether an argument names the next one: --token.
func flag(argument []byte) bool {
	return len(argument) > 2 && argument[0] == '-' && bytes.IndexByte(argument, '=') < 0
}

// holdsValue reports whether a member is the value of what a member before it names.
func holdsValue(name []byte) bool {
	return folded(name, "value") || folded(name, "stringvalue") || folded(name, "parametervalue")
}

// change notes that the string just read, whose body is given, gets another.
func (w *rewriter) change(body, clean []byte) {
	if bytes.Equal(body, clean) {
		return
	}
	end := int(w.in.InputOffset()) - 1 // before the closing quote
	w.changes = append(w.changes, replacement{end - len(body), end, string(clean)})
}

// unique returns the body of a member name, with a number when it holds a marker and an earlier
// name of the same object is equal: scrubbing must not make a document that names a member twice.
func unique(body []byte, markers map[string]bool) []byte {
	name := unescape(body, stringEscapes).text
	if !bytes.Contains(name, []byte(markerHead)) {
		return body
	}
	suffix := ""
	for n := 2; markers[string(name)+suffix]; n++ {
		suffix = "#" + strconv.Itoa(n)
	}
	markers[string(name)+suffix] = true
	return append(bytes.Clone(body), suffix...)
}

// clean returns the body of a JSON string without secrets, and what was found. The string is
// searched again after each change, because what touched a secret may be one by itself. A value
// is searched with the name of its member, which is nil for all else.
func (s *ruleSet) clean(body, name []byte) (clean []byte, found []span) {
	for {
		v := unescape(body, stringEscapes)
		now := s.find(v.text)
		if name != nil {
			now = s.settle(v.text, append(now, s.member(name, v.text)...))
		}
		if len(now) == 0 || s.signed(v.text) {
			return body, found
		}
		found = append(found, now...)
		changes := make([]replacement, len(now))
		for i, f := range now {
			changes[i] = replacement{v.origin(f.start), v.origin(f.end), f.quotedMarker()}
		}
		body = splice(body, changes)
	}
}
