package reports

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/clawable/claw/domain"
)

// Part is a piece of a report that a channel's limit cut. The texts of all parts, in order, are the
// document.
type Part struct {
	Report  string        `json:"report_id"`
	Content domain.Digest `json:"content_hash"` // of the whole document
	Index   int           `json:"index"`        // from 1
	Count   int           `json:"count"`
	Hash    domain.Digest `json:"part_hash"` // of the other members
	Text    string        `json:"text"`
}

// hash binds all members of a part.
func (p *Part) hash() domain.Digest {
	return sha256.Sum256([]byte("claw/part/1\x00" + p.Report + "\x00" + p.Content.String() + "\x00" + strconv.Itoa(p.Index) + "\x00" + strconv.Itoa(p.Count) + "\x00" + p.Text))
}

// leastPart is the least limit of bytes: room for one character of any size.
const leastPart = utf8.UTFMax

// Cut cuts a document into parts whose texts have at most limit bytes each.
//
// Errors: kind usage for a limit that is too small.
func Cut(report string, s Sealed, limit int) ([]Part, error) {
	if limit < leastPart {
		return nil, domain.Usage("cut report", strconv.Itoa(limit), "a part has room for "+strconv.Itoa(leastPart)+" bytes at least")
	}
	var texts []string
	for rest := string(s.Text); rest != ""; {
		n := min(limit, len(rest))
		for n < len(rest) && !utf8.RuneStart(rest[n]) {
			n--
		}
		texts, rest = append(texts, rest[:n]), rest[n:]
	}
	parts := make([]Part, len(texts))
	for i, text := range texts {
		parts[i] = Part{Report: report, Content: s.Hash, Index: i + 1, Count: len(texts), Text: text}
		parts[i].Hash = parts[i].hash()
	}
	return parts, nil
}

// Assemble makes the document of its parts, in whatever order and however often they came.
//
// Errors: kind not_found with the missing indexes in Detail; kind conflict for a part of another
// report, of another version of it, or of another count; kind corrupt for a part or a whole that is
// not as it was cut.
func Assemble(parts []Part) (Sealed, error) {
	if len(parts) == 0 {
		return Sealed{}, &domain.Error{Kind: domain.ErrNotFound, Operation: "assemble report", Target: "parts", Message: "there are none", Hint: "ask for the parts again"}
	}
	first := &parts[0]
	byIndex := map[int]*Part{}
	for i := range parts {
		p := &parts[i]
		if err := p.fits(first); err != nil {
			return Sealed{}, err
		}
		byIndex[p.Index] = p
	}
	if missing := missingParts(byIndex, first.Count); len(missing) > 0 {
		return Sealed{}, &domain.Error{Kind: domain.ErrNotFound, Operation: "assemble report", Target: first.Report,
			Message: fmt.Sprintf("%d of %d parts are missing: %s", first.Count-len(byIndex), first.Count, listed(missing)),
			Detail:  map[string]any{"missing": missing, "count": first.Count}, Hint: "ask for the missing parts again"}
	}
	var text strings.Builder
	for i := 1; i <= first.Count; i++ {
		text.WriteString(byIndex[i].Text)
	}
	s, err := SealText([]byte(text.String()))
	if err != nil || s.Hash != first.Content {
		return Sealed{}, corrupt(first.Report, "the parts do not make the document whose hash they name", first.Content, s.Hash)
	}
	return s, nil
}

// fits refuses a part that does not belong to the report of another one, or is not as it was cut.
func (p *Part) fits(first *Part) error {
	at := fmt.Sprintf("part %d of %s", p.Index, p.Report)
	switch {
	case p.Report != first.Report || p.Content != first.Content || p.Count != first.Count:
		return &domain.Error{Kind: domain.ErrConflict, Operation: "assemble report", Target: at, Message: "is part of another report than " + first.Report,
			Detail: map[string]any{"report_id": p.Report, "content_hash": p.Content.String(), "count": p.Count}, Hint: "assemble the parts of one report, as its content_hash names it"}
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
