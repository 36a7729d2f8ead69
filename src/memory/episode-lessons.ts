/**
 * What the episodes of one key add up to: one lesson, however many sessions met the failure. Episodes
 * come in, the row of their lesson goes out; null when it would say nothing that helps.
 */
import { isNamed } from '../read/episodes/episode-key.js'
import { saidBy, saysOtherwise } from '../read/episodes/failure-names.js'
import type { Episode } from '../schema/episode.js'
import type { LessonFacts, LessonFix, LessonRow } from '../schema/lesson.js'
import { compareText } from '../util/compare-text.js'
import { describeFacts } from './recall/describe-facts.js'
import { factsLessonId, filesOfFacts } from './recall/lesson-items.js'
import { unverified } from './recall/verify-facts.js'

const MAX_FIXES = 3
const MAX_FILES = 10
const MAX_SIGHTINGS = 50

/** `episodes` share one key; `known` is the lesson that stands for it already. */
export function lessonOfEpisodes(
  episodes: readonly Episode[],
  known: LessonRow | null,
  now: string,
): LessonRow | null {
  const all = episodes.toSorted((a, b) => compareText(a.startedAt, b.startedAt))
  const last = all.at(-1)
  if (last === undefined || !isNamed(last)) return null
  const ordered = all.filter((one) => failedAlike(one, last))
  const first = ordered[0]!
  const facts = factsOf(ordered)
  const analysis = describeFacts(unverified(facts))
  if (analysis === '') return null
  const id = factsLessonId(facts.key)
  const place = { taskId: last.sessionId, subtaskId: last.sessionId, attemptNumber: 1 }
  return {
    id,
    lesson: {
      id,
      sessionId: last.sessionId,
      ...place,
      category: 'root_cause',
      analysis,
      suggestion: '',
      actionItems: [],
      confidence: confidenceOf(facts),
      createdAt: now,
    },
    state: known?.state ?? 'active',
    stateReason: known?.stateReason ?? null,
    pinned: known?.pinned ?? false,
    tainted: false,
    transient: false,
    fingerprint: facts.key,
    reinforced: Math.max(0, facts.sessions - 1),
    madeBy: 'episode',
    adjusted: [],
    files: filesOfFacts(facts).slice(0, MAX_SIGHTINGS),
    seenIn: ordered
      .toReversed()
      .slice(0, MAX_SIGHTINGS)
      .map(({ sessionId, startedAt, member }) => ({
        sessionId,
        taskId: sessionId,
        subtaskId: sessionId,
        attemptNumber: 1,
        at: startedAt,
        ...(member === undefined ? {} : { member }),
      })),
    source: null,
    firstSeenAt: first.startedAt,
    facts,
  }
}

const failedAlike = (one: Episode, last: Episode): boolean =>
  last.tests.length === 0 || !saysOtherwise(saidBy(one.error), saidBy(last.error))

function factsOf(episodes: readonly Episode[]): LessonFacts {
  const last = episodes.at(-1)!
  const resolved = episodes.filter(({ state }) => state === 'resolved')
  return {
    key: last.key,
    check: last.check,
    ...(episodes.some(({ check }) => check !== last.check) ? { mixed: true as const } : {}),
    tests: [...new Set(episodes.toReversed().flatMap(({ tests }) => tests))].slice(0, 5),
    error: episodes.findLast(({ error }) => error !== null)?.error ?? null,
    sessions: new Set(episodes.map(({ sessionId }) => sessionId)).size,
    resolved: resolved.length,
    fixes: fixesOf(resolved),
    inVain: inVainOf(episodes),
  }
}

/** The same files, or the same commands, are one way; what worked last breaks a tie. */
function fixesOf(resolved: readonly Episode[]): LessonFix[] {
  const ways = new Map<string, LessonFix>()
  for (const { resolvedBy, startedAt: at } of resolved) {
    if (resolvedBy === null) continue
    const { files, hunks, commands, again, gone } = resolvedBy
    // What was changed is not known: that it became green tells nothing.
    if (files.length + commands.length === 0 && again !== true) continue
    const way = JSON.stringify([files.toSorted(), commands.toSorted(), gone])
    const times = (ways.get(way)?.times ?? 0) + 1
    ways.delete(way)
    ways.set(way, {
      files,
      hunks,
      commands,
      at,
      times,
      ...(again === true ? { again } : {}),
      ...(gone === true ? { gone } : {}),
    })
  }
  return [...ways.values()]
    .toReversed()
    .toSorted((a, b) => b.times - a.times)
    .slice(0, MAX_FIXES)
}

function inVainOf(episodes: readonly Episode[]): string[] {
  const worked = new Set(episodes.flatMap(({ resolvedBy }) => resolvedBy?.files ?? []))
  // What ended a failure that was gone is not known: it may have been one of them.
  const tried = episodes
    .filter(({ state, resolvedBy }) => state === 'resolved' || resolvedBy === null)
    .flatMap((episode) => episode.tried.flatMap(({ files }) => files))
  return [...new Set(tried.filter((file) => !worked.has(file)))].slice(0, MAX_FILES)
}

/** How often the way that is named worked, of the sessions that met it; others may name one twice. */
const confidenceOf = ({ sessions, fixes }: LessonFacts): number =>
  Math.min(1, Math.round((((fixes[0]?.times ?? 0) + 0.5) / (sessions + 1)) * 100) / 100)
