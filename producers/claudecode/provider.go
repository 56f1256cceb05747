package claudecode

import (
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/lenient"
)

// writeFailedAnswer writes the failure that takes the place of an answer and ends the
// turn.
func writeFailedAnswer(s *scribe) {
	code := lenient.Text(s.e.Error)
	words := s.e.Message.V.Content.first()
	class := producers.ClassOf(int(s.e.APIErrorStatus), code, words)
	s.say(firstOf(producers.ID(s.e.RequestID), s.item), domain.ProviderFailed{Class: class, Status: int(s.e.APIErrorStatus),
		Code: producers.Short(code), Request: producers.ID(s.e.RequestID)})
	if s.part == "" {
		s.end(domain.TurnFailed{Class: class, Message: producers.Text(words)})
	}
}

// writeRetry writes a failure after which the program asks again.
func writeRetry(s *scribe) {
	said, _ := lenient.Read[struct {
		Status  lenient.Whole `json:"status"`
		Request lenient.Word  `json:"requestID"`
		Message lenient.Word  `json:"message"`
		Error   lenient.Object[struct {
			Error lenient.Object[struct {
				Type    lenient.Word `json:"type"`
				Message lenient.Word `json:"message"`
			}] `json:"error"`
		}] `json:"error"`
	}](s.e.Error)
	inner := said.Error.V.Error.V
	request := firstOf(producers.ID(said.Request), producers.ID(s.e.RequestID))
	s.say(firstOf(request, s.item), domain.ProviderFailed{
		Class:  producers.ClassOf(int(said.Status), string(inner.Type), string(said.Message+" "+inner.Message)),
		Status: int(said.Status), Code: producers.Short(inner.Type), Request: request,
		WillRetry: true, Retry: int(s.e.RetryAttempt), MaxRetries: int(s.e.MaxRetries), RetryWaitMS: int64(s.e.RetryInMS),
	})
	if words := firstOf(string(inner.Message), string(said.Message)); words != "" {
		s.say(s.item, domain.MessageRecorded{Role: domain.RoleSystem, Synthetic: true, Phase: "api_error", Text: producers.Text(words)})
	}
}
