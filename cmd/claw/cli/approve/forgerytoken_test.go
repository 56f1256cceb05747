package approvecmd_test

import (
	"net"
	"os"
	"path/filepath"

	"golang.org/x/crypto/ssh"

	"github.com/clawable/claw/proof"
	"github.com/clawable/claw/proof/prooftest"
)

const tokenSeed = 9

var untouched = prooftest.Token{Seed: tokenSeed, Flags: prooftest.Untouched}

// tokenSigner makes a token one that may sign.
func (x *trial) tokenSigner() {
	x.T.Helper()
	x.File("tess.signers", "tess@example.org "+string(ssh.MarshalAuthorizedKey(untouched.PublicKey())))
	x.Must("signers", "add", "tess.signers", "--key", "alice.key")
}

// tokenGrants grants the request with a token in the ssh-agent, with the program.
func (x *trial) tokenGrants(k prooftest.Token) string {
	x.T.Helper()
	dir, err := os.MkdirTemp("", "agent") // a socket's path is short
	x.check(err)
	defer func() { _ = os.RemoveAll(dir) }()
	l, err := net.Listen("unix", filepath.Join(dir, "s"))
	x.check(err)
	defer func() { _ = l.Close() }()
	go prooftest.Serve(l, k)
	x.Env["SSH_AUTH_SOCK"] = l.Addr().String()
	return x.says("approval", "grant", x.stream.String(), "--key", proof.KeyID(k.PublicKey()))
}
