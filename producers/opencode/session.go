package opencode

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/lenient"
	"github.com/clawable/claw/producers/opencode/ending"
)

// session is the record of a session.
type session struct {
	ID        lenient.Word `json:"id"`
	Slug      lenient.Word `json:"slug"`
	ProjectID lenient.Word `json:"projectID"`
	ParentID  lenient.Word `json:"parentID"`
	Directory lenient.Word `json:"directory"`
	Title     lenient.Word `json:"title"`
	Version   lenient.Word `json:"version"`
	Time      ending.Times `json:"time"`
	Revert    lenient.Object[struct {
		MessageID lenient.Word `json:"messageID"`
		PartID    lenient.Word `json:"partID"`
	}] `json:"revert"`
}

// own is the session's id; where it was taken out one that all states of the session share.
func (s *session) own() string {
	if id := producers.ID(s.ID); id != "" {
		return id
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%s\x00%s\x00%d", s.ProjectID, s.Directory, s.Slug, s.Time.V.Created))
	return "sha256:" + hex.EncodeToString(sum[:6])
}

// session records the identity of the session. Its title and the time of its last change
// are rewritten, the rest is not.
func (e *entry) session() {
	s, ok := lenient.Read[session](e.raw)
	if !ok || s.ID == "" {
		e.d.Skip(e.at, "no session")
		return
	}
	e.own, e.turn, e.revert = s.own(), "", ""
	if ofKilo(string(s.Version)) {
		e.source = Kilo
	}
	if s.Revert.V.PartID == "" {
		e.revert = producers.ID(s.Revert.V.MessageID)
	}
	var parent domain.Maybe[domain.SessionID]
	switch id := producers.ID(s.ParentID); {
	case id != "":
		parent = domain.Known(domain.MakeSessionID(e.source, id))
	case s.ParentID != "":
		parent = domain.NotKnown[domain.SessionID](domain.UnknownRedacted)
	}
	e.tell(e.note(e.own, producers.Millis(s.Time.V.Created)), "created", domain.SessionCreated{
		Title:         domain.NotKnown[domain.ShortLabel](domain.UnknownNotYet),
		Workspace:     producers.Recorded[domain.Path](s.Directory),
		Purpose:       domain.NotKnown[domain.ShortLabel](domain.UnknownNotRecorded),
		Agent:         e.source,
		AgentVersion:  producers.Short(s.Version),
		ParentSession: parent,
	})
	if title := string(producers.Recorded[domain.ShortLabel](s.Title).Value); title != "" && !untitled(title) {
		sum := sha256.Sum256([]byte(title))
		e.tell(e.note(e.own, domain.UnknownInstant(domain.UnknownNotRecorded)), "titled."+hex.EncodeToString(sum[:6]),
			domain.SessionIdentityEnriched{Title: title})
	}
}

// untitled reports whether a title is the placeholder used until there is one.
func untitled(title string) bool {
	return strings.HasPrefix(title, "New session - 2") || strings.HasPrefix(title, "Child session - 2")
}
