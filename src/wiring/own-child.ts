import { readProcessTable } from '../util/process-table.js'
import type { ProcessEntry } from '../util/process-table.js'
import { ancestry, bareName } from './person/find-agent-above.js'

/** What our programs are called, as files: the command line, and what it and a client's hook load. */
const OURS = new Set(['reflect', 'reflectory', 'bin', 'hook', 'answer', 'mcp'])

/** Whether `REFLECTION_PARENT` is a word of others here. Where to look takes seconds, it is believed. */
export const isClaimed = (platform: NodeJS.Platform): boolean =>
  platform !== 'win32' && !isOwnChild(process.pid, readProcessTable(platform))

/** Whether a program of ours is above a process: then `REFLECTION_PARENT` is ours as well. */
export const isOwnChild = (pid: number, processes: readonly ProcessEntry[]): boolean =>
  ancestry(pid, processes)
    .slice(1)
    .some(({ words }) => words.slice(0, 3).some(isOurs))

const isOurs = (word: string): boolean => {
  const file = word.replaceAll('\\', '/')
  const name = bareName(file)
  return OURS.has(name) && (file.endsWith('.cjs') || name.startsWith('reflect'))
}
