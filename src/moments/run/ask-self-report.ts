import type { Answer, Moment, MomentInput, MomentPorts } from '../moment.js'
import { nothing } from '../moment.js'
import { isFirstChance } from './first-chance.js'
import { SELF_REPORT_REQUEST } from './self-report-line.js'

/**
 * A session begins: where the user switched it on, the agent is asked for its self-report. A client
 * that takes nothing then is told with the first prompt.
 */
export const askSelfReport: Moment = { name: 'ask-self-report', passive: false, reflect: ask }

async function ask(input: MomentInput, { environment }: MomentPorts): Promise<Answer> {
  const { config, mode, session, earlier = [] } = input
  const isAsked = config.run.enabled && config.run.askSelfReport && mode === 'solo'
  const isOurs = environment.parent !== null || session.parentSessionId !== null
  if (!isAsked || isOurs || !isFirstChance(input)) return nothing('logged')
  const text = SELF_REPORT_REQUEST
  const isTold = earlier.some(({ proposal }) => proposal.kind === 'context')
  if (isTold) return { ...nothing('asked'), rider: { text, records: [] } }
  return { ...nothing('asked'), proposal: { kind: 'context', text } }
}
