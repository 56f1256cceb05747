package serve

import (
	"context"
	"crypto/tls"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"sync"
	"time"

	"github.com/cockroachdb/errors"

	"github.com/clawable/claw/cmd/claw/cli"
	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/projector/serve/answers"
	"github.com/clawable/claw/cmd/projector/serve/notify"
	"github.com/clawable/claw/cmd/projector/together"
	"github.com/clawable/claw/consumers/httpapi"
	"github.com/clawable/claw/consumers/live"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/engine"
)

// serve answers until the run ends.
func serve(a *app.App, o options) error {
	if o.rate < 0 {
		return app.UsageError("parse arguments", "--rate", "is negative", "0 is any number of requests")
	}
	pair, err := certificate(o)
	if err != nil {
		return err
	}
	started, err := notify.Read(a.Env, os.Getpid())
	if err != nil {
		return err
	}
	listener, err := started.Handed()
	if err != nil {
		return err
	}
	if listener != nil {
		defer func() { _ = listener.Close() }() // the server closes it
		o.address = listener.Addr().String()
	}
	address, local, err := addressOf("--address", o.address, pair != nil)
	if err != nil {
		return err
	}
	log, at, err := served(a, o)
	if err != nil {
		return err
	}
	s := Serving{Kind: "serving", Version: 1, Log: at.Value}
	secret := ""
	if local {
		secret, s.SecretFile, err = secretOf(a)
	} else {
		err = needsToken(a, log, o.address)
	}
	if err != nil {
		return err
	}
	if o.open && secret == "" {
		return app.UsageError("parse arguments", "--open", "the board is shown on an address of this machine alone", "leave out --address, or name a loopback address")
	}
	if listener == nil {
		if listener, err = listen(a.Ctx, address); err != nil {
			return err
		}
		defer func() { _ = listener.Close() }() // the server closes it
	}
	logger := newLogger(a)
	c := httpapi.Config{Hosts: hostsOf(listener.Addr()), Secret: secret, Logger: logger}
	if err := letIn(a, o, &c, &s, listener.Addr()); err != nil {
		return err
	}
	if c.Tokens, err = tokensOf(a, log, logger); err != nil {
		return err
	}
	api, err := apiOf(a, o, log, at, c, pair)
	if err != nil {
		return err
	}
	if s.Beside, err = together.Prepare(a, o.beside, o.demo, logger); err != nil {
		return err
	}
	s.URL = "http://" + listener.Addr().String()
	if pair != nil {
		s.URL = "https://" + listener.Addr().String()
		listener = tls.NewListener(listener, &tls.Config{Certificates: []tls.Certificate{*pair}, MinVersion: tls.VersionTLS12, NextProtos: []string{"h2", "http/1.1"}})
	}
	protocol, err := serveProtocol(a, o, log, c, pair)
	if err != nil {
		return err
	}
	s.EventStore = protocol.url()
	if err = writeServing(a, s); err == nil {
		var beside sync.WaitGroup
		defer beside.Wait()
		ctx, end := context.WithCancel(a.Ctx)
		defer end()
		beside.Go(func() { started.Live(ctx, alive(api, log)) })
		together.Start(ctx, s.Beside, &beside, logger)
		err = answer(a.Ctx, api, listener, logger)
	}
	return errors.CombineErrors(err, protocol.stop())
}

// apiOf makes the API of a log. What it opens is closed when the run ends.
func apiOf(a *app.App, o options, log eventlog.Log, at app.Setting, c httpapi.Config, pair *tls.Certificate) (*httpapi.API, error) {
	reader := answers.NewReader(a.Program, at, log, a.Flags.Log)
	a.Closers = append(a.Closers, reader.Close)
	streams, err := answers.NewStreams(a.Ctx, reader, app.StateFolder(a), live.DefaultLimits(), c.Logger)
	if err != nil {
		return nil, err
	}
	a.Closers = append(a.Closers, streams.Close)
	c.Reader, c.Log = reader, log
	c.Version, c.Now, c.Limits = app.VersionNow().Version, a.Now, httpapi.DefaultLimits()
	c.Limits.Rate, c.Limits.Burst = o.rate, max(1, int(2*o.rate))
	c.Begin, c.Standing, c.Streams, c.Live = streams.Begin(), withSinks(a, log, streams.Standing), streams, httpapi.DefaultLiveLimits()
	if pair != nil {
		c.Names = namesOf(pair)
	}
	if !o.readOnly && !o.demo {
		writer := answers.NewWriter(reader)
		a.Closers = append(a.Closers, writer.Close)
		c.Writer = writer
		if c.Kept, err = streams.Kept(app.StateFolder(a), a.Now()); err != nil {
			return nil, err
		}
	}
	return httpapi.New(c)
}

// served is the log to serve, opened for what is served of it.
func served(a *app.App, o options) (eventlog.Log, app.Setting, error) {
	switch {
	case o.demo:
		return demo(a)
	case o.readOnly:
		return a.OpenLog(app.ToRead)
	}
	return a.OpenLog(app.ToAppend)
}

// inMemory is the log of the demo.
const inMemory = "mem:"

// demo is a log in memory that holds every run which the program carries.
func demo(a *app.App) (eventlog.Log, app.Setting, error) {
	at := app.Setting{Value: inMemory, Source: "flag", From: "--demo"}
	log, err := engine.Open(a.Ctx, at.Value, engine.Options{Create: true, Name: "demo", Run: a.OwnRun(), Now: a.Now})
	if err != nil {
		return nil, at, errors.Wrap(err, "make the log of the demo")
	}
	a.Closers = append(a.Closers, log.Close)
	p := *a.Program
	p.Out, p.Err, p.Held = io.Discard, io.Discard, &app.Held{At: at, Log: log}
	return log, at, errors.Wrap(cli.Claw().Answer(a.Ctx, &p, []string{"log", "import", "--demo", "--json"}), "import the runs")
}

// newLogger logs on the error stream, in the format of the output.
func newLogger(a *app.App) *slog.Logger {
	if a.Format == app.FormatJSON {
		return slog.New(slog.NewJSONHandler(a.Err, nil))
	}
	return slog.New(slog.NewTextHandler(a.Err, nil))
}

const (
	drainTime  = 10 * time.Second // for requests under way when the server is stopped
	headerTime = 5 * time.Second  // to send the headers of a request
	idleTime   = time.Minute      // of a connection between requests
	mostHeader = 16 << 10         // bytes
)

// answer serves until ctx ends; then the requests under way are answered, for drainTime at most.
func answer(ctx context.Context, api *httpapi.API, listener net.Listener, logger *slog.Logger) error {
	limit := httpapi.DefaultLimits().Time
	server := &http.Server{Handler: api, ReadHeaderTimeout: headerTime, ReadTimeout: limit, WriteTimeout: limit + headerTime, IdleTimeout: idleTime,
		MaxHeaderBytes: mostHeader, ErrorLog: slog.NewLogLogger(logger.Handler(), slog.LevelWarn)}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	select {
	case err := <-ended:
		return errors.Wrap(err, "serve")
	case <-ctx.Done():
	}
	api.Drain()
	logger.Info("draining", "for", drainTime)
	patient, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainTime)
	defer cancel()
	if err := server.Shutdown(patient); err != nil {
		logger.Warn("requests were cut off", "error", err)
		return errors.Wrap(server.Close(), "stop serving")
	}
	return nil
}
