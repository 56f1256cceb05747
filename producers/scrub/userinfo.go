package scrub

import "bytes"

// styleUser marks the rule for a user and a password before a host, without a scheme: me:X@host.
const styleUser = "user"

// longestUser is how far before an at sign its user and password are looked for.
const longestUser = 160

// userinfo returns the password before the at sign at index at, if it looks random: what has
// that form may be a package with its version, an address of mail or an image as well.
func (r *rule) userinfo(text []byte, at int) (span, bool) {
	start, from := at, max(0, at-longestUser)
	for start > from && text[start-1] > ' ' && text[start-1] < 0x7f && bytes.IndexByte([]byte("\"'`\\<>(){},;@/:|"), text[start-1]) < 0 {
		start--
	}
	if at-start < 10 || start == from || text[start-1] != ':' {
		return span{}, false
	}
	user := start - 1
	for user > from && (inName(text[user-1]) || text[user-1] == '+') {
		user--
	}
	if user == start-1 || user > 0 && bytes.IndexByte([]byte(" \t\r\n\"'`=,;("), text[user-1]) < 0 && !escapeEnd(text, user) {
		return span{}, false
	}
	secret := text[start:at]
	hex := hexDigits(secret) && (len(secret) < 20 || len(secret) == 40 || len(secret) == 64)
	if !hostAt(text[at+1:]) || hex || uuid(secret) || bytes.HasPrefix(secret, []byte("0x")) {
		return span{}, false
	}
	return span{start, at, r}, passes([]string{"random"}, secret)
}

// hostAt reports whether text begins with the name or the address of a host.
func hostAt(text []byte) bool {
	n := 0
	for n < len(text) && (letterOrDigit(text[n]) || text[n] == '.' || text[n] == '-') {
		n++
	}
	host := text[:n]
	return n > 1 && !bytes.HasPrefix(host, []byte("sha256")) && (letter(host[0]) || bytes.Count(host, []byte(".")) == 3)
}
