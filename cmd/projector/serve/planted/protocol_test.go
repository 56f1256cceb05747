package planted_test

import (
	"math"
	"net/url"
	"testing"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
	"github.com/clawable/claw/domain"
)

// client is a client of EventStoreDB that shows a token.
func (s *server) client(secret string) *esdb.Client {
	s.t.Helper()
	at, err := url.Parse(s.EventStore)
	if err != nil {
		s.t.Fatal(err)
	}
	at.User = url.UserPassword("token", secret)
	c, err := esdb.ParseConnectionString(at.String())
	if err != nil {
		s.t.Fatal(err)
	}
	c.Logger = esdb.NoopLogging()
	client, err := esdb.NewClient(c)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = client.Close() })
	return client
}

// TestClientsOfEventStoreDBReadNothingPlantedAboveTheirCeiling reads all and each stream, forwards and backwards, and
// a report that was filed of what is labelled.
func TestClientsOfEventStoreDBReadNothingPlantedAboveTheirCeiling(t *testing.T) {
	w := clitest.New(t)
	plant(t, w, domain.SensitivityOperatorOnly)
	report := plantedReport(t, w)
	tokens := map[domain.Sensitivity]string{}
	for _, ceiling := range ceilings {
		tokens[ceiling] = must(t, w, "secret", "token", "create", "reads-"+string(ceiling), "--max-sensitivity", string(ceiling))
	}
	s := started(t, w)
	for ceiling, secret := range tokens {
		c, saw := s.client(secret), 0
		drain := func(read *esdb.ReadStream, err error) {
			for err == nil {
				var e *esdb.ResolvedEvent
				if e, err = read.Recv(); err == nil && planted.Match(e.Event.Data) {
					if saw++; ceiling.Rank() < domain.SensitivityOperatorOnly.Rank() {
						t.Errorf("a client that reads up to %s is told %s", ceiling, planted.Find(e.Event.Data))
					}
				}
			}
			if planted.MatchString(err.Error()) {
				t.Errorf("an error tells what is planted: %v", err)
			}
		}
		drain(c.ReadAll(t.Context(), esdb.ReadAllOptions{From: esdb.Start{}}, math.MaxUint64))
		drain(c.ReadAll(t.Context(), esdb.ReadAllOptions{Direction: esdb.Backwards, From: esdb.End{}}, math.MaxUint64))
		for _, stream := range append(plantedStreams(), report) {
			drain(c.ReadStream(t.Context(), stream, esdb.ReadStreamOptions{From: esdb.Start{}}, math.MaxUint64))
		}
		if ceiling.Rank() >= domain.SensitivityOperatorOnly.Rank() && saw < 100 {
			t.Errorf("a client that reads up to %s sees %d planted events", ceiling, saw)
		}
	}
}
