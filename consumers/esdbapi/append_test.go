package esdbapi_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/uuid"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/status"

	"github.com/clawable/claw/domain"
)

func TestWhatAnAppendExpectsOfItsStream(t *testing.T) {
	onEachEngine(t, func(w *world) {
		w.append("a", 1, 2)
		for _, c := range []struct {
			says    string
			session string
			want    esdb.ExpectedRevision
			met     bool
		}{
			{"any, and the stream is there", "a", esdb.Any{}, true},
			{"any, and it is not", "any", esdb.Any{}, true},
			{"no stream, and there is none", "none", esdb.NoStream{}, true},
			{"no stream, and there is one", "a", esdb.NoStream{}, false},
			{"a stream, and there is one", "a", esdb.StreamExists{}, true},
			{"a stream, and there is none", "nobody", esdb.StreamExists{}, false},
			{"an earlier revision", "a", esdb.Revision(0), false},
			{"a later revision", "a", esdb.Revision(99), false},
			{"the last revision there can be", "nobody", esdb.Revision(math.MaxUint64), false},
		} {
			before := len(w.all())
			n := before + 10
			got, err := w.client.AppendToStream(t.Context(), streamOf(c.session), esdb.AppendToStreamOptions{ExpectedRevision: c.want}, proposed(c.session, n), proposed(c.session, n+1))
			if c.met {
				events := w.all()
				last := events[len(events)-1]
				if err != nil || len(events) != before+2 || got.CommitPosition != last.Position.Number() || got.NextExpectedVersion != uint64(last.Revision)-1 {
					t.Errorf("%s: %+v, %v; the log has %d events more", c.says, got, err, len(events)-before)
				}
				continue
			}
			var typed *esdb.Error
			if !errors.As(err, &typed) || typed.Code() != esdb.ErrorCodeWrongExpectedVersion || len(w.all()) != before {
				t.Errorf("%s: %v, and the log has %d events more", c.says, err, len(w.all())-before)
			}
		}
		revision, err := w.client.AppendToStream(t.Context(), streamOf("exact"), esdb.AppendToStreamOptions{ExpectedRevision: esdb.NoStream{}}, proposed("exact", 1))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.client.AppendToStream(t.Context(), streamOf("exact"), esdb.AppendToStreamOptions{ExpectedRevision: esdb.Revision(revision.NextExpectedVersion)}, proposed("exact", 2)); err != nil {
			t.Errorf("the revision that the append before gave: %v", err)
		}
	})
}

func TestARepeatedAppendIsAnsweredLikeTheFirst(t *testing.T) {
	onEachEngine(t, func(w *world) {
		for _, want := range []esdb.ExpectedRevision{esdb.NoStream{}, esdb.NoStream{}, esdb.Any{}, esdb.Revision(77)} {
			got, err := w.client.AppendToStream(t.Context(), streamOf("a"), esdb.AppendToStreamOptions{ExpectedRevision: want}, proposed("a", 1), proposed("a", 2))
			if err != nil || got.NextExpectedVersion != 1 || got.CommitPosition != 3 {
				t.Errorf("under %#v: %+v, %v", want, got, err)
			}
		}
		if n := len(w.all()); n != 3 {
			t.Errorf("the log holds %d events, want log.opened and two", n)
		}
	})
}

