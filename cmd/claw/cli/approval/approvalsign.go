package approvaltext

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/keyring"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
)

// KeyFlag gives cmd the key to sign with as a flag.
func KeyFlag(cmd *cobra.Command, key *string) {
	cmd.Flags().StringVar(key, "key", "agent", "sign with this: a private key file, agent, or the SHA256:… of a key in the ssh-agent")
}

// Sign signs a statement with a key that may be one of some signers.
func Sign(a *app.App, key string, statement []byte, namespace string, signers *approval.Signers) (string, error) {
	t, err := a.Terminal("sign")
	if err != nil {
		return "", err
	}
	ring := Keyring(a)
	ring.Says = t
	ring.Trusted = func(fingerprint string) bool { return signers.Find(fingerprint) != nil }
	if key != "agent" && !strings.HasPrefix(key, "SHA256:") {
		key = app.Path(a, key)
	}
	return ring.Sign(a.Ctx, key, domain.PAE(domain.StatementMediaType, statement), namespace)
}

// Keyring holds the keys that the person's agent or files have.
func Keyring(a *app.App) *keyring.Ring {
	return &keyring.Ring{Socket: a.Env("SSH_AUTH_SOCK"), Passphrase: func(key string) ([]byte, error) { return app.Passphrase(a, key) }}
}
