import { realpathSync } from 'node:fs'
import { readProcessTable } from '../util/process-table.js'
import type { ProcessEntry } from '../util/process-table.js'
import { ancestry, bareName } from './person/find-agent-above.js'

/** Our programs' files: the command line, and what it and a client's hook load. */
const OURS = /\/(?:bin|hook|answer|mcp)\.cjs$/

/** Whether `REFLECTION_PARENT` is a word of others here. Where to look takes seconds, it is believed. */
export const isClaimed = (platform: NodeJS.Platform): boolean =>
  platform !== 'win32' && !isOwnChild(process.pid, readProcessTable(platform), fileOf)

/** Whether a program of ours is above a process: then `REFLECTION_PARENT` is ours as well. */
export const isOwnChild = (
  pid: number,
  processes: readonly ProcessEntry[],
  fileOf: (word: string) => string,
): boolean =>
  ancestry(pid, processes)
    .slice(1)
    .some((entry) => isOurs(entry, fileOf))

/** A Node that runs one of our files: a link to it may have any name, and a file with our name may be anyone's. */
function isOurs({ program, words }: ProcessEntry, fileOf: (word: string) => string): boolean {
  const [called = '', ...rest] = words
  const script = rest.find((word) => !word.startsWith('-'))
  const isNode = [program ?? called, called].some((file) => bareName(file) === 'node')
  return isNode && script !== undefined && OURS.test(fileOf(script).replaceAll('\\', '/'))
}

function fileOf(word: string): string {
  try {
    return realpathSync(word)
  } catch {
    return word
  }
}
