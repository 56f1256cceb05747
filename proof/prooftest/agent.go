package prooftest

import (
	"bytes"
	"crypto/rand"
	"errors"
	"net"

	"golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/agent"
)

// Serve answers as an ssh-agent that holds some keys, until the listener is closed.
func Serve(l net.Listener, keys ...ssh.Signer) {
	for {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		_ = agent.ServeAgent(held{agent.NewKeyring(), keys}, conn) // it ends with the connection
		_ = conn.Close()
	}
}

// held is an agent with the keys it was given, and takes no others.
type held struct {
	agent.Agent
	keys []ssh.Signer
}

// List implements [agent.Agent].
func (h held) List() (all []*agent.Key, err error) {
	for _, k := range h.keys {
		all = append(all, &agent.Key{Format: k.PublicKey().Type(), Blob: k.PublicKey().Marshal()})
	}
	return all, nil
}

// Sign implements [agent.Agent].
func (h held) Sign(key ssh.PublicKey, data []byte) (*ssh.Signature, error) {
	for _, k := range h.keys {
		if bytes.Equal(k.PublicKey().Marshal(), key.Marshal()) {
			return k.Sign(rand.Reader, data)
		}
	}
	return nil, errors.New("no such key")
}
