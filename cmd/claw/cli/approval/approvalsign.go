package approvaltext

import (
	"strings"

	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/keyring"
	"github.com/clawable/claw/domain/approval"
)

// DefaultKey is the key to sign with where none is named: one of the ssh-agent.
const DefaultKey = "agent"

// KeyFlag declares --key: a private key file, agent, or the SHA256:… of a key in the ssh-agent.
func KeyFlag(f *pflag.FlagSet, key *string) {
	f.StringVar(key, "key", DefaultKey, "sign with this: a private key file, agent, or the SHA256:… of a key in the ssh-agent")
}

// Sign signs a statement with a key that may be one of some signers.
func Sign(a *app.App, key string, statement []byte, namespace string, signers *approval.Signers) (string, error) {
	t, err := a.Terminal("sign")
	if err != nil {
		return "", err
	}
	ring, key := ringOf(a, key, signers)
	ring.Says = t
	return ring.Sign(a.Ctx, key, approval.PAE(approval.StatementMediaType, statement), namespace)
}

// ringOf returns the user's keys, of which those of signers are trusted, and the name of a key
// among them.
func ringOf(a *app.App, key string, signers *approval.Signers) (*keyring.Ring, string) {
	ring := Keyring(a)
	ring.Trusted = func(fingerprint string) bool { return signers.Find(fingerprint) != nil }
	if key != DefaultKey && !strings.HasPrefix(key, "SHA256:") {
		key = app.Path(a, key)
	}
	return ring, key
}

// Keyring holds the keys of the person's ssh-agent and files.
func Keyring(a *app.App) *keyring.Ring {
	return &keyring.Ring{Socket: a.Env("SSH_AUTH_SOCK"), Passphrase: func(key string) ([]byte, error) { return app.Passphrase(a, key) }}
}
