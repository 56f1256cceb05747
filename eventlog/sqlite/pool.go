package sqlite

import "sync"

// pool keeps reading connections for the next reader.
type pool struct {
	open func() (*conn, error)
	mu   sync.Mutex
	free []*conn
}

// maxFree is how many connections wait for a reader; more readers at once open
// connections of their own.
const maxFree = 4

func (p *pool) take() (*conn, error) {
	p.mu.Lock()
	if n := len(p.free); n > 0 {
		c := p.free[n-1]
		p.free = p.free[:n-1]
		p.mu.Unlock()
		return c, nil
	}
	p.mu.Unlock()
	return p.open()
}

// give returns a connection, whose statements are reset. One that failed is not kept.
func (p *pool) give(c *conn, failed bool) {
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

// close closes the connections that are free; no reader has another.
func (p *pool) close() (first error) {
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
