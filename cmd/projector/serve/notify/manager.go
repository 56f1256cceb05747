package serve

import (
	"context"
	"net"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/cockroachdb/errors"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/consumers/httpapi"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// manager is the service manager that started this process, as sd_notify(3) and sd_listen_fds(3) say. The
// zero value is none.
type manager struct {
	socket string        // NOTIFY_SOCKET
	every  time.Duration // between two signs of life; 0: none are wanted
	listen int           // sockets that were handed over, from firstSocket on
}

// firstSocket is the first file descriptor that a service manager hands over.
const firstSocket = 3

// managerOf reads what the service manager says in the environment of this process.
//
// Errors: kind usage for what is no number, and for more than one socket.
func managerOf(a *app.App, pid int) (m manager, err error) {
	m.socket = a.Env("NOTIFY_SOCKET")
	mine := func(name string) bool { return a.Env(name) == "" || a.Env(name) == strconv.Itoa(pid) }
	if text := a.Env("WATCHDOG_USEC"); text != "" && mine("WATCHDOG_PID") {
		n, err := strconv.ParseInt(text, 10, 63)
		if err != nil || n <= 0 {
			return m, notANumber("WATCHDOG_USEC", text)
		}
		m.every = time.Duration(n) * time.Microsecond / 2
	}
	if text := a.Env("LISTEN_FDS"); text != "" && a.Env("LISTEN_PID") == strconv.Itoa(pid) {
		if m.listen, err = strconv.Atoi(text); err != nil || m.listen != 1 {
			return m, notANumber("LISTEN_FDS", text)
		}
	}
	return m, nil
}

func notANumber(name, text string) error {
	return &domain.Error{Kind: domain.ErrUsage, Operation: "read what the service manager says", Target: name, Message: text + " is not what projector serve takes",
		Hint: "LISTEN_FDS is 1: one socket is served"}
}

// handed is the socket that the service manager handed over, nil for none.
//
// Errors: those of the operating system.
func (m manager) handed() (net.Listener, error) {
	if m.listen == 0 {
		return nil, nil
	}
	f := os.NewFile(firstSocket, "socket of the service manager")
	l, err := net.FileListener(f)
	return l, errors.Wrap(errors.CombineErrors(err, f.Close()), "take the socket of the service manager")
}

// say tells the service manager a state, such as READY=1. A manager that does not hear it acts on its own:
// there is nothing else to do about it.
func (m manager) say(state string) {
	if m.socket == "" {
		return
	}
	name := m.socket
	if strings.HasPrefix(name, "@") {
		name = "\x00" + name[1:] // abstract
	}
	conn, err := net.DialUnix("unixgram", nil, &net.UnixAddr{Name: name, Net: "unixgram"})
	if err != nil {
		return
	}
	_, _ = conn.Write([]byte(state))
	_ = conn.Close()
}

// live says that the server answers, gives signs of life until ctx ends, and then says that it stops. A
// sign of life is given after alive answered in time: a server that hangs gives none, and the manager
// restarts it.
func (m manager) live(ctx context.Context, alive func(context.Context) error) {
	m.say("READY=1")
	defer m.say("STOPPING=1")
	if m.every == 0 {
		<-ctx.Done()
		return
	}
	beats := time.NewTicker(m.every)
	defer beats.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-beats.C:
			if inTime(ctx, m.every, alive) == nil {
				m.say("WATCHDOG=1")
			}
		}
	}
}

// inTime calls f with a deadline.
//
// Errors: those of f.
func inTime(ctx context.Context, limit time.Duration, f func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	return f(ctx)
}

// alive returns what shows that the server works: it would answer a request, and an event of the log is
// read as a route reads it.
func alive(api *httpapi.API, log eventlog.Log) func(context.Context) error {
	return func(ctx context.Context) error {
		if err := api.Ready(ctx); err != nil {
			return errors.Wrap(err, "ask whether requests are answered")
		}
		_, err := record.OwnStream(ctx, log)
		return errors.Wrap(err, "read the log")
	}
}
