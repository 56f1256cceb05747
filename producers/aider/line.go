package aider

import (
	"strings"
	"time"
)

// mark is the author of a line.
type mark uint8

const (
	answer mark = iota // the model's, or a part of a pasted text
	asked              // the person's
	told               // aider's own
)

const (
	header    = "# aider chat started at "
	headerAt  = "2006-01-02 15:04:05"
	ofPerson  = "####"
	ofAider   = ">"
	lineBreak = "  "
)

// startOf returns the local time of a session's first line.
func startOf(line string) (at string, begins bool) {
	at, begins = strings.CutPrefix(line, header)
	if !begins {
		return "", false
	}
	at = strings.TrimRight(at, " ")
	_, err := time.Parse(headerAt, at)
	return at, err == nil
}

// read returns whose a line is, and its text without the mark.
func read(line string) (mark, string) {
	body, broken := strings.CutSuffix(line, lineBreak)
	if broken {
		for m, prefix := range map[mark]string{asked: ofPerson, told: ofAider} {
			if text, ok := strings.CutPrefix(body, prefix); ok && (text == "" || text[0] == ' ') {
				return m, strings.TrimPrefix(text, " ")
			}
		}
	}
	return answer, line
}
