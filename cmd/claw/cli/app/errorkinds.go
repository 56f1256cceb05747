package app

import (
	"slices"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/domain"
)

// What verbs can fail with, by what they touch.
var (
	// Every verb has arguments.
	takesArguments = []domain.ErrorKind{domain.ErrUsage}
	// The location of the log is looked up in files, which may be wrong or hostile.
	looksUp = []domain.ErrorKind{domain.ErrParse, domain.ErrPolicy}
	// The log is opened and read: it may be damaged, out of reach or held by another process, and
	// the run may be interrupted.
	reads = []domain.ErrorKind{domain.ErrFilesystem, domain.ErrCorrupt, domain.ErrUnavailable, domain.ErrRuntime}
	// The log must exist, and so must what is requested.
	needs = []domain.ErrorKind{domain.ErrNotFound}
	// The settings of an agent are read and written.
	edits = []domain.ErrorKind{domain.ErrParse, domain.ErrFilesystem}
	// A symbolic link is dangling.
	leads = []domain.ErrorKind{domain.ErrPolicy}
	// The append conflicts with appends of others.
	decides = []domain.ErrorKind{domain.ErrConflict}
	// A person signs.
	signs = []domain.ErrorKind{domain.ErrAuth}
	// A program is run that may be missing, or may not know the answer.
	asksGit = []domain.ErrorKind{domain.ErrUnavailable, domain.ErrRuntime}
	// Somebody else has to do something first.
	waits = []domain.ErrorKind{domain.ErrTimeout}
)

