package serve

import (
	"context"
	"crypto/tls"
	"net"
	"net/url"

	"github.com/cockroachdb/errors"
	"google.golang.org/grpc/credentials"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/consumers/esdbapi"
	"github.com/clawable/claw/consumers/httpapi"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// protocol is the log served by the protocol of EventStoreDB; nil is one that is not served.
type protocol struct {
	server      *esdbapi.Server
	listener    net.Listener
	certificate string // file by which clients trust the server; "" for a certificate that others issued
	ended       chan error
}

// serveProtocol serves the log by the protocol of EventStoreDB, where --esdb requests it. Clients append as
// log append does: with trust low, without secrets, and without the decisions that have a verb. Under
// --read-only they append nothing. An address that other machines reach uses the certificate of the server,
// and accepts only tokens.
func serveProtocol(a *app.App, o options, log eventlog.Log, web httpapi.Config, pair *tls.Certificate) (*protocol, error) {
	if o.esdb == "" {
		return nil, nil
	}
	address, local, err := addressOf("--esdb", o.esdb, pair != nil)
	if err != nil {
		return nil, err
	}
	p, secret := &protocol{ended: make(chan error, 1)}, web.Secret
	if local {
		var own tls.Certificate
		own, p.certificate, err = certificateOf(app.StateFolder(a), a.Now())
		pair = &own
	} else {
		secret, err = "", needsToken(a, log, o.esdb)
	}
	if err != nil {
		return nil, err
	}
	if p.listener, err = listen(a.Ctx, address); err != nil {
		return nil, err
	}
	who := callers{secret: secret, book: web.Tokens, now: a.Now}
	if !o.readOnly && app.LimitOf(log) == nil {
		who.recorder = app.Recorder(log, domain.TrustLow)
	}
	failed := func(method string, err error) { web.Logger.Error("call", httpapi.FaultOf(err, "method", method)...) }
	c := esdbapi.Config{Log: log, Authorize: who.authorize, Address: p.listener.Addr(), Transport: credentials.NewServerTLSFromCert(pair), Now: a.Now, Failed: failed}
	if p.server, err = esdbapi.New(c); err != nil {
		return nil, errors.CombineErrors(err, p.listener.Close())
	}
	go func() { p.ended <- p.server.Serve(p.listener) }()
	return p, nil
}

// url is the connection string of clients, without the credential; "" where the protocol is not served.
func (p *protocol) url() string {
	if p == nil {
		return ""
	}
	at := url.URL{Scheme: "esdb", Host: p.listener.Addr().String()}
	if p.certificate != "" {
		at.RawQuery = url.Values{"tlsCAFile": {p.certificate}}.Encode()
	}
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
