package page

import (
	"net/url"
	"strconv"
)

// sessionDocument is the story of one session.
type sessionDocument struct {
	Session string `json:"session"`
	Title   string `json:"title"`
	storyDocument
}

// sessionPage is the story of a session, and the reasons for its state.
type sessionPage struct {
	sessionDocument
	Why   explainDocument
	Story storyPart
}

func (m *maker) session() (title string, err error) {
	asked := m.chosen("session")
	query := m.toldQuery()
	query.Set("session", asked.Get("session"))
	p := &sessionPage{}
	if err := m.read("/v1/sessions/timeline", query, &p.sessionDocument); err != nil {
		return title, err
	}
	if err := m.read("/v1/sessions/explanation", url.Values{"session": {p.Session}, "events": {strconv.Itoa(Reasons)}}, &p.Why); err != nil {
		return title, err
	}
	p.Why.sort()
	p.Story = m.story(p.storyDocument)
	m.Body = p
	return line(p.Name()), nil
}

// Name is the title of the session, or else its id.
func (p *sessionPage) Name() string {
	if p.Title != "" {
		return p.Title
	}
	return p.Session
}
