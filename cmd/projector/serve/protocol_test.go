package serve_test

import (
	"bytes"
	"errors"
	"io"
	"math"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/uuid"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
	projectorcmd "github.com/clawable/claw/cmd/claw/cli/projector"
	"github.com/clawable/claw/cmd/projector/serve"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	store "github.com/clawable/claw/eventlog/esdb"
)

// client connects as the printed connection string and a secret say.
func client(t *testing.T, r *run, secret string) *esdb.Client {
	t.Helper()
	at, err := url.Parse(r.EventStore)
	if err != nil || at.Scheme != "esdb" {
		t.Fatalf("the connection string is %q: %v", r.EventStore, err)
	}
	at.User = url.UserPassword("claw", secret)
	c, err := esdb.ParseConnectionString(at.String())
	if err != nil {
		t.Fatal(err)
	}
	c.Logger = esdb.NoopLogging()
	client, err := esdb.NewClient(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = client.Close() })
	return client
}

func readAll(t *testing.T, c *esdb.Client) (events []*esdb.RecordedEvent, err error) {
	t.Helper()
	stream, err := c.ReadAll(t.Context(), esdb.ReadAllOptions{From: esdb.Start{}}, math.MaxUint64)
	if err != nil {
		return nil, err
	}
	defer stream.Close()
	for {
		e, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return events, nil
		}
		if err != nil {
			return events, err
		}
		events = append(events, e.Event)
	}
}

// told is an event as a program in another language appends it.
func told(kind, emitter, data string) esdb.EventData {
	return esdb.EventData{EventID: uuid.New(), EventType: kind, ContentType: esdb.ContentTypeJson, Data: []byte(data),
		Metadata: []byte(`{"emitter":"` + emitter + `","source":{"kind":"test","trust":"high"},"version":1}`)}
}

func TestClientsOfEventStoreDBReadAndAppendFacts(t *testing.T) {
	r := started(t, clitest.Empty(t), "--demo", "--esdb", "127.0.0.1:0")
	c := client(t, r, secretIn(t, r.SecretFile))
	before, err := readAll(t, c)
	if err != nil || len(before) < 100 {
		t.Fatalf("%d events are read, %v", len(before), err)
	}
	session := domain.MakeSessionID("test", "s").Stream().String()
	appended := func(stream string, e esdb.EventData) error {
		_, err := c.AppendToStream(t.Context(), stream, esdb.AppendToStreamOptions{ExpectedRevision: esdb.Any{}}, e)
		return err
	}
	if err := appended(session, told("message.recorded", "ci", `{"role":"user","text":"the key is AKIAIOSFODNN7EXAMPLQ"}`)); err != nil {
		t.Fatal(err)
	}
	after, err := readAll(t, c)
	if err != nil || len(after) != len(before)+1 {
		t.Fatalf("%d events are read after one more, %v", len(after), err)
	}
	last := after[len(after)-1]
	if strings.Contains(string(last.Data), "AKIA") || !strings.Contains(string(last.UserMetadata), `"trust":"low"`) {
		t.Errorf("a free append is %s %s", last.UserMetadata, last.Data)
	}
	for says, err := range map[string]error{
		"a decision":                  appended("approval-01ARZ3NDEKTSV4RRFFQ69G5FAV", told("approval.granted", "ci", `{}`)),
		"the name of an importer":     appended(session, told("message.recorded", "import/codex/s", `{"role":"user","text":"x"}`)),
		"a reserved kind of the log":  appended("log-01ARZ3NDEKTSV4RRFFQ69G5FAV", told("log.opened", "ci", `{}`)),
		"what an operator would file": appended("report-01ARZ3NDEKTSV4RRFFQ69G5FAV", told("report.filed", "ci", `{}`)),
	} {
		var typed *esdb.Error
		if !errors.As(err, &typed) || typed.Code() != esdb.ErrorCodeAccessDenied {
			t.Errorf("%s: %v", says, err)
		}
	}
	if again, err := readAll(t, c); err != nil || len(again) != len(after) {
		t.Errorf("what was refused is in the log: %d events, %v", len(again)-len(after), err)
	}
}

func TestClientsOfEventStoreDBShowTheSecret(t *testing.T) {
	w := clitest.Empty(t)
	r := started(t, w, "--demo", "--esdb", "127.0.0.1:0")
	for _, given := range []string{"another", "changeit"} {
		_, err := readAll(t, client(t, r, given))
		var typed *esdb.Error
		if !errors.As(err, &typed) || typed.Code() != esdb.ErrorCodeUnauthenticated {
			t.Errorf("with %s: %v", given, err)
		}
	}
	at, _ := url.Parse(r.EventStore)
	trusted := clitest.Read(t, at.Query().Get("tlsCAFile"))
	if strings.Contains(trusted, "PRIVATE") {
		t.Error("the file of the certificate holds the key")
	}
	r.stop()
	if code := <-r.code; code != 0 {
		t.Errorf("stopped with exit code %d", code)
	}
	second := started(t, w, "--demo", "--esdb", "127.0.0.1:0")
	if _, err := readAll(t, client(t, second, secretIn(t, second.SecretFile))); err != nil || clitest.Read(t, at.Query().Get("tlsCAFile")) != trusted {
		t.Errorf("after a restart: %v, or the certificate is another", err)
	}
	for _, name := range []string{"serve.key.pem", "serve.secret"} {
		info, err := os.Stat(w.Path("home/.local/state/claw/" + name))
		if err != nil || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s: %v, %v", name, info, err)
		}
	}
}

func TestTheProtocolIsServedOnThisMachineOnly(t *testing.T) {
	for _, address := range []string{"0.0.0.0:0", ":0", "example.org:1", "nonsense"} {
		w := clitest.Empty(t)
		var out bytes.Buffer
		code := projectorcmd.Program(serve.Verb).Run(t.Context(), w.Program(&out, io.Discard), []string{"serve", "--json", "--demo", "--address", "127.0.0.1:0", "--esdb", address})
		if says := out.String(); code == 0 || !strings.Contains(says, "--esdb "+address) && !strings.Contains(says, "other machines") {
			t.Errorf("--esdb %s: exit code %d, %s", address, code, says)
		}
	}
}

func TestTheEngineOpensWhatIsServed(t *testing.T) {
	r := started(t, clitest.Empty(t), "--demo", "--esdb", "127.0.0.1:0")
	log, err := store.Open(t.Context(), strings.Replace(r.EventStore, "://", "://claw@", 1)+"&passwordFile="+url.QueryEscape(r.SecretFile), store.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = log.Close() }()
	report, err := eventlog.Verify(t.Context(), log)
	if err != nil || len(report.Damage) > 0 || report.Events < 100 {
		t.Errorf("%+v, %v", report, err)
	}
	_, err = store.Open(t.Context(), r.EventStore, store.Options{ReadOnly: true})
	if domain.KindOf(err) != domain.ErrAuth {
		t.Errorf("without a password: %v", err)
	}
}
