package wireerror_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"google.golang.org/protobuf/types/known/anypb"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/remote/wireerror"
)

func TestAnErrorCrossesWhole(t *testing.T) {
	sent := &domain.Error{Kind: domain.ErrConflict, Operation: "append", Target: "lane-1", Message: "it is at 3", Errno: "EAGAIN",
		Detail: map[string]any{"revision": "3"}, Hint: "read it again", Retryable: true, Correlation: "run"}
	err := eventlog.Fail(eventlog.ErrConflict, sent)
	got, promised := wireerror.Decode(wireerror.Encode(err, sent))
	if diff := cmp.Diff(sent, got, cmpopts.IgnoreUnexported(domain.Error{})); diff != "" {
		t.Errorf("-sent +received\n%s", diff)
	}
	if len(promised) != 1 || !errors.Is(promised[0], eventlog.ErrConflict) {
		t.Errorf("it promises %v", promised)
	}
}

func TestWhatIsBelowAnErrorStays(t *testing.T) {
	sent := (&domain.Error{Kind: domain.ErrFilesystem, Operation: "append", Message: "it cannot be written"}).Because(errors.New("open SECRET"))
	detail := wireerror.Encode(sent, sent)
	if strings.Contains(string(detail.GetValue()), "SECRET") || strings.Contains(string(detail.GetValue()), "_test.go") {
		t.Errorf("it sends the error below, or a stack: %q", detail.GetValue())
	}
	if len(sent.Cause) != 1 || errors.Unwrap(sent) == nil {
		t.Error("the error that was sent is changed")
	}
}

func TestWhatIsNoErrorOfClawIsNone(t *testing.T) {
	whole := wireerror.Encode(eventlog.ErrFull, &domain.Error{Kind: domain.ErrFilesystem, Operation: "append", Message: "full"})
	for name, detail := range map[string]*anypb.Any{
		"no detail":    nil,
		"another type": {TypeUrl: "type.googleapis.com/google.rpc.ErrorInfo", Value: whole.Value},
		"torn":         {TypeUrl: whole.TypeUrl, Value: whole.Value[:len(whole.Value)-1]},
		"empty":        {TypeUrl: whole.TypeUrl},
		"too large":    {TypeUrl: whole.TypeUrl, Value: append(whole.Value, make([]byte, 1<<20)...)},
	} {
		if e, promised := wireerror.Decode(detail); e != nil || promised != nil {
			t.Errorf("%s: %v %v", name, e, promised)
		}
	}
	if wireerror.Encode(eventlog.ErrFull, &domain.Error{Message: strings.Repeat("x", 1<<20)}) != nil {
		t.Error("an error that no header has room for is sent whole")
	}
}

func FuzzDecode(f *testing.F) {
	whole := wireerror.Encode(eventlog.ErrFull, &domain.Error{Kind: domain.ErrFilesystem, Operation: "append", Message: "full"})
	f.Add(whole.Value)
	f.Fuzz(func(t *testing.T, value []byte) {
		if e, _ := wireerror.Decode(&anypb.Any{TypeUrl: whole.TypeUrl, Value: value}); e != nil && wireerror.Encode(e, e) == nil && len(value) < 1<<10 {
			t.Errorf("what was received cannot be sent: %v", e)
		}
	})
}
