// Made by claw hooks install; claw hooks uninstall removes it.
const COMMAND = ""

// Runs the hook with one event; what it prints is its answer, and no trouble of its own
// reaches OpenCode.
async function hook(event) {
  try {
    const child = Bun.spawn(["sh", "-c", COMMAND], { stdin: new Blob([JSON.stringify(event)]), stdout: "pipe", stderr: "ignore" })
    const text = await new Response(child.stdout).text()
    return text.trim() ? JSON.parse(text) : {}
  } catch {
    return {}
  }
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
