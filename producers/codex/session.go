package codex

import (
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
)

// session is what is known about one session from the lines read so far.
type session struct {
	own      string // its own id
	envelope domain.Draft
	// inherits reports that the file may continue with lines copied from an ancestor.
	inherits bool
	// lineage is the session that the lines come from: in a copy the ancestor, so
	// that both files give a thing the same id.
	lineage string

	seen      map[[32]byte]int // records, by the hash of their bytes
	nth       map[string]int   // things without an own id, counted by content
	turns     turns
	calls     map[string]*call         // by id
	hosted    map[string][]string      // ends of calls that the provider ran, by name and action: their ids
	processes map[string]domain.ItemID // by number: the call that started it
	usage     usage
	model     string
	effort    string
}

func newSession(own string) *session {
	return &session{
		own:      name(own),
		envelope: producers.Envelope(Source, sessionID(own)),
		lineage:  name(own),
		seen:     map[[32]byte]int{}, nth: map[string]int{}, turns: newTurns(),
		calls: map[string]*call{}, hosted: map[string][]string{}, processes: map[string]domain.ItemID{}, usage: usage{told: map[string]cost{}},
	}
}

// meta reads a session_meta: a new session, the same again, or an ancestor's.
func (f *file) meta(e *entry, r *record) string {
	p := r.payload
	own := p.firstText("id", "session_id")
	if own == "" || own == redacted {
		return "session without id"
	}
	if s := f.current; s != nil && s.inherits && s.own != name(own) {
		s.lineage = name(own)
		e.skip("inherited session_meta")
		return ""
	}
	s, again := f.sessions[name(own)]
	if !again {
		s = newSession(own)
		f.sessions[name(own)] = s
	}
	f.current = s
	s.lineage = s.own
	e.begin(s, r)
	if again {
		readResumed(e, p)
		return ""
	}
	readCreated(e, p)
	return ""
}

// readCreated records the identity of the session, as far as its first record states it.
func readCreated(e *entry, p object) {
	git := p.object("git")
	parent, agentType := parentOf(p)
	c := domain.SessionCreated{
		Title:         domain.NotKnown[domain.ShortLabel](domain.UnknownNotRecorded),
		Workspace:     recorded[domain.Path](p.text("cwd")),
		Purpose:       domain.NotKnown[domain.ShortLabel](domain.UnknownNotRecorded),
		Agent:         Source,
		AgentVersion:  label(p.text("cli_version")),
		Model:         label(p.text("model")),
		ModelProvider: label(p.text("model_provider")),
		Originator:    label(p.text("originator")),
		ParentSession: parent,
		AgentType:     label(agentType),
		Branch:        domain.Branch(label(git.text("branch"))),
		Commit:        domain.CommitID(label(git.text("commit_hash"))),
		RepositoryURL: withoutUser(git.text("repository_url")),
	}
	d := e.add("created", domain.Maybe[domain.ItemID]{}, c)
	e.place(d, git)
	from := p.text("forked_from_id")
	e.inherits = from != "" || !parent.IsZero()
	if from != "" {
		d := e.add("forked", domain.Maybe[domain.ItemID]{}, domain.SessionForked{From: sessionID(from)})
		e.place(d, git)
	}
	if nick := p.firstText("agent_nickname"); nick != "" {
		e.add("named", domain.Maybe[domain.ItemID]{}, domain.SessionIdentityEnriched{AgentName: label(nick)})
	}
}

// place sets in the subject the repository state that the record names.
func (e *entry) place(d *domain.Draft, git object) {
	if repo := repoID(git.text("repository_url")); repo != "" {
		d.Subject.Repo = domain.Known(repo)
	}
	if branch := git.text("branch"); branch != "" && branch != redacted {
		d.Subject.Branch = domain.Known(domain.Branch(name(branch)))
	}
	if commit := git.text("commit_hash"); commit != "" && commit != redacted {
		d.Subject.Commit = domain.Known(domain.CommitID(name(commit)))
	}
}

// parentOf reads which session spawned this one as a subagent, and as what; absent for a root.
func parentOf(p object) (parent domain.Maybe[domain.SessionID], agentType string) {
	subagent := p.object("source").raw("subagent")
	if len(subagent) == 0 && p.text("thread_source") != "subagent" {
		return parent, ""
	}
	sub := objectOf(subagent)
	spawn := sub.object("thread_spawn")
	agentType = p.firstText("agent_role", "agent_type")
	for _, s := range []string{spawn.firstText("agent_role", "agent_type"), textOf(subagent), sub.text("other")} {
		if agentType == "" {
			agentType = s
		}
	}
	own := spawn.text("parent_thread_id")
	if own == "" {
		own = p.firstText("parent_thread_id", "forked_from_id")
	}
	if own == "" {
		return domain.NotKnown[domain.SessionID](domain.UnknownNotRecorded), agentType
	}
	return domain.Known(sessionID(own)), agentType
}

// readResumed records that a process resumed the session, with its version and place.
func readResumed(e *entry, p object) {
	version := label(p.text("cli_version"))
	none := domain.Maybe[domain.ItemID]{}
	e.add("resumed", none, domain.SessionResumed{AgentVersion: version, Originator: label(p.text("originator"))})
	git := p.object("git")
	now := domain.SessionIdentityEnriched{
		AgentVersion: version, Workspace: path(p.text("cwd")), Branch: domain.Branch(label(git.text("branch"))),
	}
	if now != (domain.SessionIdentityEnriched{}) {
		e.place(e.add("context", none, now), git)
	}
}

// path is a path that a record names, "" when it was taken out.
func path(s string) domain.Path {
	if s == redacted {
		return ""
	}
	return domain.Path(label(s))
}
