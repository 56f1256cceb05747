package together

import (
	"sync"

	"github.com/clawable/claw/cmd/claw/cli/app"
)

// Printer prints the lines of all that runs, one at a time. It is safe for concurrent use.
type Printer struct {
	mu  sync.Mutex
	err error
}

// Print prints by one call of write.
func (p *Printer) Print(write func() error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := write(); err != nil && p.err == nil {
		p.err = app.OutputError(err)
	}
}

// Err is the first error of the output.
func (p *Printer) Err() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.err
}
