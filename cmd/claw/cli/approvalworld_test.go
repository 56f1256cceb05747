package cli_test

import (
	"crypto/ed25519"
	"encoding/pem"
	"time"

	"golang.org/x/crypto/ssh"

	"github.com/clawable/claw/proof"
)

// What the log of a world holds of approvals: two requests for one patch, one of them
// granted by alice. Their ids begin with the minutes before now in which they were made.
const (
	pending = "01KT1GRHA0"
	granted = "01KT1GTBX0"
)

// aliceSeed and the others are the persons who sign.
const (
	aliceSeed = iota + 1
	bobSeed
	carolSeed
	strangerSeed
)

func privateKey(seed byte) ed25519.PrivateKey {
	return ed25519.NewKeyFromSeed(append(make([]byte, ed25519.SeedSize-1), seed))
}

func signerOf(seed byte) ssh.Signer {
	signer, err := ssh.NewSignerFromKey(privateKey(seed))
	if err != nil {
		panic(err)
	}
	return signer
}

// carolsKey is the fingerprint of a signer that may be removed.
var carolsKey = proof.KeyID(signerOf(carolSeed).PublicKey())

func signerLine(principal string, seed byte) string {
	return principal + " " + string(ssh.MarshalAuthorizedKey(signerOf(seed).PublicKey()))
}

// keyFile writes a private key, encrypted when there is a passphrase.
func (w *world) keyFile(name string, seed byte, passphrase string) {
	block, err := ssh.MarshalPrivateKey(privateKey(seed), "")
	if passphrase != "" {
		block, err = ssh.MarshalPrivateKeyWithPassphrase(privateKey(seed), "", []byte(passphrase))
	}
	if err != nil {
		panic(err)
	}
	w.file(name, string(pem.EncodeToMemory(block)))
}

// approvals gives a world signers and requests.
func (w *world) approvals() {
	w.keyFile("alice.key", aliceSeed, "")
	w.file("alice.signers", signerLine("alice@example.org", aliceSeed)+signerLine("carol@example.org", carolSeed))
	w.file("bob.signers", signerLine("bob@example.org", bobSeed))
	w.file("p.diff", "--- a\n+++ b\n")
	w.must("signers", "add", "alice.signers", "--key", "alice.key")
	clock := w.now
	w.now = func() time.Time { return now.Add(-2 * time.Minute) }
	w.must("approval", "request", "--patch", "p.diff")
	w.now = func() time.Time { return now.Add(-time.Minute) }
	w.must("approval", "request", "--patch", "p.diff")
	w.now = clock
	w.must("approval", "grant", granted, "--patch", "p.diff", "--key", "alice.key", "--delegate", "agent:codex/relay")
}

// ahead appends to the log of a world with a clock that is ten years ahead.
func (w *world) ahead() {
	clock := w.now
	w.now = func() time.Time { return clock().AddDate(10, 0, 0) }
	w.must("approval", "request", "--", "make")
	w.now = clock
}
