package cli

// Agents is the table of agents.
var Agents = agents
