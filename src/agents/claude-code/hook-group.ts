import type { HookProgram } from '../../agent.js'

interface Entry {
  event: string
  /** Seconds after which the client gives the hook up. */
  timeout: number
  /** Runs in the background, and wakes the agent by its exit code. */
  asyncRewake?: true
}

/** What we ask to be started with, and at which event of the client's. */
const ENTRIES: Readonly<Record<string, Entry>> = {
  SessionStart: { event: 'SessionStart', timeout: 10 },
  UserPromptSubmit: { event: 'UserPromptSubmit', timeout: 10 },
  // Nothing is asked for calls that went well: they would cost a process each.
  PostToolUseFailure: { event: 'PostToolUseFailure', timeout: 10 },
  PreCompact: { event: 'PreCompact', timeout: 10 },
  // A model may judge here, in its own budget.
  Stop: { event: 'Stop', timeout: 60 },
  wake: { event: 'Stop', timeout: 600, asyncRewake: true },
  SubagentStop: { event: 'SubagentStop', timeout: 10 },
  StopFailure: { event: 'StopFailure', timeout: 10 },
  SessionEnd: { event: 'SessionEnd', timeout: 10 },
}

export const HOOK_ENTRIES: readonly string[] = Object.keys(ENTRIES)

/** The event of the client's whose list an entry stands in. */
export const eventOf = (entry: string): string => ENTRIES[entry]?.event ?? entry

/** A program with arguments: the client starts it without a shell, so a space is only a space. */
export const hookGroup = (entry: string, { node, script }: HookProgram) => {
  const { event: _, ...terms } = ENTRIES[entry]!
  const args = [script, 'claude-code', entry]
  return { hooks: [{ type: 'command', command: node, args, ...terms }] }
}
