package remote

import (
	"context"
	"iter"
	"net/url"

	"github.com/clawable/claw/consumers/forward"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/engine"
	"github.com/clawable/claw/eventlog/httplog"
)

// ServedSchemes are the schemes of logs that projector serve offers; http is for this machine alone.
var ServedSchemes = []string{"https", "http"}

// The members of the URL of a log that is served.
const (
	tokenFile = "tokenFile" // holds the secret of a token
	caFile    = "tlsCAFile" // certificates, PEM
)

// openServed opens a log that projector serve offers, such as https://box:4774?tokenFile=PATH. What o says of
// a log that is made counts for nothing: a server makes none for its callers.
func openServed(ctx context.Context, at string, o engine.Options) (eventlog.Log, error) {
	server, files, err := partsOf(at)
	if err != nil {
		return nil, err
	}
	token, err := Token(files.Get(tokenFile))
	if err != nil {
		return nil, err
	}
	client, err := Client(files.Get(caFile))
	if err != nil {
		return nil, err
	}
	log, err := httplog.Open(ctx, server, httplog.Options{Client: client, Token: token, ReadOnly: o.ReadOnly, Deadline: o.Deadline})
	if err != nil {
		return nil, err
	}
	return log, nil
}

// partsOf is the server that a URL of a log names, and the files that it names.
//
// Errors: those of [forward.ParseServer]; kind usage for another member, and without the file of a token.
func partsOf(at string) (server *url.URL, files url.Values, err error) {
	refused := func(message string) error {
		e := domain.Usage("open log", at, "https://HOST:PORT?tokenFile=PATH, and &tlsCAFile=PATH for an authority of your own")
		e.Message = message
		return e
	}
	u, err := url.Parse(at)
	if err != nil {
		return nil, nil, refused("is no URL of a server")
	}
	if files, err = url.ParseQuery(u.RawQuery); err != nil {
		return nil, nil, refused("the members after ? cannot be read")
	}
	for name, values := range files {
		if name != tokenFile && name != caFile || len(values) > 1 {
			return nil, nil, refused(name + " is no member of the URL of a log, or is there twice")
		}
	}
	if files.Get(tokenFile) == "" {
		return nil, nil, refused("no file of a token is named")
	}
	u.RawQuery = ""
	server, err = forward.ParseServer(u.String())
	return server, files, err
}

// writeServed prints the alternative to a copy into a log that is served.
func writeServed(_ context.Context, at string, _ engine.Options, _ iter.Seq2[domain.Event, error]) (engine.Copied, error) {
	return engine.Copied{}, &domain.Error{Kind: domain.ErrUnavailable, Operation: "copy log", Target: at,
		Message: "a log that is served takes no copy of another one", Hint: "projector forward --to https://HOST:PORT --token-file FILE sends its events"}
}
