import path from 'node:path'
import type { AgentTraces } from '../../agent.js'
import type { Env } from '../../config/paths.js'
import type { ProcessEntry } from '../../util/process-table.js'

export interface FindAgentInput {
  /** The traces of every agent, by its id. */
  agents: Readonly<Record<string, AgentTraces>>
  env: Env
  pid: number
  processes: readonly ProcessEntry[]
}

/** The agent, and what shows it, in words. */
export interface FoundAgent {
  agent: string
  sign: string
}

/**
 * The agent that started this process, however many shells are in between; null when none did. Its
 * variables may have been removed on the way, its process can't be: so both are looked at, and the
 * variables of every process above as well.
 */
export function findAgentAbove(input: FindAgentInput): FoundAgent | null {
  const above = ancestry(input.pid, input.processes)
  const variables = Object.keys(input.env).filter((name) => input.env[name])
  return (
    byVariable(variables, input.agents) ??
    first(above, (entry) => byProgram(entry, input.agents)) ??
    first(above, ({ variables: seen }) => byVariable(seen, input.agents))
  )
}

/** From the process itself to the first one; a table that leads in circles ends too. */
export function ancestry(pid: number, processes: readonly ProcessEntry[]): ProcessEntry[] {
  const byId = new Map(processes.map((entry) => [entry.pid, entry]))
  const above: ProcessEntry[] = []
  for (let at = byId.get(pid); at !== undefined; at = byId.get(at.parent)) {
    // A younger one was given the number of the parent, which has ended.
    if ((at.startedAt ?? 0) > (above.at(-1)?.startedAt ?? Infinity)) break
    byId.delete(at.pid)
    above.push(at)
  }
  return above
}

function byVariable(
  variables: readonly string[],
  agents: FindAgentInput['agents'],
): FoundAgent | null {
  for (const [agent, traces] of Object.entries(agents)) {
    const name = traces.variables.find((one) => variables.includes(one))
    if (name !== undefined) return { agent, sign: `the variable ${name}` }
  }
  return null
}

/** Of an editor nothing shows whose terminal it opened: it counts as one that runs, and not as one above. */
export function byProgram(
  entry: ProcessEntry,
  agents: FindAgentInput['agents'],
  isRunning = false,
): FoundAgent | null {
  const files = programFiles(entry)
  const called = new Set([entry.name ?? '', ...files.map(bareName)])
  for (const [agent, { programs, editors = [], paths }] of Object.entries(agents)) {
    const isIts =
      [...programs, ...(isRunning ? editors : [])].some((name) => called.has(name)) ||
      files.some((file) => paths.some((part) => file.includes(part)))
    if (isIts) return { agent, sign: `the process ${entry.pid}` }
  }
  return null
}

const INTERPRETERS = new Set(['node', 'bun', 'deno', 'tsx'])
const EXTENSION = /\.(?:exe|cmd|[cm]?js|[cm]?ts)$/i

export const bareName = (file: string): string => path.posix.basename(file).replace(EXTENSION, '')

/** The files that are its program: of an interpreter the script as well, of other words none. */
function programFiles({ program, words }: ProcessEntry): string[] {
  const [called = '', ...rest] = words.map((word) => word.replaceAll('\\', '/'))
  const files = program === null ? [called] : [program, called]
  if (!files.some((file) => INTERPRETERS.has(bareName(file)))) return files
  const script = rest.find((word) => !word.startsWith('-'))
  return script === undefined ? files : [...files, script]
}

function first<T>(entries: readonly T[], find: (entry: T) => FoundAgent | null): FoundAgent | null {
  for (const entry of entries) {
    const found = find(entry)
    if (found !== null) return found
  }
  return null
}
