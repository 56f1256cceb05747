package proof_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/crypto/ssh"

	"github.com/clawable/claw/proof"
	"github.com/clawable/claw/proof/prooftest"
)

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestSignaturesOfSSHKeygenHold(t *testing.T) {
	for _, name := range []string{"ssh-keygen-ed25519.sig", "ssh-keygen-ecdsa.sig", "ssh-keygen-rsa.sig"} {
		t.Run(name, func(t *testing.T) {
			sig, err := proof.Verifier{}.Verify(read(t, name), []byte(read(t, "message.txt")), purpose)
			if err != nil || sig.Presence {
				t.Fatalf("presence %v, error %v", sig.Presence, err)
			}
		})
	}
}

func TestSSHKeygenAcceptsOurs(t *testing.T) {
	keygen, err := exec.LookPath("ssh-keygen")
	if err != nil {
		t.Skip("ssh-keygen is not here; TestSignaturesOfSSHKeygenHold proves the format by its recorded signatures")
	}
	dir := t.TempDir()
	for name, signer := range map[string]ssh.Signer{"a key": newKey(t, 1), "a token": prooftest.Token{Seed: 2, Flags: 1}} {
		t.Run(name, func(t *testing.T) {
			file := func(base, text string) string {
				path := filepath.Join(dir, base)
				if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
				return path
			}
			allowed := file("allowed", "alice@example.org "+string(ssh.MarshalAuthorizedKey(signer.PublicKey())))
			sig := file("sig", sign(t, signer))
			for text, accepted := range map[string]bool{string(message): true, "something else": false} {
				cmd := exec.Command(keygen, "-Y", "verify", "-f", allowed, "-I", "alice@example.org", "-n", purpose, "-s", sig)
				cmd.Stdin = strings.NewReader(text)
				if out, err := cmd.CombinedOutput(); (err == nil) != accepted {
					t.Errorf("%q: %v\n%s", text, err, out)
				}
			}
		})
	}
}
