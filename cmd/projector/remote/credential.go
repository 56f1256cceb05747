package remote

import (
	"crypto/tls"
	"crypto/x509"
	"net/http"
	"os"
	"runtime"
	"strings"

	"github.com/cockroachdb/errors"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/internal/files"
)

// mostFile is how long a file of a token or of certificates may be, in bytes.
const mostFile = 1 << 20

// Token reads the secret in a file: that of a token, or that of a server on this machine.
//
// Errors: kind policy for a file that others can read; kind parse for one that holds no secret; those of the
// operating system.
func Token(file string) (string, error) {
	info, err := os.Stat(file)
	if err != nil {
		return "", errors.Wrap(err, "read the token")
	}
	if runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		return "", &domain.Error{Kind: domain.ErrPolicy, Operation: "read the token", Target: file, Message: "others can read or replace it (mode " + info.Mode().String() + ")",
			Hint: "chmod 600 the file; if others may have read it, revoke the token"}
	}
	text, err := files.ReadRegular(file, mostFile)
	if err != nil {
		return "", errors.Wrap(err, "read the token")
	}
	secret := strings.TrimSpace(string(text))
	if secret == "" || strings.ContainsAny(secret, " \t\r\n") {
		return "", NoToken(file)
	}
	return secret, nil
}

// NoToken is the error of a file that holds no token.
func NoToken(file string) error {
	return &domain.Error{Kind: domain.ErrParse, Operation: "read the token", Target: file, Message: "it holds no token",
		Hint: "put in it what claw token create printed last: claw_…"}
}

// Client returns a client of servers of logs: it follows no redirect, and trusts the certificates in a PEM
// file; "" means those of this machine.
//
// Errors: kind parse for a file without certificates; those of the operating system.
func Client(caFile string) (*http.Client, error) {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.TLSClientConfig = &tls.Config{MinVersion: tls.VersionTLS12}
	if caFile != "" {
		text, err := files.ReadRegular(caFile, mostFile)
		if err != nil {
			return nil, errors.Wrap(err, "read the certificates")
		}
		transport.TLSClientConfig.RootCAs = x509.NewCertPool()
		if !transport.TLSClientConfig.RootCAs.AppendCertsFromPEM(text) {
			return nil, &domain.Error{Kind: domain.ErrParse, Operation: "read the certificates", Target: caFile, Message: "it holds none", Hint: "a PEM file"}
		}
	}
	return &http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}, nil
}
