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

func (PluginStarting) Kind() Kind { return KindPluginStarting }
func (PluginReady) Kind() Kind    { return KindPluginReady }
func (PluginDegraded) Kind() Kind { return KindPluginDegraded }
func (PluginFailed) Kind() Kind   { return KindPluginFailed }
func (PluginStopped) Kind() Kind  { return KindPluginStopped }

var pluginKinds = []KindInfo{
	{Kind: KindPluginStarting, Family: FamilyHost, Version: 1, New: payloadOf[PluginStarting]},
	{Kind: KindPluginReady, Family: FamilyHost, Version: 1, New: payloadOf[PluginReady]},
	{Kind: KindPluginDegraded, Family: FamilyHost, Version: 1, New: payloadOf[PluginDegraded]},
	{Kind: KindPluginFailed, Family: FamilyHost, Version: 1, New: payloadOf[PluginFailed]},
	{Kind: KindPluginStopped, Family: FamilyHost, Version: 1, New: payloadOf[PluginStopped]},
}
