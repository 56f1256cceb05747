package scrub

import (
	"bytes"
	"encoding/base64"
	"strings"
)

// passes reports whether value satisfies the checks of a rule:
//
//	literal  it is a value and not a placeholder, a reference to a variable, a path or code
//	mixed    it has a letter and a digit
//	basic    it is base64 of user:password
//	machine  it looks as if no person had made it up
//	random   the same, and no word is in it
//	human    it may be a password, as people make them up or machines
//	cookie   one of its cookies holds such a value
//	wrapped  it is base64 of a JSON Web Token
//	numbered it begins with base64 of a number, up to a dot
func passes(names []string, value []byte) bool {
	for _, name := range names {
		switch name {
		case "literal":
			if !literal(value) {
				return false
			}
		case "mixed":
			if !mixed(value) {
				return false
			}
		case "basic":
			if !basic(value) {
				return false
			}
		case "machine":
			if !literal(value) || !byMachines(value, false, true) {
				return false
			}
		case "human":
			if !literal(value) || !password(value) {
				return false
			}
		case "random":
			if !literal(value) || !mixed(value) || wordy(value) || len(value) > 20 && entropy(value) < 3 {
				return false
			}
		case "cookie":
			if !cookie(value) {
				return false
			}
		case "wrapped":
			if !wrapped(value) {
				return false
			}
		case "numbered":
			if !numbered(value) {
				return false
			}
		}
	}
	return true
}

// password reports whether value can be one without a name that says so.
func password(secret []byte) bool { return secretName{}.byPeople(secret, value{}, false) }

func mixed(value []byte) bool {
	return bytes.ContainsAny(value, "0123456789") &&
		bytes.ContainsFunc(value, func(r rune) bool { return 'a' <= r|0x20 && r|0x20 <= 'z' })
}

func basic(value []byte) bool {
	text := strings.TrimRight(string(value), "=")
	for _, encoding := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
		decoded, err := encoding.DecodeString(text)
		if err == nil && printable(decoded) && bytes.IndexByte(decoded, ':') >= 0 {
			return true
		}
	}
	return false
}

// cookie reports whether a header of cookies, or one of them, holds a secret.
func cookie(header []byte) bool {
	for len(header) > 0 {
		var one []byte
		one, header, _ = bytes.Cut(header, []byte(";"))
		_, value, ok := bytes.Cut(one, []byte("="))
		if ok && len(value) >= 10 && literal(value) && byMachines(value, true, false) {
			return true
		}
	}
	return false
}

func wrapped(value []byte) bool {
	text := strings.TrimRight(string(value), "=")
	for _, encoding := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
		decoded, err := encoding.DecodeString(text[:len(text)/4*4])
		if err == nil && bytes.HasPrefix(decoded, []byte("eyJ")) && bytes.IndexByte(decoded, '.') > 0 {
			return true
		}
	}
	return false
}

func numbered(value []byte) bool {
	first, _, _ := bytes.Cut(value, []byte("."))
	number, err := base64.RawURLEncoding.DecodeString(string(first))
	return err == nil && len(number) > 0 && len(bytes.Trim(number, "0123456789")) == 0
}

func printable(text []byte) bool {
	for _, b := range text {
		if b < ' ' || b > '~' {
			return false
		}
	}
	return true
}
