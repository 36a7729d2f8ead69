import { closeSync, constants, fstatSync, openSync, readSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Agent, TranscriptReader } from '../agent.js'
import { errorText } from './error-text.js'

/** A session's file, or the folder of its files, as it is on the disk now. */
export interface SessionFile {
  path: string
  agent: string
  /** Changes with the session: what was read of the same file is not read again. */
  size: number
  changedAt: number
  /** The folder that a person named with `--from`; null for what a client keeps. */
  from: string | null
}

/** What was looked at and is no session that we can read, by why. */
export interface Trouble {
  path: string
  why: string
}

export interface FoundFiles {
  files: SessionFile[]
  troubles: Trouble[]
}

export interface SessionPlace {
  folder: string
  /** Whose sessions lie there; null where each file has to show it. */
  agent: string | null
}

/** A client, and how its transcripts are read. */
export interface Client {
  agent: Agent
  reader: TranscriptReader
}

const MAX_DEPTH = 8
const MAX_FILES = 200_000
const OPENING_BYTES = 65_536

/** Every session below some places, newest first. What can't be listed or is no session is named. */
export function findFiles(places: readonly SessionPlace[], clients: readonly Client[]): FoundFiles {
  const found: FoundFiles = { files: [], troubles: [] }
  for (const place of places) walk(place.folder, place, clients, found, 0)
  found.files.sort((a, b) => b.changedAt - a.changedAt || (a.path < b.path ? -1 : 1))
  return found
}

function walk(
  folder: string,
  place: SessionPlace,
  clients: readonly Client[],
  found: FoundFiles,
  depth: number,
): void {
  let entries
  try {
    entries = readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    const isAbsent = depth === 0 && (error as NodeJS.ErrnoException).code === 'ENOENT'
    if (!isAbsent) found.troubles.push({ path: folder, why: errorText(error) })
    return
  }
  for (const entry of entries) {
    if (found.files.length >= MAX_FILES) return
    const file = path.join(folder, entry.name)
    // A link may lead anywhere, also back.
    if (entry.isSymbolicLink()) continue
    if (entry.isDirectory()) {
      if (isGathered(place, clients)) takeFolder(file, place, found)
      else if (depth < MAX_DEPTH) walk(file, place, clients, found, depth + 1)
    } else if (/\.jsonl?$/.test(entry.name)) takeFile(file, place, clients, found)
  }
}

/** A session of this client is a folder of files. */
const isGathered = ({ agent }: SessionPlace, clients: readonly Client[]): boolean =>
  agent !== null && clients.some((one) => one.agent.id === agent && one.reader.gather !== undefined)

function takeFolder(
  folder: string,
  { agent }: SessionPlace,
  { files, troubles }: FoundFiles,
): void {
  try {
    const stats = readdirSync(folder).map((name) => statSync(path.join(folder, name)))
    if (stats.length === 0) return
    const size = stats.reduce((sum, one) => sum + one.size, 0)
    const changedAt = Math.trunc(Math.max(...stats.map(({ mtimeMs }) => mtimeMs)))
    files.push({ path: folder, agent: agent!, size, changedAt, from: null })
  } catch (error) {
    troubles.push({ path: folder, why: errorText(error) })
  }
}

function takeFile(
  file: string,
  place: SessionPlace,
  clients: readonly Client[],
  { files, troubles }: FoundFiles,
): void {
  try {
    const { size, mtimeMs, opening } = readOpening(file)
    const agent = whoseIs(opening, place, clients)
    const from = place.agent === null ? place.folder : null
    if (agent !== null) {
      files.push({ path: file, agent, size, changedAt: Math.trunc(mtimeMs), from })
    } else if (file.endsWith('.jsonl') || place.agent === null) {
      const why = opening.trim() === '' ? 'it is empty' : 'it is no transcript that we know'
      troubles.push({ path: file, why })
    }
  } catch (error) {
    troubles.push({ path: file, why: errorText(error) })
  }
}

function whoseIs(
  opening: string,
  { agent }: SessionPlace,
  clients: readonly Client[],
): string | null {
  const mayBe = agent === null ? clients : clients.filter((one) => one.agent.id === agent)
  return mayBe.find(({ reader }) => reader.recognises(opening))?.agent.id ?? null
}

/** A FIFO would wait for its writer, and a device never ends. */
export function readOpening(file: string): { size: number; mtimeMs: number; opening: string } {
  const opened = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const stat = fstatSync(opened)
    if (!stat.isFile()) throw new Error('it is no regular file')
    const bytes = Buffer.alloc(OPENING_BYTES)
    const opening = bytes.toString('utf8', 0, readSync(opened, bytes, 0, OPENING_BYTES, 0))
    return { size: stat.size, mtimeMs: stat.mtimeMs, opening }
  } finally {
    closeSync(opened)
  }
}
