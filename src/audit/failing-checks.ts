/** Checks that fail again and again: what went red in sessions comes in, one row a failure goes out. Pure. */
import { isNamed } from '../read/episodes/episode-key.js'
import { readableError } from '../read/output/readable-error.js'
import { redactText } from '../safety/redact.js'
import type { FailingCheck } from '../schema/api/check.js'
import type { AuditRed } from '../schema/audit.js'
import type { LedgerEpisode } from '../schema/evidence.js'
import { groupBy } from '../util/group-by.js'
import { onlyOne } from '../util/only-one.js'
import { oneLine } from '../util/one-line.js'

interface RedIn extends AuditRed {
  session: string
  project: string
  /** A later session saw it green. */
  isGreenSince?: boolean
}

const MIN_ATTEMPTS = 3
const MAX_HISTORY = 10
const MAX_CHECKS = 3

/** The same failure more than once: in several sessions, or often in one. */
export function failingChecks(all: readonly RedIn[]): FailingCheck[] {
  return [...groupBy(all, failureOf).values()]
    .map((same) => same.toSorted((a, b) => ((a.at ?? '') < (b.at ?? '') ? 1 : -1)))
    .filter((same) => same.length > 1 || same[0]!.attempts >= MIN_ATTEMPTS)
    .map((same) => ({
      check: [...new Set(same.map(({ check }) => check))].slice(0, MAX_CHECKS).join(', '),
      project: onlyOne(same.map(({ project }) => project)),
      error: subjectOf(same[0]!),
      times: same.reduce((times, { attempts }) => times + Math.max(1, attempts), 0),
      sessions: new Set(same.map(({ session }) => session)).size,
      green: [...new Set(same.flatMap(({ green }) => green ?? []))].slice(0, 3),
      isRedStill: same[0]!.state !== 'resolved' && same[0]!.isGreenSince !== true,
      history: same.slice(0, MAX_HISTORY).map(({ session, at, attempts, state }) => ({
        session,
        at,
        times: Math.max(1, attempts),
        isRedStill: state !== 'resolved',
      })),
    }))
    .sort((a, b) => b.sessions - a.sessions || b.times - a.times)
}

/** What has no name may be several things, in one session too: it is no one else's. */
const failureOf = (one: RedIn): string =>
  subjectOf(one) === null ? `${one.key} ${one.session}` : one.key

const subjectOf = ({ tests, error }: AuditRed): string | null =>
  tests.length > 0 ? tests.join(', ') : error

type RedEpisode = Omit<LedgerEpisode, 'lastRedAt'>

/** A check that went red, in words for a list. */
export function toRed(episode: RedEpisode): AuditRed {
  const { key, check, tests, attempts, state, endedAt, startedAt } = episode
  return {
    key,
    check: shown(check, 160),
    tests: tests.slice(0, 3).map((test) => shown(test, 120)),
    error: errorOf(episode),
    attempts,
    state,
    at: endedAt ?? startedAt,
    green: greenBy(episode),
  }
}

/** What names the failure. An error that names none is of one run, and the same key has others. */
function errorOf({ error, tests }: RedEpisode): string | null {
  if (error === null || !isNamed({ tests, error })) return null
  const { code, symbol, file } = error
  if (code !== null) return shown(`${code} ${symbol ?? file ?? ''}`.trim(), 160)
  const said = readableError(error) ?? error.class ?? ''
  // A message is kept in lower case, its symbol as it was.
  const at = symbol === null ? -1 : said.indexOf(symbol.toLowerCase())
  return shown(
    at === -1 ? said : said.slice(0, at) + symbol! + said.slice(at + symbol!.length),
    160,
  )
}

function greenBy({ resolvedBy }: RedEpisode): string | null {
  if (resolvedBy === null) return null
  const { files, commands } = resolvedBy
  return shown((files.length > 0 ? files : commands).slice(0, 3).join(', '), 200) || null
}

export const shown = (text: string, max: number): string => oneLine(redactText(text), max)
