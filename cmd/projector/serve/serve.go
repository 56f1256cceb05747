package serve

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/cockroachdb/errors"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/consumers/httpapi"
	"github.com/clawable/claw/consumers/live"
	"github.com/clawable/claw/eventlog"
)

// serve answers until the run ends.
func serve(a *app.App, o options) error {
	address, err := loopback("--address", o.address)
	if err != nil {
		return err
	}
	log, at, err := served(a, o)
	if err != nil {
		return err
	}
	secret, file, err := secretOf(a)
	if err != nil {
		return err
	}
	listener, err := listen(a.Ctx, address)
	if err != nil {
		return err
	}
	defer func() { _ = listener.Close() }() // the server closes it
	reader := NewReader(a.Program, at, log, a.Flags.Log)
	a.Closers = append(a.Closers, reader.Close)
	logger := newLogger(a)
	streams, err := NewStreams(a.Ctx, reader, app.StateFolder(a), live.DefaultLimits(), logger)
	if err != nil {
		return err
	}
	a.Closers = append(a.Closers, streams.Close)
	api, err := httpapi.New(httpapi.Config{Reader: reader, Log: log, Hosts: hostsOf(listener.Addr()), Secret: secret,
		Version: app.VersionNow().Version, Logger: logger, Now: a.Now, Limits: httpapi.DefaultLimits(), Begin: streams.begin, Standing: streams.Standing, Streams: streams,
		Live: httpapi.DefaultLiveLimits()})
	if err != nil {
		return err
	}
	protocol, err := serveProtocol(a, o, log, secret)
	if err != nil {
		return err
	}
	serving := Serving{Kind: "serving", Version: 1, URL: "http://" + listener.Addr().String(), Log: at.Value, SecretFile: file, EventStore: protocol.url()}
	if err := writeServing(a, serving); err != nil {
		return errors.CombineErrors(err, protocol.stop())
	}
	return errors.CombineErrors(answer(a.Ctx, api, listener, logger), protocol.stop())
}

// served is the log to serve, opened for what its clients may do.
func served(a *app.App, o options) (eventlog.Log, app.Setting, error) {
	if o.demo {
		return demo(a)
	}
	return a.OpenLog(o.opening())
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
