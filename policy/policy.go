package policy

import (
	"slices"
	"time"

	"github.com/clawable/claw/domain"
)

// Decision is a policy's decision about an action. "" decides nothing: the agent's own rules apply.
type Decision string

// The decisions, the strictest last.
const (
	None  Decision = ""
	Allow Decision = "allow"
	Ask   Decision = "ask"
	Deny  Decision = "deny"
)

// Rank orders decisions: a greater one is stricter. No decision and an allowance are different, since the
// agent's own rules still apply to what no policy decides.
func (d Decision) Rank() int {
	switch d {
	case Allow:
		return 0
	case None:
		return 1
	case Ask:
		return 2
	case Deny:
	}
	return 3
}

// Exception is what lets a denied action through once.
type Exception string

// The exceptions, the strictest last.
const (
	BySoftware Exception = "software" // an approval, by any signature
	ByPresence Exception = "presence" // an approval, by a key that a person touches
	Never      Exception = "never"
)

func (e Exception) rank() int {
	switch e {
	case BySoftware:
		return 0
	case ByPresence:
		return 1
	case Never:
	}
	return 2
}

// Policy is one text of rules.
type Policy struct {
	Digest domain.Digest // SHA-256 of the text
	Rules  []Rule
}

// Rule decides for actions that meet all its conditions.
type Rule struct {
	ID       string
	Decision Decision
	Reason   string   // for the agent and its owner
	Next     []string // what one may do instead, safest first
	// Exception is what lets an action through that the rule denies.
	Exception Exception
	Longest   time.Duration  // of an approval; 0 for the default
	Bind      domain.Binding // of an approval; "" when a change of a file is only named
	// Uncertain is what a restriction decides about an action that it may mean, where the text is not
	// conclusive; "" for its own decision, as if the text were conclusive.
	Uncertain Decision
	When      Condition
	Line      int // in the text, from 1
}

// Condition holds when each part that is set holds; a part holds when one of its
// alternatives does.
type Condition struct {
	Tools  []string            // names or classes, see [Tools]
	Argv   []pattern           // of one simple command
	Paths  []string            // globs: /abs, ~/home, ./below the working directory
	Repos  []string            // globs over the repository's name
	Refs   []string            // globs over full ref names
	Agents []string            // sources, such as claude-code
	Env    map[string][]string // globs over a variable's value
	Stale  *bool               // whether the checkout lacks commits of the branch that its work goes to; nil does not ask
}

// Layer is a policy with the weight of where it comes from.
type Layer struct {
	Name   string  // "adopted", "user", "project"
	Source string  // file, or the event that adopted it
	Policy *Policy // nil when it cannot be read
	Err    error   // why
	// MayAllow reports that allow rules count: the text was adopted. Others only restrict.
	MayAllow bool
}

// rules are those of a layer that can be read.
func (l *Layer) rules() []Rule {
	if l.Policy == nil {
		return nil
	}
	return l.Policy.Rules
}

// Action is what an agent is about to do.
type Action struct {
	Agent string // source, such as claude-code
	Tool  string // in the agent's own words
	// Command is the text for a shell; Argv is a command without one. At most one is set.
	Command string
	Argv    []string
	// Unread reports that the tool's input could not be read: a restriction may mean it.
	Unread bool
	Paths  []string // that a file tool touches, and where links among them lead
	// Links are the targets of those of [LinkNames] that are links, or are below one.
	Links  map[string]string
	CWD    string
	Home   string
	Repo   domain.RepoID
	Branch domain.Branch // checked out in CWD, "" when not known
	Env    map[string]string
	// Checkouts describe the work in each of [CheckoutFolders].
	Checkouts map[string]Checkout
}

// Verdict is what the layers say of an action together.
type Verdict struct {
	Decision Decision
	Match    *Match  // the rule that decided, nil when none did
	Matches  []Match // every rule that met the action or a part of it
	// Passed are restrictions that may mean the action and let what is uncertain through.
	Passed []Match
	// Part is the simple command that decided, "" for an action of one part.
	Part string
	// Exception, Least and Longest bound the approval that lets a denied action through.
	Exception Exception
	Longest   time.Duration
	Bind      domain.Binding // of a rule that holds the action back
	// Checkouts are those for which the rule that decided holds: where the work is stale, or its state is
	// unknown.
	Checkouts []Checkout
	// Unread lists layers that could not be read: they deny.
	Unread []Layer
}

// Silent reports whether the verdict decides nothing about the action: the agent's own rules apply.
func (v *Verdict) Silent() bool { return v.Decision == None && len(v.Passed) == 0 }

// Match is a rule that met an action.
type Match struct {
	Layer  string
	Policy domain.Digest
	Rule   *Rule
	Part   string
	// Decision is that of the rule, or what its Uncertain says.
	Decision Decision
	// Uncertain describes what cannot be determined about the part, where Decision depends on that; "" where
	// the rule surely means the part, or treats a possible meaning as a certain one.
	Uncertain string
}

// Next is what to do instead, the safest first: what the work lacks comes before what the rule names.
func (v *Verdict) Next() []string {
	next := []string{}
	for _, c := range v.Checkouts {
		if c.Next != "" && !slices.Contains(next, c.Next) {
			next = append(next, c.Next)
		}
	}
	if v.Match != nil {
		next = append(next, v.Match.Rule.Next...)
	}
	return next
}

// Cited is the rule that a request for an approval names: of those that deny, the one
// whose approvals may hold the shortest, as [Verdict.Longest] says; else the one that
// decided. What they demand of a grant beside that is in the request itself.
func (v *Verdict) Cited() *Match {
	for i := range v.Matches {
		if m := &v.Matches[i]; m.Rule.Decision == Deny && v.Longest > 0 && m.Rule.Longest == v.Longest {
			return m
		}
	}
	return v.Match
}

// Approval is the least assurance of a grant that lets the denied action through; ok is
// false when nothing does.
func (v *Verdict) Approval() (least domain.Assurance, ok bool) {
	least, ok = v.Exception.assurance()
	return least, ok && v.Decision == Deny
}

// InPlaceOfAsking returns the least assurance of a grant that permits an action that needs an answer, where
// no one can be asked: of a rule that denies what it surely means, the one that it names; otherwise any.
func (v *Verdict) InPlaceOfAsking() (least domain.Assurance, ok bool) {
	if v.Exception == "" {
		return domain.AssuranceSoftware, v.Decision == Ask
	}
	least, ok = v.Exception.assurance()
	return least, ok && v.Decision == Ask
}

// assurance is the least of a grant that the exception takes; ok is false for none.
func (e Exception) assurance() (least domain.Assurance, ok bool) {
	switch e {
	case BySoftware:
		return domain.AssuranceSoftware, true
	case ByPresence:
		return domain.AssurancePresence, true
	case Never:
	}
	return "", false
}
