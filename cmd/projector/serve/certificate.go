package serve

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"io/fs"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"time"

	"github.com/cockroachdb/errors"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/internal/files"
)

// Files of the state folder.
const (
	keyFile         = "serve.key.pem"  // key and certificate, private
	certificateFile = "serve.cert.pem" // the certificate alone, which clients trust
)

const (
	lifetime = 10 * 365 * 24 * time.Hour // of a certificate, which only its own machine trusts
	renewal  = 30 * 24 * time.Hour       // before the end of one
	mostKey  = 1 << 14                   // bytes of the file
)

// certificateOf is the certificate of the server, which signs itself, and the file by which clients
// trust it. Both are in the state folder and stay over restarts; they are made where there are none, and
// again when the certificate ends soon.
//
// Errors: kind usage without a home folder; those of the operating system.
func certificateOf(folder string, now time.Time) (pair tls.Certificate, file string, err error) {
	if folder == "" {
		return pair, "", app.UsageError("keep the certificate", "", "there is no home folder", "name one: XDG_STATE_HOME")
	}
	private := filepath.Join(folder, keyFile)
	text, err := usableKey(private, now)
	if errors.Is(err, fs.ErrNotExist) {
		if err = makeKey(folder, private, now); err == nil {
			text, err = usableKey(private, now)
		}
	}
	if err == nil {
		pair, err = tls.X509KeyPair(text, text)
	}
	if err != nil {
		return pair, "", errors.Wrap(err, "keep the certificate")
	}
	file = filepath.Join(folder, certificateFile)
	public := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: pair.Certificate[0]})
	return pair, file, errors.Wrap(files.Replace(file, public, 0o600), "write the certificate")
}

// usableKey reads the private file; one whose certificate ends soon is removed and does not exist.
func usableKey(file string, now time.Time) ([]byte, error) {
	text, err := files.ReadRegular(file, mostKey)
	if err != nil {
		return nil, err
	}
	pair, err := tls.X509KeyPair(text, text)
	if err != nil {
		return nil, err
	}
	if pair.Leaf.NotAfter.After(now.Add(renewal)) {
		return text, nil
	}
	if err := os.Remove(file); err != nil {
		return nil, err
	}
	return nil, fs.ErrNotExist
}

func makeKey(folder, file string, now time.Time) error {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 127))
	if err != nil {
		return err
	}
	template := &x509.Certificate{SerialNumber: serial, Subject: pkix.Name{CommonName: "claw projector serve"},
		NotBefore: now.Add(-time.Hour), NotAfter: now.Add(lifetime), BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		DNSNames: []string{"localhost"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1), net.IPv6loopback}}
	certificate, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		return err
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return err
	}
	text := string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret})) +
		string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: certificate}))
	return makePrivate(folder, file, text)
}
