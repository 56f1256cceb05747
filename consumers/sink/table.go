package sink

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// table is a [[sink]] as it is written.
type table struct {
	Name       string   `toml:"name"`
	Kind       string   `toml:"kind"`
	URL        string   `toml:"url"`
	Path       string   `toml:"path"`
	Argv       []string `toml:"argv"`
	Brokers    []string `toml:"brokers"`
	Topic      string   `toml:"topic"`
	Subject    string   `toml:"subject"`
	SecretFile string   `toml:"secret_file"`
	SecretEnv  string   `toml:"secret_env"`
	TLS        bool     `toml:"tls"`
	SASL       string   `toml:"sasl"`
	TLSCA      string   `toml:"tls_ca"`
	TLSCert    string   `toml:"tls_cert"`
	TLSKey     string   `toml:"tls_key"`
	Template   string   `toml:"template"`
	Mode       string   `toml:"mode"`
	Timeout    string   `toml:"timeout"`
	From       string   `toml:"from"`
	Audience   string   `toml:"audience"`
	Outcomes   []string `toml:"outcomes"`
	Owner      string   `toml:"owner"`
	Workflow   string   `toml:"workflow"`
	Lane       string   `toml:"lane"`
	Repo       string   `toml:"repo"`
	Branch     string   `toml:"branch"`
	Agent      string   `toml:"agent"`
	Actionable bool     `toml:"actionable"`
}

// tables decodes the tables, and reports keys that a sink does not have and values of another type.
func (p *parser) tables(text []byte) []table {
	var doc struct {
		Sinks []map[string]any `toml:"sink"`
	}
	var broken *toml.DecodeError
	switch err := toml.Unmarshal(text, &doc); {
	case errors.As(err, &broken):
		line, _ := broken.Position()
		p.problemAt(line, strings.TrimPrefix(broken.Error(), "toml: "))
		return nil
	case err != nil:
		p.problemAt(1, err.Error())
		return nil
	}
	all := make([]table, len(doc.Sinks))
	for i, values := range doc.Sinks {
		p.at = fmt.Sprintf("sink[%d]", i)
		for key, value := range values {
			p.take(&all[i], key, value)
		}
	}
	return all
}

// take sets a key of a table.
func (p *parser) take(t *table, key string, value any) {
	at := slices.Index(Keys(), key)
	if at < 0 {
		p.problem(key, "is unknown")
		return
	}
	switch field := reflect.ValueOf(t).Elem().Field(at).Addr().Interface().(type) {
	case *string:
		text, ok := value.(string)
		if *field = text; !ok {
			p.mistype(key, "must be a text in quotes")
		}
	case *bool:
		is, ok := value.(bool)
		if *field = is; !ok {
			p.mistype(key, "must be true or false")
		}
	case *[]string:
		list, ok := value.([]any)
		for _, one := range list {
			text, isText := one.(string)
			ok = ok && isText
			*field = append(*field, text)
		}
		if !ok {
			p.mistype(key, "must be a list of texts in quotes")
		}
	}
}

func (p *parser) mistype(key, what string) {
	p.problem(key, what)
	p.mistyped[p.at+"."+key] = true
}

// Keys are the keys of a [[sink]].
func Keys() (names []string) {
	t := reflect.TypeFor[table]()
	for i := range t.NumField() {
		names = append(names, t.Field(i).Tag.Get("toml"))
	}
	return names
}
