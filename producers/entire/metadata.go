package entire

import (
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/lenient"
)

// metadata is the document of one session at one checkpoint.
type metadata struct {
	Checkpoint  lenient.Word                `json:"checkpoint_id"`
	Session     lenient.Word                `json:"session_id"`
	CreatedAt   lenient.Word                `json:"created_at"`
	Strategy    lenient.Word                `json:"strategy"`
	Version     lenient.Word                `json:"cli_version"`
	Turn        lenient.Word                `json:"turn_id"`
	Branch      lenient.Word                `json:"branch"`
	Agent       lenient.Word                `json:"agent"`
	Model       lenient.Word                `json:"model"`
	Steps       lenient.Whole               `json:"checkpoints_count"`
	Files       jsontext.Value              `json:"files_touched"`
	Tokens      lenient.Object[tokens]      `json:"token_usage"`
	Attribution lenient.Object[attribution] `json:"initial_attribution"`
	Summary     jsontext.Value              `json:"summary"`
}

type tokens struct {
	Input         lenient.Whole `json:"input_tokens"`
	CacheCreation lenient.Whole `json:"cache_creation_tokens"`
	CacheRead     lenient.Whole `json:"cache_read_tokens"`
	Output        lenient.Whole `json:"output_tokens"`
	Calls         lenient.Whole `json:"api_call_count"`
}

type attribution struct {
	AgentLines lenient.Whole `json:"agent_lines"`
	Committed  lenient.Whole `json:"total_committed"`
}

// tell records which checkpoint saved which session.
func tell(m *metadata, _ []byte) producers.Told {
	checkpoint, own := producers.ID(m.Checkpoint), producers.ID(m.Session)
	switch {
	case checkpoint == "":
		return producers.Told{Skipped: "checkpoint without its id"}
	case own == "":
		return producers.Told{Skipped: wholeCheckpoint}
	}
	o := producers.Origin{Source: source, Session: session(string(m.Agent), own), Key: checkpoint, At: producers.Instant(m.CreatedAt)}
	branch := domain.Branch(producers.Short(m.Branch))
	d := o.Draft("checkpoint", domain.SessionIdentityEnriched{Branch: branch, Model: producers.Short(m.Model), Checkpoint: m.saved(checkpoint)})
	d.Subject.Branch = domain.Maybe[domain.Branch]{Value: branch}
	drafts := []domain.Draft{d}
	if m.Summary.Kind() == '{' {
		said := domain.MessageRecorded{Role: domain.RoleSummary, Synthetic: true}
		said.Content, said.Raw = producers.Foreign(m.Summary)
		drafts = append(drafts, o.Draft("summary", said))
	}
	return producers.Told{Drafts: drafts}
}

// saved is the checkpoint, with what Entire counted in it.
func (m *metadata) saved(id string) *domain.Checkpoint {
	var files []lenient.Word
	_ = json.Unmarshal(m.Files, &files, lenient.Options) // no list is no files
	c := domain.Checkpoint{ID: domain.MakeCheckpointID(source, id), Steps: int(m.Steps),
		AgentLines: int(m.Attribution.V.AgentLines), CommittedLines: int(m.Attribution.V.Committed)}
	for _, f := range files {
		c.Paths = append(c.Paths, domain.Path(producers.Short(f)))
	}
	if t := m.Tokens.V; m.Tokens.There {
		c.Tokens = &domain.CheckpointTokens{Input: int64(t.Input), CacheRead: int64(t.CacheRead), CacheCreation: int64(t.CacheCreation),
			Output: int64(t.Output), Calls: int(t.Calls)}
	}
	return &c
}

// sourceOf is the source of an agent that Entire names, in small letters; "" for one that it
// does not.
func sourceOf(agent string) string {
	switch agent {
	case "claude code":
		return "claude-code"
	case "codex", "codex cli":
		return "codex"
	case "copilot cli":
		return "copilot-cli"
	case "factory ai droid":
		return "factory-droid"
	case "gemini cli":
		return "gemini-cli"
	case "cursor", "opencode", "pi":
		return agent
	}
	return ""
}

// session is the agent's own session, so that it is that of its transcript; without a
// known agent it is Entire's.
func session(agent, own string) domain.SessionID {
	of := sourceOf(strings.ToLower(agent))
	if of == "" {
		return domain.MakeSessionID(source, own)
	}
	return domain.MakeSessionID(of, ownOf(own))
}

// ownOf is the agent's own id of a session: the first versions wrote the day before it.
func ownOf(id string) string {
	const day, uuid = "2006-01-02-", 36
	if len(id) == len(day)+uuid {
		if _, err := time.Parse(day, id[:len(day)]); err == nil {
			return id[len(day):]
		}
	}
	return id
}
