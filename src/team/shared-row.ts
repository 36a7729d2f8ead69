import type { TeamRowKind } from '../schema/api/team.js'
import type { Config } from '../schema/config.js'
import type { Episode } from '../schema/episode.js'
import type { RecordOf } from '../schema/records.js'
import type { SessionOutcome } from '../schema/session-outcome.js'
import { isReceived } from './receive-episode.js'

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
      : { ...episode, error: share === 'messages' ? episode.error : withoutText(episode.error) },
  session_outcome: (outcome, share) => ({
    ...outcome,
    // A path of this machine.
    project: '',
    reason: share === 'messages' || isFact(outcome) ? outcome.reason : '',
  }),
  demand: (demand, share) => (share === 'messages' ? demand : null),
}

const withoutText = (error: Episode['error']): Episode['error'] =>
  error === null ? null : { ...error, message: null }

/** Its reason names a check or a commit, and quotes no one. */
const isFact = ({ basis }: SessionOutcome): boolean =>
  basis === 'own_check' || basis === 'recorded_checks' || basis === 'later_fix'
