package store

import (
	"strings"

	"github.com/oklog/ulid/v2"

	"github.com/clawable/claw/domain"
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
func (s *Store) Approvals(f Filter, p Page) (list ApprovalList, err error) {
	q := query{table: "approvals", time: "first", newest: true}
	if f.Since.Known() {
		q.and("last >= ?", int64(f.Since))
	}
	list.Total, list.Next, err = s.list(q, p, func(at cursor, _ []byte) error {
		id, err := ulid.ParseStrict(at.Key)
		list.Approvals = append(list.Approvals, domain.StreamID{Family: domain.FamilyApproval, ULID: id})
		return err
	})
	return list, err
}

// Approval finds the stream of a request by its id or a beginning of it.
//
// Errors: kind not_found, kind usage when several begin like this.
func (s *Store) Approval(typed string) (domain.StreamID, error) {
	key, err := s.find("approvals", "approval", strings.TrimPrefix(typed, domain.FamilyApproval.Prefix()), false)
	if err != nil {
		return domain.StreamID{}, err
	}
	return domain.ParseStreamID(domain.FamilyApproval.Prefix() + key)
}
