package lane_test

import (
	"slices"
	"testing"
)

func scenarios() []scenario {
	return slices.Concat(orderScenarios, evidenceScenarios, attemptScenarios, trustScenarios, sessionScenarios,
		transportScenarios, scopeScenarios, readingScenarios, upstreamScenarios)
}

func TestScenarios(t *testing.T) {
	for _, s := range scenarios() {
		t.Run(s.name, func(t *testing.T) { s.run(t) })
	}
}
