import type { Answer, Moment, MomentInput, MomentPorts } from '../../moment.js'
import { nothing } from '../../moment.js'
import { toStopFacts } from '../facts.js'
import { answerStop, toNote } from '../answer-stop.js'
import { byRules } from '../judged.js'
import { DUE_CHECK } from '../../../guard/due.js'
import { readDueChecks } from './due-checks.js'
import { sayOf } from './run-at-stop.js'

/**
 * What checks that ran in the background found, when the session is looked at for it. Whoever woke it
 * has run them; here is decided whether the agent hears of it.
 */
export const wokenChecks: Moment = { name: 'checks', passive: false, reflect: answerChecks }

const MAX_RUNS = 20

async function answerChecks(input: MomentInput, ports: MomentPorts): Promise<Answer> {
  const { due, session } = input
  const row = due.find(({ kind }) => kind === DUE_CHECK)
  const plan = row === undefined ? [] : readDueChecks(row, session.turn)
  if (plan.length === 0) return nothing('no_check_due')
  const { sessionId, turn } = session
  const runs = await ports.store.list('check_run', { sessionId, limit: MAX_RUNS })
  const notes: string[] = []
  for (const { check, demanded } of plan) {
    const run = runs.find(
      (one) => one.checkId === check && one.trigger === 'background' && one.turn === turn,
    )
    if (run === undefined) continue
    const said = await sayOf(run, { demanded }, input, ports.store)
    notes.push(...said.notes)
    if (said.push === null) continue
    return answerStop(byRules(said.push), toStopFacts(input.evidence), input, ports)
  }
  const ran = { ...nothing('checks_ran'), end: session.turnEnd }
  return notes.length === 0 ? ran : { ...ran, proposal: toNote(notes) }
}
