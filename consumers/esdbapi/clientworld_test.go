package esdbapi_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"go/ast"
	"go/parser"
	"go/token"
	"math/big"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/oklog/ulid/v2"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/memlog"
)

// copyClientTests copies the tests of the client into folder, as a separate module with the versions
// that this one builds with, and returns the names of those that need a server.
func copyClientTests(t *testing.T, folder string) (names []string) {
	t.Helper()
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", clientModule).Output()
	if err != nil {
		t.Fatal(err)
	}
	from := strings.TrimSpace(string(dir))
	files, err := filepath.Glob(filepath.Join(from, "esdb", "*_test.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files of tests: %v", len(files), err)
	}
	used := make([]bool, len(rewritten))
	for _, file := range files {
		name := filepath.Base(file)
		if name == "containers_test.go" || name == "client_test.go" { // what sets up, and what calls each
			continue
		}
		text := read(t, file)
		for i, r := range rewritten {
			if r.file == "" || r.file == name {
				used[i] = used[i] || strings.Contains(text, r.from)
				text = strings.ReplaceAll(text, r.from, r.to)
			}
		}
		names = append(names, testsOf(t, name, text)...)
		write(t, filepath.Join(folder, "esdb", name), []byte(text))
	}
	if i := slices.Index(used, false); i >= 0 {
		t.Errorf("nothing is rewritten by %+v", rewritten[i])
	}
	write(t, filepath.Join(folder, "esdb", "setup_test.go"), []byte(read(t, "testdata/clienttests/setup_test.go")))
	module := regexp.MustCompile(`(?m)^module .*$`).ReplaceAllString(read(t, "../../go.mod"), "module clienttests")
	write(t, filepath.Join(folder, "go.mod"), []byte(module))
	write(t, filepath.Join(folder, "go.sum"), []byte(read(t, "../../go.sum")))
	if err := os.Symlink(filepath.Join(from, "resources"), filepath.Join(folder, "resources")); err != nil {
		t.Fatal(err)
	}
	slices.Sort(names)
	return names
}

// testsOf are the names of the tests of a file that go test does not find by itself: each makes a test, or
// is one that runs no other.
func testsOf(t *testing.T, name, text string) (names []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range file.Decls {
		f, is := d.(*ast.FuncDecl)
		if !is || strings.HasPrefix(f.Name.Name, "Test") {
			continue
		}
		body, makes := text[f.Pos()-1:f.End()-1], f.Type.Results != nil && strings.HasSuffix(text[f.Type.Pos()-1:f.Type.End()-1], " TestCall")
		runs := strings.HasPrefix(f.Name.Name, "test") || strings.HasSuffix(f.Name.Name, "Retry")
		if makes || runs && f.Type.Results == nil && !strings.Contains(body, "t.Run(") {
			names = append(names, f.Name.Name)
		}
	}
	return names
}

// filledLog is a log in memory whose one stream holds what the tests of the client want to find.
func filledLog(t *testing.T) eventlog.Log {
	t.Helper()
	log, err := memlog.Open(memlog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	stream := domain.StreamID{Family: domain.FamilySession, ULID: ulid.MustParseStrict("0000000000000000000000FAAD")}
	drafts := make([]domain.Draft, 6000)
	for i := range drafts {
		drafts[i] = message("filled", i+1)
		drafts[i].Stream = stream
	}
	if _, err := log.Append(t.Context(), stream, eventlog.None, drafts); err != nil {
		t.Fatal(err)
	}
	return log
}

// selfSigned is a certificate of this machine that no authority vouches for.
func selfSigned(t *testing.T) tls.Certificate {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "test"}, NotBefore: time.Now().Add(-time.Hour),
		NotAfter: time.Now().Add(time.Hour), BasicConstraintsValid: true, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	certificate, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{certificate}, PrivateKey: key}
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func write(t *testing.T, file string, text []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
}
