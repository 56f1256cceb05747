package domain

// PluginStarting says that a plugin is being started.
type PluginStarting struct {
	hostFact
	Plugin   string `json:"plugin"`
	Version  string `json:"version,omitzero"`
	Required bool   `json:"required,omitzero"` // work cannot begin without it
	Attempt  int    `json:"attempt,omitzero"`
}

// PluginReady says that a plugin works.
type PluginReady struct {
	hostFact
	Plugin     string   `json:"plugin"`
	Version    string   `json:"version,omitzero"`
	Tools      []string `json:"tools,omitzero"`
	DurationMS int64    `json:"duration_ms,omitzero"`
}

// PluginDegraded says that a part of a plugin works.
type PluginDegraded struct {
	hostFact
	Plugin         string   `json:"plugin"`
	AvailableTools []string `json:"available_tools,omitzero"`
	MissingTools   []string `json:"missing_tools,omitzero"`
}

// PluginFailed says that a plugin cannot be used.
type PluginFailed struct {
	hostFact
	Plugin       string       `json:"plugin"`
	FailureClass FailureClass `json:"failure_class"`
	Code         string       `json:"code,omitzero"` // in the plugin's words, one token
	Recoverable  bool         `json:"recoverable,omitzero"`
	Attempt      int          `json:"attempt,omitzero"`
}

// PluginStopped says that a plugin was shut down.
type PluginStopped struct {
	hostFact
	Plugin string `json:"plugin"`
	Reason string `json:"reason,omitzero"`
}

func (PluginStarting) Kind() Kind { return "plugin.starting" }
func (PluginReady) Kind() Kind    { return "plugin.ready" }
func (PluginDegraded) Kind() Kind { return "plugin.degraded" }
func (PluginFailed) Kind() Kind   { return "plugin.failed" }
func (PluginStopped) Kind() Kind  { return "plugin.stopped" }

var pluginKinds = []KindInfo{
	{Kind: PluginStarting{}.Kind(), Family: FamilyHost, Version: 1, New: payloadOf[PluginStarting]},
	{Kind: PluginReady{}.Kind(), Family: FamilyHost, Version: 1, New: payloadOf[PluginReady]},
	{Kind: PluginDegraded{}.Kind(), Family: FamilyHost, Version: 1, New: payloadOf[PluginDegraded]},
	{Kind: PluginFailed{}.Kind(), Family: FamilyHost, Version: 1, New: payloadOf[PluginFailed]},
	{Kind: PluginStopped{}.Kind(), Family: FamilyHost, Version: 1, New: payloadOf[PluginStopped]},
}
