import type { HookProgram } from '../../agent.js'

/** Events with the time-out, in seconds, after which the client gives the hook up. */
const TIMEOUTS: Readonly<Record<string, number>> = {
  SessionStart: 10,
  UserPromptSubmit: 10,
  PreCompact: 10,
  // A model may judge here, in its own budget.
  Stop: 60,
  SubagentStop: 10,
  StopFailure: 10,
  SessionEnd: 10,
}

export const HOOKED_EVENTS: readonly string[] = Object.keys(TIMEOUTS)

/** A program with arguments: the client starts it without a shell, so a space is only a space. */
export const hookGroup = (event: string, { node, script }: HookProgram) => ({
  hooks: [
    {
      type: 'command',
      command: node,
      args: [script, 'claude-code', event],
      timeout: TIMEOUTS[event],
    },
  ],
})
