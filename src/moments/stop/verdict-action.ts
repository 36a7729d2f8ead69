import type { Config } from '../../schema/config.js'
import type { Action } from '../../schema/action.js'
import type { TurnEnd } from '../../schema/session-state.js'
import { attributed, quoted, toFeedback } from './feedback.js'
import type { Judgement } from './verdict.js'

export interface VerdictAction {
  proposal: Action
  /** How the turn stands if nothing is pushed. */
  end: TurnEnd
  /** What the user is told if the push has no budget left. */
  letThrough?: Action
}

/** What follows from a judgement: the verdict table, top to bottom. */
export function toVerdictAction(judgement: Judgement, verdictId: string): VerdictAction {
  const { complete, severity, missing, nextActions, requiresHumanAction } = judgement
  if (judgement.objection !== undefined) return showObjection(judgement.objection, severity)
  if (severity === 'BLOCKER') return push(judgement, verdictId)
  if (complete === true) return toast('success', 'Looks done', 'reflected')
  if (complete === null)
    return { proposal: { kind: 'none', reason: 'abstained' }, end: 'reflected' }
  const needed = attributed(missing[0] ?? judgement.reason, judgement)
  if (requiresHumanAction) return toast('warning', `Action needed: ${needed}`, 'waiting')
  const isOver = severity === 'NONE' && missing.length + nextActions.length === 0
  return isOver ? toast('info', 'Awaiting user input', 'waiting') : push(judgement, verdictId)
}

/** A judge objects and points at nothing: the agent goes on, and the person reads it. */
function showObjection(words: string, severity: Judgement['severity']): VerdictAction {
  const weight = severity === 'NONE' ? '' : ` (${severity})`
  const said = words === '' ? '' : `: ${quoted(words)}`
  const text = `A judge objects${weight}, and points at nothing${said}`
  return severity === 'BLOCKER'
    ? { proposal: { kind: 'error', text }, end: 'reflected' }
    : toast(severity === 'HIGH' ? 'warning' : 'info', text, 'reflected')
}

/** What of it the user wants to see; a push is not meant for the user and always goes. */
export function showOnly(action: VerdictAction, toasts: Config['stop']['toasts']): VerdictAction {
  const { letThrough } = action
  const shownThrough = letThrough === undefined ? {} : { letThrough: shown(letThrough, toasts) }
  return { ...action, proposal: shown(action.proposal, toasts), ...shownThrough }
}

function shown(action: Action, toasts: Config['stop']['toasts']): Action {
  if (action.kind !== 'toast' && action.kind !== 'error') return action
  const isProblem =
    action.kind === 'error' || action.level === 'warning' || action.level === 'error'
  const isShown = toasts === 'all' || (toasts === 'problems' && isProblem)
  return isShown ? action : { kind: 'none', reason: 'not_shown' }
}

const toast = (
  level: 'info' | 'success' | 'warning',
  text: string,
  end: TurnEnd,
): VerdictAction => ({ proposal: { kind: 'toast', level, text }, end })

function push(judgement: Judgement, verdictId: string): VerdictAction {
  const sharpest = judgement.red.find(({ counts }) => counts)
  const gate = sharpest?.gate ?? 'model'
  const stillRed = attributed(sharpest?.fact ?? judgement.reason, judgement)
  return {
    proposal: {
      kind: 'continue',
      text: toFeedback(judgement),
      metadata: { source: 'reflectory', moment: 'stop', verdict_id: verdictId, gate },
    },
    end: 'reflected',
    letThrough: {
      kind: 'toast',
      level: 'warning',
      text: `Still red, and called done: ${stillRed}`,
    },
  }
}
