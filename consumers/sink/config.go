package sink

import (
	"strings"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/projections/store/selection"
)

// Kind is the kind of a sink.
type Kind string

// The kinds.
const (
	KindWebhook     Kind = "webhook"     // HTTP POST, signed as specified by Standard Webhooks
	KindJSONL       Kind = "jsonl"       // a line appended to a file
	KindCommand     Kind = "command"     // a program with the delivery on its standard input
	KindClawhip     Kind = "clawhip"     // HTTP POST of the event that clawhip takes
	KindCloudEvents Kind = "cloudevents" // HTTP POST of a CloudEvent 1.0
	KindNATS        Kind = "nats"        // a message to a stream of NATS JetStream
	KindKafka       Kind = "kafka"       // a message to a topic of Kafka
)

// Enum lists the values.
func (Kind) Enum() []string {
	return []string{string(KindWebhook), string(KindJSONL), string(KindCommand), string(KindClawhip), string(KindCloudEvents), string(KindNATS), string(KindKafka)}
}

// Template is the form of the body of a webhook.
type Template string

// The templates; "" is the delivery itself.
const (
	TemplateSlack   Template = "slack"
	TemplateDiscord Template = "discord"
	TemplateNtfy    Template = "ntfy"
)

// Enum lists the values.
func (Template) Enum() []string {
	return []string{string(TemplateSlack), string(TemplateDiscord), string(TemplateNtfy)}
}

// Mode is how a CloudEvent is put into a request.
type Mode string

// The modes.
const (
	ModeStructured Mode = "structured" // all in the body
	ModeBinary     Mode = "binary"     // attributes in headers, the data in the body
)

// Enum lists the values.
func (Mode) Enum() []string { return []string{string(ModeStructured), string(ModeBinary)} }

// Config is one [[sink]] of the settings.
type Config struct {
	Name string
	Kind Kind
	// Target is where it goes: a URL, a path, or the first word of a command.
	URL  string
	Path string
	Argv []string
	// Brokers and Topic are where Kafka takes it, HOST:PORT each; Subject is where NATS does.
	Brokers []string
	Topic   string
	Subject string
	// SecretFile or SecretEnv name the signing secrets of a webhook, or the login at a message bus; both ""
	// without one.
	SecretFile, SecretEnv string
	// TLS encrypts what goes to a message bus; TLSCA are the authorities that may vouch for it, "" those of
	// the machine; TLSCert and TLSKey are what the sink shows of itself.
	TLS                    bool
	SASL                   SASL // by which a sink of kind kafka logs in; "" is plain
	TLSCA, TLSCert, TLSKey string
	Template               Template
	Mode                   Mode
	Timeout                time.Duration // of one try
	FromStart              bool          // a new sink begins at the start of the log, not at its head
	Audience               string        // of the views in its deliveries
	// What goes out: lanes of Filter whose outcome is among Outcomes; empty: every outcome.
	Outcomes []lane.Result
	Filter   selection.Filter
	Line     int // where it begins in the settings
}

// DefaultTimeout is how long a try may take where the settings do not say.
const DefaultTimeout = 10 * time.Second

// DefaultAudience is the audience of a sink that names none.
const DefaultAudience = "clawhip"

// Wanted describes in words which outcomes the sink wants, for [watch.Feed].
func (c *Config) Wanted() string {
	return wantedWords(c.Filter, c.Outcomes)
}

// Target returns the destination, without the parts of a URL that may be secret: its path, its query, its
// user.
func (c *Config) Target() string {
	switch c.Kind {
	case KindJSONL:
		return c.Path
	case KindCommand:
		return c.Argv[0]
	case KindKafka:
		return c.Topic + " at " + strings.Join(c.Brokers, ", ")
	case KindNATS:
		return c.Subject + " at " + shownURL(c.URL)
	case KindWebhook, KindClawhip, KindCloudEvents:
	}
	return shownURL(c.URL)
}

// delivery is an error of handing something out, which is retried unless it is refused for good.
func (c *Config) delivery(message string, retry bool) *domain.Error {
	return &domain.Error{Kind: domain.ErrDelivery, Operation: "send to sink " + c.Name, Target: c.Target(), Message: message, Retryable: retry}
}
