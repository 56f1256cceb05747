// Made by claw hooks install; claw hooks uninstall removes it.
import { spawn } from "node:child_process"

const COMMAND = ""

// Runs the hook with one event; what it prints is its answer, and no trouble of its own
// reaches OpenCode.
function hook(event) {
  return new Promise((resolve) => {
    let text = ""
    const done = () => {
      try {
        resolve(text.trim() ? JSON.parse(text) : {})
      } catch {
        resolve({})
      }
    }
    try {
      const child = spawn(COMMAND, { shell: true, stdio: ["pipe", "pipe", "ignore"] })
      child.on("error", done)
      child.on("close", done)
      child.stdin.on("error", () => {})
      child.stdout.on("data", (piece) => (text += piece))
      child.stdin.end(JSON.stringify(event))
    } catch {
      done()
    }
  })
}

export const Claw = async ({ directory }) => {
  const prompts = new Map() // of a session: what it works on, as its record names it
  const open = new Set() // calls that may still fail
  const over = new Set() // sessions whose turn came to an end: each has one, however often they are idle
  const send = (name, session, more) => hook({ hook_event_name: name, session_id: session, cwd: directory, prompt_id: prompts.get(session), ...more })
  const happened = {
    "session.created": ({ info }) =>
      send("SessionStart", info.id, { source: "startup", session_title: /^(New|Child) session - 2/.test(info.title) ? undefined : info.title }),
    "session.compacted": ({ sessionID }) => send("PostCompact", sessionID, {}),
    "session.error": async ({ sessionID, error }) => {
      const again = over.has(sessionID)
      over.add(sessionID)
      if (again && error.name === "MessageAbortedError") return
      await send("StopFailure", sessionID, { error: error.name, error_details: error.data?.message })
    },
    "session.idle": async ({ sessionID }) => {
      if (over.has(sessionID)) return
      over.add(sessionID)
      await send("Stop", sessionID, {})
    },
    "message.part.updated": async ({ part }) => {
      // What throws, or is broken off, comes to no hook of its own.
      if (part.type !== "tool" || part.state.status !== "error" || !open.delete(part.callID)) return
      const { input, error, metadata } = part.state
      await send("PostToolUseFailure", part.sessionID, { tool_name: part.tool, tool_use_id: part.callID, tool_input: input, error, tool_response: { metadata } })
    },
  }
  return {
    event: async ({ event }) => {
      try {
        await happened[event.type]?.(event.properties)
      } catch {
        // an event of another shape
      }
    },
    "chat.message": async (input, { message, parts }) => {
      prompts.set(input.sessionID, message.id)
      over.delete(input.sessionID)
      const words = parts.filter((part) => part.type === "text" && !part.synthetic).map((part) => part.text)
      await send("UserPromptSubmit", input.sessionID, { prompt: words.join("\n") })
    },
    "tool.execute.before": async (input, output) => {
      const answer = await send("PreToolUse", input.sessionID, { tool_name: input.tool, tool_use_id: input.callID, tool_input: output.args })
      if (answer.decision === "deny") throw new Error(answer.reason)
      open.add(input.callID)
    },
    "tool.execute.after": async (input, output) => {
      open.delete(input.callID)
      const { output: text, metadata } = output ?? {}
      await send("PostToolUse", input.sessionID, { tool_name: input.tool, tool_use_id: input.callID, tool_input: input.args, tool_response: { output: text, metadata } })
    },
  }
}
