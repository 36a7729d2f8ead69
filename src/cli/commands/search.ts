import { existsSync } from 'node:fs'
import path from 'node:path'
import { readProjectNote } from '../../config/project-note.js'
import { ReflectError } from '../../schema/error.js'
import { HitKind, SearchVerdict } from '../../schema/search.js'
import type { LogHit, LogHits, LogSearch } from '../../schema/search.js'
import type { Store } from '../../store.js'
import { count } from '../../util/count.js'
import { oneLine } from '../../util/one-line.js'
import { listProjectIds } from '../../wiring/list-projects.js'
import { openWorkspace } from '../../wiring/workspace.js'
import type { Workspace } from '../../wiring/workspace.js'
import type { CliCommand, CliContext } from '../command.js'
import { paint } from '../paint.js'
import { parseDuration } from '../parse-duration.js'
import { plain } from '../plain.js'
import { progress } from '../progress.js'
import { relativeTime } from '../relative-time.js'
import { eachProjectStore } from '../with-project-stores.js'

const DEFAULT_LIMIT = 20
const MAX_LIMIT = 500
const SESSION_CHARS = 13
const LINES_AT_ONCE = 250

const KINDS = HitKind.options
const VERDICTS = SearchVerdict.options

export const command: CliCommand = {
  configure: (command) =>
    command
      .argument('<words...>', 'all of them have to be there')
      .option('--kind <kind>', `only in one kind of text: ${KINDS.join(', ')}`)
      .option('--agent <client>', 'only in sessions of one client, e.g. claude-code')
      .option('--project <folder>', 'only in sessions of this work tree')
      .option('--day <day>', 'only on one day (UTC), e.g. 2030-01-31')
      .option('--since <duration>', 'only a recent period, e.g. 12h or 7d')
      .option('--file <path>', 'only in sessions that changed it; the end of its path is enough')
      .option('--verdict <verdict>', `only in sessions judged so: ${VERDICTS.join(', ')}`)
      .option('--in <folder>', 'in the records of another project')
      .option('--all', 'in the records of all your projects')
      .option('--limit <count>', `at most this many of each project (default: ${DEFAULT_LIMIT})`)
      .addHelpText(
        'after',
        `
Looks in what people asked (request), what agents said at the end (closing), what they ran (command) and
changed (file), and what stood open at a stop (point). Best first; where more than 20,000 texts match, the
newest first. "Two words" in quotes stand together; a star at the end of a word matches its beginning.
Sessions that reflect audit --keep took over come after the others, and an agent is not shown them.
Records in PostgreSQL are not searched. An agent may search its own project, and no other.

Examples:
  reflect search rate limit
  reflect search '"all tests pass"' --kind closing --verdict not_done
  reflect search cookie --file src/auth/session.ts --since 30d
  reflect search migration --all`,
      ),

  validate: (_, options) => void readQuery([], options, new Date(0)),

  async run(context, words, options) {
    const query = readQuery(words, options, context.now())
    const found: Found[] = []
    for (const { name, workspace } of await placesOf(context, options)) {
      await eachProjectStore(context, workspace, async (store) => {
        await takeIn(store, context)
        found.push({ project: name, ...(await store.searchLog(query)) })
      })
    }
    context.print(context.json ? JSON.stringify(found, null, 2) : toText(found, context))
    return 0
  },
}

interface Found extends LogHits {
  project: string
}

/** All that the log has: the first search of a long one takes a while. */
async function takeIn(store: Store, context: CliContext): Promise<void> {
  const tell = progress(context, 'of the log are still to be taken in')
  for (let left = await store.indexLog(LINES_AT_ONCE); left > 0;) {
    tell(left)
    left = await store.indexLog(LINES_AT_ONCE)
  }
}

interface SearchPlace {
  name: string
  workspace: Workspace
}

