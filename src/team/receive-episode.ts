import type { TrackedFiles } from '../read/repository/tracked-files.js'
import { isNumberedCode, standsWhole, verifyFacts } from '../memory/recall/verify-facts.js'
import { Episode } from '../schema/episode.js'
import type { Hunk } from '../schema/episode.js'
import { ShownName } from '../schema/shown-name.js'
import { notAhead } from './not-ahead.js'
import { isReceivedId, receivedId } from './received-id.js'
import { senderOf } from './sender-of.js'
import { verifySharedCommand } from './verify-shared-command.js'

export interface ReceiveTerms {
  tracked: TrackedFiles
  /** The name of a person of the team. */
  nameOf(person: string): string | undefined
  now: Date
}

type Resolution = NonNullable<Episode['resolvedBy']>

const MAX_CHARS = 50_000
/** A change to more than these teaches nothing that fits into a line. */
const MAX_NAMED = 20
/** A fingerprint has the form of one, with no room for a sentence. */
const KEY = /^(?:episode-|failure-)?[0-9a-z]{6,64}$/
const COMMIT = /^[0-9a-f]{7,64}$/

/** Whether an episode came from the team, and is not this machine's to send. */
export const isReceived = ({ sessionId }: Pick<Episode, 'sessionId'>): boolean =>
  isReceivedId(sessionId)

/**
 * An episode of another machine, as far as it is about this project: names that stand in its tracked
 * files, and commands that check. The rest is left out; null when what made it green is not all
 * of this project, because a part of it would tell something else.
 */
export async function receiveEpisode(
  row: unknown,
  { tracked, nameOf, now }: ReceiveTerms,
): Promise<Episode | null> {
  if ((JSON.stringify(row) ?? '').length > MAX_CHARS) return null
  const read = Episode.safeParse(row)
  if (!read.success || read.data.state === 'open' || !KEY.test(read.data.key)) return null
  // The server, not the row, says whose it is.
  const { member: _, ...episode } = notAhead('episode', read.data, now)
  const member = ShownName.safeParse(nameOf(senderOf(episode.id)))
  const { resolvedBy } = episode
  const facts = await verifyFacts(
    {
      key: episode.key,
      check: episode.check,
      tests: episode.tests,
      error: episode.error,
      sessions: 1,
      resolved: resolvedBy === null ? 0 : 1,
      fixes: resolvedBy === null ? [] : [{ ...resolvedBy, times: 1 }],
      inVain: episode.tried.flatMap(({ files }) => files),
    },
    tracked,
    episode.startedAt,
    standsWhole,
  )
  const resolved = resolvedBy === null ? null : await verifyResolution(resolvedBy, tracked)
  const check = await verifySharedCommand(episode.check, tracked)
  if (check === null || (resolvedBy !== null && resolved === null)) return null
  const { code } = facts.error
  const isCodeHere = code !== null && (isNumberedCode(code) || (await tracked.holds(code)))
  return {
    ...episode,
    ...(member.success ? { member: member.data } : {}),
    id: receivedId(episode.id),
    sessionId: receivedId(episode.sessionId),
    check,
    tests: facts.test === null ? [] : [facts.test],
    error:
      episode.error === null
        ? null
        : { ...episode.error, ...facts.error, code: isCodeHere ? code : null, message: null },
    tried: facts.inVain.length === 0 ? [] : [{ files: facts.inVain, symbols: [], commands: [] }],
    resolvedBy:
      resolved === null
        ? null
        : { ...resolved, hunks: (facts.fixes[0]?.hunks ?? []).map(withoutChange) },
  }
}

/** How much was changed and where; the lines themselves are another machine's. */
export const withoutChange = ({ file, line, removed, added, symbol }: Hunk): Hunk => ({
  file,
  line,
  removed,
  added,
  symbol,
})

async function verifyResolution(
  { files, commands, commit }: Resolution,
  tracked: TrackedFiles,
): Promise<Omit<Resolution, 'hunks'> | null> {
  if (files.length + commands.length > MAX_NAMED) return null
  const found = await Promise.all(files.map((file) => tracked.find(file)))
  const known = await Promise.all(commands.map((command) => verifySharedCommand(command, tracked)))
  if ([...found, ...known].includes(null)) return null
  return {
    files: found.filter((file) => file !== null),
    commands: known.filter((command) => command !== null),
    commit: commit !== null && COMMIT.test(commit) ? commit : null,
  }
}
