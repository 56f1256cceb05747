package query

import (
	"fmt"
	"slices"
	"strings"

	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/entitykey"
	"github.com/clawable/claw/projections/sessions"
	"github.com/clawable/claw/projections/statejson"
	"github.com/clawable/claw/projections/store/selection"
	"github.com/clawable/claw/projections/store/tables"
	"github.com/clawable/claw/projections/values"
)

// SessionRow is one session in a list.
type SessionRow struct {
	Session       domain.SessionID                `json:"session"`
	State         sessions.State                  `json:"state"`
	Agent         string                          `json:"agent,omitzero"`
	AgentVersion  string                          `json:"agent_version,omitzero"`
	AgentType     string                          `json:"agent_type,omitzero"` // of a subagent
	Title         domain.Maybe[domain.ShortLabel] `json:"title"`
	Opening       string                          `json:"opening,omitzero"` // of the first prompt
	Workspace     domain.Maybe[domain.Path]       `json:"workspace"`
	Purpose       domain.Maybe[domain.ShortLabel] `json:"purpose"`
	Parent        domain.Maybe[domain.SessionID]  `json:"parent_session,omitzero"`
	Lane          domain.LaneID                   `json:"lane,omitzero"`
	Repo          string                          `json:"repo,omitzero"`
	Branch        string                          `json:"branch,omitzero"`
	Models        []string                        `json:"models,omitzero"`
	Turns         map[sessions.TurnStatus]int     `json:"turns,omitzero"`      // by status
	ToolCalls     map[string]int                  `json:"tool_calls,omitzero"` // by status
	Messages      map[string]int                  `json:"messages,omitzero"`   // by role
	Compactions   int                             `json:"compactions,omitzero"`
	Resumes       int                             `json:"resumes,omitzero"`
	Clears        int                             `json:"clears,omitzero"`
	Ended         domain.EndStatus                `json:"ended,omitzero"` // as the agent recorded it
	FirstObserved values.Time                     `json:"first_observed,omitzero"`
	LastObserved  values.Time                     `json:"last_observed,omitzero"`
	Recorded      []string                        `json:"recorded,omitzero"` // live, imported
	Tokens        projections.Tokens              `json:"usage"`
	Errors        int                             `json:"errors"`
	// Commits are what calls of the session made, whole where the log holds one that begins as git printed it.
	Commits []domain.CommitID `json:"commits,omitzero"`
	Pushes  []sessions.Push   `json:"pushes,omitzero"`
	Pulls   []sessions.Pull   `json:"pull_requests,omitzero"`
}

// SessionList is a page of sessions, the newest first.
type SessionList struct {
	Sessions []SessionRow `json:"sessions"`
	Total    int          `json:"total"`
	Next     string       `json:"next_cursor,omitzero"`
}

// SessionDocument is one session with all that is known of it as a whole.
type SessionDocument struct {
	SessionRow
	Children []domain.SessionID `json:"children,omitzero"`
	Forks    []domain.SessionID `json:"forked_from,omitzero"`
	Identity map[string]Stated  `json:"identity"`
	TurnList []TurnRow          `json:"turn_list,omitzero"`
}

// Stated is the value of a field that counts, and the event that states it.
type Stated struct {
	Value   string         `json:"value,omitzero"`
	Unknown domain.Unknown `json:"unknown,omitzero"`
	Event   domain.EventID `json:"event"`
}

// TurnRow is one turn of a session.
type TurnRow struct {
	Turn    domain.TurnID       `json:"turn"`
	Status  sessions.TurnStatus `json:"status"`
	Started values.Time         `json:"started,omitzero"`
	Ended   values.Time         `json:"ended,omitzero"`
}

// Sessions lists sessions.
//
// Errors: kind usage for a cursor that is none.
func Sessions(s Model, f selection.Filter, p selection.Page) (SessionList, error) {
	q := selection.Query{Table: "sessions", Time: "first", Newest: true}
	q.AndText("key = ?", string(f.Session))
	q.AndText("agent = ?", f.Agent)
	q.AndText("repo = ?", f.Repo)
	q.AndText("branch = ?", f.Branch)
	q.AndText(standingNow+" = ?", f.State)
	q.ThroughLane("key", &f)
	if f.Since.Known() {
		q.And("last >= ?", int64(f.Since))
	}
	list := SessionList{Sessions: []SessionRow{}}
	if f.Commit != "" {
		made, err := madeBy(s, f.Commit)
		if err != nil {
			return list, err
		}
		q.And("key IN (SELECT value FROM json_each(?))", made)
	}
	var entities []sessions.Session
	var err error
	list.Total, list.Next, err = selection.List(s, q, p, func(at selection.Cursor, state []byte) error {
		var e sessions.Session
		if err := statejson.Read(state, &e); err != nil {
			return fmt.Errorf("read session %s: %w", at.Key, err)
		}
		list.Sessions = append(list.Sessions, SessionRow{Session: domain.SessionID(at.Key)})
		entities = append(entities, e)
		return nil
	})
	for i := range entities {
		if err == nil {
			err = describe(s, &list.Sessions[i], &entities[i])
		}
	}
	return list, err
}

// SessionNamed finds a session; typed as for [selection.FindSession].
//
// Errors: as [selection.FindSession].
func SessionNamed(s selection.Reader, typed string) (domain.SessionID, error) {
	key, err := selection.FindSession(s, typed)
	return domain.SessionID(key), err
}

