package scrub

import (
	"bytes"
	"encoding/base64"
)

const (
	armourHead = "-----BEGIN SSH SIGNATURE-----\n"
	armourTail = "-----END SSH SIGNATURE-----"
	// armourMagic begins what an SSH signature holds: its name and version, PROTOCOL.sshsig of
	// OpenSSH.
	armourMagic = "SSHSIG\x00\x00\x00\x01"
	// statementHead begins a canonical in-toto statement.
	statementHead = `{"_type":"https://in-toto.io/Statement/v1",`
)

// signed reports whether a text, as a whole, is an SSH signature in armour or base64 of an in-toto
// statement that holds no secret. Base64 of random bytes spells the words of some rule now and
// then, and a signature from which anything is taken verifies no more.
func (s *ruleSet) signed(text []byte) bool {
	if body, isArmour := bytes.CutPrefix(text, []byte(armourHead)); isArmour {
		body, ends := bytes.CutSuffix(bytes.TrimRight(body, "\n"), []byte(armourTail))
		blob, err := base64.StdEncoding.AppendDecode(nil, body)
		return ends && err == nil && bytes.HasPrefix(blob, []byte(armourMagic))
	}
	if !bytes.HasPrefix(text, []byte("eyJ")) { // base64 of {"
		return false
	}
	statement, err := base64.StdEncoding.AppendDecode(nil, text)
	return err == nil && bytes.HasPrefix(statement, []byte(statementHead)) && len(s.find(statement)) == 0
}
