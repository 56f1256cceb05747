package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
)

// server is projector serve over a log, and a client of it.
type server struct {
	cmd    *exec.Cmd
	url    string
	secret string
	client *http.Client
}

// connections is over how many of them requests are sent at once.
const connections = 32

// projector builds the program of that name.
func (b *bench) projector() (string, error) { return b.build("projector.exe", "./cmd/projector") }

// startServer starts projector serve over the log in a file, on a free port; the read model exists before.
func (b *bench) startServer(path string) (s *server, err error) {
	program, err := b.projector()
	if err != nil {
		return nil, err
	}
	if _, err := b.once("board", "--limit", "1", "--log", logURL(path)); err != nil { // a request has less time than a read model of this size takes
		return nil, err
	}
	s = &server{cmd: exec.CommandContext(b.ctx, program, "serve", "--json", "--address", "127.0.0.1:0", "--log", logURL(path))}
	s.cmd.Cancel = func() error { return s.cmd.Process.Signal(os.Interrupt) }
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	said, err := os.Create(filepath.Join(b.dir, "serve.log")) // a line a request, as where it is in use
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, said.Close()) }()
	s.cmd.Stderr = said
	if err := s.cmd.Start(); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.stop())
		}
	}()
	line, err := bufio.NewReader(out).ReadBytes('\n')
	if err != nil {
		return nil, fmt.Errorf("read what projector serve prints: %w", err)
	}
	var at struct {
		URL  string `json:"url"`
		File string `json:"secret_file"`
	}
	if err := json.Unmarshal(line, &at); err != nil {
		return nil, fmt.Errorf("read what projector serve prints: %w", err)
	}
	secret, err := os.ReadFile(at.File)
	s.url, s.secret = at.URL, strings.TrimSpace(string(secret))
	s.client = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: connections, DisableCompression: true, ReadBufferSize: 64 << 10}}
	return s, err
}

// stop ends the server.
func (s *server) stop() error {
	if s.client != nil {
		s.client.CloseIdleConnections()
	}
	return errors.Join(s.cmd.Process.Signal(os.Interrupt), s.cmd.Wait())
}

// open sends a GET; the caller closes the body of an answer.
func (s *server) open(ctx context.Context, path string) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url+path, nil)
	if err != nil {
		return nil, err
	}
	r.Header.Set("Authorization", "Bearer "+s.secret)
	answer, err := s.client.Do(r)
	if err == nil && answer.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(answer.Body) // as much as could be read
		return nil, errors.Join(fmt.Errorf("GET %s: %s: %s", path, answer.Status, text), answer.Body.Close())
	}
	return answer, err
}

// read sends a GET, and returns how many bytes the answer has.
func (s *server) read(b *bench, path string) (int64, error) {
	answer, err := s.open(b.ctx, path)
	if err != nil {
		return 0, err
	}
	n, err := io.Copy(io.Discard, answer.Body)
	return n, errors.Join(err, answer.Body.Close())
}

// standing is what a server took of the machine until now.
type standing struct {
	cpu time.Duration
	rss float64 // bytes resident
}

// standing reads the metrics of the server.
func (s *server) standing(b *bench) (now standing, err error) {
	answer, err := s.open(b.ctx, "/metrics")
	if err != nil {
		return now, err
	}
	defer func() { err = errors.Join(err, answer.Body.Close()) }()
	for lines := bufio.NewScanner(answer.Body); ; {
		if !lines.Scan() {
			return now, cmp.Or(lines.Err(), err)
		}
		name, value, _ := strings.Cut(lines.Text(), " ")
		number, _ := strconv.ParseFloat(value, 64) // of the two below, which are numbers
		switch name {
		case "process_cpu_seconds_total":
			now.cpu = time.Duration(number * float64(time.Second))
		case "process_resident_memory_bytes":
			now.rss = number
		}
	}
}
