/**
 * One call of a tool: a name and arguments come in, text for the agent goes out, marked as an error
 * where it is one. With the mode off, or paused, it says so and touches nothing. It never throws:
 * what an agent did wrong it can fix, and what we did wrong is logged.
 */
import { clipSafely } from '../safety/clip-safely.js'
import { shorten } from '../util/shorten.js'
import { toReflectError } from '../wiring/to-reflect-error.js'
import { describeFailure, writeHookLog } from '../wiring/hook-log.js'
import { stripControlCharacters } from '../safety/control-characters.js'
import { redactText } from '../safety/redact.js'
import { ReflectError } from '../schema/error.js'
import { nearest } from '../util/nearest.js'
import { own } from '../util/own.js'
import { openWorkspace } from '../wiring/workspace.js'
import type { Workspace } from '../wiring/workspace.js'
import type { McpTool, McpWorld } from './tool.js'
import { tools } from './tools.js'

export interface ToolAnswer {
  text: string
  isError: boolean
}

const MAX_ERROR_CHARS = 1000

export async function callTool(name: string, args: unknown, world: McpWorld): Promise<ToolAnswer> {
  let workspace: Workspace | null = null
  try {
    const tool = findTool(name)
    workspace = await openWorkspace({ ...world, now: world.now() })
    const closed = whyClosed(workspace, args)
    if (closed !== null) return { text: closed, isError: false }
    const text = await tool.run(args, { ...world, workspace })
    return { text, isError: false }
  } catch (thrown) {
    const error = toReflectError(thrown)
    if (workspace !== null && !isTheirs(error)) log(error, name, workspace, world)
    return { text: describe(error, world), isError: true }
  }
}

function findTool(name: string): McpTool {
  const tool = own(tools, name)
  if (tool !== undefined) return tool
  const names = Object.keys(tools)
  const near = nearest(name, names)
  throw new ReflectError('usage', `There is no tool "${clipSafely(name, 100)}"`, {
    remedy: near === null ? `Available: ${names.join(', ')}.` : `Did you mean ${near}?`,
  })
}

/** Why nothing may be done here now, in words for the agent and its user; null when it may. */
function whyClosed({ loaded }: Workspace, args: unknown): string | null {
  if (loaded.origins['mode']?.source === 'pause' || isSessionPaused(loaded.pauses, args)) {
    return 'Reflectory is paused here; nothing was read or written. `reflect resume` ends the pause.'
  }
  if (loaded.values.mode !== 'off') return null
  return 'Reflectory is off here; nothing was read or written. A person switches it on with `reflect init`.'
}

function isSessionPaused(pauses: Workspace['loaded']['pauses'], args: unknown): boolean {
  const session = (args as { session_id?: unknown } | null | undefined)?.session_id
  return typeof session === 'string' && pauses.some((pause) => pause.session === session)
}

/** What the caller can fix by calling differently. */
const isTheirs = (error: unknown): boolean =>
  error instanceof ReflectError &&
  ['usage', 'payload-invalid', 'not-found', 'budget-exhausted'].includes(error.code)

function log(error: unknown, name: string, workspace: Workspace, { now }: McpWorld) {
  const { debug } = workspace.loaded.environment
  const line = describeFailure(error, `answer the tool ${name}`, now().toISOString(), debug)
  writeHookLog(workspace, line)
}

function describe(error: unknown, { home }: McpWorld): string {
  const lines =
    error instanceof ReflectError
      ? [error.message, ...(error.remedy === undefined ? [] : [`→ ${error.remedy}`])]
      : ['Reflectory failed here because of a bug of its own; go on without it.']
  const text = redactText(stripControlCharacters(lines.join('\n')))
  return clipSafely(shorten(text, home), MAX_ERROR_CHARS)
}
