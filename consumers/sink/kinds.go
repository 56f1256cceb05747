package sink

import (
	"net"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// needs are the keys without which a sink of a kind cannot be.
var needs = map[Kind][]string{KindWebhook: {"url"}, KindClawhip: {"url"}, KindCloudEvents: {"url"}, KindJSONL: {"path"}, KindCommand: {"argv"},
	KindNATS: {"url", "subject"}, KindKafka: {"brokers", "topic"}}

// takes are further keys of a kind, beside those of every kind.
var takes = map[Kind][]string{KindWebhook: {"template", "secret_file", "secret_env"}, KindCloudEvents: {"mode"},
	KindNATS: {"secret_file", "secret_env", "tls_ca", "tls_cert", "tls_key"}, KindKafka: {"secret_file", "secret_env", "sasl", "tls", "tls_ca", "tls_cert", "tls_key"}}

// ofKind checks the keys that belong to a kind, and refuses those of others.
func (p *parser) ofKind(c *Config) {
	if needs[c.Kind] == nil {
		p.problem("kind", "must be one of "+strings.Join(c.Kind.Enum(), ", "))
		return
	}
	given := map[string]bool{"url": c.URL != "", "path": c.Path != "", "argv": len(c.Argv) > 0, "template": c.Template != "", "mode": c.Mode != "",
		"secret_file": c.SecretFile != "", "secret_env": c.SecretEnv != "", "brokers": len(c.Brokers) > 0, "topic": c.Topic != "", "subject": c.Subject != "",
		"sasl": c.SASL != "", "tls": c.TLS, "tls_ca": c.TLSCA != "", "tls_cert": c.TLSCert != "", "tls_key": c.TLSKey != ""}
	for key, is := range given {
		if is && !slices.Contains(needs[c.Kind], key) && !slices.Contains(takes[c.Kind], key) {
			p.problem(key, "does not belong to a sink of kind "+string(c.Kind))
		}
	}
	for _, key := range needs[c.Kind] {
		if !given[key] || key == "argv" && c.Argv[0] == "" {
			p.problem(key, "is missing: a sink of kind "+string(c.Kind)+" needs it")
		}
	}
	if given["url"] {
		p.url(c)
	}
	if given["secret_file"] && given["secret_env"] {
		p.problem("secret_env", "does not go with secret_file")
	}
	p.sasl(c)
	p.oneOf("template", string(c.Template), append(c.Template.Enum(), ""))
	if c.Kind == KindCloudEvents && c.Mode == "" {
		c.Mode = ModeStructured
	}
	p.oneOf("mode", string(c.Mode), append(c.Mode.Enum(), ""))
	p.bus(c)
}

// sasl checks the mechanism of a login.
func (p *parser) sasl(c *Config) {
	p.oneOf("sasl", string(c.SASL), append(c.SASL.Enum(), ""))
	switch {
	case c.SASL == "" || c.Kind != KindKafka:
	case c.SecretFile == "" && c.SecretEnv == "":
		p.problem("sasl", "needs a secret_file that holds USER:PASSWORD")
	case c.SASL != SASLPlain && c.SecretEnv != "":
		p.problem("secret_env", "does not go with SCRAM: put the login into a secret_file")
	}
}

// The forms of what a message goes to: a topic of Kafka, and a subject of NATS without wildcards.
var (
	topicForm   = regexp.MustCompile(`^[A-Za-z0-9._-]{1,249}$`)
	subjectForm = regexp.MustCompile(`^[A-Za-z0-9_$-]+(\.[A-Za-z0-9_$-]+)*$`)
)

// bus checks what belongs to message buses.
func (p *parser) bus(c *Config) {
	if c.Topic != "" && !topicForm.MatchString(c.Topic) {
		p.problem("topic", "must be at most 249 letters, digits, dots, dashes and underscores")
	}
	if c.Subject != "" && !subjectForm.MatchString(c.Subject) {
		p.problem("subject", "must be words of letters, digits, dashes and underscores between dots")
	}
	if (c.TLSCert != "") != (c.TLSKey != "") {
		p.problem("tls_cert", "goes with tls_key")
	}
	hosts := p.hosts(c)
	if isBus := c.Kind == KindNATS || c.Kind == KindKafka; isBus && (c.SecretFile != "" || c.SecretEnv != "") && !c.encrypted() && slices.ContainsFunc(hosts, func(h string) bool { return !isLocal(h) }) {
		p.problem("secret_file", "would be sent to another machine without encryption: use TLS")
	}
}

// hosts are the machines of a message bus.
func (p *parser) hosts(c *Config) (all []string) {
	for _, broker := range c.Brokers {
		host, port, err := net.SplitHostPort(broker)
		if n, bad := strconv.Atoi(port); err != nil || bad != nil || host == "" || n < 1 || n > 65535 {
			p.problem("brokers", "must be HOST:PORT each")
		}
		all = append(all, host)
	}
	if u, err := url.Parse(c.URL); err == nil && c.URL != "" {
		all = append(all, u.Hostname())
	}
	return all
}

// url checks the URL of a kind. That of NATS holds no login: what lists sinks prints URLs.
func (p *parser) url(c *Config) {
	schemes := []string{"http", "https"}
	if c.Kind == KindNATS {
		schemes = []string{"nats", "tls"}
	}
	u, err := url.Parse(c.URL)
	switch {
	case err != nil || !slices.Contains(schemes, u.Scheme) || u.Host == "":
		p.problem("url", "must be a URL of "+strings.Join(schemes, " or "))
	case c.Kind == KindNATS && u.User != nil:
		p.problem("url", "holds a login: put it into a secret_file")
	}
}
