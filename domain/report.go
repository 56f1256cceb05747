package domain

// ReportPayload is the data of an event in a report's stream.
//
//sumtype:decl
type ReportPayload interface {
	Payload
	report()
}

type reportFact struct{}

func (reportFact) payload() Family { return FamilyReport }
func (reportFact) report()         {}

// ReportStatus says whether a report is the last word of its cycle.
type ReportStatus string

// The report statuses.
const (
	ReportFinal       ReportStatus = "final"
	ReportProvisional ReportStatus = "provisional"
)

// ReportFiling says what a report is for a pinpoint.
type ReportFiling string

// The filings.
const (
	FilingFirst   ReportFiling = "first_filing"
	FilingUpdate  ReportFiling = "status_update"
	FilingClosure ReportFiling = "closure"
)

// ReportedPinpoint is a pinpoint that a report is about.
type ReportedPinpoint struct {
	Pinpoint StreamID     `json:"pinpoint"`
	Filing   ReportFiling `json:"filing"`
}

// ReportFiled reports that a canonical report exists.
type ReportFiled struct {
	reportFact
	Report        string             `json:"report"`         // stable id
	SchemaVersion string             `json:"schema_version"` // of the document
	ContentHash   Digest             `json:"content_hash"`
	Document      JSON               `json:"document,omitzero"` // absent when kept elsewhere
	Status        ReportStatus       `json:"status,omitzero"`
	Lane          LaneID             `json:"lane,omitzero"` // the lane whose expectation it meets
	Nudge         string             `json:"nudge,omitzero"`
	Cycle         string             `json:"cycle,omitzero"`
	Channel       string             `json:"channel,omitzero"`
	Supersedes    string             `json:"supersedes,omitzero"` // id of a report
	Parts         int                `json:"parts,omitzero"`      // a channel split it into
	Pinpoints     []ReportedPinpoint `json:"pinpoints,omitzero"`  // in the order of their ids
}

// ReportAmended replaces the document of a report.
type ReportAmended struct {
	reportFact
	Report        string             `json:"report"`
	SchemaVersion string             `json:"schema_version"`
	PreviousHash  Digest             `json:"previous_hash"`
	ContentHash   Digest             `json:"content_hash"`
	Document      JSON               `json:"document,omitzero"`
	Status        ReportStatus       `json:"status,omitzero"`
	Lane          LaneID             `json:"lane,omitzero"`
	Reason        Text               `json:"reason,omitzero"`
	Pinpoints     []ReportedPinpoint `json:"pinpoints,omitzero"` // in the order of their ids
}

// ReportUnchanged reports that a check was made and nothing had changed.
type ReportUnchanged struct {
	reportFact
	Nudge          string         `json:"nudge,omitzero"`
	Cycle          string         `json:"cycle,omitzero"`
	LastReport     string         `json:"last_report,omitzero"`
	ContentHash    Digest         `json:"content_hash,omitzero"` // of the last one
	Checked        []string       `json:"checked"`               // the surfaces that were checked
	After          Instant        `json:"after,omitzero"`        // the window, half-open
	Until          Instant        `json:"until,omitzero"`
	Searches       []EventID      `json:"searches,omitzero"`
	Pinpoint       StreamID       `json:"pinpoint,omitzero"` // that was checked
	LastMeaningful LastMeaningful `json:"last_meaningful,omitzero"`
}

// LastMeaningful refers to the last version of a report that said something new. It repeats nothing of it.
type LastMeaningful struct {
	Report      string   `json:"report"`
	ContentHash Digest   `json:"content_hash"`
	Pinpoints   []string `json:"pinpoints,omitzero"` // that it names, by their ids or by its names for them
	Against     Digest   `json:"against,omitzero"`   // of its delta: content hash of the report before; absent: none
	Changed     []string `json:"changed,omitzero"`   // of its delta: sections in which something changed or was cleared
}

// ProgressState says how far work is, in a provisional status.
type ProgressState string

// The progress states. The last two end a status.
const (
	ProgressAccepted  ProgressState = "accepted" // it will be worked on
	ProgressWorking   ProgressState = "working"
	ProgressWaiting   ProgressState = "waiting"
	ProgressVerifying ProgressState = "verifying"
	ProgressFinished  ProgressState = "finished"
	ProgressAbandoned ProgressState = "abandoned"
)

// ReportStatusPosted reports the progress of work before there is a result. Its meaning is
// Progress, Step, Steps, Owner, Blocker and ETA; Note is no part of it.
type ReportStatusPosted struct {
	reportFact
	Pinpoint   StreamID      `json:"pinpoint,omitzero"` // what it is about: at least one of these four
	Lane       LaneID        `json:"lane,omitzero"`
	Nudge      string        `json:"nudge,omitzero"`
	Topic      string        `json:"topic,omitzero"` // one word
	Channel    string        `json:"channel,omitzero"`
	Progress   ProgressState `json:"progress"`
	Step       int           `json:"step,omitzero"` // of Steps, from 1
	Steps      int           `json:"steps,omitzero"`
	Owner      Actor         `json:"owner,omitzero"`
	Blocker    string        `json:"blocker,omitzero"` // one word: an id, or a failure class
	ETA        Instant       `json:"eta,omitzero"`
	TTLSeconds int           `json:"ttl_seconds"`
	TTLPolicy  string        `json:"ttl_policy"` // names the rule that set the TTL
	Note       Text          `json:"note,omitzero"`
}

