package keyring

import (
	"net"
	"strings"

	"golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/agent"

	"github.com/clawable/claw/proof"
)

// byAgent signs with a key in the ssh-agent.
func (r *Ring) byAgent(name string, message []byte, namespace string) (armored string, err error) {
	signers, hangUp, err := r.agent(name)
	if err != nil {
		return "", err
	}
	defer hangUp()
	chosen, err := r.choose(name, signers)
	if err != nil {
		return "", err
	}
	return sign(chosen, proof.KeyID(chosen.PublicKey()), message, namespace)
}

// choose returns the one key of those in the agent that a name means.
func (r *Ring) choose(name string, signers []ssh.Signer) (chosen ssh.Signer, err error) {
	var fit []string
	for _, s := range signers {
		id := proof.KeyID(s.PublicKey())
		if id == name || name == "agent" && r.Trusted(id) {
			chosen, fit = s, append(fit, id)
		}
	}
	switch len(fit) {
	case 0:
		return nil, failed(name, "the agent has no such key", "ssh-add adds one; --key FILE signs with a key file")
	case 1:
		return chosen, nil
	}
	return nil, failed(name, "the agent has several keys that may sign", "choose one: --key "+strings.Join(fit, " or --key "))
}

func (r *Ring) agent(name string) (signers []ssh.Signer, hangUp func(), err error) {
	const hint = "start one and add the key (ssh-add), or sign with a key file: --key FILE"
	if r.Socket == "" {
		return nil, nil, failed(name, "there is no ssh-agent: SSH_AUTH_SOCK is not set", hint)
	}
	conn, err := net.Dial("unix", r.Socket)
	if err != nil {
		return nil, nil, failed(name, "the ssh-agent does not answer", hint).Because(err)
	}
	hangUp = func() { _ = conn.Close() }
	if signers, err = agent.NewClient(conn).Signers(); err != nil {
		hangUp()
		return nil, nil, failed(name, "the ssh-agent does not list its keys", hint).Because(err)
	}
	return signers, hangUp, nil
}

// InAgent lists the fingerprints of the keys in the agent that a program can use on its
// own; those of FIDO tokens want a person. Without an agent there are none.
func (r *Ring) InAgent() []string {
	signers, hangUp, err := r.agent("agent")
	if err != nil {
		return nil
	}
	defer hangUp()
	var all []string
	for _, s := range signers {
		if !isToken(s.PublicKey()) {
			all = append(all, proof.KeyID(s.PublicKey()))
		}
	}
	return all
}

func isToken(key ssh.PublicKey) bool { return strings.HasPrefix(key.Type(), "sk-") }
