package openhands

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/lenient"
)

// line is a run.
type line struct {
	InstanceID  lenient.Word   `json:"instance_id"`
	Instruction lenient.Word   `json:"instruction"`
	History     jsontext.Value `json:"history"`
	Error       lenient.Word   `json:"error"`
	Issue       lenient.Object[struct {
		Owner  lenient.Word  `json:"owner"`
		Repo   lenient.Word  `json:"repo"`
		Number lenient.Whole `json:"number"`
		Title  lenient.Word  `json:"title"`
	}] `json:"issue"`
	Metadata lenient.Object[struct {
		LLM lenient.Object[struct {
			Model lenient.Word `json:"model"`
		}] `json:"llm_config"`
	}] `json:"metadata"`
}

// theTurn is the only turn of a run: its task.
const theTurn = domain.TurnID("task")

// perEntry is how many numbers the events of an entry have; the end comes behind all.
const (
	perEntry = 64
	lastSeq  = 1 << 40
)

// naming is how many entries a run is named by.
const naming = 3

// run is a run in work.
type run struct {
	own       string
	repeats   producers.Repeats
	pending   []*call         // without an observation yet, in order
	over      []*call         // with one
	responses map[string]bool // of the provider, that were recorded
	drafts    []domain.Draft
}

// call is an action whose observation is awaited.
type call struct {
	cause lenient.Int // its id, which its observation names
	name  string
	item  string
	asked domain.EventID
}

// file is what the runs read so far say to the ones that follow.
type file struct{ runs producers.Repeats }

// tell returns the events of a run. One that began as an earlier one did is another run.
func (f *file) tell(l *line, raw []byte) producers.Told {
	entries := entriesOf(l.History)
	if len(entries) == 0 {
		return producers.Told{Skipped: "a run without a history"}
	}
	own, again := f.runs.KeyOf("", l.name(entries), raw)
	if again {
		return producers.Told{Skipped: producers.Repeated}
	}
	r := &run{own: own, responses: map[string]bool{}}
	begin := entry{run: r, key: "run", seq: 1, time: domain.UnknownInstant(domain.UnknownNotRecorded)}
	begin.say("created", "", l.created())
	begin.turn = theTurn
	begin.say("started", "", domain.TurnStarted{Trigger: "task"})
	for i, raw := range entries {
		r.entry(i, raw)
	}
	if l.Error != "" {
		end := entry{run: r, key: "end", seq: lastSeq, time: begin.time, turn: theTurn}
		end.say("failed", "", domain.TurnFailed{Class: producers.ClassOf(0, "", string(l.Error)), Message: producers.Text(string(l.Error))})
	}
	return producers.Told{Drafts: r.drafts}
}

// name makes the session's id of the task and the first entries.
func (l *line) name(entries []jsontext.Value) string {
	h := sha256.New()
	issue := l.Issue.V
	for _, part := range []string{string(l.InstanceID), string(issue.Owner), string(issue.Repo), strconv.FormatInt(int64(issue.Number), 10), string(l.Instruction)} {
		h.Write([]byte(part + "\x00"))
	}
	for _, raw := range entries[:min(naming, len(entries))] {
		h.Write(raw)
	}
	return "sha256:" + hex.EncodeToString(h.Sum(nil)[:8])
}

func (l *line) created() domain.SessionCreated {
	title := l.Issue.V.Title
	if title == "" {
		title = l.InstanceID
	}
	return domain.SessionCreated{
		Title:     producers.Recorded[domain.ShortLabel](title),
		Workspace: domain.NotKnown[domain.Path](domain.UnknownNotRecorded),
		Purpose:   domain.NotKnown[domain.ShortLabel](domain.UnknownNotRecorded),
		Agent:     Source,
		Model:     producers.Short(l.Metadata.V.LLM.V.Model),
	}
}

// entriesOf lists the entries of a history, without white space; of the oldest form it
// takes the pairs apart.
func entriesOf(history jsontext.Value) (entries []jsontext.Value) {
	for _, e := range lenient.Elements(history) {
		if e.Kind() == '[' {
			entries = append(entries, entriesOf(e)...)
			continue
		}
		if e.Kind() == '{' && e.Compact(lenient.Options) == nil {
			entries = append(entries, e)
		}
	}
	return entries
}
