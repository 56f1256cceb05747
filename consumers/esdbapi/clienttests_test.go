package esdbapi_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/pem"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/consumers/esdbapi/esdbtest"
)

// clientModule is the module whose own tests are run.
const clientModule = "github.com/EventStore/EventStore-Client-Go/v4"

// How a test of the client is called.
const (
	onClient    = "%[1]s(clientOf(t, %[1]q))"
	onContainer = "%[1]s(containerOf(%[1]q))"
	onEndpoint  = "func(t *testing.T) { %[1]s(t, containerOf(%[1]q).Endpoint) }"
)

// clientTests are the tests of the client that need a server, by name, and how each is called.
var clientTests = map[string]string{
	"appendToStreamSingleEventNoStream":                                 onClient,
	"appendWithInvalidStreamRevision":                                   onClient,
	"appendToSystemStreamWithIncorrectCredentials":                      onContainer,
	"closeConnection":                                                   onContainer,
	"connectionClosing":                                                 onClient,
	"readAllEventsWithCredentialOverride":                               onClient,
	"readStreamNotFound":                                                onClient,
	"readStreamReturnsEOFAfterCompletion":                               onClient,
	"readStreamWithCredentialsOverride":                                 onClient,
	"streamSubscriptionDeliversAllEventsInStreamAndListensForNewEvents": onClient,
	"subscriptionAllFilter":                                             onClient,
	"subscriptionAllWithCredentialsOverride":                            onClient,
	"subscriptionToStreamCaughtUpMessage":                               onClient,
	"testMissingCertificateFile":                                        onEndpoint,
	"testTLSDefaults":                                                   onContainer,
	"testTLSDefaultsWithCertificate":                                    onContainer,
	"testTLSWithCertificate":                                            onContainer,
	"testTLSWithCertificateFromAbsoluteFile":                            onContainer,
	"testTLSWithCertificateFromRelativeFile":                            onContainer,
	"testTLSWithInvalidCertificate":                                     onContainer,
	"testTLSWithoutCertificate":                                         onContainer,
	"testTLSWithoutCertificateAndVerify":                                onContainer,
}

// leftOut are the tests of the client that are not run, by why.
var leftOut = map[string][]string{
	"compares events with the sample data of a container": {"allSubscriptionWithFilterDeliversCorrectEvents",
		"readAllEventsBackwardsFromNonZeroPosition", "readAllEventsBackwardsFromZeroPosition", "readAllEventsForwardsFromNonZeroPosition",
		"readAllEventsForwardsFromZeroPosition", "readStreamEventsBackwardsFromEndPosition", "readStreamEventsForwardsFromZeroPosition"},
	"writes metadata of a stream, which the server refuses: nothing of a run log is hidden": {"metadataOperation", "readStreamWithMaxAge"},
	"deletes a stream, which the server refuses":                                            {"canDeleteStream", "canTombstoneStream", "detectStreamDeleted"},
	"certificates in place of credentials: the server takes tokens":                         {"testInvalidUserCertificates", "testValidClientCertificatesTlsWithAbsolutePath", "testValidClientCertificatesTlsWithRelativePath"},
	"needs a cluster of three nodes":                                                        {"notLeaderExceptionButWorkAfterRetry"},
	"projections of the server, which it does not have": {"createProjection", "deleteProjection", "disableProjection", "enableProjection",
		"getResultProjection", "getStateProjection", "resetProjection", "updateProjection"},
	"persistent subscriptions, which the server does not have": {
		"callInsecureWithInvalidCredentials", "callInsecureWithoutCredentials", "callWithTLSAndDefaultCredentials",
		"callWithTLSAndInvalidOverrideCredentials", "callWithTLSAndOverrideCredentials",
		"createPersistentStreamSubscription", "createPersistentStreamSubscription_AfterDeleting",
		"createPersistentStreamSubscription_FailsIfAlreadyExists",
		"createPersistentStreamSubscription_MessageTimeoutZero", "createPersistentStreamSubscription_StreamNotExits",
		"deletePersistentStreamSubscription", "deletePersistentSubscription_ErrIfSubscriptionDoesNotExist",
		"persistentAllCreate", "persistentAllDelete", "persistentAllUpdate", "persistentGetInfo",
		"persistentGetInfoEncoding", "persistentGetInfoToAll", "persistentGetInfoWithCredentialsOverride",
		"persistentListAllSubs", "persistentListAllSubsWithCredentialsOverride", "persistentListSubsForStream",
		"persistentListSubsToAll", "persistentReplayParkedMessages", "persistentReplayParkedMessagesToAll",
		"persistentReplayParkedMessagesWithCredentialsOverride", "persistentRestartSubsystem",
		"persistentSubscriptionToAll_Read", "persistentSubscription_ReadExistingStream_AckToReceiveNewEvents",
		"persistentSubscription_ReadExistingStream_NackToReceiveNewEvents",
		"persistentSubscription_ToExistingStream_StartFrom10_EventsInItAppendEventsAfterwards",
		"persistentSubscription_ToExistingStream_StartFrom4_EventsInIt",
		"persistentSubscription_ToExistingStream_StartFromBeginning_AndEventsInIt",
		"persistentSubscription_ToExistingStream_StartFromEnd_EventsInIt",
		"persistentSubscription_ToExistingStream_StartFromEnd_EventsInItAndAppendEventsAfterwards",
		"persistentSubscription_ToExistingStream_StartFromHigherRevisionThenEventsInStream_EventsInItAppendEventsAfterwards",
		"persistentSubscription_ToNonExistingStream_StartFromBeginning_AppendEventsAfterwards",
		"persistentSubscription_ToNonExistingStream_StartFromTwo_AppendEventsAfterwards",
		"testPersistentSubscriptionClosing", "updatePersistentStreamSubscription",
		"updatePersistentStreamSubscription_ErrIfSubscriptionDoesNotExist"},
}

