package httplog

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/cockroachdb/errors"
	"github.com/go-json-experiment/json"

	"github.com/clawable/claw/domain"
)

// request is one call of the API; a body makes it an append.
type request struct {
	path  string
	query url.Values
	body  []byte
}

// answer is what the server said to a request, with status 200.
type answer struct {
	header http.Header
	body   []byte
}

const (
	linesType  = "application/jsonl"
	mostAnswer = 64 << 20 // bytes: a page is 8 MiB, or one line
	// patience is how long one answer may take; the server ends what takes longer than its own bound.
	patience = time.Minute
)

// ask asks until the server answers, or the log's deadline has passed.
//
// Errors: the [*domain.Error] of the server; kind unavailable where there is none.
func (l *Log) ask(ctx context.Context, operation string, r request) (*answer, error) {
	begun := time.Now()
	for tried := 0; ; tried++ {
		a, err := l.askOnce(ctx, operation, r)
		if err == nil || !isRetryable(err) || !l.life.Pause(ctx, tried, begun, l.options.Deadline) {
			return a, err
		}
	}
}

func isRetryable(err error) bool {
	var e *domain.Error
	return errors.As(err, &e) && e.Retryable
}

func (l *Log) askOnce(ctx context.Context, operation string, r request) (*answer, error) {
	ctx, cancel := l.life.Alive(ctx)
	defer cancel()
	ctx, inTime := context.WithTimeout(ctx, patience)
	defer inTime()
	response, err := l.send(ctx, operation, r)
	if err != nil {
		return nil, err
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(response.Body, mostAnswer))
	if err != nil {
		return nil, l.unreachable(operation, err)
	}
	if response.StatusCode != http.StatusOK {
		return nil, l.refused(operation, response, body)
	}
	return &answer{response.Header, body}, nil
}

// send sends a request. The caller closes the body of the response.
//
// Errors: kind unavailable where nothing answers.
func (l *Log) send(ctx context.Context, operation string, r request) (*http.Response, error) {
	method, body := http.MethodGet, io.Reader(http.NoBody)
	if r.body != nil {
		method, body = http.MethodPost, bytes.NewReader(r.body)
	}
	at := l.at.JoinPath(r.path)
	at.RawQuery = r.query.Encode()
	q, err := http.NewRequestWithContext(ctx, method, at.String(), body)
	if err != nil {
		return nil, l.unreachable(operation, err)
	}
	q.Header.Set("Authorization", "Bearer "+l.options.Token)
	if r.body != nil {
		q.Header.Set("Content-Type", linesType)
	}
	response, err := l.options.Client.Do(q)
	if err != nil {
		return nil, l.unreachable(operation, err)
	}
	return response, nil
}

func (l *Log) unreachable(operation string, err error) error {
	return (&domain.Error{Kind: domain.ErrUnavailable, Operation: operation, Target: l.at.String(),
		Message: "the server of the log does not answer", Retryable: true}).Because(err)
}

// refused is the error of an answer that is none.
func (l *Log) refused(operation string, response *http.Response, body []byte) error {
	if response.Header.Get("Content-Type") == linesType { // receipts, and the error last
		_, body = cutLast(body)
	}
	if e := errorIn(body); e != nil {
		return e
	}
	return l.foreign(operation, response.Status)
}

// foreign is the error of an answer that no server of a log gives.
func (l *Log) foreign(operation, says string) *domain.Error {
	return &domain.Error{Kind: domain.ErrUnavailable, Operation: operation, Target: l.at.String(),
		Message: "what answers is no server of a log: " + says, Hint: "projector serve prints the address of a log"}
}

// errorIn returns the error that a document contains, nil for any other document.
func errorIn(text []byte) *domain.Error {
	var said struct {
		Type  string        `json:"type"`
		Error *domain.Error `json:"error"`
	}
	if json.Unmarshal(text, &said) != nil || said.Type != "error" || said.Error == nil || said.Error.Kind == "" {
		return nil
	}
	return said.Error
}

// cutLast cuts the last line off.
func cutLast(lines []byte) (before, last []byte) {
	text := bytes.TrimSuffix(lines, []byte("\n"))
	at := bytes.LastIndexByte(text, '\n') + 1
	return text[:at], text[at:]
}