// errorKinds is the table of the error kinds that each verb can give. It is built at each call: a
// hook, for which the agent waits, needs none.
func errorKinds() map[string][]domain.ErrorKind {
	return map[string][]domain.ErrorKind{
		"claw import":          slices.Concat(takesArguments, looksUp, reads, needs),
		"claw board":           slices.Concat(takesArguments, looksUp, reads, needs),
		"claw init":            slices.Concat(takesArguments, looksUp, reads),
		"claw status":          slices.Concat(takesArguments, looksUp, reads),
		"claw doctor":          takesArguments, // a failure is a finding
		"claw lanes":           slices.Concat(takesArguments, looksUp, reads, needs),
		"claw lane show":       slices.Concat(takesArguments, looksUp, reads, needs),
		"claw timeline":        slices.Concat(takesArguments, looksUp, reads, needs),
		"claw lane outcome":    slices.Concat(takesArguments, looksUp, reads, needs),
		"claw lane explain":    slices.Concat(takesArguments, looksUp, reads, needs),
		"claw lane bind":       slices.Concat(takesArguments, looksUp, reads, needs, decides, signs),
		"claw lane settle":     slices.Concat(takesArguments, looksUp, reads, needs, decides, signs),
		"claw lane close":      slices.Concat(takesArguments, looksUp, reads, needs, decides, signs),
		"claw lane start":      slices.Concat(takesArguments, looksUp, reads, needs, decides, signs),
		"claw lane restart":    slices.Concat(takesArguments, looksUp, reads, needs, decides, signs),
		"claw lane expect":     slices.Concat(takesArguments, looksUp, reads, needs, decides, signs),
		"claw lane finish":     slices.Concat(takesArguments, looksUp, reads, needs, decides, signs),
		"claw lane accept":     slices.Concat(takesArguments, looksUp, reads, needs, decides, signs),
		"claw lane reopen":     slices.Concat(takesArguments, looksUp, reads, needs, decides, signs),
		"claw sessions":        slices.Concat(takesArguments, looksUp, reads, needs),
		"claw tools":           slices.Concat(takesArguments, looksUp, reads, needs),
		"claw errors":          slices.Concat(takesArguments, looksUp, reads, needs),
		"claw search":          slices.Concat(takesArguments, looksUp, reads, needs),
		"claw prices list":     slices.Concat(takesArguments, edits),
		"claw prices show":     slices.Concat(takesArguments, edits),
		"claw prices update":   slices.Concat(takesArguments, edits),
		"claw usage":           slices.Concat(takesArguments, looksUp, reads, needs),
		"claw log append":      slices.Concat(takesArguments, looksUp, reads, decides),
		"claw log read":        slices.Concat(takesArguments, looksUp, reads, needs),
		"claw log tail":        slices.Concat(takesArguments, looksUp, reads, needs),
		"claw log stat":        slices.Concat(takesArguments, looksUp, reads, needs),
		"claw log export":      slices.Concat(takesArguments, looksUp, reads, needs),
		"claw log backup":      slices.Concat(takesArguments, looksUp, reads, needs, decides),
		"claw log restore":     slices.Concat(takesArguments, looksUp, reads, decides),
		"claw log compare":     slices.Concat(takesArguments, looksUp, reads, needs),
		"claw log copy":        slices.Concat(takesArguments, looksUp, reads, needs, decides),
		"claw log forget":      slices.Concat(takesArguments, looksUp, reads, needs),
		"claw log clock reset": slices.Concat(takesArguments, looksUp, reads, needs, decides, signs),
		"claw log scrub":       slices.Concat(takesArguments, looksUp, reads, needs),
		"claw log import":      slices.Concat(takesArguments, looksUp, reads),
		"claw log verify":      slices.Concat(takesArguments, looksUp, reads, needs),
		"claw schema list":     takesArguments,
		"claw schema show":     takesArguments,
		"claw schema fields":   takesArguments,
		"claw schema diff":     slices.Concat(takesArguments, []domain.ErrorKind{domain.ErrFilesystem, domain.ErrParse}),
		"claw trust":           slices.Concat(takesArguments, needs, []domain.ErrorKind{domain.ErrParse, domain.ErrFilesystem}),
		"claw man":             slices.Concat(takesArguments, []domain.ErrorKind{domain.ErrFilesystem}),
		"claw version":         takesArguments,
		"claw help":            takesArguments,
		"claw hooks install":   slices.Concat(takesArguments, edits, leads, decides, []domain.ErrorKind{domain.ErrRuntime}),
		"claw hooks uninstall": slices.Concat(takesArguments, edits, leads),
		"claw hooks status":    slices.Concat(takesArguments, edits, leads),
		"claw policy check":    slices.Concat(takesArguments, looksUp, reads),
		"claw policy explain":  slices.Concat(takesArguments, looksUp, reads),
		"claw policy lint":     slices.Concat(takesArguments, looksUp, reads),
		"claw policy show":     slices.Concat(takesArguments, looksUp, reads),
		"claw policy init":     slices.Concat(takesArguments, []domain.ErrorKind{domain.ErrFilesystem}, decides),
		"claw policy adopt":    slices.Concat(takesArguments, looksUp, reads, needs),
		"claw expect show":     slices.Concat(takesArguments, looksUp, reads, needs),
		"claw expect explain":  slices.Concat(takesArguments, looksUp, reads, needs),
		"claw expect adopt":    slices.Concat(takesArguments, looksUp, reads, needs, decides, signs),
		"claw fixtures list":   takesArguments,
		"claw fixtures write":  slices.Concat(takesArguments, []domain.ErrorKind{domain.ErrFilesystem}, decides),
		"claw fixtures verify": slices.Concat(takesArguments, []domain.ErrorKind{domain.ErrFilesystem, domain.ErrParse, domain.ErrRuntime}, needs),

		"claw audit who":         slices.Concat(takesArguments, looksUp, reads, needs),
		"claw audit approval":    slices.Concat(takesArguments, looksUp, reads, needs),
		"claw audit session":     slices.Concat(takesArguments, looksUp, reads, needs),
		"claw approval request":  slices.Concat(takesArguments, looksUp, reads),
		"claw approval wait":     slices.Concat(takesArguments, looksUp, reads, needs, waits),
		"claw approval consume":  slices.Concat(takesArguments, looksUp, reads, needs, decides),
		"claw approval grant":    slices.Concat(takesArguments, looksUp, reads, needs, decides, signs),
		"claw approval import":   slices.Concat(takesArguments, looksUp, reads, needs, decides),
		"claw approval deny":     slices.Concat(takesArguments, looksUp, reads, needs, decides),
		"claw approval revoke":   slices.Concat(takesArguments, looksUp, reads, needs, decides),
		"claw approval delegate": slices.Concat(takesArguments, looksUp, reads, needs, decides),
		"claw approval list":     slices.Concat(takesArguments, looksUp, reads, needs),
		"claw approval show":     slices.Concat(takesArguments, looksUp, reads, needs),
		"claw approval verify":   slices.Concat(takesArguments, looksUp, reads, needs),
		"claw approval export":   slices.Concat(takesArguments, looksUp, reads, needs),
		"claw signers list":      slices.Concat(takesArguments, looksUp, reads, needs),
		"claw signers add":       slices.Concat(takesArguments, looksUp, reads, needs, decides, signs),
		"claw signers remove":    slices.Concat(takesArguments, looksUp, reads, needs, decides, signs),
		"claw token create":      slices.Concat(takesArguments, looksUp, reads, needs, decides),
		"claw token list":        slices.Concat(takesArguments, looksUp, reads, needs),
		"claw token revoke":      slices.Concat(takesArguments, looksUp, reads, needs, decides),

		"claw ship scan":     slices.Concat(takesArguments, looksUp, reads, needs),
		"claw audit ship":    slices.Concat(takesArguments, looksUp, reads, needs, signs),
		"claw audit lane":    slices.Concat(takesArguments, looksUp, reads, needs),
		"claw audit tokens":  slices.Concat(takesArguments, looksUp, reads, needs),
		"claw audit what":    slices.Concat(takesArguments, looksUp, reads, needs),
		"claw audit gaps":    slices.Concat(takesArguments, looksUp, reads, needs),
		"claw audit release": slices.Concat(takesArguments, looksUp, reads, needs),
		"claw audit verify":  slices.Concat(takesArguments, []domain.ErrorKind{domain.ErrCorrupt, domain.ErrFilesystem, domain.ErrParse}),
		"claw ship list":     slices.Concat(takesArguments, looksUp, reads, needs),
		"claw ship show":     slices.Concat(takesArguments, looksUp, reads, needs),
		"claw ship prepare":  slices.Concat(takesArguments, looksUp, reads, needs, decides, signs),
		"claw ship push":     slices.Concat(takesArguments, looksUp, reads, needs, decides, signs),

		"claw ship hooks install":   slices.Concat(takesArguments, needs, asksGit, decides, []domain.ErrorKind{domain.ErrPolicy, domain.ErrFilesystem}),
		"claw ship hooks uninstall": slices.Concat(takesArguments, needs, asksGit, []domain.ErrorKind{domain.ErrFilesystem}),
		"claw ship hooks status":    slices.Concat(takesArguments, needs, asksGit, []domain.ErrorKind{domain.ErrFilesystem}),

		"claw report new":       slices.Concat(takesArguments, looksUp, reads, needs),
		"claw report file":      slices.Concat(takesArguments, looksUp, reads, needs),
		"claw report ack":       slices.Concat(takesArguments, looksUp, reads, needs),
		"claw report advertise": slices.Concat(takesArguments, looksUp, reads, needs),
		"claw conformance run":  slices.Concat(takesArguments, looksUp, reads, needs),
		"claw conformance list": slices.Concat(takesArguments, looksUp, reads, needs),
		"claw report amend":     slices.Concat(takesArguments, looksUp, reads, needs, decides),
		"claw report show":      slices.Concat(takesArguments, looksUp, reads, needs),
		"claw report list":      slices.Concat(takesArguments, looksUp, reads, needs),
		"claw report diff":      slices.Concat(takesArguments, looksUp, reads, needs),
		"claw report verify":    slices.Concat(takesArguments, looksUp, reads, needs),
		"claw report view":      slices.Concat(takesArguments, looksUp, reads, needs),

		"claw report status post":   slices.Concat(takesArguments, looksUp, reads, needs),
		"claw report status expire": slices.Concat(takesArguments, looksUp, reads, needs),
		"claw report status list":   slices.Concat(takesArguments, looksUp, reads, needs),

		"claw pinpoint file":    slices.Concat(takesArguments, looksUp, reads, needs),
		"claw pinpoint attach":  slices.Concat(takesArguments, looksUp, reads, needs),
		"claw pinpoint link":    slices.Concat(takesArguments, looksUp, reads, needs, decides),
		"claw pinpoint rank":    slices.Concat(takesArguments, looksUp, reads, needs, decides),
		"claw pinpoint move":    slices.Concat(takesArguments, looksUp, reads, needs, decides),
		"claw pinpoint handoff": slices.Concat(takesArguments, looksUp, reads, needs, decides),
		"claw pinpoint follow":  slices.Concat(takesArguments, looksUp, reads, needs),
		"claw pinpoint list":    slices.Concat(takesArguments, looksUp, reads, needs),
		"claw pinpoint show":    slices.Concat(takesArguments, looksUp, reads, needs),
		"claw nudge send":       slices.Concat(takesArguments, looksUp, reads, needs),
		"claw nudge ack":        slices.Concat(takesArguments, looksUp, reads, needs),
		"claw nudge list":       slices.Concat(takesArguments, looksUp, reads, needs),

		"claw redact explain": slices.Concat(takesArguments, needs, []domain.ErrorKind{domain.ErrParse, domain.ErrFilesystem}),
		"claw redact lint":    slices.Concat(takesArguments, []domain.ErrorKind{domain.ErrParse, domain.ErrFilesystem}),

		"claw test": slices.Concat(takesArguments, looksUp, reads, needs, decides, signs),

		"claw git status": slices.Concat(takesArguments, looksUp, reads, needs),

		"claw projector run":     slices.Concat(takesArguments, looksUp, reads, needs),
		"claw projector rebuild": slices.Concat(takesArguments, looksUp, reads, needs),
		"claw projector status":  slices.Concat(takesArguments, looksUp, reads, needs),
		"claw state write":       slices.Concat(takesArguments, looksUp, reads, needs),
		"claw state read":        slices.Concat(takesArguments, needs, edits),
		"claw projector verify":  slices.Concat(takesArguments, looksUp, reads, needs),
		"claw watch":             slices.Concat(takesArguments, looksUp, reads, needs),
	}
}

// ErrorsOf returns the error kinds that a verb can give, sorted.
func ErrorsOf(cmd *cobra.Command) []string {
	names := []string{}
	path := cmd.CommandPath()
	if cmd.Root().Name() != "claw" { // the program projector has the verbs of claw projector alone
		path = "claw " + path
	}
	for _, k := range errorKinds()[path] {
		names = append(names, string(k))
	}
	slices.Sort(names)
	return names
}
