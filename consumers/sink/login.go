package sink

import (
	"crypto/tls"
	"crypto/x509"
	"net"
	"os"
	"strings"

	"github.com/clawable/claw/domain"
)

// login is what a sink shows to a message bus. It is read anew for each connection.
type login struct {
	secret string      // "" for none
	tls    *tls.Config // nil without encryption
}

// loginOf reads the secret and the certificates of a sink.
//
// Errors: kind policy for a secret or a key that others can read; kinds not_found and parse for what is not
// there or none; those of the operating system.
func loginOf(c *Config, env func(string) string) (*login, error) {
	secret, from, err := secretText(c, env)
	if err != nil {
		return nil, err
	}
	l := &login{secret: strings.TrimSpace(secret)}
	if from != "" && l.secret == "" {
		return nil, loginError(c, from, "is empty", "put the secret there")
	}
	if _, password, _ := strings.Cut(l.secret, ":"); c.Kind == KindKafka && l.secret != "" && password == "" {
		return nil, loginError(c, from, "is no login of Kafka", "write USER:PASSWORD")
	}
	if !c.encrypted() {
		return l, nil
	}
	l.tls = &tls.Config{MinVersion: tls.VersionTLS12}
	if c.TLSCA != "" {
		text, err := os.ReadFile(c.TLSCA)
		if err != nil {
			return nil, err
		}
		l.tls.RootCAs = x509.NewCertPool()
		if !l.tls.RootCAs.AppendCertsFromPEM(text) {
			return nil, loginError(c, c.TLSCA, "holds no certificate", "name a file of certificates in PEM")
		}
	}
	if c.TLSCert != "" {
		pair, err := keyPair(c)
		if err != nil {
			return nil, err
		}
		l.tls.Certificates = []tls.Certificate{pair}
	}
	return l, nil
}

// keyPair is the certificate that the sink itself shows.
func keyPair(c *Config) (tls.Certificate, error) {
	key, err := readSecret(c.TLSKey)
	if err != nil {
		return tls.Certificate{}, err
	}
	cert, err := os.ReadFile(c.TLSCert)
	if err != nil {
		return tls.Certificate{}, err
	}
	pair, err := tls.X509KeyPair(cert, []byte(key))
	if err != nil {
		return pair, loginError(c, c.TLSCert, "is no certificate of the key in tls_key: "+err.Error(), "name a certificate and its key, both in PEM")
	}
	return pair, nil
}

func loginError(c *Config, target, message, hint string) error {
	return &domain.Error{Kind: domain.ErrParse, Operation: "read the login of sink " + c.Name, Target: target, Message: message, Hint: hint}
}

// encrypted reports whether the sink speaks TLS with a message bus.
func (c *Config) encrypted() bool {
	return c.TLS || c.TLSCA != "" || c.TLSCert != "" || strings.HasPrefix(c.URL, "tls://")
}

// isLocal reports whether an address is of this machine by its form.
func isLocal(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
