package clitest

import (
	"bytes"
	"context"
)

// Person is a terminal device with a person in front of it, who answers yes and has no passphrase.
// It implements [app.Terminal].
type Person struct {
	Away  bool         // there is no terminal
	Shown bytes.Buffer // what the program showed
}

// Write implements [app.Terminal].
func (p *Person) Write(b []byte) (int, error) { return p.Shown.Write(b) }

// Close implements [app.Terminal].
func (p *Person) Close() error { return nil }

// Line implements [app.Terminal].
func (p *Person) Line(ctx context.Context) (string, error) { return "yes", ctx.Err() }

// Secret implements [app.Terminal].
func (p *Person) Secret(ctx context.Context) ([]byte, error) { return nil, ctx.Err() }
