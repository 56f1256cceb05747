package fakemodel

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"sync"
)

// Call is a call of a tool that the model asks for.
type Call struct {
	ID, Tool string
	Space    string // of Codex's tools of other servers, "" for its own
	Input    map[string]any
}

// Script is what the model does in one conversation.
type Script struct {
	Calls  []Call
	Answer string // after the last call
	// Before runs before a call is requested for the first time; n counts from 0. Nil:
	// nothing.
	Before func(n int)
}

// Model plays a script. Any number of requests may come at once.
type Model struct {
	script Script
	mu     sync.Mutex
	asked  int
	told   map[string]string
	strays []string
}

// New returns a model that plays a script.
func New(s Script) *Model { return &Model{script: s, told: map[string]string{}} }

// Asked returns how many calls of the script were requested.
func (m *Model) Asked() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.asked
}

// Told returns what the agent reported to the model about a call, by the call's id.
func (m *Model) Told(id string) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.told[id]
}

// Strays lists the requests that are no part of a conversation, as METHOD PATH.
func (m *Model) Strays() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return append([]string(nil), m.strays...)
}

// protocol is how one provider's API reads and writes a conversation.
type protocol struct {
	// told reads which calls returned, and what the agent reports about them. ok is false
	// for a request beside the conversation, such as one for its title.
	told func(body []byte) (told map[string]string, ok bool)
	call func(n int, c Call) []event
	text func(n int, text string) []event
}

// most bounds what is read of a request.
const most = 64 << 20

// ServeHTTP implements [http.Handler].
func (m *Model) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var p *protocol
	switch {
	case r.Method != http.MethodPost:
	case strings.HasSuffix(r.URL.Path, "/messages"):
		p = &messages
	case strings.HasSuffix(r.URL.Path, "/responses"):
		p = &responses
	case strings.HasSuffix(r.URL.Path, ":streamGenerateContent"):
		p = &generate
	}
	if p == nil {
		m.stray(r)
		http.Error(w, `{"error":{"type":"not_found_error","message":"no such thing here"}}`, http.StatusNotFound)
		return
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, most))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	told, ok := p.told(body)
	if !ok {
		m.stray(r)
		send(w, p.text(0, "Nothing."))
		return
	}
	send(w, m.next(p, told))
}

func (m *Model) stray(r *http.Request) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.strays = append(m.strays, r.Method+" "+r.URL.Path)
}

// next is the answer to a conversation in which some calls came back.
func (m *Model) next(p *protocol, told map[string]string) []event {
	m.mu.Lock()
	defer m.mu.Unlock()
	n := 0
	for _, c := range m.script.Calls {
		if text, back := told[c.ID]; back {
			m.told[c.ID] = text
			n++
		}
	}
	if n == len(m.script.Calls) {
		return p.text(n, m.script.Answer)
	}
	if n >= m.asked {
		if m.asked = n + 1; m.script.Before != nil {
			m.script.Before(n)
		}
	}
	return p.call(n, m.script.Calls[n])
}

// event is one event of a stream.
type event struct {
	name string // "" where the provider's events have none
	data map[string]any
}

// send writes a stream of events. A write error means that the agent has gone, and is
// ignored.
func send(w http.ResponseWriter, events []event) {
	w.Header().Set("Content-Type", "text/event-stream")
	for _, e := range events {
		line := ""
		if e.name != "" {
			e.data["type"], line = e.name, "event: "+e.name+"\n"
		}
		b, err := json.Marshal(e.data)
		if err != nil {
			panic(err) // the model's own words
		}
		_, _ = io.WriteString(w, line+"data: "+string(b)+"\n\n")
	}
}
