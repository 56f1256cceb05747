// Package notify communicates with the service manager that started a process, as sd_notify(3), sd_listen_fds(3) and
// sd_watchdog_enabled(3) say: readiness, signs of life, and the socket that it hands over.
//
// It starts no service, and does not depend on what is served.
package notify

import (
	"context"
	"net"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/cockroachdb/errors"

	"github.com/clawable/claw/domain"
)

// Manager is the service manager that started this process. The zero value is none.
type Manager struct {
	socket string        // NOTIFY_SOCKET
	every  time.Duration // between two signs of life; 0: none are wanted
	listen int           // sockets that were handed over, from firstSocket on
}

// firstSocket is the first file descriptor that a service manager hands over.
const firstSocket = 3

// Read reads what the service manager says in the environment of a process.
//
// Errors: kind usage for what is no number, and for more than one socket.
func Read(env func(name string) string, pid int) (m Manager, err error) {
	m.socket = env("NOTIFY_SOCKET")
	mine := func(name string) bool { return env(name) == "" || env(name) == strconv.Itoa(pid) }
	if text := env("WATCHDOG_USEC"); text != "" && mine("WATCHDOG_PID") {
		n, err := strconv.ParseInt(text, 10, 63)
		if err != nil || n <= 0 {
			return m, notANumber("WATCHDOG_USEC", text)
		}
		m.every = time.Duration(n) * time.Microsecond / 2
	}
	if text := env("LISTEN_FDS"); text != "" && env("LISTEN_PID") == strconv.Itoa(pid) {
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

// Handed is the socket that the service manager handed over, nil for none.
//
// Errors: those of the operating system.
func (m Manager) Handed() (net.Listener, error) {
	if m.listen == 0 {
		return nil, nil
	}
	f := os.NewFile(firstSocket, "socket of the service manager")
	l, err := net.FileListener(f)
	return l, errors.Wrap(errors.CombineErrors(err, f.Close()), "take the socket of the service manager")
}

// say sends a state to the service manager, such as READY=1. An error is ignored: a manager that does not
// receive the state acts by its own rules.
func (m Manager) say(state string) {
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

// Live says that the server answers, gives signs of life until ctx ends, and then says that it stops. A
// sign of life is given after alive answered in time: a server that hangs gives none, and the manager
// restarts it.
func (m Manager) Live(ctx context.Context, alive func(context.Context) error) {
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
