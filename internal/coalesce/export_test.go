package coalesce

// Waiting counts the callers that share the run that begins next.
func (g *Group[T]) Waiting() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.next == nil {
		return 0
	}
	return 1 + g.next.shared
}
