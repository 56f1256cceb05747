package query

import (
	"strings"

	"github.com/oklog/ulid/v2"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store/selection"
)

// ApprovalList is a page of requests, the newest first.
type ApprovalList struct {
	Approvals []domain.StreamID
	Total     int
	Next      string
}

// Approvals lists the streams of requests.
//
// Errors: kind usage for a cursor that is none.
func Approvals(s selection.Reader, f selection.Filter, p selection.Page) (list ApprovalList, err error) {
	q := selection.Query{Table: "approvals", Time: "first", Newest: true}
	if f.Since.Known() {
		q.And("last >= ?", int64(f.Since))
	}
	list.Total, list.Next, err = selection.List(s, q, p, func(at selection.Cursor, _ []byte) error {
		id, err := ulid.ParseStrict(at.Key)
		list.Approvals = append(list.Approvals, domain.StreamID{Family: domain.FamilyApproval, ULID: id})
		return err
	})
	return list, err
}

// Approval finds the stream of a request by its id or a beginning of it.
//
// Errors: kind not_found, kind usage when several begin like this.
func Approval(s selection.Reader, typed string) (domain.StreamID, error) {
	key, err := selection.Find(s, "approvals", "approval", strings.TrimPrefix(typed, domain.FamilyApproval.Prefix()))
	if err != nil {
		return domain.StreamID{}, err
	}
	return domain.ParseStreamID(domain.FamilyApproval.Prefix() + key)
}