async function placesOf(
  context: CliContext,
  options: Readonly<Record<string, unknown>>,
): Promise<SearchPlace[]> {
  const open = (cwd: string) => openWorkspace({ ...context, cwd, now: context.now() })
  const other = options['in'] as string | undefined
  const folder = other === undefined ? context.cwd : path.resolve(context.cwd, other)
  if (!existsSync(folder)) throw new ReflectError('not-found', `There is no folder ${folder}`)
  const workspace = await open(folder)
  if (options['all'] !== true) return [{ name: path.basename(workspace.root), workspace }]
  const stateRoot = path.dirname(workspace.stateDir)
  const anywhere = await open(context.home)
  return listProjectIds(stateRoot).map((id) => {
    const stateDir = path.join(stateRoot, id)
    const root = readProjectNote(stateDir)
    const name = root === null ? id : path.basename(root)
    // Each is listed by itself, so none is taken for another's.
    return { name, workspace: { ...anywhere, root: stateDir, stateDir } }
  })
}

function readQuery(
  words: readonly string[],
  options: Readonly<Record<string, unknown>>,
  now: Date,
): LogSearch {
  const { kind, agent, project, day, since, file, verdict, limit } = options as Record<
    string,
    string | undefined
  >
  if (day !== undefined && !/^\d{4}-\d{2}-\d{2}$/.test(day))
    throw new ReflectError('usage', `--day is a day such as 2030-01-31, not "${day}"`)
  return {
    // What the shell kept together was meant to stand together.
    words: words
      .map((word) => (/\s/.test(word) && !word.includes('"') ? `"${word}"` : word))
      .join(' '),
    kind: oneOf(KINDS, kind, '--kind'),
    verdict: oneOf(VERDICTS, verdict, '--verdict'),
    agent,
    project,
    day,
    file,
    since:
      since === undefined
        ? undefined
        : new Date(now.getTime() - parseDuration(since)).toISOString(),
    limit: readLimit(limit),
    skip: 0,
  }
}

function oneOf<T extends string>(
  known: readonly T[],
  text: string | undefined,
  option: string,
): T | undefined {
  const found = known.find((one) => one === text)
  if (text === undefined || found !== undefined) return found
  throw new ReflectError('usage', `${option} is one of ${known.join(', ')}, not "${text}"`)
}

function readLimit(text: string | undefined): number {
  const limit = Number(text ?? DEFAULT_LIMIT)
  if (Number.isSafeInteger(limit) && limit >= 1 && limit <= MAX_LIMIT) return limit
  throw new ReflectError('usage', `--limit is a whole number from 1 to ${MAX_LIMIT}, not "${text}"`)
}

function toText(found: readonly Found[], context: CliContext): string {
  const { bold, dim } = paint(context.colour)
  const withHits = found.filter(({ hits }) => hits.length > 0)
  if (withHits.length === 0) return 'Nothing has these words.'
  return withHits
    .map(({ project, hits, taken, matches, isCapped }) =>
      [
        ...(found.length > 1 ? [bold(plain(project))] : []),
        ...hits.map((hit) => hitText(hit, context)),
        dim(summaryOf(taken, matches, isCapped)),
      ].join('\n'),
    )
    .join('\n\n')
}

function hitText({ kind, sessionId, at, snippet }: LogHit, { colour, now }: CliContext): string {
  const { bold, dim } = paint(colour)
  const words = snippet.map((part, place) => {
    const text = plain(part.replaceAll(/\s+/g, ' '))
    return place % 2 === 1 ? bold(text) : text
  })
  const where = `${kind}, session ${oneLine(sessionId ?? 'unknown', SESSION_CHARS)}, ${relativeTime(at, now())}`
  return `${words.join('').trim()}\n  ${dim(where)}`
}

const summaryOf = (taken: number, matches: number, isCapped: boolean): string => {
  const shown = taken.toLocaleString('en')
  const all = matches.toLocaleString('en')
  if (isCapped) return `${shown} of more than ${all} texts with these words, the newest first`
  return taken < matches
    ? `${shown} of ${all} texts with these words; --limit shows more`
    : count(matches, 'text')
}
