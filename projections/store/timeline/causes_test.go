package timeline_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/foldtest"
	"github.com/clawable/claw/projections/store/timeline"
)

// after names events as the causes of another one.
func after(causes ...domain.Event) foldtest.Option {
	return func(e *domain.Event) {
		for _, c := range causes {
			e.Causes = append(e.Causes, c.ID)
		}
	}
}

// links are the entries of a story that were led to, each with the entries that led to it.
func links(t *testing.T, story timeline.Timeline) map[string][]string {
	t.Helper()
	out, told := map[string][]string{}, lines(story)
	for i, x := range story.Entries {
		for _, id := range x.Causes {
			at := slices.IndexFunc(story.Entries, func(of timeline.Entry) bool { return slices.Contains(of.Events, id) })
			if at < 0 {
				t.Errorf("%s is caused by %s, which no entry tells", told[i], id)
				continue
			}
			out[told[i]] = append(out[told[i]], told[at])
		}
	}
	return out
}

func TestAnEntryNamesWhatLedToIt(t *testing.T) {
	const call = foldtest.UniqueItem
	turn := foldtest.Turn("t")
	begin := foldtest.Event(1, domain.KindTurnStarted, `{}`, turn)
	prompt := foldtest.Event(2, domain.KindMessageRecorded, `{"role":"user","text":"fix it"}`, turn)
	asked := foldtest.Event(3, domain.KindToolRequested, `{"name":"Bash","input":{"command":"go test"}}`, turn, foldtest.Item(call))
	failed := foldtest.Event(4, domain.KindToolFailed, `{"error_kind":"exit_code","exit_code":1}`, turn, foldtest.Item(call), after(asked))
	usage := foldtest.Event(5, domain.KindUsageRecorded, `{}`, turn, after(failed))
	const callLine, testLine, endLine = "call Bash go test failed 1", "test go test failed: 1 failed", "turn completed"
	for name, row := range map[string]struct {
		more []domain.Event
		want map[string][]string
	}{
		"the call that a test is about": {[]domain.Event{foldtest.Event(6, domain.KindTestFailed, `{"runner":"go test","failed":1}`, turn, foldtest.Item(call))},
			map[string][]string{testLine: {callLine}}},
		"what its event names": {[]domain.Event{foldtest.Event(6, domain.KindMessageRecorded, `{"role":"assistant","text":"It fails."}`, turn, after(failed))},
			map[string][]string{"answer It fails.": {callLine}}},
		"the same entry once": {[]domain.Event{foldtest.Event(6, domain.KindTestFailed, `{"runner":"go test","failed":1}`, turn, foldtest.Item(call), after(asked, failed))},
			map[string][]string{testLine: {callLine}}},
		"the prompt for the begin of its turn": {[]domain.Event{foldtest.Event(6, domain.KindTurnCompleted, `{}`, turn, after(begin))},
			map[string][]string{endLine: {"prompt fix it"}}},
		"what is not told is passed over": {[]domain.Event{foldtest.Event(6, domain.KindTurnCompleted, `{}`, turn, after(usage))},
			map[string][]string{endLine: {callLine}}},
		"two of them in their order": {[]domain.Event{foldtest.Event(6, domain.KindTurnCompleted, `{}`, turn, after(failed, prompt))},
			map[string][]string{endLine: {"prompt fix it", callLine}}},
		"nothing that the log lacks": {[]domain.Event{foldtest.Event(6, domain.KindTurnCompleted, `{}`, turn, after(foldtest.Event(99, domain.KindTurnStarted, `{}`)))},
			map[string][]string{}},
		"events that name each other": {[]domain.Event{
			foldtest.Event(6, domain.KindUsageRecorded, `{}`, turn, after(foldtest.Event(7, domain.KindUsageRecorded, `{}`))),
			foldtest.Event(7, domain.KindUsageRecorded, `{}`, turn, after(foldtest.Event(6, domain.KindUsageRecorded, `{}`))),
			foldtest.Event(8, domain.KindMessageRecorded, `{"role":"assistant","text":"It fails."}`, turn, after(foldtest.Event(6, domain.KindUsageRecorded, `{}`), failed)),
		}, map[string][]string{"answer It fails.": {callLine}}},
	} {
		t.Run(name, func(t *testing.T) {
			got := told(t, timeline.Terms{}, append([]domain.Event{begin, prompt, asked, failed, usage}, row.more...)...)
			if diff := cmp.Diff(row.want, links(t, got)); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}
