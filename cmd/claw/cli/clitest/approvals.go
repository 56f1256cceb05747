package clitest

import (
	"crypto/ed25519"
	"encoding/pem"
	"errors"
	"io/fs"
	"os"
	"time"

	"golang.org/x/crypto/ssh"

	"github.com/clawable/claw/proof"
)

// What the log of a new world holds of approvals: two requests for one patch, one of them
// granted by alice. These are the first characters of their ids, the minutes before [Now] in which
// they were made.
const (
	Pending = "01KT1GRHA0"
	Granted = "01KT1GTBX0"
)

// The seeds of the keys of persons who sign. Alice and carol are signers of a new world's log.
const (
	AliceSeed = iota + 1
	BobSeed
	CarolSeed
	StrangerSeed
)

// privateKey is the key of a seed.
func privateKey(seed byte) ed25519.PrivateKey {
	return ed25519.NewKeyFromSeed(append(make([]byte, ed25519.SeedSize-1), seed))
}

// Signer signs with the key of a seed.
func Signer(seed byte) ssh.Signer {
	signer, err := ssh.NewSignerFromKey(privateKey(seed))
	if err != nil {
		panic(err)
	}
	return signer
}

// CarolsKey is the fingerprint of carol's key.
var CarolsKey = proof.KeyID(Signer(CarolSeed).PublicKey())

// SignerLine is the line of a file of allowed signers for the key of a seed.
func SignerLine(principal string, seed byte) string {
	return principal + " " + string(ssh.MarshalAuthorizedKey(Signer(seed).PublicKey()))
}

// KeyFile writes the private key of a seed, encrypted when there is a passphrase.
func (w *World) KeyFile(name string, seed byte, passphrase string) {
	block, err := ssh.MarshalPrivateKey(privateKey(seed), "")
	if passphrase != "" {
		block, err = ssh.MarshalPrivateKeyWithPassphrase(privateKey(seed), "", []byte(passphrase))
	}
	if err != nil {
		panic(err)
	}
	w.File(name, string(pem.EncodeToMemory(block)))
}

// approvals records signers and requests.
func (w *World) approvals() {
	w.KeyFile("alice.key", AliceSeed, "")
	w.File("alice.signers", SignerLine("alice@example.org", AliceSeed)+SignerLine("carol@example.org", CarolSeed))
	w.File("bob.signers", SignerLine("bob@example.org", BobSeed))
	w.File("p.diff", "--- a\n+++ b\n")
	w.Must("signers", "add", "alice.signers", "--key", "alice.key")
	clock := w.Now
	w.Now = func() time.Time { return Now.Add(-2 * time.Minute) }
	w.Must("approval", "request", "--patch", "p.diff")
	w.Now = func() time.Time { return Now.Add(-time.Minute) }
	w.Must("approval", "request", "--patch", "p.diff")
	w.Now = clock
	signElsewhere(w)
	w.Must("approval", "grant", Granted, "--patch", "p.diff", "--key", "alice.key", "--delegate", "agent:codex/relay")
}

// signElsewhere writes grant.json: a grant of the request [Pending] that alice signed on a copy of the log.
func signElsewhere(w *World) {
	w.Must("log", "backup", "copy.db")
	w.Must("approval", "grant", Pending, "--patch", "p.diff", "--key", "alice.key", "--log", "copy.db")
	w.File("grant.json", w.Must("approval", "export", Pending, "--log", "copy.db").Out)
	for _, suffix := range []string{"", "-wal", "-shm"} {
		if err := os.Remove(w.Path("copy.db" + suffix)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			w.T.Fatal(err)
		}
	}
}
