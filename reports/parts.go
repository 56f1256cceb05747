package reports

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/clawable/claw/domain"
)

// Part is a piece of a report, or of a view of one, that a channel's limit cut. The texts of all parts, in
// order, are the whole.
type Part struct {
	Report  string        `json:"report_id"`           // "": a view of a report that is not filed
	Content domain.Digest `json:"content_hash"`        // of the whole document
	View    domain.Digest `json:"view_id,omitzero"`    // absent: the parts are of the document
	Bytes   domain.Digest `json:"view_bytes,omitzero"` // of a view: SHA-256 of all its bytes
	Index   int           `json:"index"`               // from 1
	Count   int           `json:"count"`
	Hash    domain.Digest `json:"part_hash"` // of the other members
	Text    string        `json:"text"`
}

// Whole is what is cut into parts: the document of a report, or a view of it.
type Whole struct {
	Report  string
	Content domain.Digest // of the document
	View    domain.Digest // the id of the view; zero for the document
	Text    []byte
}

// hash binds all members of a part.
func (p *Part) hash() domain.Digest {
	of := "claw/part/1\x00"
	if !p.View.IsZero() {
		of = "claw/part/view/1\x00" + p.View.String() + "\x00" + p.Bytes.String() + "\x00"
	}
	return sha256.Sum256([]byte(of + p.Report + "\x00" + p.Content.String() + "\x00" + strconv.Itoa(p.Index) + "\x00" + strconv.Itoa(p.Count) + "\x00" + p.Text))
}

// isOfOne reports whether two parts say that they are of one cut of one whole.
func (p *Part) isOfOne(other *Part) bool {
	return p.Report == other.Report && p.Content == other.Content && p.View == other.View && p.Bytes == other.Bytes && p.Count == other.Count
}

// leastPart is the least limit of bytes: room for one character of any size.
const leastPart = utf8.UTFMax

// Cut cuts a document or a view into parts whose texts have at most limit bytes each: at the end of a line
// where that fills more than half a part, else between two characters.
//
// Errors: kind usage for a limit that is too small.
func Cut(w Whole, limit int) ([]Part, error) {
	if limit < leastPart {
		return nil, domain.Usage("cut report", strconv.Itoa(limit), "a part has room for "+strconv.Itoa(leastPart)+" bytes at least")
	}
	var texts []string
	for rest := w.Text; len(rest) > 0; {
		n := partEnd(rest, limit)
		texts, rest = append(texts, string(rest[:n])), rest[n:]
	}
	parts := make([]Part, len(texts))
	for i, text := range texts {
		p := Part{Report: w.Report, Content: w.Content, View: w.View, Index: i + 1, Count: len(texts), Text: text}
		if !w.View.IsZero() {
			p.Bytes = sha256.Sum256(w.Text)
		}
		p.Hash = p.hash()
		parts[i] = p
	}
	return parts, nil
}

// partEnd is how many bytes of a text the next part has.
func partEnd(text []byte, limit int) int {
	if len(text) <= limit {
		return len(text)
	}
	if line := bytes.LastIndexByte(text[:limit], '\n') + 1; line > limit/2 {
		return line
	}
	n := limit
	for !utf8.RuneStart(text[n]) {
		n--
	}
	return n
}

// Assemble makes the document or the view of its parts, in whatever order and however often they came. A
// document has the hash that it is named by; that a view is one, its reader verifies.
//
// Errors: kind not_found with the missing indexes in Detail; kind conflict for a part of another
// report, of another version or view of it, or of another count; kind corrupt for a part or a whole that is
// not as it was cut.
func Assemble(parts []Part) (Whole, error) {
	if len(parts) == 0 {
		return Whole{}, &domain.Error{Kind: domain.ErrNotFound, Operation: "assemble report", Target: "parts", Message: "there are none", Hint: "ask for the parts again"}
	}
	first := &parts[0]
	byIndex := map[int]*Part{}
	for i := range parts {
		p := &parts[i]
		if err := p.fits(first); err != nil {
			return Whole{}, err
		}
		byIndex[p.Index] = p
	}
	if missing := missingParts(byIndex, first.Count); len(missing) > 0 {
		return Whole{}, &domain.Error{Kind: domain.ErrNotFound, Operation: "assemble report", Target: first.of(),
			Message: fmt.Sprintf("%d of %d parts are missing: %s", first.Count-len(byIndex), first.Count, listed(missing)),
			Detail:  map[string]any{"missing": missing, "count": first.Count}, Hint: "ask for the missing parts again"}
	}
	var text []byte
	for i := 1; i <= first.Count; i++ {
		text = append(text, byIndex[i].Text...)
	}
	want := first.Content
	if !first.View.IsZero() {
		want = first.Bytes
	}
	if got := domain.Digest(sha256.Sum256(text)); got != want {
		return Whole{}, corrupt(first.of(), "the parts do not make the whole whose hash they name", want, got)
	}
	return Whole{Report: first.Report, Content: first.Content, View: first.View, Text: text}, nil
}

// of names what a part is a part of.
func (p *Part) of() string {
	if !p.View.IsZero() {
		return "view " + p.View.String()
	}
	return cmp.Or(p.Report, p.Content.String())
}

// fits refuses a part that does not belong to the whole of another one, or is not as it was cut.
func (p *Part) fits(first *Part) error {
	at := fmt.Sprintf("part %d of %s", p.Index, p.of())
	switch {
	case !p.isOfOne(first):
		detail := map[string]any{"report_id": p.Report, "content_hash": p.Content.String(), "count": p.Count}
		if !p.View.IsZero() {
			detail["view_id"] = p.View.String()
		}
		return &domain.Error{Kind: domain.ErrConflict, Operation: "assemble report", Target: at, Message: "belongs to another report, view or cut than " + first.of(),
			Detail: detail, Hint: "assemble the parts of one report or view, as content_hash, view_id and count name it"}
	case p.Index < 1 || p.Index > p.Count || p.Hash != p.hash():
		return corrupt(at, "is not as it was cut", p.Hash, p.hash())
	}
	return nil
}

// mostMissing bounds the missing parts that are named; all are counted.
const mostMissing = 100

func missingParts(byIndex map[int]*Part, count int) (missing []int) {
	for i := 1; i <= count && len(missing) < mostMissing; i++ {
		if byIndex[i] == nil {
			missing = append(missing, i)
		}
	}
	return missing
}

func listed(numbers []int) string {
	texts := make([]string, len(numbers))
	for i, n := range numbers {
		texts[i] = strconv.Itoa(n)
	}
	if len(texts) > 10 {
		texts = append(slices.Clone(texts[:10]), "…")
	}
	return strings.Join(texts, ", ")
}

func corrupt(target, message string, want, got domain.Digest) error {
	return &domain.Error{Kind: domain.ErrCorrupt, Operation: "verify report", Target: target, Message: message,
		Detail: map[string]any{"content_hash": want.String(), "computed": got.String()}, Hint: "do not act on it; ask for it again where it came from"}
}
