/**
 * When a client last ran in a project, by what it kept of its sessions. A session is of the project that its
 * file names near the start, by path or by hash, or in whose name its folder is.
 */
import { createHash } from 'node:crypto'
import { closeSync, mkdtempSync, openSync, readdirSync, readSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Agent } from '../../agent.js'
import { openDatabaseCopy } from '../../audit/open-database.js'
import type { CliContext } from '../command.js'

interface Run {
  file: string
  ms: number
}

const MAX_ENTRIES = 5000
const MAX_DEPTH = 5
/** So many of the latest transcripts are looked into, and so far. */
const MAX_TRANSCRIPTS = 20
const HEAD_BYTES = 64 * 1024

/** null where it never did. */
export async function lastRun(
  agent: Agent,
  { home, env }: Pick<CliContext, 'home' | 'env'>,
  root: string,
): Promise<Run | null> {
  const folders = agent.sessionFolders ?? agent.transcriptRoots
  const latest = transcriptsIn(folders(home, env))
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, MAX_TRANSCRIPTS)
  const here = latest.find(({ file }) => isNamedAfter(root, file) || names(headOf(file), root))
  const database = agent.sessionDatabase?.(home, env)
  return here ?? (database === undefined ? null : lastIn(database, agent, root))
}

/** The text has the folder's path as JSON writes it, and not that of one beside it, or its hash. */
function names(text: string, root: string): boolean {
  if (text.includes(createHash('sha256').update(root).digest('hex'))) return true
  const [, ...behind] = text.split(JSON.stringify(root).slice(1, -1))
  return behind.some((rest) => !/^[\w-]/.test(rest))
}

/** Clients write a path as a folder's name with a dash for what is no letter and no digit. */
const isNamedAfter = (root: string, file: string): boolean =>
  file.split(path.sep).some((part) => part !== '' && dashed(part) === dashed(root))

const dashed = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

/** In a client's database, where it can be read. */
async function lastIn(file: string, agent: Agent, root: string): Promise<Run | null> {
  const reader = await agent.loadSessionDatabase?.()
  if (reader === undefined || statSync(file, { throwIfNoEntry: false }) === undefined) return null
  const aside = mkdtempSync(path.join(tmpdir(), 'reflectory-'))
  try {
    const database = openDatabaseCopy(file, aside)
    try {
      const here = reader.list(database.query).filter(({ folder }) => folder === root)
      const ms = Math.max(...here.map(({ changedAt }) => changedAt))
      return here.length === 0 ? null : { file, ms }
    } finally {
      database.close()
    }
  } catch {
    return null
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}

function transcriptsIn(folders: readonly string[]): Run[] {
  const found: Run[] = []
  const waiting = folders.map((folder) => ({ folder, depth: 0 }))
  for (let looked = 0; waiting.length > 0 && looked < MAX_ENTRIES;) {
    const { folder, depth } = waiting.pop()!
    for (const entry of entriesOf(folder)) {
      looked += 1
      const file = path.join(folder, entry.name)
      if (entry.isDirectory() && depth < MAX_DEPTH) waiting.push({ folder: file, depth: depth + 1 })
      else if (entry.isFile() && entry.name.endsWith('.jsonl')) {
        found.push({ file, ms: statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0 })
      }
    }
  }
  return found
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

function headOf(file: string): string {
  try {
    const descriptor = openSync(file, 'r')
    try {
      const head = Buffer.alloc(HEAD_BYTES)
      return head.toString('utf8', 0, readSync(descriptor, head, 0, HEAD_BYTES, 0))
    } finally {
      closeSync(descriptor)
    }
  } catch {
    return ''
  }
}
