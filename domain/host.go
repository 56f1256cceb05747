package domain

// HostPayload is the data of an event in a host's stream: what many lanes share.
//
//sumtype:decl
type HostPayload interface {
	Payload
	host()
}

type hostFact struct{}

func (hostFact) payload() Family { return FamilyHost }
func (hostFact) host()           {}

// OutageScope says whom an outage covers.
type OutageScope string

// The outage scopes.
const (
	OutageSession       OutageScope = "session"
	OutageHost          OutageScope = "host"
	OutageControlServer OutageScope = "control_server"
)

// OutageReason says what broke.
type OutageReason string

// The outage reasons.
const (
	OutageServerDown    OutageReason = "server_down"
	OutageDisconnected  OutageReason = "disconnected"
	OutageTimeout       OutageReason = "timeout"
	OutageHostDown      OutageReason = "host_down"
	OutageHostSuspended OutageReason = "host_suspended"
	OutageProcessGone   OutageReason = "process_gone"
	OutageNetwork       OutageReason = "network"
	OutageUnknown       OutageReason = "unknown"
)

// Outage says whom a break of the transport covers. What is absent is taken from the subject.
type Outage struct {
	Scope         OutageScope     `json:"scope"`
	Session       SessionID       `json:"session,omitzero"`
	Host          HostID          `json:"host,omitzero"`
	ControlServer ControlServerID `json:"control_server,omitzero"`
	Lanes         []LaneID        `json:"lanes,omitzero"` // absent: all within the scope
}

// TransportDown reports that events in a scope can no longer be observed.
type TransportDown struct {
	hostFact
	Outage
	Reason OutageReason `json:"reason"`
}

// TransportUp ends an outage; it names it in its causes.
type TransportUp struct {
	hostFact
	Outage
	DownMS int64 `json:"down_ms,omitzero"`
}

// MCPPhase is how far the life of an MCP server has come.
type MCPPhase string

// The phases.
const (
	MCPConfigLoad         MCPPhase = "config_load"
	MCPServerRegistration MCPPhase = "server_registration"
	MCPSpawnConnect       MCPPhase = "spawn_connect"
	MCPInitHandshake      MCPPhase = "initialize_handshake"
	MCPToolDiscovery      MCPPhase = "tool_discovery"
	MCPResourceDiscovery  MCPPhase = "resource_discovery"
	MCPPhaseReady         MCPPhase = "ready"
	MCPInvocation         MCPPhase = "invocation"
	MCPErrorSurfacing     MCPPhase = "error_surfacing"
	MCPShutdown           MCPPhase = "shutdown"
	MCPCleanup            MCPPhase = "cleanup"
)

// MCPStarting reports that an MCP server is being started.
type MCPStarting struct {
	hostFact
	Server   string `json:"server"`
	Required bool   `json:"required,omitzero"` // work cannot begin without it
	Attempt  int    `json:"attempt,omitzero"`
}

// MCPReady reports that an MCP server answers.
type MCPReady struct {
	hostFact
	Server     string `json:"server"`
	Version    string `json:"version,omitzero"`
	Tools      int    `json:"tools,omitzero"`
	Resources  int    `json:"resources,omitzero"`
	DurationMS int64  `json:"duration_ms,omitzero"`
}

// MCPFailed reports that an MCP server cannot be used.
type MCPFailed struct {
	hostFact
	Server       string       `json:"server"`
	Phase        MCPPhase     `json:"phase,omitzero"`
	FailureClass FailureClass `json:"failure_class"`
	Code         string       `json:"code,omitzero"` // in the server's words, one token
	Recoverable  bool         `json:"recoverable,omitzero"`
	Attempt      int          `json:"attempt,omitzero"`
}

// MCPStartupTimeout reports that an MCP server did not answer in its time.
type MCPStartupTimeout struct {
	hostFact
	Server    string   `json:"server"`
	Phase     MCPPhase `json:"phase,omitzero"`
	TimeoutMS int64    `json:"timeout_ms,omitzero"`
	Attempt   int      `json:"attempt,omitzero"`
}

// MCPDegraded reports that some servers work and some do not.
type MCPDegraded struct {
	hostFact
	WorkingServers []string `json:"working_servers,omitzero"`
	FailedServers  []string `json:"failed_servers"`
	AvailableTools []string `json:"available_tools,omitzero"`
	MissingTools   []string `json:"missing_tools,omitzero"`
}

var hostKinds = []KindInfo{
	{Kind: KindTransportDown, Family: FamilyHost, Version: 1, New: payloadOf[TransportDown]},
	{Kind: KindTransportUp, Family: FamilyHost, Version: 1, New: payloadOf[TransportUp]},
	{Kind: KindMCPStarting, Family: FamilyHost, Version: 1, New: payloadOf[MCPStarting]},
	{Kind: KindMCPReady, Family: FamilyHost, Version: 1, New: payloadOf[MCPReady]},
	{Kind: KindMCPFailed, Family: FamilyHost, Version: 1, New: payloadOf[MCPFailed]},
	{Kind: KindMCPStartupTimeout, Family: FamilyHost, Version: 1, New: payloadOf[MCPStartupTimeout]},
	{Kind: KindMCPDegraded, Family: FamilyHost, Version: 1, New: payloadOf[MCPDegraded]},
}

// PluginStarting reports that a plugin is being started.
type PluginStarting struct {
	hostFact
	Plugin   string `json:"plugin"`
	Version  string `json:"version,omitzero"`
	Required bool   `json:"required,omitzero"` // work cannot begin without it
	Attempt  int    `json:"attempt,omitzero"`
}

// PluginReady reports that a plugin works.
type PluginReady struct {
	hostFact
	Plugin     string   `json:"plugin"`
	Version    string   `json:"version,omitzero"`
	Tools      []string `json:"tools,omitzero"`
	DurationMS int64    `json:"duration_ms,omitzero"`
}

// PluginDegraded reports that a part of a plugin works.
type PluginDegraded struct {
	hostFact
	Plugin         string   `json:"plugin"`
	AvailableTools []string `json:"available_tools,omitzero"`
	MissingTools   []string `json:"missing_tools,omitzero"`
}

// PluginFailed reports that a plugin cannot be used.
type PluginFailed struct {
	hostFact
	Plugin       string       `json:"plugin"`
	FailureClass FailureClass `json:"failure_class"`
	Code         string       `json:"code,omitzero"` // in the plugin's words, one token
	Recoverable  bool         `json:"recoverable,omitzero"`
	Attempt      int          `json:"attempt,omitzero"`
}

// PluginStopped reports that a plugin was shut down.
type PluginStopped struct {
	hostFact
	Plugin string `json:"plugin"`
	Reason string `json:"reason,omitzero"`
}

var pluginKinds = []KindInfo{
	{Kind: KindPluginStarting, Family: FamilyHost, Version: 1, New: payloadOf[PluginStarting]},
	{Kind: KindPluginReady, Family: FamilyHost, Version: 1, New: payloadOf[PluginReady]},
	{Kind: KindPluginDegraded, Family: FamilyHost, Version: 1, New: payloadOf[PluginDegraded]},
	{Kind: KindPluginFailed, Family: FamilyHost, Version: 1, New: payloadOf[PluginFailed]},
	{Kind: KindPluginStopped, Family: FamilyHost, Version: 1, New: payloadOf[PluginStopped]},
}
