/**
 * The project's own files, as git's index knows them: what a name from a tool's output is held
 * against before it is repeated. A root comes in, answers go out; git is asked when the first
 * question comes, and what can't be read holds nothing.
 */
import { constants, closeSync, fstatSync, openSync, readSync } from 'node:fs'
import path from 'node:path'
import { runGit } from '../../util/git.js'
import { parseJson } from '../../util/parse-json.js'
import { asRecord } from '../../util/loose-json.js'

export interface TrackedFiles {
  /** The one tracked file that the path means, from the root; null when there is none or several. */
  find(file: string): Promise<string | null>
  /** Whether a tracked file lies in the folder, which is given from the root. */
  hasFolder(folder: string): Promise<boolean>
  /** Whether the text stands in a tracked file; the named ones are looked into first, or alone, or for a whole line. */
  holds(
    text: string,
    files?: readonly string[],
    which?: 'first' | 'only' | 'line',
  ): Promise<boolean>
  /** The first commit since that time that put the lines into the file, under any of its names; null when none did. @default none */
  commitOf?(
    lines: readonly string[],
    names: readonly string[],
    since: string,
  ): Promise<string | null>
  /** The commit since that day that took the file away, and its new name if it was moved. @default none */
  whereTo?(file: string, since: string): Promise<{ commit: string; to: string | null } | null>
  /** The scripts and targets that the project declares, each with the lines that it runs. */
  scripts(): Promise<ReadonlyMap<string, string>>
  /** Lines of the checks that a person added for the project. @default none */
  checks?(): Promise<ReadonlySet<string>>
}

/** Where no repository can be asked: nothing is known to be the project's own. */
export const nothingTracked: TrackedFiles = {
  find: async () => null,
  hasFolder: async () => false,
  holds: async () => false,
  scripts: async () => new Map(),
}

const MAX_LIST_BYTES = 8 * 1024 * 1024
const MAX_FILE_BYTES = 512 * 1024
const TIMEOUT_MS = 1000
const MAX_TEXT = 200
/** A search is a process: of the same text one is enough. */
const MAX_SEARCHED = 5000

export function openTrackedFiles(root: string, signal?: AbortSignal): TrackedFiles {
  const options = { cwd: root, signal, timeoutMs: TIMEOUT_MS, maxBytes: MAX_LIST_BYTES }
  let listed: Promise<Listing> | null = null
  const list = (): Promise<Listing> => (listed ??= listFiles(options))
  const texts = new Map<string, string>()
  const searched = new Map<string, Promise<boolean>>()
  const read = (file: string): string => {
    const known = texts.get(file) ?? readText(path.join(root, file))
    texts.set(file, known)
    return known
  }
  return {
    find: async (file) => findIn(await list(), file, root),
    hasFolder: async (folder) => {
      const { paths } = await list()
      for (const file of paths) if (file.startsWith(`${folder}/`)) return true
      return false
    },
    async holds(text, files = [], which = 'first') {
      if (text.trim() === '' || text.length > MAX_TEXT || text.includes('\n')) return false
      const { paths } = await list()
      const named = files.filter((file) => paths.has(file)).map(read)
      if (which === 'line') return named.some((all) => hasLine(all, text))
      if (named.some((all) => all.includes(text))) return true
      if (which === 'only') return false
      // It ends at the first file that has it.
      const args = ['grep', '-I', '-q', '-F', '--max-depth', '-1', '-e', text]
      const known = searched.get(text) ?? runGit(args, options).then(({ ok }) => ok)
      if (searched.size < MAX_SEARCHED) searched.set(text, known)
      return known
    },
    commitOf: (lines, names, since) => findCommit(lines, names, { since, options }),
    whereTo: async (file, since) => {
      const gone = await findMove(fromRoot(file, root), { since, options })
      const isThere = gone?.to != null && (await list()).paths.has(gone.to)
      return gone === null || isThere ? gone : { ...gone, to: null }
    },
    async scripts() {
      const { paths } = await list()
      return new Map([
        ...(paths.has('package.json') ? linesOf(jsonOf(read('package.json'))['scripts']) : []),
        ...(paths.has('Makefile') ? makeTargets(read('Makefile')) : []),
        ...(paths.has('composer.json') ? linesOf(jsonOf(read('composer.json'))['scripts']) : []),
        ...(paths.has('deno.json') ? linesOf(jsonOf(read('deno.json'))['tasks']) : []),
      ])
    },
  }
}

const hasLine = (all: string, line: string): boolean =>
  all.includes(line) && all.split('\n').some((one) => one.trim() === line)

const LOG_MS = 400
const DAY_MS = 86_400_000

