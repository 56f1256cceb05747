// Package wireerror carries a typed error to another process of claw whole: with its details, whether the
// call may be repeated, and what the error promises of a log. It is the network encoding of
// github.com/cockroachdb/errors, as one detail of a gRPC status. Stacks and the errors below stay here: a
// caller gets no more than the error document says.
package wireerror

import (
	"context"
	"sync"

	"github.com/cockroachdb/errors"
	"github.com/go-json-experiment/json"
	"github.com/gogo/protobuf/proto"
	"github.com/gogo/protobuf/types"
	"google.golang.org/protobuf/types/known/anypb"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// typeURL names the encoding among the details of a status.
const typeURL = "type.googleapis.com/cockroach.errorspb.EncodedError"

// mostBytes bounds an encoded error, which travels in a header.
const mostBytes = 4 << 10

// Encode returns the detail that holds e and what err, of which e is, promises of a log; nil where it is too
// large for a header.
func Encode(err error, e *domain.Error) *anypb.Any {
	register()
	typed := *e
	typed.Cause = nil
	var whole error = typed.Because(nil)
	for _, sentinel := range sentinels() {
		if errors.Is(err, sentinel) {
			whole = errors.Mark(whole, sentinel)
		}
	}
	encoded := errors.EncodeError(context.Background(), whole)
	text, err := encoded.Marshal()
	if err != nil || len(text) > mostBytes {
		return nil
	}
	return &anypb.Any{TypeUrl: typeURL, Value: text}
}

// Decode returns the error that a detail holds and the sentinels of [eventlog] that it is; nil where the
// detail is of another type, or no error of claw's.
func Decode(detail *anypb.Any) (e *domain.Error, promised []error) {
	register()
	var encoded errors.EncodedError
	if detail.GetTypeUrl() != typeURL || len(detail.GetValue()) > mostBytes || encoded.Unmarshal(detail.GetValue()) != nil {
		return nil, nil
	}
	whole := decode(encoded)
	if !errors.As(whole, &e) {
		return nil, nil
	}
	for _, sentinel := range sentinels() {
		if errors.Is(whole, sentinel) {
			promised = append(promised, sentinel)
		}
	}
	return e, promised
}

// decode is the error of an encoding, nil for one that no encoder wrote: the library panics on some.
func decode(encoded errors.EncodedError) (err error) {
	defer func() {
		if recover() != nil {
			err = nil
		}
	}()
	return errors.DecodeError(context.Background(), encoded)
}

// sentinels are what an error can promise of a log.
func sentinels() [8]error {
	return [...]error{eventlog.ErrConflict, eventlog.ErrInvalid, eventlog.ErrNotFound, eventlog.ErrCorrupt,
		eventlog.ErrReadOnly, eventlog.ErrFull, eventlog.ErrBusy, eventlog.ErrClosed}
}

// register says once how a typed error is encoded: by its document.
var register = sync.OnceFunc(func() {
	errors.SetWarningFn(func(context.Context, string, ...any) {}) // of bytes that are no encoding: their sender would write into the log of this process
	key := errors.GetTypeKey((*domain.Error)(nil))
	errors.RegisterLeafEncoder(key, func(_ context.Context, err error) (string, []string, proto.Message) {
		document, fault := json.Marshal(err)
		if fault != nil {
			return err.Error(), nil, nil
		}
		return err.Error(), nil, &types.BytesValue{Value: document}
	})
	errors.RegisterLeafDecoder(key, func(_ context.Context, _ string, _ []string, payload proto.Message) error {
		held, is := payload.(*types.BytesValue)
		e := &domain.Error{}
		if !is || json.Unmarshal(held.Value, e) != nil {
			return nil // it stays an error of a type that is not known here
		}
		return e
	})
})
