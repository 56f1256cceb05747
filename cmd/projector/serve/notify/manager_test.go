package notify_test

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/clawable/claw/cmd/projector/serve/notify"
)

// TestAServerThatDoesNotWorkGivesNoSignOfLife runs the loop of the signs of life over servers that fail and
// that hang, until each was asked three times.
func TestAServerThatDoesNotWorkGivesNoSignOfLife(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no unixgram")
	}
	for _, of := range []struct {
		says  string
		alive func(context.Context) error
		heard string
	}{
		{"one that works", func(context.Context) error { return nil }, "WATCHDOG=1"},
		{"one that fails", func(context.Context) error { return os.ErrClosed }, "STOPPING=1"},
		{"one that hangs", func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }, "STOPPING=1"},
	} {
		name := filepath.Join(t.TempDir(), "notify")
		socket, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: name, Net: "unixgram"})
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		m, err := notify.Read(func(variable string) string {
			return map[string]string{"NOTIFY_SOCKET": name, "WATCHDOG_USEC": "2000"}[variable]
		}, os.Getpid())
		if err != nil {
			t.Fatal(err)
		}
		asked := 0
		m.Live(ctx, func(ctx context.Context) error {
			if asked++; asked == 3 {
				stop()
			}
			return of.alive(ctx)
		})
		text := make([]byte, 100)
		for _, want := range []string{"READY=1", of.heard} {
			n, err := socket.Read(text)
			if got := string(text[:n]); err != nil || got != want {
				t.Errorf("%s says %q, want %q; %v", of.says, got, want, err)
			}
		}
		_ = socket.Close()
	}
}
