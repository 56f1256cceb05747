package db

import "sync"

// Pool keeps reading connections for the next reader.
type Pool struct {
	Open func() (*Conn, error) // gives one more connection
	mu   sync.Mutex
	free []*Conn
}

// maxFree is how many connections wait for a reader; more readers at once open
// connections of their own.
const maxFree = 4

// Take returns a connection, which is the caller's until Give.
func (p *Pool) Take() (*Conn, error) {
	p.mu.Lock()
	if n := len(p.free); n > 0 {
		c := p.free[n-1]
		p.free = p.free[:n-1]
		p.mu.Unlock()
		return c, nil
	}
	p.mu.Unlock()
	return p.Open()
}

// Give returns a connection, whose statements are reset. One that failed is not kept.
func (p *Pool) Give(c *Conn, failed bool) {
	p.mu.Lock()
	keep := !failed && len(p.free) < maxFree
	if keep {
		p.free = append(p.free, c)
	}
	p.mu.Unlock()
	if !keep {
		_ = c.Close() // it only read
	}
}

// Close closes the connections that are free; no reader has another.
func (p *Pool) Close() (first error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range p.free {
		if err := c.Close(); first == nil {
			first = err
		}
	}
	p.free = nil
	return first
}