/** The oldest commit after which the file has all of them: the newest may be the one that undid it. */
async function findCommit(
  lines: readonly string[],
  names: readonly string[],
  { since, options }: { since: string; options: Parameters<typeof runGit>[1] },
): Promise<string | null> {
  const longest = lines.toSorted((a, b) => b.length - a.length)[0] ?? ''
  const from = new Date(since)
  if (longest === '' || Number.isNaN(from.getTime())) return null
  const bounded = { ...options, timeoutMs: LOG_MS, maxBytes: MAX_FILE_BYTES }
  const format = ['--format=%h', '--no-show-signature', '--no-ext-diff', '--no-textconv']
  // Among both its names git sees that a commit only moved the file.
  const search = [`--since=${from.toISOString()}`, '-M', `-S${longest}`, '--', ...names]
  const log = await runGit(['log', ...format, ...search], bounded)
  const commit = log.ok ? log.stdout.toString('utf8').trim().split('\n').at(-1)! : ''
  if (!/^[0-9a-f]{4,64}$/.test(commit)) return null
  for (const name of names) {
    const blob = await runGit(['cat-file', 'blob', `${commit}:./${name}`], bounded)
    const text = blob.ok ? blob.stdout.toString('utf8') : ''
    if (lines.every((line) => text.includes(line))) return commit
  }
  return null
}

/** The newest commit that deleted it; git is asked for renames of that one alone. */
async function findMove(
  file: string,
  { since, options }: { since: string; options: Parameters<typeof runGit>[1] },
): Promise<{ commit: string; to: string | null } | null> {
  const from = new Date(Date.parse(since) - DAY_MS)
  if (file.startsWith('../') || Number.isNaN(from.getTime())) return null
  const bounded = { ...options, timeoutMs: LOG_MS, maxBytes: MAX_FILE_BYTES }
  const search = [`--since=${from.toISOString()}`, '--diff-filter=D', '--no-renames', '--', file]
  const plain = ['--no-show-signature', '--no-ext-diff', '--no-textconv']
  const log = await runGit(['log', '-1', '--format=%h', ...plain, ...search], bounded)
  const commit = log.ok ? log.stdout.toString('utf8').trim() : ''
  if (!/^[0-9a-f]{4,64}$/.test(commit)) return null
  const renames = ['--format=', '--name-status', '-z', '-M', '--diff-filter=R']
  const shown = await runGit(['show', ...renames, ...plain, commit], bounded)
  const cells = shown.ok ? shown.stdout.toString('utf8').split('\0') : []
  const at = cells.findIndex((cell, index) => /^R\d+$/.test(cell) && cells[index + 1] === file)
  return { commit, to: at === -1 ? null : (cells[at + 2] ?? null) }
}

interface Listing {
  paths: ReadonlySet<string>
  byName: ReadonlyMap<string, readonly string[]>
}

async function listFiles(options: Parameters<typeof runGit>[1]): Promise<Listing> {
  const answer = await runGit(['ls-files', '-z'], options)
  const paths = answer.ok ? answer.stdout.toString('utf8').split('\0').filter(Boolean) : []
  const byName = new Map<string, string[]>()
  for (const file of paths) {
    const name = path.posix.basename(file)
    const named = byName.get(name)
    if (named === undefined) byName.set(name, [file])
    else named.push(file)
  }
  return { paths: new Set(paths), byName }
}

/** A path from the root, an absolute one, or one from a folder that names one file alone. */
function findIn({ paths, byName }: Listing, given: string, root: string): string | null {
  const file = fromRoot(given, root)
  if (paths.has(file)) return file
  if (file.startsWith('../')) return null
  const named = byName.get(path.posix.basename(file)) ?? []
  // Kept rows say `~` for the home: what stands behind it may end in a path from the root.
  const ends = named.filter((one) =>
    file.startsWith('~/') ? file.endsWith(`/${one}`) : one.endsWith(`/${file}`),
  )
  return ends.length === 1 ? ends[0]! : null
}

function fromRoot(given: string, root: string): string {
  const slashed = given.replaceAll('\\', '/')
  return path.posix.normalize(
    path.posix.isAbsolute(slashed) ? path.posix.relative(root, slashed) : slashed,
  )
}

/** The text of a plain file; a link is not followed, and a pipe is not waited for. */
function readText(file: string): string {
  try {
    const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
    const descriptor = openSync(file, flags)
    try {
      const { size } = fstatSync(descriptor)
      if (!fstatSync(descriptor).isFile()) return ''
      const bytes = Buffer.alloc(Math.min(size, MAX_FILE_BYTES))
      return bytes.toString('utf8', 0, readSync(descriptor, bytes, 0, bytes.length, 0))
    } finally {
      closeSync(descriptor)
    }
  } catch {
    return ''
  }
}

type Script = [name: string, lines: string]

const jsonOf = (text: string): Record<string, unknown> => asRecord(parseJson(text))

/** One line, or several in turn. */
const linesOf = (scripts: unknown): Script[] =>
  Object.entries(asRecord(scripts)).map(([name, line]) => [name, [line].flat().join('\n')])

/** A target's recipe; `@` and `-` before a line say how make tells of it. */
const makeTargets = (text: string): Script[] =>
  [...text.matchAll(/^([A-Za-z][\w.-]*):(?!=).*\n((?:\t.*\n?)*)/gm)].map(([, name, recipe]) => [
    name!,
    recipe!.replaceAll(/^\t[@-]*/gm, ''),
  ])
