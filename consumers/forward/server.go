package forward

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/cockroachdb/errors"
	"github.com/go-json-experiment/json"

	"github.com/clawable/claw/domain"
)

// Server is the server of a team's log, projector serve. It implements [Team].
type Server struct {
	URL    *url.URL // https://host:port
	Token  string   // the secret of a token that forwards the log
	Client *http.Client
}

// ParseServer reads the URL of a server.
//
// Errors: kind usage for what is no URL of a server; kind policy for one that other machines read along.
func ParseServer(text string) (*url.URL, error) {
	u, err := url.Parse(text)
	fail := func(kind domain.ErrorKind, message, hint string) error {
		return &domain.Error{Kind: kind, Operation: "forward", Target: text, Message: message, Hint: hint}
	}
	switch {
	case err != nil || u.Host == "" || u.RawQuery != "" || u.Fragment != "" || strings.Trim(u.Path, "/") != "":
		return nil, fail(domain.ErrUsage, "is no URL of a server", "https://box.example:4774")
	case u.User != nil:
		return nil, fail(domain.ErrUsage, "a URL holds no credential: URLs are printed and logged", "name the file of the token: --token-file FILE")
	case u.Scheme == "https", u.Scheme == "http" && isLoopback(u.Hostname()):
		return &url.URL{Scheme: u.Scheme, Host: u.Host}, nil
	case u.Scheme == "http":
		return nil, fail(domain.ErrPolicy, "others could read the token on its way", "https://"+u.Host)
	}
	return nil, fail(domain.ErrUsage, "is no URL that events are forwarded to", "https://box.example:4774")
}

func isLoopback(host string) bool {
	return host == "localhost" || host == "127.0.0.1" || host == "::1"
}

// path is the route of the server that takes events.
const path = "/v1/events/forward"

// mostAnswer is how long an answer may be, in bytes.
const mostAnswer = 4 << 20

// Take implements [Team].
func (s *Server) Take(ctx context.Context, held domain.EventID, lines []byte) (Taken, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.URL.JoinPath(path).String(), bytes.NewReader(lines))
	if err != nil {
		return Taken{}, errors.Wrap(err, "forward")
	}
	r.Header.Set("Authorization", "Bearer "+s.Token)
	r.Header.Set("Content-Type", "application/jsonl")
	if !held.IsZero() {
		r.Header.Set("Claw-Held", held.String())
	}
	answer, err := s.Client.Do(r)
	if err != nil {
		return Taken{}, s.unreachable(err)
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(io.LimitReader(answer.Body, mostAnswer))
	if err != nil {
		return Taken{}, s.unreachable(err)
	}
	if answer.StatusCode != http.StatusOK {
		return Taken{}, s.refused(answer.StatusCode, text)
	}
	var said struct {
		Lines   int `json:"lines"`
		New     int `json:"imported"`
		Already int `json:"already_known"`
	}
	if err := json.Unmarshal(text, &said); err != nil {
		return Taken{}, s.unreachable(err)
	}
	return Taken{New: said.New, Known: said.Already, Refused: said.Lines - said.New - said.Already}, nil
}

func (s *Server) unreachable(err error) error {
	return (&domain.Error{Kind: domain.ErrUnavailable, Operation: "forward", Target: s.URL.String(), Message: "the team's server does not answer: " + err.Error(),
		Hint: "projector serve runs there, at this address and port", Retryable: true}).Because(err)
}

// refused is the error of an answer. What the server may take later is retryable: all that is its own
// fault, and too many requests.
func (s *Server) refused(status int, text []byte) error {
	var said struct {
		Error domain.Error `json:"error"`
	}
	e := &domain.Error{Kind: domain.ErrDelivery, Operation: "forward", Target: s.URL.String(), Message: "the team's server answered " + http.StatusText(status)}
	if json.Unmarshal(text, &said) == nil && said.Error.Message != "" {
		e.Kind, e.Message, e.Hint = said.Error.Kind, said.Error.Message, said.Error.Hint
	}
	e.Retryable = status >= http.StatusInternalServerError || status == http.StatusTooManyRequests || status == http.StatusRequestTimeout
	return e
}
