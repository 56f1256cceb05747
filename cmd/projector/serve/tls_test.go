package serve_test

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
	projectorcmd "github.com/clawable/claw/cmd/claw/cli/projector"
	"github.com/clawable/claw/cmd/projector/serve"
)

// certified writes a certificate for box.example and 127.0.0.1 into a world, and its key, and returns a
// pool that trusts it.
func certified(t *testing.T, w *clitest.World) *x509.CertPool {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: time.Unix(0, 0), NotAfter: time.Unix(1<<33, 0), IsCA: true, BasicConstraintsValid: true,
		DNSNames: []string{"box.example"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	certificate := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	w.File("box.pem", string(certificate))
	w.File("box.key", string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private})))
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(certificate)
	return pool
}

// TestAServerWithACertificateAnswersUnderItsNames connects by TLS, under names of the certificate and others.
func TestAServerWithACertificateAnswersUnderItsNames(t *testing.T) {
	w := clitest.New(t)
	pool := certified(t, w)
	holder := tokenOf(t, w, "holder", "--expires", "2100-01-01")
	r := started(t, w, "--tls-cert", w.Path("box.pem"), "--tls-key", w.Path("box.key"))
	if !strings.HasPrefix(r.URL, "https://127.0.0.1:") {
		t.Fatalf("url %s", r.URL)
	}
	transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}}
	t.Cleanup(transport.CloseIdleConnections)
	for says, of := range map[string]struct {
		host, origin string
		status       int
	}{
		"its address":                         {"", "", 200},
		"its name":                            {"box.example", "", 200},
		"its name, from a page of its own":    {"box.example", "https://box.example", 200},
		"another name":                        {"evil.example", "", 421},
		"from a page of another name":         {"box.example", "https://evil.example", 403},
		"from a page of its name without TLS": {"box.example", "http://box.example", 403},
	} {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, r.URL+"/v1/board", nil)
		if err != nil {
			t.Fatal(err)
		}
		if request.Host = of.host; of.origin != "" {
			request.Header.Set("Origin", of.origin)
		}
		got, err := transport.RoundTrip(as(request, holder))
		if err != nil {
			t.Fatalf("%s: %v", says, err)
		}
		_ = got.Body.Close()
		if got.StatusCode != of.status || got.Header.Get("Strict-Transport-Security") == "" {
			t.Errorf("%s: %d %v", says, got.StatusCode, got.Header)
		}
	}
}

// TestWhatOtherMachinesReachNeedsACertificateAndAToken starts servers that must not run.
func TestWhatOtherMachinesReachNeedsACertificateAndAToken(t *testing.T) {
	w := clitest.New(t)
	certified(t, w)
	w.Must("token", "revoke", clitest.Token)
	w.File("open.key", clitest.Read(t, w.Path("box.key")))
	if err := os.Chmod(w.Path("open.key"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, of := range []struct {
		says string
		args []string
		code int
		kind string
	}{
		{"no certificate", nil, 3, "policy"},
		{"no key", []string{"--tls-cert", w.Path("box.pem")}, 2, "usage"},
		{"no valid token", []string{"--tls-cert", w.Path("box.pem"), "--tls-key", w.Path("box.key")}, 3, "policy"},
		{"a key that everybody reads", []string{"--tls-cert", w.Path("box.pem"), "--tls-key", w.Path("open.key")}, 3, "policy"},
		{"a key in the place of the certificate", []string{"--tls-cert", w.Path("box.key"), "--tls-key", w.Path("box.key")}, 1, "parse"},
		{"a file that is not there", []string{"--tls-cert", w.Path("box.pem"), "--tls-key", w.Path("none.key")}, 1, "filesystem"},
		{"a rate below none", []string{"--rate", "-1"}, 2, "usage"},
	} {
		if runtime.GOOS == "windows" && of.says == "a key that everybody reads" {
			continue
		}
		var out bytes.Buffer
		code := projectorcmd.Program(serve.Verb).Run(t.Context(), w.Program(&out, io.Discard), append([]string{"serve", "--json", "--address", "192.0.2.1:0"}, of.args...))
		if code != of.code || !strings.Contains(out.String(), `"kind":"`+of.kind+`"`) {
			t.Errorf("%s: exit code %d\n%s", of.says, code, out.String())
		}
	}
}
