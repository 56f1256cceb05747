package httpapi

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/cockroachdb/errors"
	"github.com/go-json-experiment/json/jsontext"
)

// answer is a document as HTTP answers it.
type answer struct {
	Status      int
	ContentType string `header:"Content-Type"`
	ETag        string `header:"ETag" doc:"changes when the document changes in more than the time and the position of reading"`
	Position    string `header:"Claw-As-Of-Position" doc:"the position of the log up to which the answer holds"`
	Replayed    string `header:"Idempotency-Replayed" doc:"true: the command of this key was done before, and this is its answer"`
	Link        string `header:"Link" doc:"rel=next is the next page, where there is one"`
	Body        []byte
}

// asked is the answer of the reader to a question.
func (a *API) asked(ctx context.Context, q Question, held string) (*answer, error) {
	if err := a.readable(ctx, q.Verb); err != nil {
		return nil, a.failed(ctx, err)
	}
	head, err := a.heads.now(ctx)
	if err != nil {
		return nil, a.failed(ctx, err)
	}
	r, err := a.known(ctx, q, head.Position.Number())
	if err != nil {
		return nil, a.failed(ctx, err)
	}
	if err := a.readable(ctx, q.Verb); err != nil {
		return nil, a.failed(ctx, err)
	}
	return answered(ctx, &r, held), nil
}

// known is the answer to a question at a head of the log: that of the last moment, or a new one. Who asks the
// same at once waits for one answer.
//
// Errors: those of the reader.
func (a *API) known(ctx context.Context, q Question, position uint64) (remembered, error) {
	line := lineOf(&q)
	before, is := a.memo.find(line, position, a.Now())
	if is {
		return before, nil
	}
	v, err, _ := a.asking.Do(strconv.FormatUint(position, 10)+" "+line, func() (any, error) {
		now := a.Now()
		if r, is := a.memo.find(line, position, now); is && !r.at.Equal(before.at) {
			return r, nil // made since it was looked for
		}
		patient, cancel := context.WithTimeout(context.WithoutCancel(ctx), a.Limits.Time) // others may wait for it when the first is gone
		defer cancel()
		r, err := freshOf(patient, a.Reader, q, position, now)
		if err == nil {
			a.memo.keep(line, r)
		}
		return r, err
	})
	r, _ := v.(remembered)
	return r, err
}

// freshOf queries a reader. position is that of the log before the query.
//
// Errors: those of the reader.
func freshOf(ctx context.Context, reader Reader, q Question, position uint64, now time.Time) (r remembered, err error) {
	var body bytes.Buffer
	if err := reader.Answer(ctx, q, &body); err != nil {
		return r, errors.Wrapf(err, "answer %s", q.Verb)
	}
	r, err = rememberedOf(body.Bytes(), position)
	r.at = now
	return r, err
}

// rememberedOf returns a document with what HTTP states about it.
//
// Errors: the document is no JSON object.
func rememberedOf(body []byte, position uint64) (remembered, error) {
	said, err := readHead(body)
	return remembered{head: position, said: said, etag: said.validator(body), body: body}, errors.Wrap(err, "read the answer")
}

// answered returns a document with what HTTP states about it: 304 where the caller holds it. The document may
// name a later position than that of the log before it was made.
func answered(ctx context.Context, r *remembered, held string) *answer {
	position := r.head
	if r.said.position > 0 {
		position = r.said.position
	}
	out := &answer{Status: http.StatusOK, ContentType: "application/json", ETag: r.etag, Position: strconv.FormatUint(position, 10), Body: r.body}
	if r.said.next != "" {
		out.Link = nextLink(requestOf(ctx).url, "cursor", r.said.next)
	}
	if matches(held, out.ETag) {
		out.Status, out.Body, out.ContentType = http.StatusNotModified, nil, ""
	}
	return out
}

// head is the part of a document that HTTP repeats in headers: some of its members.
type head struct {
	position uint64 // as_of_position; 0: it has none
	next     string // next_cursor
	reading  []span // the positions of the members that state when it was read, and not what
}

// span is a part of a text.
type span struct{ from, until int64 }

// readHead reads the members of a document that HTTP repeats.
func readHead(document []byte) (h head, err error) {
	d := jsontext.NewDecoder(bytes.NewReader(document))
	if _, err := d.ReadToken(); err != nil {
		return h, err
	}
	for d.PeekKind() == '"' {
		name, err := d.ReadToken()
		if err != nil {
			return h, err
		}
		if err := h.member(d, name.String()); err != nil {
			return h, err
		}
	}
	_, err = d.ReadToken()
	return h, err
}

func (h *head) member(d *jsontext.Decoder, name string) error {
	at := span{from: d.InputOffset()}
	switch name {
	case "next_cursor", "as_of_position":
		t, err := d.ReadToken()
		if err != nil {
			return err
		}
		if name == "next_cursor" {
			h.next = t.String()
			return nil
		}
		if h.position, err = t.Uint(); err != nil {
			return err
		}
	default:
		if err := d.SkipValue(); err != nil {
			return err
		}
	}
	if at.until = d.InputOffset(); slices.Contains(ofReading, name) {
		h.reading = append(h.reading, at)
	}
	return nil
}

// ofReading are the members of a document that change with each reading, or with each event, whatever it
// is about.
var ofReading = []string{"as_of", "as_of_position"}

// age begins the member by which a document, or a row of it, states its age, which grows with each reading. No
// string contains it: quotes are escaped there.
var age = []byte(`"age_ms":`)

// validator is a weak ETag: that of the document without the members of [ofReading] and without ages. What the
// time of reading decides beside, such as expiry and freshness, is in it.
func (h *head) validator(document []byte) string {
	sum := sha256.New()
	from := int64(0)
	for _, of := range h.reading {
		writeAgeless(sum, document[from:of.from])
		from = of.until
	}
	writeAgeless(sum, document[from:])
	return `W/"` + hex.EncodeToString(sum.Sum(nil)[:16]) + `"`
}

// writeAgeless writes a part of a document without its ages.
func writeAgeless(sum hash.Hash, part []byte) {
	for found := true; found; {
		var before []byte
		before, part, found = bytes.Cut(part, age)
		sum.Write(before)
		part = bytes.TrimLeft(part, " 0123456789")
	}
}

// matches reports whether a list of validators holds one, by weak comparison.
func matches(held, etag string) bool {
	for one := range strings.SplitSeq(held, ",") {
		if one = strings.TrimSpace(one); one == "*" || strings.TrimPrefix(one, "W/") == strings.TrimPrefix(etag, "W/") {
			return true
		}
	}
	return false
}

// nextLink is the link to the page that a parameter with another value names.
func nextLink(of *url.URL, param, value string) string {
	query := of.Query()
	query.Set(param, value)
	next := url.URL{Path: of.Path, RawQuery: query.Encode()}
	return "<" + next.String() + `>; rel="next"`
}
