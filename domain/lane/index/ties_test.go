package index_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/fact"
	"github.com/clawable/claw/domain/lane/index"
)

// TestWhichCommitsACallIsSeenToHaveMade ties the commits of one call to its session, and looks from
// both sides.
func TestWhichCommitsACallIsSeenToHaveMade(t *testing.T) {
	const session = domain.SessionID("codex/a")
	commit := domain.CommitID("3f2a1c9" + strings.Repeat("0", 33))
	for name, row := range map[string]struct {
		trust domain.Trust
		says  domain.ObservedCommit
		log   []domain.CommitID // of the repositories
		tied  bool
	}{
		"as git prints it":               {domain.TrustMedium, domain.ObservedCommit{Commit: "3f2a1c9"}, []domain.CommitID{commit}, true},
		"the whole name":                 {domain.TrustMedium, domain.ObservedCommit{Commit: commit}, []domain.CommitID{commit}, true},
		"more digits":                    {domain.TrustMedium, domain.ObservedCommit{Commit: commit[:12]}, []domain.CommitID{commit}, true},
		"other digits behind the first":  {domain.TrustMedium, domain.ObservedCommit{Commit: "3f2a1c9f"}, []domain.CommitID{commit}, false},
		"fewer digits than git prints":   {domain.TrustMedium, domain.ObservedCommit{Commit: "3f2a1c"}, []domain.CommitID{commit}, false},
		"no name":                        {domain.TrustMedium, domain.ObservedCommit{}, []domain.CommitID{commit}, false},
		"two commits that begin like it": {domain.TrustMedium, domain.ObservedCommit{Commit: "3f2a1c9"}, []domain.CommitID{commit, "3f2a1c9" + domain.CommitID(strings.Repeat("1", 33))}, false},
		"a commit of no repository":      {domain.TrustMedium, domain.ObservedCommit{Commit: "3f2a1c9"}, nil, false},
		"a call that only looked":        {domain.TrustMedium, domain.ObservedCommit{Commit: "3f2a1c9", Viewed: true}, []domain.CommitID{commit}, false},
		"nothing to commit":              {domain.TrustMedium, domain.ObservedCommit{Commit: "3f2a1c9", Clean: true}, []domain.CommitID{commit}, false},
		"what is not trusted":            {domain.TrustLow, domain.ObservedCommit{Commit: "3f2a1c9"}, []domain.CommitID{commit}, false},
	} {
		t.Run(name, func(t *testing.T) {
			f := &fact.Fact{ID: domain.EventID{1}, Kind: domain.KindWorkObserved, Trust: row.trust, Source: domain.SourceLive, Session: session,
				Payload: fact.Payload{Work: &domain.Observed{Commits: []domain.ObservedCommit{row.says}}}}
			filed := map[index.Key][]*fact.Fact{}
			for _, k := range index.Keys(f) {
				filed[k] = append(filed[k], f)
			}
			load := func(k index.Key) []*fact.Fact { return filed[k] }
			whole := func(begins domain.CommitID) (one domain.CommitID) {
				for _, c := range row.log {
					if strings.HasPrefix(string(c), string(begins)) {
						if one != "" {
							return ""
						}
						one = c
					}
				}
				return one
			}
			want := []index.Tie{}
			if row.tied {
				want = append(want, index.Tie{Commit: commit, Session: session, ByCall: true, Events: []domain.EventID{{1}}})
			}
			if diff := cmp.Diff(want, index.CommitsOf(load, whole, session)); diff != "" {
				t.Errorf("commits of the session (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(want, index.SessionsOf(load, whole, commit)); diff != "" {
				t.Errorf("sessions of the commit (-want +got):\n%s", diff)
			}
		})
	}
}