// rewritten is what is changed in the copies of the tests: the least that a log of claw takes,
// and what makes them fail on a busy machine.
var rewritten = []struct {
	file, from, to string
}{
	{"append_test.go", "func createTestEvent() ", "func createForeignEvent() "},
	{"", "streamID := uuid.New()", "streamID := newStream()"},
	{"", `"dataset20M-0"`, "filledStream"},
	// A reader gets all that the log holds of an event as its metadata, not only what the writer sent.
	{"append_test.go", "\t\tassert.Equal(t, testEvent.Metadata, events[0].OriginalEvent().UserMetadata)\n", ""},
	{"subscriptions_test.go", "\t\t\t\t\trequire.Equal(t, testEvent.Metadata, event.OriginalEvent().UserMetadata)\n", ""},
	// connectionClosing counts its goroutine after it began, and panics where that ended first.
	{"subscriptions_test.go", "\t\tdroppedEvent.Add(1)\n", ""},
	{"subscriptions_test.go", "\t\tvar droppedEvent sync.WaitGroup\n", "\t\tvar droppedEvent sync.WaitGroup\n\t\tdroppedEvent.Add(1)\n"},
	// A machine that runs other tests too takes longer.
	{"", "time.Duration(5)*time.Second", "time.Minute"},
}

// TestTheClientsOwnTestsPass runs the tests of the Go client against the server, each over a separate log:
// an oracle that is not ours. It copies them from the module cache, compiles them in a separate module,
// and runs only where the environment requests it.
func TestTheClientsOwnTestsPass(t *testing.T) {
	if os.Getenv("CLAW_TEST_CLIENT") == "" {
		t.Skip("CLAW_TEST_CLIENT is not set: it compiles the tests of another module")
	}
	folder, pair := t.TempDir(), selfSigned(t)
	found := copyClientTests(t, folder)
	for name, pair := range map[string]tls.Certificate{"node/node.crt": pair, "ca/ca.crt": pair, "untrusted-ca/ca.crt": selfSigned(t)} {
		write(t, filepath.Join(folder, "certs", name), pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: pair.Certificate[0]}))
	}
	known := slices.Concat(slices.Collect(maps.Values(leftOut))...)
	known = slices.Sorted(slices.Values(slices.AppendSeq(known, maps.Keys(clientTests))))
	if diff := cmp.Diff(found, known); diff != "" {
		t.Fatalf("tests of the client that no table names, or that it does not have (-client +tables)\n%s", diff)
	}
	var servers, driver bytes.Buffer
	driver.WriteString("package esdb_test\n\nimport \"testing\"\n\nfunc TestServed(t *testing.T) {\n")
	for name, call := range clientTests {
		fmt.Fprintf(&servers, "%s=%s ", name, esdbtest.ServeSecurely(t, filledLog(t), &pair, "changeit").Address)
		fmt.Fprintf(&driver, "\tt.Run(%q, "+call+")\n", name)
	}
	driver.WriteString("\tUUIDParsingTests(t)\n}\n")
	write(t, filepath.Join(folder, "esdb", "driver_test.go"), driver.Bytes())
	ctx, stop := context.WithTimeout(t.Context(), 4*time.Minute)
	defer stop()
	run := exec.CommandContext(ctx, "go", "test", "-mod=mod", "-count=1", "-v", "./esdb")
	run.Dir, run.Env = folder, append(os.Environ(), "CLAW_SERVERS="+servers.String())
	out, err := run.CombinedOutput()
	for name := range clientTests {
		if !strings.Contains(string(out), "--- PASS: TestServed/"+name+" ") {
			t.Errorf("%s did not pass", name)
		}
	}
	if err != nil || t.Failed() {
		t.Errorf("%v\n%s", err, out)
	}
}
