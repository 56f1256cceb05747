package serve

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"net"
	"net/url"

	"github.com/cockroachdb/errors"
	"google.golang.org/grpc/credentials"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/consumers/esdbapi"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// protocol is the log served by the protocol of EventStoreDB; nil is one that is not served.
type protocol struct {
	server      *esdbapi.Server
	listener    net.Listener
	certificate string // file
	secretFile  string
	ended       chan error
}

// serveProtocol serves the log by the protocol of EventStoreDB, where that is asked for. What clients
// append is free append: trust low, secrets taken out, and decisions refused that have a verb.
func serveProtocol(a *app.App, o options, log eventlog.Log) (*protocol, error) {
	if o.esdb == "" {
		return nil, nil
	}
	address, local, err := addressOf("--esdb", o.esdb, true)
	if err == nil && !local {
		err = &domain.Error{Kind: domain.ErrPolicy, Operation: "serve", Target: o.esdb, Message: "other machines can reach this address: the protocol of EventStoreDB is served on this machine alone",
			Hint: "a loopback address, reached through a tunnel such as ssh -L"}
	}
	if err != nil {
		return nil, err
	}
	secret, secretFile, err := secretOf(a)
	if err != nil {
		return nil, err
	}
	certificate, file, err := certificateOf(app.StateFolder(a), a.Now())
	if err != nil {
		return nil, err
	}
	p := &protocol{certificate: file, secretFile: secretFile, ended: make(chan error, 1)}
	if p.listener, err = listen(a.Ctx, address); err != nil {
		return nil, err
	}
	c := esdbapi.Config{Log: log, Authorize: authorize(secret), Address: p.listener.Addr(), Transport: credentials.NewServerTLSFromCert(&certificate), Now: a.Now}
	if !o.readOnly && app.LimitOf(log) == nil {
		c.Appender = app.Recorder(log, domain.TrustLow)
	}
	if p.server, err = esdbapi.New(c); err != nil {
		return nil, errors.CombineErrors(err, p.listener.Close())
	}
	go func() { p.ended <- p.server.Serve(p.listener) }()
	return p, nil
}

// authorize accepts the secret of the server.
func authorize(secret string) func(string) error {
	want := sha256.Sum256([]byte(secret))
	return func(given string) error {
		got := sha256.Sum256([]byte(given))
		if subtle.ConstantTimeCompare(got[:], want[:]) == 1 {
			return nil
		}
		return &domain.Error{Kind: domain.ErrAuth, Operation: "check the secret", Message: "the request does not show the secret of this server",
			Hint: "its file is the one that projector serve names: esdb://claw:SECRET@host:port"}
	}
}

// url is the connection string of clients, without the credential; "" where the protocol is not served.
func (p *protocol) url() string {
	if p == nil {
		return ""
	}
	at := url.URL{Scheme: "esdb", Host: p.listener.Addr().String(), RawQuery: url.Values{"tlsCAFile": {p.certificate}}.Encode()}
	return at.String()
}

// stop ends the requests under way, appends after drainTime at the latest.
func (p *protocol) stop() error {
	if p == nil {
		return nil
	}
	patient, cancel := context.WithTimeout(context.Background(), drainTime)
	defer cancel()
	p.server.Stop(patient)
	return <-p.ended
}
