import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { ReflectError } from '../../schema/error.js'
import type { GitOptions } from '../../util/git.js'
import { HistoryScan } from '../git-history/history-scan.js'
import { readGitLog } from '../git-history/read-git-log.js'
import { openLines } from '../read-lines.js'
import { assessBoardHistory, type BoardHistory } from './board-history.js'
import { isBoardFile } from './board-file.js'
import { BoardLedger, type BoardReading } from './board-ledger.js'
import { loggedFiles, readBoardLog } from './board-log.js'
import { toSighting } from './board-sighting.js'
import { parseFrontMatter } from './front-matter.js'
import { parseJson } from '../../util/parse-json.js'

/** Folders that are boards. */
const BOARD_FOLDERS: readonly string[] = ['.beads', '.openagents', 'backlog']
/** A board's file by its name; data/ also holds what is no board, and may be large. */
const BOARD_NAMES = ['tasks', 'board', 'backlog', 'issues']
/** Where boards lie in a project. */
const BOARDS: readonly string[] = [...BOARD_FOLDERS, ...BOARD_FOLDERS.map((name) => `data/${name}`)]

export interface ReadBoardOptions extends Omit<GitOptions, 'cwd'> {
  /** How many days after completion a signal still counts. @default 30 */
  readonly days?: number
}

/** P3 on an export, a board's file, a Backlog.md folder, or the git history of a project's boards. */
export async function readBoardHistory(
  target: string,
  { days, ...git }: ReadBoardOptions = {},
): Promise<BoardHistory> {
  const options = { source: target, ...(days === undefined ? {} : { days }) }
  const found = await stat(target).catch(() => null)
  if (found === null) {
    throw new ReflectError('not-found', `${target} does not exist`, {
      remedy: 'Name a task export, a board’s folder or a repository.',
    })
  }
  if (!found.isDirectory()) {
    return assessBoardHistory(await readBoardFile(target), options)
  }
  const boards = await boardsIn(target)
  const here = { ...git, cwd: target }
  const named = boards === BOARDS ? (await loggedFiles(here, 'data')).filter(isNamedBoard) : []
  const reading = await readBoardLog(here, [...boards, ...named])
  if (reading === null || reading.tasks.length === 0) {
    return assessBoardHistory(await readBoardFiles(target, boards), options)
  }
  const revertedAt = await findReverts({ ...git, cwd: target }, reading)
  return assessBoardHistory(reading, { ...options, revertedAt })
}

/** A JSON or JSONL file: a plain export, transitions, beads or OpenAgents tasks. */
export async function readBoardFile(file: string): Promise<BoardReading> {
  const ledger = new BoardLedger()
  const seen = file.endsWith('.json') ? await seeJson(ledger, file) : await seeLines(ledger, file)
  const malformed = seen.broken + seen.foreign
  if (seen.format === null && malformed > 0) throw noTasks(file)
  return ledger.finish(seen.format ?? 'an empty file', malformed)
}

interface Seen {
  format: string | null
  /** Rows that are no JSON. */
  broken: number
  /** Rows that are JSON, but no task. */
  foreign: number
}

async function seeJson(ledger: BoardLedger, file: string): Promise<Seen> {
  const { size } = await stat(file)
  if (size > MAX_JSON_BYTES) {
    throw new ReflectError('payload-too-large', `${file} is larger than 64 MiB`, {
      remedy: 'Export it as JSONL, one task per line; that is read as a stream.',
    })
  }
  const value = parseJson(await readFile(file, 'utf8'))
  if (value === undefined) return seeLines(ledger, file)
  const rows = listIn(value)
  if (rows === null) throw noTasks(file)
  return seeRows(ledger, rows)
}

const MAX_JSON_BYTES = 64 * 1024 * 1024