// Session describes one session; typed as for [selection.FindSession].
//
// Errors: as [selection.FindSession].
func Session(s selection.Reader, typed string) (SessionDocument, error) {
	id, err := SessionNamed(s, typed)
	if err != nil {
		return SessionDocument{}, err
	}
	e, err := SessionState(s, id)
	if err != nil {
		return SessionDocument{}, err
	}
	doc := SessionDocument{SessionRow: SessionRow{Session: id}, Identity: map[string]Stated{}, TurnList: turnRows(&e)}
	for name := range e.Fields {
		said := e.Field(name)
		doc.Identity[name] = Stated{Value: said.Value, Unknown: said.Unknown, Event: said.ID}
	}
	for _, from := range e.Forks {
		doc.Forks = append(doc.Forks, domain.SessionID(from))
	}
	err = s.Read("SELECT key FROM sessions WHERE parent = ? AND parent <> '' ORDER BY key", []any{string(id)}, func(stmt *sqlite.Stmt) error {
		doc.Children = append(doc.Children, domain.SessionID(stmt.ColumnText(0)))
		return nil
	})
	if err == nil {
		err = describe(s, &doc.SessionRow, &e)
	}
	return doc, err
}

// SessionState reads what is known of a session, nothing of one that the log does not know.
func SessionState(s selection.Reader, id domain.SessionID) (e sessions.Session, err error) {
	err = s.Read("SELECT state FROM sessions WHERE key = ?", []any{string(id)}, func(stmt *sqlite.Stmt) error {
		return statejson.Read(tables.ReadBlob(stmt, 0, nil), &e)
	})
	return e, err
}

// describe fills a row from the entity and from what counts for its session.
func describe(s selection.Reader, r *SessionRow, e *sessions.Session) (err error) {
	id := string(r.Session)
	r.Agent, r.AgentVersion, r.AgentType = e.Text("agent"), e.Text("agent_version"), e.Text("agent_type")
	if r.Agent == "" {
		r.Agent, _ = r.Session.Split()
	}
	r.Title = maybe[domain.ShortLabel](e, sessions.FieldTitle)
	r.Opening = e.Opening.Text
	r.Workspace = maybe[domain.Path](e, sessions.FieldWorkspace)
	r.Purpose = maybe[domain.ShortLabel](e, sessions.FieldPurpose)
	if e.Field(sessions.FieldParent) != nil {
		r.Parent = maybe[domain.SessionID](e, sessions.FieldParent)
	}
	r.Repo, r.Branch = tables.RepoOf(e).Text(), tables.BranchOf(e).Text()
	standing, err := StandingOf(s, r.Session, e)
	if err != nil {
		return err
	}
	r.State, r.Turns = standing.State, e.CountTurns()
	r.Compactions, r.Resumes, r.Clears = entitykey.CountOnce(e.Compactions), entitykey.CountOnce(e.Resumes), entitykey.CountOnce(e.Clears)
	r.Ended = domain.EndStatus(e.Ended.Value())
	r.FirstObserved, r.LastObserved = e.First.At, e.Last.At
	r.Recorded = recorded(e.Channels)
	r.Pushes, r.Pulls = e.Work.PushList(), e.PullList()
	if r.Commits, err = madeCommits(s, e); err != nil {
		return err
	}
	if r.Lane, err = LaneOf(s, r.Session); err != nil {
		return err
	}
	if r.ToolCalls, err = selection.Tally(s, "SELECT status, count(*) FROM tools WHERE session = ? GROUP BY status", id); err != nil {
		return err
	}
	if r.Messages, err = selection.Tally(s, "SELECT role, count(*) FROM messages WHERE session = ? GROUP BY role", id); err != nil {
		return err
	}
	if r.Errors, err = errorsOf(s, "session = ?", id); err != nil {
		return err
	}
	return usageOf(s, r, e)
}

// usageOf sums the usage of a session and lists its models.
func usageOf(s selection.Reader, r *SessionRow, e *sessions.Session) error {
	models := slices.Clone(e.Models)
	err := s.Read("SELECT model, "+tokenSums+" FROM usage WHERE session = ? GROUP BY model", []any{string(r.Session)}, func(stmt *sqlite.Stmt) error {
		r.Tokens = r.Tokens.Add(readTokens(stmt, 1))
		if model := stmt.ColumnText(0); model != "" {
			models = append(models, model)
		}
		return nil
	})
	slices.Sort(models)
	r.Models = slices.Compact(models)
	return err
}

func maybe[T ~string](e *sessions.Session, field string) domain.Maybe[T] {
	switch said := e.Field(field); {
	case said == nil:
		return domain.NotKnown[T](domain.UnknownNotRecorded)
	case said.Value == "":
		return domain.NotKnown[T](said.Unknown)
	default:
		return domain.Known(T(said.Value))
	}
}

// recorded returns how a session's events came: live, imported or both.
func recorded(channels []string) []string {
	var out []string
	isImport := func(c string) bool { return strings.HasPrefix(c, domain.ImportChannel) }
	if slices.ContainsFunc(channels, isImport) {
		out = append(out, "imported")
	}
	if slices.ContainsFunc(channels, func(c string) bool { return !isImport(c) }) {
		out = append(out, "live")
	}
	return out
}

// turnRows lists turns by their start, unknown last, then by id.
func turnRows(e *sessions.Session) []TurnRow {
	standings, turns := e.TurnStandings(), e.JoinedTurns()
	rows := make([]TurnRow, 0, len(standings))
	for id, standing := range standings {
		row := TurnRow{Turn: domain.TurnID(id), Status: standing.Status, Ended: standing.Ended}
		if said := turns[id].Starts.Last(); said != nil {
			row.Started = said.At
		}
		rows = append(rows, row)
	}
	slices.SortFunc(rows, func(a, b TurnRow) int {
		switch {
		case a.Started.Before(b.Started):
			return -1
		case b.Started.Before(a.Started):
			return 1
		}
		return strings.Compare(string(a.Turn), string(b.Turn))
	})
	return rows
}
