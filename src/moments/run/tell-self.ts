import { openExposure } from '../../memory/exposures.js'
import { armOf } from '../../memory/holdout.js'
import type { RecordWrite } from '../../schema/records.js'
import { SELF_MODEL } from '../../self/build-lines.js'
import { chooseLines } from '../../self/choose-lines.js'
import { listTold } from '../../self/team-lines.js'
import type { Answer, Moment, MomentInput, MomentPorts } from '../moment.js'
import { nothing } from '../moment.js'
import { isFirstChance } from './first-chance.js'

/**
 * A session begins: where the user switched it on, the agent is told what is measured about it. It is
 * held out from some sessions, so that its effect can be counted like a lesson's.
 */
export const tellSelf: Moment = { name: 'self', passive: false, reflect: tell }

async function tell(input: MomentInput, { environment, store }: MomentPorts): Promise<Answer> {
  const { config, mode, session, now, earlier = [] } = input
  const isOurs = environment.parent !== null || session.parentSessionId !== null
  if (!config.self.inject || mode !== 'solo' || isOurs || !isFirstChance(input)) {
    return nothing('logged')
  }
  const text = chooseLines(await listTold(store))
  if (text === '') return nothing('nothing_to_tell')
  const { sessionId } = session
  const arm = armOf(SELF_MODEL, sessionId, config.lessons.holdout)
  const exposure = openExposure({
    lessonId: SELF_MODEL,
    sessionId,
    taskId: sessionId,
    turn: null,
    arm,
    attemptKey: sessionId,
    now,
  })
  const records: RecordWrite[] = [{ kind: 'exposure', record: exposure }]
  if (arm === 'held_out') return { ...nothing('held_out'), records }
  const isTold = earlier.some(({ proposal }) => proposal.kind === 'context')
  if (isTold) return { ...nothing('told'), rider: { text, records } }
  return { ...nothing('told'), proposal: { kind: 'context', text }, ifSent: records }
}
