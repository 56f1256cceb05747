package serve

import (
	"context"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"

	"github.com/cockroachdb/errors"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/consumers/httpapi"
	"github.com/clawable/claw/consumers/web"
)

// handoverFile, in the state folder, leads a browser to the link of the board. The link is in no command
// line, which other users of the machine can read.
const handoverFile = "open-board.html"

// letIn lets browsers of this machine see the board, where the server takes a secret and has no TLS.
func letIn(a *app.App, o options, c *httpapi.Config, s *Serving, at net.Addr) error {
	if c.Secret == "" || o.certFile != "" {
		return nil
	}
	_, port, err := net.SplitHostPort(at.String())
	if err != nil {
		return errors.Wrap(err, "read the address")
	}
	access := web.NewAccess(c.Secret, port, a.Now)
	c.Hosts = append(c.Hosts, access.Host())
	c.Browsers, s.Page = access, access.URL()
	c.Pages = func(d httpapi.Documents) http.Handler {
		return web.New(d, a.Now, func(line string) string { return app.NextStep(a, line) })
	}
	if !o.open {
		return nil
	}
	s.Link = access.Link()
	if err := openBoard(a, s.Link); err != nil {
		c.Logger.Warn("no browser was opened", "error", err)
	}
	return nil
}

// openBoard opens a link in the browser of the user, by a file that only the user can read. The server
// does not wait for the browser.
func openBoard(a *app.App, link string) error {
	folder := app.StateFolder(a)
	file := filepath.Join(folder, handoverFile)
	if err := os.RemoveAll(file); err != nil {
		return err
	}
	page, err := web.Handover(link)
	if err != nil {
		return err
	}
	if err := makePrivate(folder, file, page); err != nil {
		return err
	}
	a.Closers = append(a.Closers, func() error { return os.RemoveAll(file) })
	opener := map[string][]string{"darwin": {"open", file}, "windows": {"rundll32", "url.dll,FileProtocolHandler", file}}[runtime.GOOS]
	if opener == nil {
		opener = []string{"xdg-open", file}
	}
	cmd := exec.CommandContext(context.WithoutCancel(a.Ctx), opener[0], opener[1:]...)
	if err := cmd.Start(); err != nil {
		return err
	}
	go func() { _ = cmd.Wait() }() // what it says is for the terminal of a desktop
	return nil
}
