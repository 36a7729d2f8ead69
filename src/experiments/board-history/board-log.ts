import { runGit, type GitOptions } from '../../util/git.js'
import { isBoardFile } from './board-file.js'
import { BoardLedger, type BoardReading } from './board-ledger.js'
import { toSighting } from './board-sighting.js'
import { parseFrontMatter } from './front-matter.js'
import { isDone } from './task-row.js'
import { parseJson } from '../../util/parse-json.js'

/**
 * Follows the boards of a repository through its mainline, oldest commit first, from one `git log`
 * with patches: an added line of a JSONL file is a new sighting of its task, and so is a changed
 * status of a Markdown task. null outside a repository.
 */
export async function readBoardLog(
  git: GitOptions,
  boards: readonly string[],
): Promise<BoardReading | null> {
  const log = await runGit([...LOG_ARGS, '--', ...boards], {
    timeoutMs: MAX_LOG_MS,
    maxBytes: MAX_LOG_BYTES,
    ...git,
  })
  const partial = !log.ok && (log.failure === 'too-large' || log.failure === 'timeout')
  if (!log.ok && !partial) return null
  return { ...parseBoardLog(log.stdout.toString()), cut: partial }
}

/** Every file that a folder ever had; none outside a repository. */
export async function loggedFiles(git: GitOptions, place: string): Promise<string[]> {
  const names = ['log', '--first-parent', '-m', '--name-only', '--no-renames', '-z', '--format=']
  const log = await runGit([...names, '--', place], {
    timeoutMs: MAX_LOG_MS,
    maxBytes: MAX_LOG_BYTES,
    ...git,
  })
  return log.ok ? [...new Set(log.stdout.toString().split('\0'))].filter(Boolean) : []
}

const MAX_LOG_BYTES = 128 * 1024 * 1024
const MAX_LOG_MS = 600_000

const LOG_ARGS = [
  '-c',
  'core.quotePath=false',
  'log',
  '--reverse',
  '--first-parent',
  '-m',
  '-p',
  '-U0',
  '--text',
  '--no-renames',
  '--no-color',
  '--no-ext-diff',
  '--no-textconv',
  '--no-show-signature',
  '--src-prefix=a/',
  '--dst-prefix=b/',
  '--encoding=UTF-8',
  '--format=%x01%ct',
]

function parseBoardLog(text: string): BoardReading {
  const sightings = new BoardSightings()
  let inHunk = false
  for (const line of text.split('\n')) {
    if (line.startsWith('\u0001')) {
      sightings.endFile()
      sightings.time = Number(line.slice(1))
      inHunk = false
    } else if (line.startsWith('diff --git ')) {
      sightings.endFile()
      inHunk = false
    } else if (line.startsWith('@@ ')) {
      inHunk = true
    } else if (!inHunk && line.startsWith('+++ ')) {
      sightings.startFile(line.slice(4))
    } else if (inHunk && line.startsWith('+')) {
      sightings.addLine(line.slice(1))
    }
  }
  sightings.endFile()
  return sightings.finish()
}

class BoardSightings {
  time = 0
  readonly #ledger = new BoardLedger()
  readonly #formats = new Set<string>()
  /** Which task a Markdown file holds, from when it was added whole. */
  readonly #taskOfFile = new Map<string, Record<string, unknown>>()
  #file = ''
  #added: string[] = []
  #malformed = 0

  /** Git quotes odd names, and ends names that hold a space with a tab. */
  startFile(written: string): void {
    const name = written.replace(/\t$/, '').replace(/^"(.*)"$/, '$1')
    this.#file = isBoardFile(name) ? name : ''
  }

  addLine(line: string): void {
    if (this.#file.endsWith('.jsonl')) this.#seeLine(line)
    else if (this.#file.endsWith('.md') && this.#added.length < MAX_HEAD_LINES)
      this.#added.push(line.slice(0, MAX_HEAD_CHARS))
  }

  endFile(): void {
    if (this.#added.length > 0) this.#seeMarkdown(this.#added.join('\n'))
    this.#added = []
    this.#file = ''
  }

  finish(): BoardReading {
    const format = [...this.#formats].join(' and ') || 'no board'
    return this.#ledger.finish(`the git history of ${format}`, this.#malformed)
  }

  #seeLine(line: string): void {
    if (line.trim() === '') return
    const value = parseJson(line)
    if (value === undefined) this.#malformed++
    const sighting = toSighting(value)
    if (sighting === null) return
    this.#formats.add(sighting.format)
    this.#ledger.see(sighting.row, sighting.at ?? this.time)
  }

  #seeMarkdown(added: string): void {
    const whole = parseFrontMatter(added)
    if (whole !== null) this.#taskOfFile.set(this.#file, whole)
    const status = /^status:[ \t]*["']?([^\s"'](?:[^"'\n]*[^\s"'])?)["']?\s*$/m.exec(added)?.[1]
    const known = this.#taskOfFile.get(this.#file)
    if (status === undefined || known === undefined) return
    const fields = { ...known, status, updated_date: null }
    const sighting = toSighting(fields)
    if (sighting === null) return
    this.#formats.add('Backlog.md')
    this.#ledger.see({ ...sighting.row, done: isDone(status), updatedAt: null }, this.time)
  }
}

const MAX_HEAD_LINES = 400
const MAX_HEAD_CHARS = 1000