async function seeLines(ledger: BoardLedger, file: string): Promise<Seen> {
  const total: Seen = { format: null, broken: 0, foreign: 0 }
  for await (const batch of await openLines(file)) {
    const lines = batch.filter((line) => line.trim() !== '')
    const seen = seeRows(ledger, lines.map(parseJson))
    total.format ??= seen.format
    total.broken += seen.broken
    total.foreign += seen.foreign
  }
  return total
}

function seeRows(ledger: BoardLedger, rows: readonly unknown[]): Seen {
  const seen: Seen = { format: null, broken: 0, foreign: 0 }
  for (const value of rows) {
    const sighting = toSighting(value)
    if (sighting !== null) {
      seen.format ??= sighting.format
      ledger.see(sighting.row, sighting.at)
    } else if (value === undefined) seen.broken++
    else seen.foreign++
  }
  return seen
}

/** An array, or the one array in an object such as `{"tasks": […]}`. */
function listIn(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value
  if (typeof value !== 'object' || value === null) return null
  const lists = Object.values(value).filter((item) => Array.isArray(item))
  return lists.length === 1 ? (lists[0] ?? null) : null
}

/** The folders to look into: a project's boards, or the folder itself when it is one. */
async function boardsIn(folder: string): Promise<readonly string[]> {
  if (BOARD_FOLDERS.includes(path.basename(folder))) return ['.']
  const entries = new Set(await readdir(folder))
  // A board that was deleted is still in the history.
  if (!entries.has('tasks') || BOARD_FOLDERS.some((name) => entries.has(name))) return BOARDS
  return ['tasks', 'completed']
}

async function readBoardFiles(folder: string, boards: readonly string[]): Promise<BoardReading> {
  const ledger = new BoardLedger()
  const formats = new Set<string>()
  let malformed = 0
  for (const file of await filesBelow(folder, boards)) {
    const seen = file.endsWith('.jsonl')
      ? await seeLines(ledger, file)
      : seeMarkdown(ledger, await readFile(file, 'utf8'))
    if (seen.format !== null) formats.add(seen.format)
    // Rows of files beside the board are foreign by nature; only broken ones are a loss.
    malformed += seen.broken
  }
  if (formats.size === 0) throw noBoard(folder)
  return ledger.finish([...formats].join(' and '), malformed)
}

function seeMarkdown(ledger: BoardLedger, text: string): Seen {
  const seen = seeRows(ledger, [parseFrontMatter(text)])
  return { ...seen, format: seen.format === null ? null : 'Backlog.md' }
}

async function filesBelow(folder: string, boards: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const board of boards) {
    found.push(
      ...(await filesIn(folder, board)).filter((file) => isBoardFile(path.relative(folder, file))),
    )
  }
  if (boards !== BOARDS) return found.sort()
  const inData = await filesIn(folder, 'data')
  const named = inData.filter(isNamedBoard)
  return [...new Set([...found, ...named])].sort()
}

const isNamedBoard = (file: string): boolean =>
  file.endsWith('.jsonl') && BOARD_NAMES.some((start) => path.basename(file).startsWith(start))

async function filesIn(folder: string, place: string): Promise<string[]> {
  const entries = await readdir(path.join(folder, place), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
}

async function findReverts(
  git: GitOptions,
  reading: BoardReading,
): Promise<ReadonlyMap<string, number>> {
  if (reading.tasks.every((task) => task.commits.length === 0)) return new Map()
  const scan = new HistoryScan({ windowDays: 0 })
  await readGitLog(git, (commit) => scan.add(commit))
  const times = new Map<string, number>()
  for (const { original, repair, by } of scan.finish().signals) {
    if (by === 'revert' && original !== null) times.set(original.hash, repair.time)
  }
  return times
}

const noTasks = (file: string): ReflectError =>
  new ReflectError('payload-invalid', `${file} holds no tasks`, {
    remedy: 'A task has an id and a status; export an array of them, or one per line.',
  })

const noBoard = (folder: string): ReflectError =>
  new ReflectError('not-found', `there is no task board in ${folder}`, {
    remedy: 'Boards are looked for in .beads, .openagents, backlog and data; or name an export.',
  })
