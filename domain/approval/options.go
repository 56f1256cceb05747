package approval

import (
	"slices"
	"strings"
	"time"
)

// option is one option of an allowed_signers line. A value that is written in quotes may
// hold blanks and commas, and \" for a quote.
type option struct {
	name, value string
	from, until int // where the value is in the line, with its quotes
}

const blanks = " \t"

// allowed is a line of an allowed_signers file, parsed as sshkey_advance_past_options and
// sshsigopt_parse of OpenSSH parse it: principal, options, key type, key, comment. In
// addition, a value may be unquoted, and options may be several words.
type allowed struct {
	principal string
	options   []option
	key       []string // type and key, as far as they are there
	at        int
	line      string
}

// takeApart reads a line without blanks around it.
//
// Errors: [errUnclosed], [errBehind].
func takeApart(line string) (*allowed, error) {
	a := &allowed{line: line}
	if err := a.who(); err != nil {
		return a, err
	}
	for a.skip(); a.at < len(line) && !isKeyType(a.word()); a.skip() {
		for more := true; more; {
			var err error
			if more, err = a.option(); err != nil {
				return a, err
			}
		}
	}
	a.key = strings.FieldsFunc(line[a.at:], func(r rune) bool { return strings.ContainsRune(blanks, r) })
	return a, nil
}

func (a *allowed) skip() {
	for a.at < len(a.line) && strings.IndexByte(blanks, a.line[a.at]) >= 0 {
		a.at++
	}
}

// upTo is the text up to one of the bytes of any, or the end; it is passed over.
func (a *allowed) upTo(any string) string {
	text := a.line[a.at:]
	if i := strings.IndexAny(text, any); i >= 0 {
		text = text[:i]
	}
	a.at += len(text)
	return text
}

// word is the text up to the next blank.
func (a *allowed) word() string {
	word, _, _ := strings.Cut(strings.ReplaceAll(a.line[a.at:], "\t", " "), " ")
	return word
}

// who reads the principal, which may be quoted.
func (a *allowed) who() error {
	a.principal = a.upTo(blanks + `"`)
	if a.at == len(a.line) || a.line[a.at] != '"' {
		return nil
	}
	a.at++
	a.principal += a.upTo(`"`)
	if a.at == len(a.line) {
		return errUnclosed
	}
	a.at++
	return nil
}

// option reads the next option of a word; more says that another one follows it.
func (a *allowed) option() (more bool, err error) {
	o := option{name: strings.ToLower(a.upTo("=," + blanks))}
	if a.is('=') {
		a.at++
		o.from = a.at
		if o.value, err = a.value(); err != nil {
			return false, err
		}
		o.until = a.at
	}
	a.options = append(a.options, o)
	switch {
	case a.is(','):
		a.at++
		return true, nil
	case a.at < len(a.line) && strings.IndexByte(blanks, a.line[a.at]) < 0:
		return false, errBehind
	}
	return false, nil
}

func (a *allowed) is(c byte) bool { return a.at < len(a.line) && a.line[a.at] == c }

func (a *allowed) value() (string, error) {
	if !a.is('"') {
		return a.upTo("," + blanks), nil
	}
	var value strings.Builder
	for a.at++; a.at < len(a.line); a.at++ {
		switch c := a.line[a.at]; {
		case c == '"':
			a.at++
			return value.String(), nil
		case c == '\\' && strings.HasPrefix(a.line[a.at+1:], `"`):
			a.at++
			value.WriteByte('"')
		default:
			value.WriteByte(c)
		}
	}
	return "", errUnclosed
}

// InUTC writes the times of an allowed_signers line in UTC: those without a zone are local,
// and what a line says must not depend on where it is read. A line that cannot be read is
// returned as it is.
func InUTC(line string, zone *time.Location) string {
	line = strings.Trim(line, blanks+"\r\n")
	a, err := takeApart(line)
	if err != nil {
		return line
	}
	for _, o := range slices.Backward(a.options) {
		if o.name != "valid-after" && o.name != "valid-before" {
			continue
		}
		if at, err := parseTime(o.value, zone); err == nil {
			line = line[:o.from] + `"` + at.UTC().Format("20060102150405") + `Z"` + line[o.until:]
		}
	}
	return line
}

// parseValidity reads a time with its zone: YYYYMMDD[HHMM[SS]] and Z or UTC, in any letters.
func parseValidity(text string) (time.Time, error) { return parseTime(text, nil) }

// parseTime reads a time, one without a zone as of zone; nil: there is none.
func parseTime(text string, zone *time.Location) (time.Time, error) {
	digits, upper := text, strings.ToUpper(text)
	for _, utc := range []string{"Z", "UTC"} {
		if strings.HasSuffix(upper, utc) {
			digits, zone = text[:len(text)-len(utc)], time.UTC
			break
		}
	}
	const layout = "20060102150405"
	if zone == nil || len(digits) != 8 && len(digits) != 12 && len(digits) != 14 {
		return time.Time{}, errTime
	}
	return time.ParseInLocation(layout[:len(digits)], digits, zone)
}
