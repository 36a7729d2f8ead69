/**
 * What each client is asked to start us for, and how it writes a hook: one row a client, from which both
 * its settings and its plugin are made. Pi and OpenCode load a module of ours instead.
 */
import type { HookProgram } from '../agent.js'
import { fromCommandLine, toCommandLine, toPowerShellLine } from '../util/command-line.js'
import { own } from '../util/own.js'
import { readStart } from './own-handlers.js'
import type { ReadHandler } from './own-handlers.js'

interface HookRow {
  /** Its own names of events, in order; of several entries at one event, the others behind a colon. */
  events: string
  /** Seconds after which it gives a hook up, where that is not ten. A model may judge at a stop. */
  seconds: Readonly<Record<string, number>>
  write(start: HookStart): object
}

/** One start of our hook, in the forms that clients want. */
interface HookStart {
  entry: string
  words: [node: string, ...args: string[]]
  line: string
  seconds: number
}

const inGroup = (handler: object) => ({ hooks: [{ type: 'command', ...handler }] })

const asLine = ({ line, seconds }: HookStart) => inGroup({ command: line, timeout: seconds })

/** In milliseconds, and with the name by which the client lists the hook and can switch it off. */
const asNamedLine = ({ line, seconds }: HookStart) =>
  inGroup({ command: line, name: HOOK_NAME, timeout: seconds * 1000 })

export const HOOK_NAME = 'reflectory'

/**
 * A client that calls a hook for every call is asked all the same where one that went well ends before
 * anything is loaded. Droid tells only those; Gemini CLI's PreCompress fires before every step.
 */
const HOOKS = {
  'claude-code': {
    events:
      'SessionStart UserPromptSubmit PostToolUseFailure PreCompact Stop Stop:wake SubagentStop StopFailure SessionEnd',
    seconds: { Stop: 60, wake: 600 },
    // A program with arguments: the client starts it without a shell, so a space is only a space.
    write: ({ entry, words: [command, ...args], seconds: timeout }) =>
      inGroup({ command, args, timeout, ...(entry === 'wake' ? { asyncRewake: true } : {}) }),
  },
  codex: {
    events:
      'SessionStart UserPromptSubmit PostToolUse PreCompact Stop SubagentStop Interrupt SessionEnd',
    // The client cuts the last two to this by itself.
    seconds: { Stop: 60, Interrupt: 3, SessionEnd: 3 },
    write: asLine,
  },
  copilot: {
    events:
      'sessionStart userPromptSubmitted postToolUse postToolUseFailure preCompact agentStop subagentStop errorOccurred sessionEnd',
    seconds: { agentStop: 60 },
    write: ({ words, line, seconds }) => ({
      type: 'command',
      bash: line,
      powershell: toPowerShellLine(words),
      timeoutSec: seconds,
    }),
  },
  cursor: {
    events:
      'sessionStart beforeSubmitPrompt postToolUseFailure preCompact stop subagentStop sessionEnd',
    seconds: { stop: 60 },
    write: ({ line, seconds }) => ({ command: line, timeout: seconds }),
  },
  droid: {
    events: 'SessionStart UserPromptSubmit PreCompact Stop SubagentStop SessionEnd',
    seconds: { Stop: 60 },
    write: asLine,
  },
  gemini: {
    events: 'SessionStart BeforeAgent AfterTool AfterAgent SessionEnd',
    seconds: { AfterAgent: 60 },
    write: asNamedLine,
  },
  grok: {
    events:
      'SessionStart UserPromptSubmit PostToolUse PreCompact Stop SubagentStop StopFailure StopCancelled SessionEnd',
    seconds: { Stop: 60 },
    write: asLine,
  },
  qwen: {
    events:
      'SessionStart UserPromptSubmit PostToolUseFailure PreCompact Stop SubagentStop StopFailure SessionEnd',
    seconds: { Stop: 60 },
    write: asNamedLine,
  },
} satisfies Record<string, HookRow>

export type HookClient = keyof typeof HOOKS

/** How a client's settings hold our entries, and how they are known again. */
export interface ClientHooks {
  entries: { event: string; entry: string }[]
  /** What goes into the event's list. */
  write(entry: string, hook: HookProgram): object
  /** The inverse, for one handler. */
  read: ReadHandler
}

export function hooksOf(client: HookClient): ClientHooks {
  const { events, seconds, write }: HookRow = HOOKS[client]
  return {
    entries: events.split(' ').map((name) => {
      const [event, entry = event] = name.split(':') as [string, string?]
      return { event, entry }
    }),
    write(entry, { node, script }) {
      const words: HookStart['words'] = [node, script, client, entry]
      return write({ entry, words, line: toCommandLine(words), seconds: own(seconds, entry) ?? 10 })
    },
    read({ type = 'command', command, args, bash }) {
      const line = command ?? bash
      if (type !== 'command' || typeof line !== 'string') return null
      return readStart(Array.isArray(args) ? [line, ...args] : fromCommandLine(line), client)
    },
  }
}
