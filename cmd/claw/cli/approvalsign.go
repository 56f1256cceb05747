package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/keyring"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
)

// keyFlag gives cmd the key to sign with as a flag.
func (a *app) keyFlag(cmd *cobra.Command, key *string) {
	cmd.Flags().StringVar(key, "key", "agent", "sign with this: a private key file, agent, or the SHA256:… of a key in the ssh-agent")
}

// sign signs a statement with a key that may be one of some signers.
func (a *app) sign(key string, statement []byte, namespace string, signers *approval.Signers) (string, error) {
	t, err := a.terminal("sign")
	if err != nil {
		return "", err
	}
	ring := a.keyring()
	ring.Says = t
	ring.Trusted = func(fingerprint string) bool { return signers.Find(fingerprint) != nil }
	if key != "agent" && !strings.HasPrefix(key, "SHA256:") {
		key = a.path(key)
	}
	return ring.Sign(a.ctx, key, domain.PAE(domain.StatementMediaType, statement), namespace)
}

func (a *app) keyring() *keyring.Ring {
	return &keyring.Ring{Socket: a.Env("SSH_AUTH_SOCK"), Passphrase: a.passphrase}
}
