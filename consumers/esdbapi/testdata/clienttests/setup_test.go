// The set-up of the client's own tests, in place of its containers_test.go: servers are named by the
// environment, one for each test, and what tests append is what a log of claw takes.
package esdb_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/uuid"
	"github.com/oklog/ulid/v2"
)

// Container is a server that runs already.
type Container struct{ Endpoint string }

func (Container) Close() {}

func containerOf(test string) *Container {
	for _, line := range strings.Fields(os.Getenv("CLAW_SERVERS")) {
		if name, address, _ := strings.Cut(line, "="); name == test {
			return &Container{Endpoint: address}
		}
	}
	panic("no server for " + test)
}

func clientOf(t *testing.T, test string) *esdb.Client { return GetClient(t, containerOf(test)) }

func GetClient(t *testing.T, c *Container) *esdb.Client {
	return CreateClient(fmt.Sprintf("esdb://admin:changeit@%s?tlsverifycert=false", c.Endpoint), t)
}

func CreateClient(url string, t *testing.T) *esdb.Client {
	c, err := esdb.ParseConnectionString(url)
	if err != nil {
		t.Fatal(err)
	}
	client, err := esdb.NewClient(c)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

// WaitForAdminToBeAvailable has nothing to wait for: there is no stream of users.
func WaitForAdminToBeAvailable(*testing.T, *esdb.Client) {}

func IsESDBVersion20() bool { return false }

func GetEnvOrDefault(key, other string) string {
	if key == "EVENTSTORE_INSECURE" {
		return "false"
	}
	return other
}

// names makes names of streams: a log of claw has families of them.
type names struct{}

func (names) Generate() string { return "session-" + ulid.ULID(uuid.New()).String() }

var NAME_GENERATOR names

type streamName string

func (s streamName) String() string { return string(s) }

func newStream() streamName { return streamName(NAME_GENERATOR.Generate()) }

// filledStream holds 6,000 events where a test wants them.
const filledStream = "session-0000000000000000000000FAAD"

// createTestEvent makes an event of a kind that a log of claw has.
func createTestEvent() esdb.EventData {
	return esdb.EventData{EventID: uuid.New(), EventType: "message.recorded", ContentType: esdb.ContentTypeJson,
		Data: []byte(`{"role":"user","text":"a test"}`), Metadata: []byte(`{"emitter":"ci","source":{"kind":"test"},"version":1}`)}
}
