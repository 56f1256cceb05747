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

// ReportFiled says that a canonical report exists.
type ReportFiled struct {
	reportFact
	Report        string       `json:"report"`         // stable id
	SchemaVersion string       `json:"schema_version"` // of the document
	ContentHash   Digest       `json:"content_hash"`
	Document      JSON         `json:"document,omitzero"` // absent when kept elsewhere
	Status        ReportStatus `json:"status,omitzero"`
	Lane          LaneID       `json:"lane,omitzero"` // the lane whose expectation it meets
	Nudge         string       `json:"nudge,omitzero"`
	Cycle         string       `json:"cycle,omitzero"`
	Channel       string       `json:"channel,omitzero"`
	Supersedes    string       `json:"supersedes,omitzero"` // id of a report
	Parts         int          `json:"parts,omitzero"`      // a channel split it into
}

// ReportAmended replaces the document of a report.
type ReportAmended struct {
	reportFact
	Report        string       `json:"report"`
	SchemaVersion string       `json:"schema_version"`
	PreviousHash  Digest       `json:"previous_hash"`
	ContentHash   Digest       `json:"content_hash"`
	Document      JSON         `json:"document,omitzero"`
	Status        ReportStatus `json:"status,omitzero"`
	Lane          LaneID       `json:"lane,omitzero"`
	Reason        Text         `json:"reason,omitzero"`
}

// ReportUnchanged says that somebody looked and nothing changed.
type ReportUnchanged struct {
	reportFact
	Nudge       string    `json:"nudge,omitzero"`
	Cycle       string    `json:"cycle,omitzero"`
	LastReport  string    `json:"last_report,omitzero"`
	ContentHash Digest    `json:"content_hash,omitzero"` // of the last one
	Checked     []string  `json:"checked"`               // the surfaces that were looked at
	After       Instant   `json:"after,omitzero"`        // the window, half-open
	Until       Instant   `json:"until,omitzero"`
	Searches    []EventID `json:"searches,omitzero"`
}

// ReportAcknowledged says that a channel has a version of a report: what did not change since need not
// be told there again.
type ReportAcknowledged struct {
	reportFact
	Report      string `json:"report"`
	ContentHash Digest `json:"content_hash"` // of the version
	Channel     string `json:"channel"`
	Consumer    string `json:"consumer,omitzero"` // who of the channel has it; absent: all who read there
	View        Digest `json:"view,omitzero"`     // id of the view that was delivered
}

var reportKinds = []KindInfo{
	{Kind: KindReportFiled, Family: FamilyReport, Version: 1, Decision: true, Erasable: true, New: payloadOf[ReportFiled]},
	{Kind: KindReportAmended, Family: FamilyReport, Version: 1, Decision: true, Erasable: true, New: payloadOf[ReportAmended]},
	{Kind: KindReportUnchanged, Family: FamilyReport, Version: 1, Decision: true, Erasable: true, New: payloadOf[ReportUnchanged]},
	{Kind: KindReportAcknowledged, Family: FamilyReport, Version: 1, Decision: true, Erasable: true, New: payloadOf[ReportAcknowledged]},
}
