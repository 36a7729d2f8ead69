import type { TeamRowKind } from '../schema/api/team.js'
import type { Config } from '../schema/config.js'
import type { Episode } from '../schema/episode.js'
import type { RecordOf } from '../schema/records.js'
import type { SelfLine } from '../schema/self-line.js'
import type { SessionOutcome } from '../schema/session-outcome.js'
import { sayLine } from '../self/say-line.js'
import { isReceived, withoutChange } from './receive-episode.js'

export type Share = Config['team']['share']

/**
 * A record as it leaves this machine; null for one that stays. `records` lets facts go: names of files,
 * checks, tests and commits. What a person wrote, a model said or a program printed needs `messages`.
 */
export function toSharedRow<K extends TeamRowKind>(
  kind: K,
  record: RecordOf<K>,
  share: Share,
): RecordOf<K> | null {
  const shared = SHARED[kind] as (record: RecordOf<K>, share: Share) => RecordOf<K> | null
  return shared(record, share)
}

type Shared = { [K in TeamRowKind]: (record: RecordOf<K>, share: Share) => RecordOf<K> | null }

const SHARED: Shared = {
  episode: (episode, share) =>
    episode.state === 'open' || isReceived(episode)
      ? null
      : {
          ...episode,
          error: share === 'messages' ? episode.error : withoutText(episode.error),
          resolvedBy: withoutChanges(episode.resolvedBy),
        },
  session_outcome: (outcome, share) => ({
    ...outcome,
    // A path of this machine.
    project: '',
    reason: share === 'messages' || isFact(outcome) ? outcome.reason : '',
  }),
  demand: (demand, share) => (share === 'messages' ? demand : null),
  self_line: (line) => (line.state === 'current' ? ofTheTeam(line) : null),
}

/** What was measured, without a person's word on it; null for what only means something here. */
function ofTheTeam(line: SelfLine): SelfLine | null {
  const { measure } = line
  const statement = measure === null ? null : sayLine({ ...line, measure })
  if (statement === null) return null
  return { ...line, statement, pinned: false, correction: null, evidence: [] }
}

/** Whether the team may have had this record, and has to lose it. */
export const isWithdrawn = <K extends TeamRowKind>(kind: K, record: RecordOf<K>): boolean =>
  kind === 'self_line' && ['replaced', 'corrected', 'deleted'].includes((record as SelfLine).state)

const withoutChanges = (resolvedBy: Episode['resolvedBy']): Episode['resolvedBy'] =>
  resolvedBy === null ? null : { ...resolvedBy, hunks: resolvedBy.hunks.map(withoutChange) }

const withoutText = (error: Episode['error']): Episode['error'] =>
  error === null ? null : { ...error, message: null }

/** Its reason names a check or a commit, and quotes no one. */
const isFact = ({ basis }: SessionOutcome): boolean =>
  basis === 'own_check' || basis === 'recorded_checks' || basis === 'later_fix'
