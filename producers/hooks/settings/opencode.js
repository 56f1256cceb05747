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
  const send = (name, session, more) => hook({ hook_event_name: name, session_id: session, cwd: directory, ...more })
  return {
    event: async ({ event }) => {
      const p = event.properties ?? {}
      if (event.type === "session.created") {
        await send("SessionStart", p.info?.id, { source: "startup", session_title: p.info?.title })
      } else if (event.type === "session.compacted") {
        await send("PostCompact", p.sessionID, {})
      }
    },
    "tool.execute.before": async (input, output) => {
      const answer = await send("PreToolUse", input.sessionID, { tool_name: input.tool, tool_use_id: input.callID, tool_input: output.args })
      if (answer.decision === "deny") throw new Error(answer.reason)
    },
    "tool.execute.after": async (input, output) => {
      await send("PostToolUse", input.sessionID, { tool_name: input.tool, tool_use_id: input.callID, tool_input: input.args, tool_response: output.output })
    },
  }
}
