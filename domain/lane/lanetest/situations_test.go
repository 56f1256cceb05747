package lanetest

import (
	"slices"
	"testing"
)

func TestScenarios(t *testing.T) {
	for _, s := range scenarios() {
		t.Run(s.name, func(t *testing.T) { s.run(t) })
	}
}

func TestFurtherSituations(t *testing.T) {
	for _, s := range further {
		t.Run(s.name, func(t *testing.T) { s.run(t) })
	}
}

func TestSentencesInSituations(t *testing.T) {
	for _, s := range sentenceScenarios {
		t.Run(s.name, func(t *testing.T) { s.run(t) })
	}
}

func TestStrangers(t *testing.T) {
	for _, s := range strangers {
		t.Run(s.name, func(t *testing.T) { s.run(t) })
	}
}

func TestWork(t *testing.T) {
	for _, s := range slices.Concat(workScenarios, shownScenarios, taskScenarios, endScenarios, waitScenarios) {
		t.Run(s.name, func(t *testing.T) { s.run(t) })
	}
}

func TestAccepted(t *testing.T) {
	for _, s := range acceptedScenarios {
		t.Run(s.name, func(t *testing.T) { s.run(t) })
	}
}

func TestCredits(t *testing.T) {
	for _, s := range credits {
		t.Run(s.name, func(t *testing.T) { s.run(t) })
	}
}
