/**
 * When a client last ran in a project, by what it kept of its sessions. A session is of the project that its
 * file names near the start, by path or by hash, or in whose name its folder is.
 */
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Agent } from '../../agent.js'
import { readOpening } from '../../audit/find-files.js'
import { openDatabaseCopy } from '../../audit/open-database.js'
import type { CliContext } from '../command.js'

interface Run {
  file: string
  ms: number
}

/** So many of the latest transcripts are looked into. */
const MAX_TRANSCRIPTS = 20

/** null where it never did. */
export async function lastRun(
  agent: Agent,
  { home, env }: Pick<CliContext, 'home' | 'env'>,
  root: string,
): Promise<Run | null> {
  const folders = (agent.sessionFolders ?? agent.transcriptRoots)(home, env)
  const latest = folders
    .flatMap(transcriptsIn)
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, MAX_TRANSCRIPTS)
  const here = latest.find(({ file }) => isNamedAfter(root, file) || names(openingOf(file), root))
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

function transcriptsIn(folder: string): Run[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => path.join(folder, name))
      .map((file) => ({ file, ms: statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
  } catch {
    return []
  }
}

function openingOf(file: string): string {
  try {
    return readOpening(file).opening
  } catch {
    return ''
  }
}
