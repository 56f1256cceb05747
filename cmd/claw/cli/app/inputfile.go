package app

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/clawable/claw/domain"
)

// mostInput bounds a file that a person names: a report of 10,000 lanes has some 10 MB.
const mostInput = 256 << 20

// ReadInput reads a file that a person names, or standard input for -.
//
// Errors: kind parse for one that is too large; those of reading it.
func ReadInput(a *App, name string) ([]byte, error) {
	if name == "-" {
		return boundedInput(a.In, "standard input")
	}
	f, err := os.Open(Path(a, name))
	if err != nil {
		return nil, err
	}
	text, err := boundedInput(f, name)
	return text, errors.Join(err, f.Close())
}

func boundedInput(r io.Reader, name string) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r, mostInput+1))
	if err == nil && len(text) > mostInput {
		err = &domain.Error{Kind: domain.ErrParse, Operation: "read report", Target: name, Message: fmt.Sprintf("is larger than %d bytes", mostInput), Hint: "report a narrower scope"}
	}
	return text, err
}
