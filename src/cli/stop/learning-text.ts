import type { SessionLearning } from '../../memory/session-learning.js'
import type { SessionEpisode, SessionRecall } from '../../schema/api/session.js'
import { paint } from '../paint.js'
import { plain } from '../plain.js'

/** What went red in a session, and what it was told of earlier ones; nothing where neither happened. */
export function learningText({ episodes, recalls }: SessionLearning, colour: boolean): string[] {
  const { bold } = paint(colour)
  return [
    ...(episodes.length === 0 ? [] : [bold('went red'), ...episodes.map(episodeLine)]),
    ...(recalls.length === 0 ? [] : [bold('recalled'), ...recalls.map(recallLine)]),
  ]
}

const episodeLine = ({ check, red, ended }: SessionEpisode): string =>
  plain(`  ${check}${red === '' ? '' : ` at ${red}`}. ${ended}`)

const recallLine = ({ item, text, moment, because, arm }: SessionRecall): string =>
  plain(`  ${ARMS[arm]} ${MOMENTS[moment]} (${REASONS[because]}): ${item.kind} ${text ?? item.id}`)

const ARMS = { shown: 'shown', held_out: 'held out, to measure its effect,' } as const

const MOMENTS = {
  failed_check: 'when a check failed',
  prompt: 'at a prompt',
  session_start: 'at the start',
  sent_back: 'with a push',
  compaction: 'after a compaction',
  asked: 'when the agent asked',
} as const

const REASONS = {
  check: 'same check',
  test: 'same test',
  file: 'same file',
  error: 'same error',
  words: 'same words',
  always: 'always told',
} as const
