package lanetest

import (
	"slices"
)

func scenarios() []Scenario {
	return slices.Concat(orderScenarios, evidenceScenarios, attemptScenarios, trustScenarios, sessionScenarios,
		transportScenarios, scopeScenarios, readingScenarios, upstreamScenarios)
}
