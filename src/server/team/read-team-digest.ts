import { endedLine } from '../../digest/read-digest.js'
import type { TeamDigest } from '../../schema/api/team.js'
import type { Episode } from '../../schema/episode.js'
import type { Place, Store } from '../../store.js'
import { count } from '../../util/count.js'
import { oneLine } from '../../util/one-line.js'

const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS
const MAX_LINES = 8
const MAX_CHARS = 160
const PAGE = 200
/** Of a week with more, the newest. */
const MAX_EPISODES = 4000

/** The week that began on a Monday; null when nothing of it was sent. */
export async function readTeamDigest(store: Store, week: string): Promise<TeamDigest | null> {
  const since = `${week}T00:00:00.000Z`
  const before = new Date(Date.parse(since) + WEEK_MS).toISOString()
  const ended = (state: string) => store.count('session_outcome', { state, since, before })
  const outcomes = {
    completed: await ended('completed'),
    failed: await ended('failed'),
    waiting: await ended('waiting'),
    aborted: await ended('aborted'),
    unknown: await ended('unknown'),
  }
  const episodes = await readEpisodes(store, { since, before })
  const sessions = Object.values(outcomes).reduce((sum, one) => sum + one, 0)
  if (sessions + episodes.length === 0) return null
  const sections = [
    { title: 'What was done', lines: [endedLine(outcomes)] },
    { title: 'What went red', lines: redLines(episodes) },
    { title: 'What made it green', lines: greenLines(episodes) },
  ]
  return { week, sections: sections.filter(({ lines }) => lines.length > 0) }
}

async function readEpisodes(
  store: Store,
  span: { since: string; before: string },
): Promise<Episode[]> {
  const episodes: Episode[] = []
  let beyond: Place | undefined
  do {
    const query = { ...span, limit: PAGE }
    const page = await store.page('episode', beyond === undefined ? query : { ...query, beyond })
    episodes.push(...page.rows)
    beyond = page.next ?? undefined
  } while (beyond !== undefined && episodes.length < MAX_EPISODES)
  return episodes
}

/** Most often first. */
const redLines = (episodes: readonly Episode[]): string[] =>
  mostFirst(episodes, ({ check }) => check).map(([check, all]) => {
    const green = all.filter(({ state }) => state === 'resolved').length
    return `${oneLine(check, MAX_CHARS / 2)}: ${count(all.length, 'time')}, ${green} made green`
  })

const greenLines = (episodes: readonly Episode[]): string[] =>
  mostFirst(
    episodes.filter(({ resolvedBy }) => (resolvedBy?.files.length ?? 0) > 0),
    ({ key }) => key,
  ).map(([, all]) => {
    const files = new Set(all.flatMap(({ resolvedBy }) => resolvedBy!.files))
    return oneLine(`${oneLine(all[0]!.check, MAX_CHARS / 2)}: ${[...files].join(', ')}`, MAX_CHARS)
  })

function mostFirst(
  episodes: readonly Episode[],
  keyOf: (episode: Episode) => string,
): [key: string, episodes: Episode[]][] {
  const groups = new Map<string, Episode[]>()
  for (const episode of episodes) {
    const key = keyOf(episode)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [episode])
    else group.push(episode)
  }
  return [...groups].sort(([, a], [, b]) => b.length - a.length).slice(0, MAX_LINES)
}
