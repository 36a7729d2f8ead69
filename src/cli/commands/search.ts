import { existsSync } from 'node:fs'
import path from 'node:path'
import { readProjectNote } from '../../config/project-note.js'
import { ReflectError } from '../../schema/error.js'
import { HitKind, SearchVerdict } from '../../schema/search.js'
import type { LogHit, LogHits } from '../../schema/search.js'
import type { Store } from '../../store.js'
import { count } from '../../util/count.js'
import { listProjectIds } from '../../wiring/list-projects.js'
import type { Workspace } from '../../wiring/workspace.js'
import { verb } from '../command.js'
import type { CliContext } from '../command.js'
import { shortId } from '../find-by-prefix.js'
import { eachProjectStore, workspaceOf } from '../opens.js'
import { paint } from '../paint.js'
import { plain } from '../plain.js'
import { progress } from '../progress.js'
import { relativeTime } from '../relative-time.js'
import { duration, flag, oneOf, readAs, several, text, whole } from '../takes.js'

const LINES_AT_ONCE = 250

export const command = verb({
  about: `
Looks in what people asked (request), what agents said at the end (closing), what they ran (command) and
changed (file), and what stood open at a stop (point). Best first; where more than 20,000 texts match, the
newest first. "Two words" in quotes stand together; a star at the end of a word matches its beginning.
Sessions that reflect audit --keep took over come after the others, and an agent is not shown them.
Records in PostgreSQL are not searched. An agent may search its own project, and no other.`,
  examples: `
  reflect search rate limit
  reflect search '"all tests pass"' --kind closing --verdict not_done
  reflect search cookie --file src/auth/session.ts --since 30d
  reflect search migration --all`,
  takes: {
    words: several('all of them have to be there'),
    kind: oneOf('<kind>', 'only in one kind of text', HitKind.options),
    agent: text('<client>', 'only in sessions of one client, e.g. claude-code'),
    project: text('<folder>', 'only in sessions of this work tree'),
    day: readAs(text('<day>', 'only on one day (UTC), e.g. 2030-01-31'), (day) => {
      if (day === undefined || /^\d{4}-\d{2}-\d{2}$/.test(day)) return day
      throw new ReflectError('usage', `--day is a day such as 2030-01-31, not "${day}"`)
    }),
    since: duration('only a recent period, e.g. 12h or 7d'),
    file: text('<path>', 'only in sessions that changed it; the end of its path is enough'),
    verdict: oneOf('<verdict>', 'only in sessions judged so', SearchVerdict.options),
    in: text('<folder>', 'in the records of another project'),
    all: flag('in the records of all your projects'),
    limit: whole('<count>', 'at most this many of each project', { to: 500 }, 20),
  },
  person: ({ all, in: other }) => all || other !== undefined,
  async run({ words, since, in: other, all, ...query }, context) {
    const search = {
      ...query,
      // What the shell kept together was meant to stand together.
      words: words
        .map((word) => (/\s/.test(word) && !word.includes('"') ? `"${word}"` : word))
        .join(' '),
      since:
        since === undefined ? undefined : new Date(context.now().getTime() - since).toISOString(),
      skip: 0,
    }
    const found: Found[] = []
    for (const { name, workspace } of await placesOf(context, other, all)) {
      await eachProjectStore(context, workspace, async (store) => {
        await takeIn(store, context)
        found.push({ project: name, ...(await store.searchLog(search)) })
      })
    }
    return { json: found, text: describe(found, context) }
  },
})

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

async function placesOf(
  context: CliContext,
  other: string | undefined,
  isAll: boolean,
): Promise<{ name: string; workspace: Workspace }[]> {
  const folder = other === undefined ? context.cwd : path.resolve(context.cwd, other)
  if (!existsSync(folder)) throw new ReflectError('not-found', `There is no folder ${folder}`)
  const workspace = await workspaceOf({ ...context, cwd: folder })
  if (!isAll) return [{ name: path.basename(workspace.root), workspace }]
  const stateRoot = path.dirname(workspace.stateDir)
  const anywhere = await workspaceOf({ ...context, cwd: context.home })
  return listProjectIds(stateRoot).map((id) => {
    const stateDir = path.join(stateRoot, id)
    const root = readProjectNote(stateDir)
    const name = root === null ? id : path.basename(root)
    // Each is listed by itself, so none is taken for another's.
    return { name, workspace: { ...anywhere, root: stateDir, stateDir } }
  })
}

function describe(found: readonly Found[], context: CliContext): string {
  const { bold, dim } = paint(context.colour)
  const withHits = found.filter(({ hits }) => hits.length > 0)
  if (withHits.length === 0) return 'Nothing has these words.'
  return withHits
    .map((one) =>
      [
        ...(found.length > 1 ? [bold(plain(one.project))] : []),
        ...one.hits.map((hit) => describeHit(hit, context)),
        dim(summaryOf(one)),
      ].join('\n'),
    )
    .join('\n\n')
}

function describeHit(
  { kind, sessionId, at, snippet }: LogHit,
  { colour, now }: CliContext,
): string {
  const { bold, dim } = paint(colour)
  const words = snippet.map((part, place) => {
    const text = plain(part.replaceAll(/\s+/g, ' '))
    return place % 2 === 1 ? bold(text) : text
  })
  const session = shortId(sessionId ?? 'unknown')
  const where = `${kind}, session ${session}, ${relativeTime(at, now())}`
  return `${words.join('').trim()}\n  ${dim(where)}`
}

function summaryOf({ taken, matches, isCapped }: Found): string {
  const shown = taken.toLocaleString('en')
  const all = matches.toLocaleString('en')
  if (isCapped) return `${shown} of more than ${all} texts with these words, the newest first`
  return taken < matches
    ? `${shown} of ${all} texts with these words; --limit shows more`
    : count(matches, 'text')
}
