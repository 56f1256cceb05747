package sink

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/internal/files"
)

// webhook posts deliveries with the signature of Standard Webhooks 1.0.0:
//
//	webhook-id         the idempotency key
//	webhook-timestamp  of the try, in seconds
//	webhook-signature  v1,BASE64 for each secret; of HMAC-SHA256 over ID.TIMESTAMP.BODY
type webhook struct {
	*poster
	secrets [][]byte
	now     func() time.Time
}

// Send implements [Sender].
func (w *webhook) Send(ctx context.Context, d *Delivery) error {
	body, headers, err := w.config.Template.body(d)
	if err != nil {
		return err
	}
	at := strconv.FormatInt(w.now().Unix(), 10)
	headers.Set("Webhook-Id", d.Key)
	headers.Set("Webhook-Timestamp", at)
	headers.Set("Idempotency-Key", d.Key)
	if len(w.secrets) > 0 {
		headers.Set("Webhook-Signature", signatures(w.secrets, d.Key, at, body))
	}
	return w.post(ctx, body, headers)
}

func signatures(secrets [][]byte, id, at string, body []byte) string {
	all := make([]string, len(secrets))
	for i, secret := range secrets {
		h := hmac.New(sha256.New, secret)
		_, _ = fmt.Fprintf(h, "%s.%s.%s", id, at, body) // a hash takes all
		all[i] = "v1," + base64.StdEncoding.EncodeToString(h.Sum(nil))
	}
	return strings.Join(all, " ")
}

const (
	secretPrefix = "whsec_"
	mostSecrets  = 4 << 10 // bytes of the file
)

// secretText returns the secret of a sink, and its source; both are "" for a sink without one.
func secretText(c *Config, env func(string) string) (text, from string, err error) {
	switch {
	case c.SecretFile != "":
		text, err = readSecret(c.SecretFile)
		return text, c.SecretFile, err
	case c.SecretEnv != "":
		from = "$" + c.SecretEnv
		if text = env(c.SecretEnv); text == "" {
			err = &domain.Error{Kind: domain.ErrNotFound, Operation: "read the secret of sink " + c.Name, Target: from, Message: "is not set", Hint: "set it, or name a secret_file"}
		}
	}
	return text, from, err
}

// secretsOf reads the signing secrets of a sink, whsec_BASE64, several while one takes the place of
// another; nil for an unsigned one.
func secretsOf(c *Config, env func(string) string) ([][]byte, error) {
	text, from, err := secretText(c, env)
	if err != nil || from == "" {
		return nil, err
	}
	var all [][]byte
	for _, word := range strings.Fields(text) {
		encoded, ok := strings.CutPrefix(word, secretPrefix)
		secret, err := base64.StdEncoding.DecodeString(encoded)
		if !ok || err != nil || len(secret) < 24 || len(secret) > 64 {
			return nil, badSecret(c, from)
		}
		all = append(all, secret)
	}
	if len(all) == 0 {
		return nil, badSecret(c, from)
	}
	return all, nil
}

func badSecret(c *Config, from string) error {
	return &domain.Error{Kind: domain.ErrParse, Operation: "read the secret of sink " + c.Name, Target: from, Message: "is no secret: whsec_ and 24 to 64 bytes in base64",
		Hint: `make one: printf 'whsec_%s\n' "$(head -c 32 /dev/urandom | base64)"`}
}

func readSecret(file string) (string, error) {
	info, err := os.Stat(file)
	if err != nil {
		return "", err
	}
	if runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		return "", &domain.Error{Kind: domain.ErrPolicy, Operation: "read the secret", Target: file,
			Message: "others can read or replace it (mode " + info.Mode().String() + ")", Hint: "chmod 600 it, and have the receiver take another secret"}
	}
	text, err := files.ReadRegular(file, mostSecrets)
	return string(text), err
}

// jsonHeaders are the headers of a body in JSON.
func jsonHeaders() http.Header {
	return http.Header{"Content-Type": {"application/json; charset=utf-8"}}
}