// ReportStatusExpired reports that a provisional status remained unchanged until its TTL ran out: it is
// stale, and no longer a reason to wait.
type ReportStatusExpired struct {
	reportFact
	Posted      EventID `json:"posted"`      // the first report.status_posted that meant this
	Fingerprint Digest  `json:"fingerprint"` // of what it meant
	TTLPolicy   string  `json:"ttl_policy"`  // that ran out
	TTLSeconds  int     `json:"ttl_seconds"`
	ExpiredAt   Instant `json:"expired_at"`
	Repeats     int     `json:"repeats,omitzero"` // how often it was said again until then
}

// ReportAcknowledged records that a channel has a version of a report: what has not changed since need not be
// reported there again.
type ReportAcknowledged struct {
	reportFact
	Report      string `json:"report"`
	ContentHash Digest `json:"content_hash"` // of the version
	Channel     string `json:"channel"`
	Consumer    string `json:"consumer,omitzero"` // the reader of the channel that has it; absent: all its readers
	View        Digest `json:"view,omitzero"`     // id of the view that was delivered
}

// UnknownVersion says what a consumer wants of a report whose schema version it does not understand.
type UnknownVersion string

// The rules for unknown versions.
const (
	UnknownVersionReject  UnknownVersion = "reject"  // no view
	UnknownVersionDegrade UnknownVersion = "degrade" // the members that every version has, and nothing else
)

// ReportConsumerAdvertised records what a program that reads reports can accept. The last such event about a
// consumer counts.
type ReportConsumerAdvertised struct {
	reportFact
	Consumer       string         `json:"consumer"` // one word
	Version        string         `json:"version,omitzero"`
	SchemaVersions []string       `json:"schema_versions"`   // of reports, that it understands
	Families       []string       `json:"families,omitzero"` // the sections that it understands; absent: all
	MaxSensitivity Sensitivity    `json:"max_sensitivity,omitzero"`
	MaxBytes       int            `json:"max_bytes,omitzero"` // of a view; absent: any
	Audience       string         `json:"audience,omitzero"`
	Format         string         `json:"format,omitzero"`
	Verbosity      string         `json:"verbosity,omitzero"` // the most that it wants; absent: all
	UnknownVersion UnknownVersion `json:"unknown_version,omitzero"`
}

// ConformanceFault is a case of a suite that a consumer did not pass.
type ConformanceFault struct {
	Case   string `json:"case"`
	Parsed bool   `json:"parsed"` // it printed an answer of the contract
	Fault  string `json:"fault"`  // what it misunderstood, one word
}

// ReportConformanceChecked records which cases of a suite a version of a consumer passed. Reading a case and
// understanding it are counted separately.
type ReportConformanceChecked struct {
	reportFact
	Consumer     string             `json:"consumer"` // one word
	Version      string             `json:"version,omitzero"`
	Suite        string             `json:"suite"`
	SuiteVersion Digest             `json:"suite_version"` // of its cases
	Cases        int                `json:"cases"`
	Parsed       int                `json:"parsed"`
	Understood   int                `json:"understood"`
	Faults       []ConformanceFault `json:"faults,omitzero"`
}

var reportKinds = []KindInfo{
	{Kind: KindReportFiled, Family: FamilyReport, Version: 1, Decision: true, Erasable: true, New: payloadOf[ReportFiled]},
	{Kind: KindReportAmended, Family: FamilyReport, Version: 1, Decision: true, Erasable: true, New: payloadOf[ReportAmended]},
	{Kind: KindReportUnchanged, Family: FamilyReport, Version: 1, Decision: true, Erasable: true, New: payloadOf[ReportUnchanged]},
	{Kind: KindReportStatusPosted, Family: FamilyReport, Version: 1, Decision: true, Erasable: true, New: payloadOf[ReportStatusPosted]},
	{Kind: KindReportStatusExpired, Family: FamilyReport, Version: 1, Decision: true, Erasable: true, New: payloadOf[ReportStatusExpired]},
	{Kind: KindReportAcknowledged, Family: FamilyReport, Version: 1, Decision: true, Erasable: true, New: payloadOf[ReportAcknowledged]},
	{Kind: KindReportConsumerAdvertised, Family: FamilyReport, Version: 1, Decision: true, Erasable: true, New: payloadOf[ReportConsumerAdvertised]},
	{Kind: KindReportConformanceChecked, Family: FamilyReport, Version: 1, Decision: true, Erasable: true, New: payloadOf[ReportConformanceChecked]},
}
