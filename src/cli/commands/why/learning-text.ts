import type { SessionLearning } from '../../../memory/session-learning.js'
import type { SessionEpisode, SessionRecall } from '../../../schema/api/session.js'
import { paint } from '../../paint.js'
import { plain } from '../../plain.js'

/** What went red in a session, and what it was told of earlier ones; nothing where neither happened. */
export function learningText({ episodes, recalls }: SessionLearning, colour: boolean): string[] {
  const { bold } = paint(colour)
  return [
    ...(episodes.length === 0 ? [] : [bold('went red'), ...episodes.map(episodeLine)]),
    ...(recalls.length === 0 ? [] : [bold('recalled'), ...recalls.map(recallLine)]),
  ]
}

const episodeLine = ({ check, red, ended }: SessionEpisode): string =>
  plain(`  ${check}${red === '' ? '' : `: ${red.replace(/\.$/, '')}`}. ${ended}`)

const recallLine = ({ item, text, occasion, arm }: SessionRecall): string =>
  plain(`  ${ARMS[arm]} ${occasion}: ${item.kind}: ${text ?? item.id}`)

const ARMS = { shown: 'shown', held_out: 'held out, to measure its effect,' } as const
