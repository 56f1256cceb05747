package serve

import (
	"crypto/tls"
	"crypto/x509"
	"os"
	"runtime"
	"slices"

	"github.com/cockroachdb/errors"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/commands/token"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// certificate is the certificate of the server, nil for none.
//
// Errors: kind usage for one of the two files alone; kind policy for a key that every user can read; kind
// parse for files that hold no certificate and its key; those of the operating system.
func certificate(o options) (*tls.Certificate, error) {
	switch {
	case o.certFile == "" && o.keyFile == "":
		return nil, nil
	case o.certFile == "" || o.keyFile == "":
		return nil, app.UsageError("parse arguments", "--tls-cert, --tls-key", "go together", "name the file of the certificate and that of its key")
	}
	info, err := os.Stat(o.keyFile)
	if err != nil {
		return nil, errors.Wrap(err, "read the key of the certificate")
	}
	if runtime.GOOS != "windows" && info.Mode().Perm()&0o007 != 0 {
		return nil, &domain.Error{Kind: domain.ErrPolicy, Operation: "read the key of the certificate", Target: o.keyFile,
			Message: "every user of this machine can read or replace it (mode " + info.Mode().String() + ")", Hint: "chmod 600 the file; if others may have read it, take another key"}
	}
	pair, err := tls.LoadX509KeyPair(o.certFile, o.keyFile)
	if err != nil {
		return nil, (&domain.Error{Kind: domain.ErrParse, Operation: "read the certificate", Target: o.certFile, Message: "the files hold no certificate with its key: " + err.Error(),
			Hint: "both are PEM: the certificate, those that issued it, and its private key"}).Because(err)
	}
	return &pair, nil
}

// namesOf reports which hosts a certificate names.
func namesOf(pair *tls.Certificate) func(host string) bool {
	leaf := pair.Leaf
	return func(host string) bool { return (*x509.Certificate).VerifyHostname(leaf, host) == nil }
}

// needsToken is why a server on an address that other machines reach does not start: it answers holders
// of tokens alone, and the log has none that is valid. nil where it has one.
//
// Errors: kind policy; those of the log.
func needsToken(a *app.App, log eventlog.Log, address string) error {
	all, err := (&token.Book{Log: log}).List(a.Ctx)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(all, func(t token.Token) bool { return t.Status(a.Now()) == token.Valid }) {
		return nil
	}
	return &domain.Error{Kind: domain.ErrPolicy, Operation: "serve", Target: address,
		Message: "other machines can reach this address, and the log has no valid token for them to show", Hint: "make one: claw token create NAME"}
}
