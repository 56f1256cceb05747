package scrub

import (
	"bytes"
	"encoding/base64"
)

// literal reports whether value is one, and not a placeholder, a reference to the place of the
// value, a path or code.
func literal(value []byte) bool {
	return len(value) > 0 && !template(value) && !standsIn(value) && !reference(value) && !fillers(value) &&
		len(bytes.Trim(value, string(value[:1]))) > 0
}

// template reports whether something else is to be put into the value, or the value is code.
func template(value []byte) bool {
	for _, open := range []string{"${", "{{", "$(", "<%", "#{", "%(", "%{", "`", "{\"scrubbed"} {
		if bytes.Contains(value, []byte(open)) {
			return true
		}
	}
	if value[0] == '<' || value[0] == '{' || value[0] == '[' || value[0] == '(' {
		return true
	}
	last := value[len(value)-1]
	return last == ')' && bytes.IndexByte(value, '(') >= 0 && signs(value) <= 2 || last == '>' && bytes.IndexByte(value, '<') >= 0 ||
		last == '}' && bytes.IndexByte(value, '{') >= 0
}

// standsIn reports whether the value is what documentation and templates write where a secret
// goes.
func standsIn(value []byte) bool {
	if isWord(constants[:], value) {
		return true
	}
	var buffer [256]byte
	lower := buffer[:0]
	for _, c := range value[:min(len(value), len(buffer))] {
		if upper(c) {
			c |= 0x20
		}
		lower = append(lower, c)
	}
	for _, part := range standIns {
		if bytes.Contains(lower, []byte(part)) {
			return true
		}
	}
	return false
}

// reference reports whether the value names the place of the secret: config.token, MY_API_KEY,
// $TOKEN, @file, /run/secrets/x, vault://x.
func reference(value []byte) bool {
	switch value[0] {
	case '$':
		return true
	case '%', '@':
		return len(bytes.TrimFunc(value[1:], wordRune)) <= 1 && wordy(value)
	case '/', '.', '~':
		return pathLike(value)
	}
	if i := bytes.Index(value, []byte("://")); i > 0 && len(bytes.TrimFunc(value[:i], wordRune)) <= 2 {
		return true
	}
	if i := bytes.IndexByte(value, '$'); i > 0 && i+2 < len(value) && upper(value[i+1]) && upper(value[i+2]) && wordy(value) {
		return true
	}
	return dotted(bytes.TrimRight(value, "!?")) || constant(value)
}

func wordRune(r rune) bool { return r == '_' || r < 0x80 && letterOrDigit(byte(r)) }

// pathLike reports whether the value is a path: none of its parts looks random.
func pathLike(value []byte) bool {
	rest := bytes.TrimLeft(value, ".~")
	if len(value)-len(rest) > 2 || len(rest) == 0 || rest[0] != '/' {
		return false
	}
	return bytes.IndexByte(rest, '+') < 0 && wordy(rest)
}

// dotted reports whether the value is names with dots between: config.auth.token.
func dotted(value []byte) bool {
	if bytes.IndexByte(value, '.') <= 0 || digit(value[0]) {
		return false
	}
	for _, c := range value {
		if c != '.' && !wordRune(rune(c)) {
			return false
		}
	}
	return wordy(value)
}

// constant reports whether the value is the name of a constant or a variable: MY_API_KEY.
func constant(value []byte) bool {
	for _, c := range value {
		if c != '_' && !upper(c) && !digit(c) {
			return false
		}
	}
	return upper(value[0]) && bytes.IndexByte(value, '_') > 0 && wordy(value)
}

// fillers reports whether the value is made of nothing but names of secrets and what goes with
// them, as in my-client-secret or password1.
func fillers(value []byte) bool {
	words := 0
	for i := 0; i < len(value); {
		start := i
		for i < len(value) && letter(value[i]) && (i == start || !boundary(value, i)) {
			i++
		}
		if i > start {
			if !filled(value[start:i]) {
				return false
			}
			words++
			continue
		}
		for i < len(value) && i < start+3 && digit(value[i]) {
			i++
		}
		if i == start && bytes.IndexByte([]byte("-_. :"), value[i]) < 0 || i == start+3 && i < len(value) && digit(value[i]) {
			return false
		}
		i = max(i, start+1)
	}
	return words > 0
}

// filled reports whether a word is one filler, or several without anything between.
func filled(word []byte) bool {
	if isWord(fillerWords[:], word) {
		return true
	}
	for i := 2; i < len(word)-1; i++ {
		if isWord(fillerWords[:], word[:i]) && filled(word[i:]) {
			return true
		}
	}
	return false
}

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
