package sink_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/consumers/sink"
	"github.com/clawable/claw/domain"
)

// asDelivery finds an error of kind delivery.
func asDelivery(err error, e **domain.Error) bool {
	return errors.As(err, e) && (*e).Kind == domain.ErrDelivery
}

// TestEveryProblemIsNamedAtOnce reads settings that are wrong in many ways.
func TestEveryProblemIsNamedAtOnce(t *testing.T) {
	_, err := sink.Parse("config.toml", "/home/dev", []byte(`log = "x"
[[sink]]
name = "a b"
kind = "webhook"
url = "ftp://example.com"
colour = "red"
audience = "nobody"
outcomes = ["failed", "lost"]
secret_file = "secret"
secret_env = "S"
timeout = "2 weeks"
from = "yesterday"
template = "fax"
lane = "x"
[[sink]]
name = "b"
kind = "fax"
[[sink]]
name = "b"
kind = "command"
url = "http://example.com"
mode = "binary"
[[sink]]
name = 5
kind = "webhook"
url = 3
outcomes = "failed"
argv = ["a", 2]
actionable = "yes"
[sink.more]
a = 1
`))
	var e *domain.Error
	if !errors.As(err, &e) || e.Kind != domain.ErrParse {
		t.Fatal(err)
	}
	var got []string
	for _, says := range e.Cause {
		words := strings.Fields(says)
		got = append(got, strings.Join(words[:min(3, len(words))], " "))
	}
	want := []string{"config.toml:3: name must", "config.toml:5: url must", "config.toml:6: colour is", "config.toml:7: audience =", "config.toml:8: outcomes =",
		"config.toml:9: secret_file must", "config.toml:10: secret_env does", "config.toml:11: timeout must", "config.toml:12: from =", "config.toml:13: template =",
		"config.toml:14: lane is", "config.toml:17: kind must", "config.toml:18: argv is", "config.toml:19: name stands", "config.toml:21: url does", "config.toml:22: mode does",
		"config.toml:24: name must", "config.toml:26: url must", "config.toml:27: outcomes must", "config.toml:28: argv must", "config.toml:29: actionable must",
		"config.toml:30: more is"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s\n%s", diff, strings.Join(e.Cause, "\n"))
	}
}

// TestWhatIsNotWrittenHasADefault reads the shortest sinks.
func TestWhatIsNotWrittenHasADefault(t *testing.T) {
	all, err := sink.Parse("config.toml", "/home/dev", []byte("[[sink]]\nname='f'\nkind='jsonl'\npath='~/x'\n[[sink]]\nname='c'\nkind='cloudevents'\nurl='https://example.com/in?key=secret'"))
	if err != nil {
		t.Fatal(err)
	}
	f, c := all[0], all[1]
	if f.Path != "/home/dev/x" || f.FromStart || f.Timeout != sink.DefaultTimeout || f.Audience != sink.DefaultAudience || c.Mode != sink.ModeStructured || c.Target() != "https://example.com" {
		t.Errorf("%+v\n%+v", f, c)
	}
}

// TestBusesNeedWhatTheyAreTold reads sinks of NATS and Kafka.
func TestBusesNeedWhatTheyAreTold(t *testing.T) {
	const nats, kafka = "kind='nats'\nsubject='a.b'\n", "kind='kafka'\ntopic='a'\n"
	for _, of := range []struct{ says, keys, problem string }{
		{"NATS on this machine with a login", nats + "url='nats://127.0.0.1:4222'\nsecret_env='S'", ""},
		{"NATS elsewhere by TLS", nats + "url='tls://nats.example'\nsecret_file='~/s'\ntls_ca='~/ca'", ""},
		{"NATS elsewhere in the clear, without a login", nats + "url='nats://nats.example:4222'", ""},
		{"NATS elsewhere in the clear", nats + "url='nats://nats.example:4222'\nsecret_env='S'", "without encryption"},
		{"a login in the URL", nats + "url='nats://a:b@127.0.0.1'", "holds a login"},
		{"a URL of the web", nats + "url='https://nats.example'", "must be a URL of nats or tls"},
		{"a subject with a wildcard", "kind='nats'\nurl='nats://h'\nsubject='a.>'", "must be words"},
		{"no subject", "kind='nats'\nurl='nats://h'", "subject is missing"},
		{"Kafka on this machine", kafka + "brokers=['[::1]:9092', 'localhost:9093']\nsecret_env='S'", ""},
		{"Kafka elsewhere by TLS", kafka + "brokers=['k.example:9093']\ntls=true\ntls_cert='~/c'\ntls_key='~/k'\nsecret_env='S'", ""},
		{"Kafka elsewhere in the clear", kafka + "brokers=['localhost:9092', 'k.example:9093']\nsecret_env='S'", "without encryption"},
		{"Kafka by SCRAM", kafka + "brokers=['k.example:9093']\ntls=true\nsasl='scram-sha-512'\nsecret_file='~/s'", ""},
		{"SCRAM with a login in the environment", kafka + "brokers=['k.example:9093']\ntls=true\nsasl='scram-sha-256'\nsecret_env='S'", "secret_env does not go with SCRAM"},
		{"SCRAM elsewhere in the clear", kafka + "brokers=['k.example:9093']\nsasl='scram-sha-256'\nsecret_file='~/s'", "without encryption"},
		{"a mechanism without a login", kafka + "brokers=['localhost:9092']\nsasl='plain'", "sasl needs a secret_file"},
		{"a mechanism that is none", kafka + "brokers=['localhost:9092']\nsasl='gssapi'\nsecret_file='~/s'", "must be one of plain, scram-sha-256, scram-sha-512"},
		{"a mechanism of NATS", nats + "url='nats://h'\nsasl='plain'", "sasl does not belong"},
		{"a broker without a port", kafka + "brokers=['k.example']", "must be HOST:PORT"},
		{"a certificate without its key", kafka + "brokers=['k:1']\ntls_cert='~/c'", "goes with tls_key"},
		{"no broker", kafka, "brokers is missing"},
		{"a topic with a space", "kind='kafka'\nbrokers=['k:1']\ntopic='a b'", "must be at most 249"},
		{"a template", kafka + "brokers=['k:1']\ntemplate='slack'", "does not belong to a sink of kind kafka"},
		{"an empty command", "kind='command'\nargv=['']", "argv is missing"},
	} {
		_, err := sink.Parse("config.toml", "/home/dev", []byte("[[sink]]\nname='b'\n"+of.keys))
		var e *domain.Error
		if of.problem == "" && err != nil || of.problem != "" && (!errors.As(err, &e) || !strings.Contains(strings.Join(e.Cause, "\n"), of.problem) || len(e.Cause) != 1) {
			t.Errorf("%s: %v", of.says, err)
		}
	}
}
