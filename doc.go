// Package claw is the map of the repository; it holds no code.
//
// # The life of an event
//
//	recording, hook, git, worker
//	      │  a producer makes drafts: pure functions of the source record
//	      ▼
//	producers ──draft──▶ commands ──append──▶ eventlog ──read──▶ projections ──▶ reports, consumers
//	                     scrub, trust,        position,          pure folds,
//	                     decide               revision, leaf     read models
//
// One direction: nothing downstream writes back except by a command.
//
// # Where things are
//
//	domain/               what can happen: events in families, envelope, ids, error
//	  money/              amounts of money, exact
//	  jcs/                canonical JSON, RFC 8785: the form of every digest and seal
//	  seal/               the forms of an event that are hashed, and their hashes
//	  nextstep/           the codes of the next steps after an error
//	  kindgen/            writes the method Kind of each payload
//	  accounts/           which recordings of a session count, for lanes, sessions and errors
//	  calls/              which events are about one tool call
//	  causal/             which event precedes which, by causes and by numbers
//	  lane/               the outcome rule: one outcome per lane from the set of events
//	    accept/           whether an outcome is accepted
//	    evidence/         what events show of a finish
//	    fact/             what the rule reads of one event
//	    profile/          what the work of a lane has to show, and which profile a log adopted
//	    work/             what calls show of the work of a lane
//	    tables/           holds the tables of docs/outcome.md, and mutations, to the rule
//	    membership/       to which lane an event belongs
//	    world/            facts in memory with the lanes that they make
//	    lanetest/         situations of the rule, and the outcome of each
//	    index/            which facts the outcome of a lane is a function of
//	eventlog/             the contract of the log, what its engines share
//	  sqlite/ memlog/     engines; memlog is the model
//	    wal/              reads the write-ahead log of an SQLite file
//	  esdb/               an engine on EventStoreDB, for many machines; only cmd/projector links it
//	  httplog/            a log that another projector serves, over HTTP; only cmd/projector links it
//	  logtest/            the suite that every engine passes
//	  engine/             Open(url)
//	producers/            where facts come from; what all readers of recordings share
//	  hooks/              payloads of hooks: the mapping, and recordings of them
//	  claudecode/ codex/  one format each, and so the others
//	  gitrepo/            commits and refs of a repository, by git
//	  readertest/         the suite that the readers pass
//	  lenient/            foreign JSON, read as far as it can be read
//	  scrub/              takes secrets out, before the log
//	  witness/            what the end of a tool call shows: tests, commits, pushes, written files
//	    summary/          what test runners print of their tests
//	    pattern/          lines of output that match, by expressions compiled when they are needed
//	  unpack/             reads compressed recordings as what they were before
//	commands/             use cases, which any front door calls
//	  record/             facts and decisions, appended
//	  import/             files of agents, and events of other logs
//	  expect/             profiles of expectations, adopted
//	  approve/            approvals, signers, adopted policies, rulings
//	  ship/               how work reached a branch
//	  guard/              policy about what agents do; what agents and git report
//	  report/             reports filed, amended and read back
//	  testrun/            tests run under claw's own eyes: hangs, flakes, what was tested
//	  token/              who may use the server of a log, and for what
//	  commandtest/        logs, drafts and operators for their tests
//	projections/          what is true: sessions, lanes, tool calls, errors, usage, board
//	  sessions/           one session and its turns
//	  tools/              one tool call, and what policies decided about it
//	  values/             times, registers and sets of which entities are made
//	  prices/             what tokens cost: a dated table, and the cost of a response
//	  entitykey/          names of entities by items, sessions and events
//	  payload/            reads the members of a payload that a fold asks for
//	  statejson/          states as RFC 8785 JSON, and their digests
//	  feed/               the events of a log as folds read them
//	  archive/            folds a log that memory does not hold
//	  cache/              some entities in memory, the rest in a backing store
//	  factpack/           facts of lanes in packs, by key
//	  jobs/               work beside the folding
//	  foldtest/           small logs for the tests of folds
//	  audit/              who requested, granted, delegated and performed an act
//	  store/              read models on disk
//	    generation/       names and locks of their files
//	    origin/           the log that a read model is made from
//	    tables/ writer/   what the file holds, and who folds a log into it
//	    selection/        filters, pages and counts of rows
//	    query/ explain/   what verbs ask, and why an answer is as it is
//	    search/           words in events
//	    timeline/         what happened in a lane, in order and in words
//	    verify/           a read model beside a replay
//	    claim/            the one projector of a read model
//	    storetest/        logs and read models for their tests
//	  follow/             one of them kept current by a process that stays
//	  slicelog/           a log in a slice, for tests of what reads one
//	reports/              the canonical report: its document, hash, delta, parts and stream
//	  prose/              a page as markdown, as text for a terminal, and as a file of HTML
//	  redact/             policies: which audience sees which field, and what replaces the others
//	  release/            the audit of a range of commits: its document and hash
//	  view/               a report for an audience: JSON, markdown, a terminal
//	  gather/             reads a read model for it
//	consumers/            where facts go
//	  watch/              each outcome of a lane once, for consumers
//	  httpapi/            the documents of claw over HTTP, with OpenAPI, and streams
//	    client/           a client of it, generated from the OpenAPI document
//	  web/                the board in a browser: pages of the documents of httpapi
//	    page/               the pages, made of documents: served, or files to send
//	  live/               numbered frames for many readers, each with a bounded queue
//	  top/                the board on a terminal, and its keys
//	  mcp/                tools of the Model Context Protocol, by which agents ask about a log
//	  history/            the last states of a feed under numbers, to resume streams by
//	  bus/                a log as a publisher and subscriber of Watermill
//	  sink/               each outcome once to webhooks, files, message buses and other programs
//	    sinktest/         message buses for the tests of sinks
//	    status/           how each sink does, for other programs
//	  forward/            the events of a machine's log to the log of a team
//	  esdbapi/            a log by the gRPC protocol of EventStoreDB
//	    esdbtest/         serves logs by it for tests
//	policy/               rules, and what they say of an action
//	  shell/              reads command lines
//	git/                  what claw does with git
//	  exec/               the git program: alone, or as the person would run it
//	  state/              the state of a worktree: branch, base, upstream, unfinished operations
//	  hooks/              the hooks by which git reports pushes: installed, removed, inspected
//	  tree/               the tree of a worktree with what is not committed
//	  push/               moves one ref of a remote, and reports the result
//	proof/                signatures, and verification for people who have no log
//	internal/             what several packages share and other modules cannot import
//	  apitest/            lists what the packages export that other programs may import
//	  coalesce/           one answer for callers that ask the same at the same time
//	  files/              locks, atomic replacement, bounded reads, removal of leftovers
//	  filestate/          whether a file is still the one that was hashed
//	  hometest/           an empty home for tests, which leave nothing there
//	  processgroup/       programs that are ended with everything that they started
//	  tomllines/          the lines of the keys of a TOML text
//	  visible/            texts of others, spelled so that a reader sees what they hold
//	schemas/              JSON Schemas of the envelope, of every payload and of every document
//	  generate/           makes them of Go types, for the tests that publish them
//	  registry/           what each member is, since when, and what changed between releases
//	  schematest/         holds what claw prints to them, for tests
//	cmd/claw/             the front door
//	  cli/                the program as a value: its table of verbs, help, completion
//	    look/ prices/ approve/ ship/ report/ conformance/ audit/ hook/ policy/ log/ setup/ testrun/ token/ workspace/ projector/ top/   families of verbs
//	    front/            a program of verbs: flags, help, completion, exit code
//	    handover/         runs a verb by projector, for logs that only its engines open
//	    guard/            what agents and git run at their events
//	    view/             the read model as the verbs read it; what lists share
//	    approval/         approvals in words
//	    app/              one run: its log, its output, its errors
//	    term/             pages and tables in a terminal
//	  fakemodel/          a model for tests of real agents
//	  testclaw/           the programs that the tests of claw start
//	cmd/projector/        the daemon: the verbs of claw projector, a separate program
//	  claw/               the verbs of claw, with the engines of projector
//	  forward/            the verb that sends events to the log of a team
//	  serve/              the HTTP API of a log, on an address of this machine
//	    notify/           the service manager that started it
//	  mcp/                the server of them on the standard streams
//	  top/                the board on a terminal, drawn
//	  sink/               the verbs that run sinks, list them, try them and send again
//	  together/           runs sinks and forwards of the settings, each by itself
//	fixtures/             named runs and their results, as programs carry and replay them
//	bench/                the benchmarks and what they measured
//
// # A reader's path
//
// domain/event.go, eventlog/log.go, one fixture and its want, one story in
// cmd/claw/testdata/script.
package claw
