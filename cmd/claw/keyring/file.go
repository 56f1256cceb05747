package keyring

import (
	"bytes"
	"context"
	"encoding/pem"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"

	"golang.org/x/crypto/ssh"

	"github.com/clawable/claw/proof"
)

// byFile signs with a private key file.
func (r *Ring) byFile(ctx context.Context, file string, message []byte, namespace string) (string, error) {
	text, err := readKey(file)
	if err != nil {
		return "", err
	}
	public, known := publicOf(text)
	if known && isToken(public) {
		return r.byKeygen(ctx, file, message, namespace)
	}
	raw, err := ssh.ParseRawPrivateKey(text)
	if missing := (*ssh.PassphraseMissingError)(nil); errors.As(err, &missing) {
		if raw, err = r.unlock(file, text); err != nil {
			return "", err
		}
	}
	if err != nil {
		return "", noKey(file, err)
	}
	signer, err := ssh.NewSignerFromKey(raw)
	if err != nil {
		return "", failed(file, "is no key that can sign", "an ed25519 key can").Because(err)
	}
	return sign(signer, file, message, namespace)
}

func readKey(file string) ([]byte, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, failed(file, "the key file cannot be read", "name a private key: --key ~/.ssh/id_ed25519, or the agent's: --key agent").Because(err)
	}
	return text, nil
}

func noKey(file string, err error) error {
	return failed(file, "is no private key", "name the file without .pub").Because(err)
}

// fileKeyID returns the fingerprint of the key in a file, "" where the file does not reveal it
// without its passphrase.
func fileKeyID(file string) (string, error) {
	text, err := readKey(file)
	if err != nil {
		return "", err
	}
	if public, known := publicOf(text); known {
		return proof.KeyID(public), nil
	}
	signer, err := ssh.ParsePrivateKey(text)
	if missing := (*ssh.PassphraseMissingError)(nil); errors.As(err, &missing) {
		return "", nil
	}
	if err != nil {
		return "", noKey(file, err)
	}
	return proof.KeyID(signer.PublicKey()), nil
}

func (r *Ring) unlock(file string, text []byte) (any, error) {
	passphrase, err := r.Passphrase(file)
	if err != nil {
		return nil, err
	}
	raw, err := ssh.ParseRawPrivateKeyWithPassphrase(text, passphrase)
	clear(passphrase)
	if err != nil {
		return nil, failed(file, "the passphrase is not the key's", "try again").Because(err)
	}
	return raw, nil
}

// byKeygen has ssh-keygen sign with a token; it asks for the touch, and for a PIN, itself.
func (r *Ring) byKeygen(ctx context.Context, file string, message []byte, namespace string) (string, error) {
	cmd := exec.CommandContext(ctx, "ssh-keygen", "-Y", "sign", "-n", namespace, "-f", file)
	cmd.Stdin, cmd.Stderr = bytes.NewReader(message), r.Says
	armored, err := cmd.Output()
	if err != nil {
		return "", failed(file, "ssh-keygen did not sign with the token", "is the token there, and was it touched? ssh-keygen of OpenSSH 8.2 or later is needed").Because(err)
	}
	return string(armored), nil
}

// publicOf reads the public key in front of an OpenSSH private key; it is not encrypted.
func publicOf(text []byte) (ssh.PublicKey, bool) {
	const magic = "openssh-key-v1\x00"
	block, _ := pem.Decode(text)
	if block == nil || !bytes.HasPrefix(block.Bytes, []byte(magic)) {
		return nil, false
	}
	var head struct {
		Cipher, KDF, Options string
		Keys                 uint32
		Public               []byte
		Rest                 []byte `ssh:"rest"`
	}
	if ssh.Unmarshal(block.Bytes[len(magic):], &head) != nil {
		return nil, false
	}
	key, err := ssh.ParsePublicKey(head.Public)
	return key, err == nil
}

// Unlocked reports whether a key file can be used without a passphrase and without a
// person, and whose it is.
//
// Errors: the file cannot be read.
func Unlocked(file string) (key ssh.PublicKey, ok bool, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, false, fmt.Errorf("read key: %w", err)
	}
	if !strings.Contains(string(text), "PRIVATE KEY") {
		return nil, false, nil
	}
	signer, err := ssh.ParsePrivateKey(text)
	if err != nil {
		return nil, false, nil
	}
	return signer.PublicKey(), true, nil
}
