import { subjectsIn } from '../../../evidence/message/subjects.js'
import { wordFinder } from '../../../evidence/message/words.js'
import type { Gate, StopFacts } from '../gate.js'
import { onlyLooks } from '../substance.js'
import { isCheck } from '../../../read/shell/is-check.js'

/** A change was asked for, and the agent only read, thought or gave up. */
export const analysisOnly: Gate = {
  id: 'analysis_only',
  tier: 'note',
  yieldsToPerson: true,
  check(facts) {
    const { evidence, closing, basis } = facts
    const { flags } = evidence.request
    if (flags.readOnly !== null || flags.planOnly !== null) return null
    const asks = flags.change
    if (asks === null || evidence.edits.length > 0 || hasActed(facts)) return null
    if (closing.ask !== null && closing.ask.kind !== 'leave') return null
    if (basis === 'recorded' && !isCertain(facts, asks.message)) return null
    if (closing.sentences.some(({ text }) => saysNothingToDo(text))) return null
    return {
      fact: 'A change was asked for, but nothing was changed',
      quote: closing.refused?.text ?? asks.quote,
      severity: 'HIGH',
      missing: 'the change that was asked for',
      nextAction: 'Make the change.',
      requested: true,
    }
  },
}

/** The request of this turn asks for a change and for nothing that words alone could answer. */
const isCertain = ({ evidence, request, closing, demands }: StopFacts, message: number): boolean =>
  evidence.totals.toolCalls > 0 &&
  message === evidence.request.total &&
  closing.ask === null &&
  closing.refused === null &&
  !request.some(
    ({ label, text }) => label === 'answer' || label === 'plan' || /[?？]/.test(text),
  ) &&
  demands.some(
    ({ kind, state, probability, message: asked }) =>
      kind === 'change' && state === 'asked' && asked === message && probability >= SURE,
  )

/** Asked for a change, as far as such a thing can be read. */
const SURE = 0.9

/** Commands can change things too; only looking around can't. */
const hasActed = ({ evidence, asked }: StopFacts): boolean =>
  (evidence.repository?.filesChanged.length ?? 0) > 0 ||
  evidence.commands.some(
    (run) => (!isCheck(run) || isBuildAsked(asked)) && !onlyLooks(run.command),
  ) ||
  evidence.recent.some(
    (item) => item.kind === 'call' && (item.toolKind === 'subagent' || item.toolKind === 'other'),
  )

/** Asked to build, a build is what was asked for. */
const isBuildAsked = (asked: string): boolean => subjectsIn(asked).has('build')

const saysNothingToDo = (text: string): boolean =>
  findNothing(text).size > 0 ||
  /\bno (?:code )?changes?\b|\bnot a bug\b|\breproduce\b|\bworks as (?:intended|expected)\b/i.test(
    text,
  )

const findNothing = wordFinder({
  already: `already bereits schon ya déjà já già уже すでに 既に 已经 이미`,
  nothing: `nothing unnecessary nichts nada rien niente ничего 不要 不需要 필요없`,
})
