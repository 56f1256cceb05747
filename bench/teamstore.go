package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/clawable/claw/consumers/esdbapi"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/engine"
	"github.com/clawable/claw/eventlog/esdb"
)

// openAny opens the log of a URL, which may be in a store.
func openAny(ctx context.Context, url string, readOnly bool) (eventlog.Log, error) {
	if strings.HasPrefix(url, esdb.Schemes[0]+"://") {
		return esdb.Open(ctx, url, esdb.Options{ReadOnly: readOnly})
	}
	return engine.Open(ctx, url, engine.Options{ReadOnly: readOnly})
}

// storeServer is a child process that serves a log by the protocol of EventStoreDB.
type storeServer struct {
	cmd *exec.Cmd
	in  io.Closer
	url string
}

// startStore serves the log in a file.
func startStore(b *bench, path string) (*storeServer, error) {
	cmd, err := b.child("-role-store", logURL(path))
	if err != nil {
		return nil, err
	}
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	s := &storeServer{cmd: cmd, in: in}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		return nil, errors.Join(fmt.Errorf("read where the store is: %w", err), s.stop())
	}
	s.url = strings.TrimSpace(line)
	return s, nil
}

func (s *storeServer) stop() error { return errors.Join(s.in.Close(), s.cmd.Wait()) }

// storeRole serves the log of a URL on loopback, without a credential and without TLS. It prints where, and ends
// with its input.
func storeRole(ctx context.Context, args []string) (err error) {
	log, err := engine.Open(ctx, args[0], engine.Options{Create: true, Name: "team"})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, log.Close()) }()
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	all := esdbapi.Access{Appender: unchecked{log}}
	server, err := esdbapi.New(esdbapi.Config{Log: log, Address: listener.Addr(), Now: time.Now,
		Authorize: func(context.Context, string) (esdbapi.Access, error) { return all, nil }})
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin) // until it is closed
		server.Stop(ctx)
	}()
	fmt.Printf("%s://%s?tls=false\n", esdb.Schemes[0], listener.Addr())
	return server.Serve(listener)
}

// unchecked appends what clients send as it is.
type unchecked struct{ log eventlog.Log }

// Append implements [esdbapi.Appender].
func (u unchecked) Append(ctx context.Context, want eventlog.Expect, drafts []domain.Draft) ([]eventlog.Receipt, error) {
	return u.log.Append(ctx, drafts[0].Stream, want, drafts)
}