func TestWhatIsNoEventOfALogIsRefusedWithAReason(t *testing.T) {
	onEachEngine(t, func(w *world) {
		w.append("held", 1, 1)
		for _, c := range []struct {
			says   string
			stream string
			spoil  func(*esdb.EventData)
			code   esdb.ErrorCode
			kind   domain.ErrorKind
			why    string
		}{
			{"metadata of a stream", "$$" + streamOf("a"), nil, esdb.ErrorCodeAccessDenied, domain.ErrPolicy, "only read"},
			{"a stream of another program", "orders-1", nil, esdb.ErrorCodeUnknown, domain.ErrUsage, "families"},
			{"a kind that no log knows", streamOf("a"), func(e *esdb.EventData) { e.EventType = "OrderPlaced" }, esdb.ErrorCodeUnknown, domain.ErrUsage, "OrderPlaced"},
			{"no metadata", streamOf("a"), func(e *esdb.EventData) { e.Metadata = nil }, esdb.ErrorCodeUnknown, domain.ErrUsage, "version"},
			{"metadata that are no JSON", streamOf("a"), func(e *esdb.EventData) { e.Metadata = []byte{0xd, 0xe} }, esdb.ErrorCodeUnknown, domain.ErrParse, "metadata"},
			{"an unknown member of the metadata", streamOf("a"), func(e *esdb.EventData) { e.Metadata = []byte(`{"$correlationId":"x"}`) }, esdb.ErrorCodeUnknown, domain.ErrParse, "correlationId"},
			{"a position of its own", streamOf("a"), func(e *esdb.EventData) { e.Metadata = []byte(`{"position":9,"emitter":"ci"}`) }, esdb.ErrorCodeUnknown, domain.ErrUsage, "position"},
			{"another id in the metadata", streamOf("a"), func(e *esdb.EventData) { e.Metadata = []byte(`{"id":"` + message("b", 1).ID.String() + `"}`) }, esdb.ErrorCodeUnknown, domain.ErrUsage, "id"},
			{"a digest of other data", streamOf("a"), func(e *esdb.EventData) {
				e.Metadata = []byte(`{"emitter":"ci/a","source":{"kind":"test"},"version":1,"salt":"` + strings.Repeat("00", 16) + `","data_digest":"` + strings.Repeat("00", 31) + `01"}`)
			}, esdb.ErrorCodeUnknown, domain.ErrUsage, "data_digest"},
			{"data that do not fit the kind", streamOf("a"), func(e *esdb.EventData) { e.Data = []byte(`{"role":"villain"}`) }, esdb.ErrorCodeUnknown, domain.ErrParse, "villain"},
			{"an id that is held with other content", streamOf("held"), func(e *esdb.EventData) { e.EventID = uuid.UUID(message("held", 1).ID) }, esdb.ErrorCodeResourceAlreadyExists, domain.ErrConflict, "other content"},
		} {
			before := len(w.all())
			e := proposed("a", 1)
			if c.spoil != nil {
				c.spoil(&e)
			}
			_, err := w.client.AppendToStream(t.Context(), c.stream, esdb.AppendToStreamOptions{ExpectedRevision: esdb.Any{}}, e)
			isRefused(t, c.says, err, c.code, c.kind, c.why)
			if n := len(w.all()); n != before {
				t.Errorf("%s: the log has %d events more", c.says, n-before)
			}
		}
	})
}

// isRefused holds an error of a client to have a code, and to be the typed error of a kind.
func isRefused(t *testing.T, says string, err error, code esdb.ErrorCode, kind domain.ErrorKind, why string) {
	t.Helper()
	var typed *esdb.Error
	if !errors.As(err, &typed) || typed.Code() != code {
		t.Errorf("%s: %v, want code %d", says, err, code)
		return
	}
	var info *errdetails.ErrorInfo
	for _, d := range status.Convert(typed.Err()).Details() {
		if told, is := d.(*errdetails.ErrorInfo); is {
			info = told
		}
	}
	if info == nil || info.GetReason() != string(kind) || info.GetMetadata()["message"] == "" || !strings.Contains(err.Error(), why) {
		t.Errorf("%s: %v; its reason is %v, want %s and %q", says, err, info, kind, why)
	}
}

func TestNothingIsDeleted(t *testing.T) {
	onEachEngine(t, func(w *world) {
		w.append("a", 1, 2)
		_, err := w.client.DeleteStream(t.Context(), streamOf("a"), esdb.DeleteStreamOptions{ExpectedRevision: esdb.Any{}})
		isRefused(t, "delete", err, esdb.ErrorCodeAccessDenied, domain.ErrPolicy, "deletes no event")
		_, err = w.client.TombstoneStream(t.Context(), streamOf("a"), esdb.TombstoneStreamOptions{ExpectedRevision: esdb.Any{}})
		isRefused(t, "tombstone", err, esdb.ErrorCodeAccessDenied, domain.ErrPolicy, "deletes no event")
		err = w.client.CreatePersistentSubscription(t.Context(), streamOf("a"), "group", esdb.PersistentStreamSubscriptionOptions{})
		isRefused(t, "persistent subscription", err, esdb.ErrorCodeUnsupportedFeature, domain.ErrUnavailable, "catch-up")
		if n := len(w.all()); n != 3 {
			t.Errorf("the log holds %d events", n)
		}
	})
}
