package claudecode

import (
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
)

// introduce writes how a session begins in this file: with its first record that
// has an id. A record that follows one of another session resumes that session. A record whose
// parent is not in the file begins in the middle, and no beginning is recorded.
func (s *scribe) introduce() {
	ses := s.t.session(s.own)
	if ses.introduced {
		return
	}
	ses.introduced = true
	if s.own != s.root {
		asked := s.t.tasks[s.e.Message.V.Content.whole()]
		if asked.several {
			asked = task{}
		}
		s.introduceChild(asked.item, asked.agentType)
		return
	}
	if parent := string(s.e.ParentUUID); parent != "" {
		if n := s.t.nodes[parent]; n != nil && n.own != s.own {
			s.resumes = true
			s.tell(domain.SessionResumed{From: domain.MakeSessionID(source, n.own), AgentVersion: producers.Short(s.e.Version), Originator: producers.Short(s.e.Entrypoint)})
		}
		return
	}
	if s.e.LogicalParent != "" {
		return
	}
	s.tell(domain.SessionCreated{
		Title: domain.NotKnown[domain.ShortLabel](domain.UnknownNotYet), Purpose: domain.NotKnown[domain.ShortLabel](domain.UnknownNotRecorded),
		Workspace: s.workspace(), Agent: source, AgentVersion: producers.Short(s.e.Version), Originator: producers.Short(s.e.Entrypoint),
		Branch: domain.Branch(s.e.branch()), Permission: producers.Short(s.e.PermissionMode),
	})
	ses.told = s.identity()
	if from := producers.ID(s.e.ForkedFrom.V.SessionID); from != "" {
		s.tell(domain.SessionForked{From: domain.MakeSessionID(source, from)})
	}
}

func (s *scribe) workspace() domain.Maybe[domain.Path] {
	if s.e.CWD == "" {
		return domain.NotKnown[domain.Path](domain.UnknownNotRecorded)
	}
	return domain.Known(domain.Path(producers.Short(s.e.CWD)))
}

func (s *scribe) identity() identity {
	return identity{producers.Short(s.e.CWD), s.e.branch(), producers.Short(s.e.Version), producers.Short(s.e.PermissionMode)}
}

// identify writes what a prompt's record states about the session, unless an earlier one stated the
// same.
func (s *scribe) identify() {
	ses, now := s.t.session(s.own), s.identity()
	sum := identity{firstOf(now.cwd, ses.told.cwd), firstOf(now.branch, ses.told.branch),
		firstOf(now.version, ses.told.version), firstOf(now.permission, ses.told.permission)}
	if sum == ses.told {
		return
	}
	ses.told = sum
	s.tell(domain.SessionIdentityEnriched{Workspace: domain.Path(now.cwd), Branch: domain.Branch(now.branch),
		AgentVersion: now.version, Permission: now.permission})
}

// writeTitle writes a title of a session.
func writeTitle(s *scribe, title string) (skipped string) {
	if title == "" {
		return "empty title"
	}
	s.tell(domain.SessionIdentityEnriched{Title: title})
	return ""
}

// Revision 2 of a person's title orders it after everything else that is recorded about the
// session: the records of titles have no time, so without it either the person's or the program's
// title could take effect.
const personsTitle = 2

// afterAll is where the numbers of persons' titles begin: behind every time.
const afterAll = 1 << 52

// writeCustomTitle writes the title that a person gave a session. The last one is in force,
// whatever the program calls the session before or after.
func writeCustomTitle(s *scribe, title string) (skipped string) {
	if title == "" {
		return "empty title"
	}
	ses := s.t.session(s.own)
	ses.renamed++
	s.write(note{payload: domain.SessionIdentityEnriched{Title: title}, revision: personsTitle, ordinal: afterAll + ses.renamed})
	return ""
}

// writePermissionMode writes the permission mode.
func writePermissionMode(s *scribe, mode string) (skipped string) {
	if mode == "" {
		return "empty mode"
	}
	s.t.session(s.own).told.permission = mode
	s.tell(domain.SessionIdentityEnriched{Permission: mode})
	return ""
}

// writeSummary writes the title of the conversation that ends in a leaf: now when the
// file had it, else with the leaf's line. Summaries of other files' conversations
// are kept by those.
func writeSummary(s *scribe) (skipped string) {
	leaf, text := producers.ID(s.e.LeafUUID), producers.Short(s.e.Summary)
	if leaf == "" || text == "" {
		return "empty summary"
	}
	if n := s.t.nodes[leaf]; n != nil {
		return writeTitle(s.in(n.own), text)
	}
	s.t.titles[leaf] = append(s.t.titles[leaf], title{s.key, text})
	return otherSummary
}

// late writes the titles that wait for this record.
func (s *scribe) late(uuid string) {
	if s.own == "" {
		return
	}
	for _, w := range s.t.titles[uuid] {
		other := *s
		other.key, other.at = w.key, domain.UnknownInstant(domain.UnknownNotRecorded)
		writeTitle(&other, w.text)
	}
	delete(s.t.titles, uuid)
}
