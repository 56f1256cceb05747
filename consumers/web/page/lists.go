package page

import (
	"context"
	"net/url"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

type searchDocument struct {
	Found []struct {
		Event   string `json:"event"`
		Kind    string `json:"event_kind"`
		At      moment `json:"at"`
		Session string `json:"session"`
		Lane    string `json:"lane"`
		Outcome string `json:"outcome"`
		Repo    string `json:"repo"`
		Branch  string `json:"branch"`
		Role    string `json:"role"`
		Tool    string `json:"tool"`
		Snippet string `json:"snippet"`
		Hits    []hit  `json:"hits"`
	} `json:"found"`
	Total   int    `json:"total"`
	Next    string `json:"next_cursor"`
	NextURL string `json:"-"`
}

func (m *maker) search() (title string, err error) {
	title = "Search"
	d := &searchDocument{}
	m.Body = d
	query := m.chosen("q", "cursor", "repo", "since", "kind")
	if query.Get("q") == "" {
		return title, nil
	}
	query.Set("limit", "50")
	err = m.read("/v1/search", query, d)
	d.NextURL = m.next(d.Next)
	return title, err
}

// next is the page after this one, "" where there is none.
func (m *maker) next(cursor string) string {
	if cursor == "" {
		return ""
	}
	query := url.Values{}
	for name, values := range m.Query {
		query[name] = values
	}
	query.Set("cursor", cursor)
	return m.Path + "?" + query.Encode()
}

// approvalRow is a request for an approval: the exact action, and who permitted it.
type approvalRow struct {
	Approval    string         `json:"approval"`
	Status      string         `json:"status"`
	Void        string         `json:"void"`
	Class       string         `json:"class"`
	Action      action         `json:"action"`
	Scope       jsontext.Value `json:"scope"`
	Digest      string         `json:"action_digest"`
	Requester   string         `json:"requester"`
	RequestedAt moment         `json:"requested_at"`
	Reason      string         `json:"reason"`
	Policy      string         `json:"policy"`
	Rule        string         `json:"rule"`
	Due         string         `json:"assurance_due"`
	Approver    string         `json:"approver"`
	Assurance   string         `json:"assurance"`
	ExpiresAt   moment         `json:"expires_at"`
	Uses        int            `json:"uses"`
	Left        int            `json:"left"`
}

// action is what is to be let through, with all its members as the document has them.
type action struct {
	Argv  []string
	Line  string // the command, and what it is bound to beside it
	Exact string
}

// UnmarshalJSON reads the members that are shown in a line, and keeps all of them.
func (a *action) UnmarshalJSON(document []byte) error {
	var in struct {
		Env   []string `json:"env"`
		Argv  []string `json:"argv"`
		Patch string   `json:"patch_digest"`
		Base  string   `json:"base"`
		Head  string   `json:"head"`
		Tree  string   `json:"tree"`
	}
	err := json.Unmarshal(document, &in)
	words := []string{command(append(in.Env, in.Argv...))}
	for _, bound := range [][2]string{{"patch", in.Patch}, {"base", in.Base}, {"head", in.Head}, {"tree", in.Tree}} {
		if bound[1] != "" {
			words = append(words, "["+bound[0]+" "+short(bound[1])+"]")
		}
	}
	a.Argv, a.Line, a.Exact = in.Argv, strings.TrimSpace(strings.Join(words, " ")), indented(document)
	return err
}

// indented is a part of a document, a line a member.
func indented(document jsontext.Value) string {
	v := document.Clone()
	if len(v) == 0 || v.Indent(jsontext.WithIndent("  ")) != nil {
		return ""
	}
	return string(v)
}

// Exactly is what the grant is bound to beside the action.
func (r approvalRow) Exactly() string { return indented(r.Scope) }

// Names describes in one line what is to be done: a command line, a patch, or else the scope.
func (r approvalRow) Names() string {
	if r.Action.Line != "" {
		return r.Action.Line
	}
	return r.Class + " " + string(r.Scope)
}

type approvalsDocument struct {
	Approvals []approvalRow `json:"approvals"`
	Total     int           `json:"total"`
	Next      string        `json:"next_cursor"`
	NextURL   string        `json:"-"`
}

func (m *maker) approvals() (title string, err error) {
	title = "Approvals"
	d := &approvalsDocument{}
	m.Body = d
	err = m.read("/v1/approvals", m.chosen("state", "since", "cursor"), d)
	d.NextURL = m.next(d.Next)
	return title, err
}

type approvalDocument struct {
	approvalRow
	RequestDigest string `json:"request_digest"`
	LogID         string `json:"log_id"`
	Files         []struct {
		Name   string `json:"name"`
		Path   string `json:"path"`
		State  string `json:"state"`
		SHA256 string `json:"sha256"`
	} `json:"files"`
	Grants []struct {
		Approver  string `json:"approver"`
		Key       string `json:"key"`
		Assurance string `json:"assurance"`
		At        moment `json:"at"`
		Uses      int    `json:"uses"`
		Spent     int    `json:"spent"`
		Void      string `json:"void"`
	} `json:"grants"`
	Consumed []struct {
		Executor string `json:"executor"`
		At       moment `json:"at"`
		Result   string `json:"result"`
		Void     string `json:"void"`
	} `json:"consumptions"`
}

func (m *maker) approval() (title string, err error) {
	title = "Approval"
	d := &approvalDocument{}
	m.Body = d
	return title, m.read(route("approvals", m.ID), nil, d)
}

type reportsDocument struct {
	Reports []struct {
		Report   string `json:"report_id"`
		Versions int    `json:"versions"`
		FiledAt  moment `json:"filed_at"`
		By       string `json:"by"`
		Status   string `json:"status"`
		Lane     string `json:"lane"`
		Channel  string `json:"channel"`
	} `json:"reports"`
	Total int `json:"total"`
}

func (m *maker) reports() (title string, err error) {
	title = "Reports"
	d := &reportsDocument{}
	m.Body = d
	return title, m.read("/v1/reports", url.Values{"limit": {"200"}}, d)
}

// viewDocument is a report as an audience may see it, in words.
type viewDocument struct {
	Report   string `json:"report_id"`
	Audience string `json:"audience"`
	Hash     string `json:"content_hash"`
	Text     string `json:"text"`
	ID       string `json:"-"` // as requested of the page
}

// Audiences returns the audiences for which a page shows a report.
func (viewDocument) Audiences() []string {
	return strings.Fields("human_readable delta_brief ops_audit clawhip")
}

func (m *maker) report() (title string, err error) {
	title = "Report"
	d, err := m.viewAs("markdown")
	m.Body = d
	return title, err
}

// viewAs is the view of a report as a text of a format.
func (m *maker) viewAs(format string) (*viewDocument, error) {
	query := m.chosen("audience", "verbosity")
	query.Set("format", format)
	d := &viewDocument{ID: m.ID}
	return d, m.read(route("reports", d.ID)+"/view", query, d)
}

// WholeReport is the view of a report as one file of HTML, which has its style inside: what claw report view
// --html writes. It is another program's markup to the pages: show it in a frame that runs nothing.
//
// Errors: those of [Make].
func WholeReport(ctx context.Context, d Documents, r Request) ([]byte, error) {
	r.Query = withoutEmpty(r.Query)
	m := &maker{Request: r, ctx: ctx, documents: d}
	v, err := m.viewAs("html")
	return []byte(v.Text), err
}
