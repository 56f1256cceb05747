package fact

import (
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/causal"
)

// Order returns the order of facts (rule 2). known holds ids that exist outside of them:
// such a cause orders nothing and is not missing.
func Order(facts []*Fact, known map[domain.EventID]bool) *causal.Order {
	nodes := make([]causal.Node, len(facts))
	for i, f := range facts {
		nodes[i] = causal.Node{ID: f.ID, Follows: f.Follows(), Emitter: f.Emitter, Epoch: f.Epoch, Seq: f.Seq, SeqKind: f.SeqKind,
			Trusted: f.Trusted(), Capped: f.Capped}
	}
	return causal.New(nodes, known)
}
