package main_test

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/pem"
	"os"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/crypto/ssh"

	"github.com/clawable/claw/proof"
)

// privateKey is the key of a person.
func privateKey(name string) ed25519.PrivateKey {
	seed := sha256.Sum256([]byte(name))
	return ed25519.NewKeyFromSeed(seed[:])
}

// keyPair is the key of a person as a file, and as a line of allowed signers.
func keyPair(t *testing.T, name string) (key, signer string) {
	t.Helper()
	open, err := ssh.MarshalPrivateKey(privateKey(name), "")
	if err != nil {
		t.Fatal(err)
	}
	public, err := ssh.NewSignerFromKey(privateKey(name))
	if err != nil {
		t.Fatal(err)
	}
	return string(pem.EncodeToMemory(open)), name + "@example.org " + string(ssh.MarshalAuthorizedKey(public.PublicKey()))
}

// keyOf makes the key of a person: NAME, NAME.locked with the passphrase "locked",
// NAME.signer, a line of allowed signers; and sets $NAME to the fingerprint: keyof NAME
func keyOf(ts *testscript.TestScript, _ bool, args []string) {
	name := args[0]
	private := privateKey(name)
	open, err := ssh.MarshalPrivateKey(private, "")
	ts.Check(err)
	locked, err := ssh.MarshalPrivateKeyWithPassphrase(private, "", []byte("locked"))
	ts.Check(err)
	signer, err := ssh.NewSignerFromKey(private)
	ts.Check(err)
	for file, text := range map[string][]byte{name: pem.EncodeToMemory(open), name + ".locked": pem.EncodeToMemory(locked),
		name + ".signer": append([]byte(name+"@example.org "), ssh.MarshalAuthorizedKey(signer.PublicKey())...)} {
		ts.Check(os.WriteFile(ts.MkAbs(file), text, 0o600))
	}
	ts.Setenv(strings.ToUpper(name), proof.KeyID(signer.PublicKey()))
}
