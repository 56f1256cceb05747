package sink

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/cockroachdb/errors"

	"github.com/clawable/claw/internal/visible"
)

// poster posts to the URL of a sink.
type poster struct {
	config *Config
	client *http.Client
}

// post sends a body with headers, and judges the answer.
func (p *poster) post(ctx context.Context, body []byte, headers http.Header) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, p.config.URL, bytes.NewReader(body))
	if err != nil {
		return p.config.delivery("the URL cannot be requested", true)
	}
	for name, values := range headers {
		r.Header[name] = values
	}
	return p.do(r)
}

// mostAnswer is how much of an answer an error repeats, in bytes.
const mostAnswer = 200

// do sends a request. 2xx is success; 408, 429, redirects and 5xx are retried; the other 4xx refuse the
// delivery for good.
func (p *poster) do(r *http.Request) error {
	r.Header.Set("User-Agent", "claw-sink/1")
	answer, err := p.client.Do(r)
	if err != nil {
		return errors.WithStack(p.config.delivery("cannot be reached: "+withoutURL(err), true))
	}
	defer func() { _ = answer.Body.Close() }() // it was only read
	says, _ := io.ReadAll(io.LimitReader(answer.Body, mostAnswer))
	_, _ = io.CopyN(io.Discard, answer.Body, 64<<10) // so that the connection is used again
	status := answer.StatusCode
	if status >= 200 && status < 300 {
		return nil
	}
	retry := status < 400 || status >= 500 || status == http.StatusRequestTimeout || status == http.StatusTooManyRequests
	e := p.config.delivery(strings.TrimSpace(fmt.Sprintf("answered %d %s %s", status, http.StatusText(status), visible.Printable(strings.TrimSpace(string(says))))), retry)
	e.Detail = map[string]any{"status": status}
	if wait := retryAfter(answer.Header); retry && wait > 0 {
		e.Detail["retry_after_seconds"] = int(wait / time.Second)
		return errors.WithStack(&patient{e, wait})
	}
	return errors.WithStack(e)
}

// withoutURL is an error of a request without its URL, which may be a secret.
func withoutURL(err error) string {
	for inner := err; inner != nil; inner = errors.UnwrapOnce(inner) {
		err = inner
	}
	return err.Error()
}

// patient is an error after which the receiver wants some time to pass.
type patient struct {
	error
	wait time.Duration
}

func (p *patient) Unwrap() error { return p.error }

// retryAfter is how long a receiver asks to wait, in seconds or until a date by its own clock; 0 where it does not say.
func retryAfter(says http.Header) time.Duration {
	text := says.Get("Retry-After")
	seconds, err := strconv.Atoi(text)
	wait := time.Duration(min(seconds, int(mostPause/time.Second))) * time.Second
	if err != nil {
		until, notDate := http.ParseTime(text)
		now, noClock := http.ParseTime(says.Get("Date"))
		if notDate != nil || noClock != nil {
			return 0
		}
		wait = until.Sub(now)
	}
	return min(max(wait, 0), mostPause)
}
