/**
 * The verdict of an account: points come in, a judgement goes out. A point that is open and not accounted for is
 * a push; no point and evidence for each order is proven; all else is unproven, with what would prove it.
 */
import { toPerson } from '../../util/to-person.js'
import { quoteFact } from '../../safety/fence.js'
import type { Config } from '../../schema/config.js'
import type { JudgedGate } from '../../schema/judged-note.js'
import type { PointKind } from '../../schema/point-kind.js'
import { Severity } from '../../schema/verdict.js'
import { namesPerson } from '../../read/prose/find-ask.js'
import type { FoundAsk } from '../../read/prose/find-ask.js'
import type { FindTask } from '../../read/shell/covers.js'
import type { Sentence } from '../../schema/sentence.js'
import type { StopFacts } from './facts.js'
import { isForPerson, waitsSilently } from './reach-of-ask.js'
import { wouldProve } from '../../judge/proof.js'
import { isOnlyTold } from '../../judge/world.js'
import { isTalkTurn } from './talk-turn.js'

/** A point as a verdict bears it, with the sentence that it was read from, where it was read. */
export type RedGate = Omit<JudgedGate, 'read'> & { read?: Sentence | undefined }

export interface Judgement {
  /** null when the judge abstains. */
  complete: boolean | null
  severity: Severity
  /** What is missing, sharpest first: in our words, but for those in `judgeWords`. */
  missing: string[]
  nextActions: string[]
  /** Which of these, and of the reason, a model said: they are told as its words, never as ours. */
  judgeWords?: readonly string[]
  requiresHumanAction: boolean
  /** The words that ask for a person or a decision, or with which a person left it at that; data only. */
  waitsFor: string | null
  red: RedGate[]
  /** What a model objected without pointing at anything: its words, for the person alone. */
  objection?: string
  /** What a push would be about, whatever its words. @default its sharpest fact */
  about?: readonly string[]
  /** Why the judge came to this, one clause. */
  reason: string
}

export interface JudgeOptions {
  /** Kinds that lost their right to push. */
  demoted?: ReadonlySet<string>
  /** What the user says of single kinds; it wins over their record. */
  switches?: Config['stop']['gates']
}

/**
 * What follows from the points of an account, and from who has the next word. An agent that asks for leave to
 * do what can't be undone, or leaves the working tree, is not sent past the person, whatever else is open.
 */
export function judgePoints(facts: StopFacts, red: RedGate[], findTask: FindTask): Judgement {
  const counting = red.filter(({ counts }) => counts)
  const has = (kind: PointKind): boolean => counting.some(({ gate }) => gate === kind)
  const { ask, sentences } = facts.closing
  // A person said that it is enough: what is open stays so, unless it is stated as good now.
  if (isTalkTurn(facts) && !has('unbacked'))
    // No model is asked about it either: the person has the last word.
    return settled(
      red,
      facts.evidence.request.messages.at(-1)?.text ?? '',
      'nothing more was asked for, and nothing more was done',
      null,
    )
  if (ask !== null && asksPerson(ask, facts) && !has('unbacked')) return needsPerson(ask, red)
  // What was forbidden and done is told, whoever has the next word.
  if (!has('forbidden')) {
    if (ask !== null && (counting.length === 0 || isForPerson(facts)))
      return awaitsDecision(ask.sentence.text, red)
    if (counting.length > 0 && ask === null && waitsSilently(facts))
      return awaitsDecision(sentences.at(-1)!.text, red)
  }
  if (counting.length > 0) return incomplete(counting, red)
  if (red.length > 0) return unproven(red, red[0]!.fact)
  const proof = wouldProve({ ...facts, findTask }, sentences)
  return proof === null
    ? settled([], null, 'proven: each order has evidence of its own', true)
    : unproven(red, `what would prove it is ${proof}`)
}

/** What the agent can't get itself: a key, a login, a deed of the person. */
const asksPerson = (ask: FoundAsk, facts: StopFacts): boolean =>
  ask.kind === 'person' && namesPerson(ask.sentence.text) && !isOnlyTold(facts)

/** Nothing is sent back: what is open is only noted. */
export const settled = (
  red: RedGate[],
  waitsFor: string | null,
  reason: string,
  complete: boolean | null = false,
): Judgement => ({
  complete,
  severity: 'NONE',
  missing: [],
  nextActions: [],
  requiresHumanAction: false,
  waitsFor,
  red: red.map((gate) => ({ ...gate, counts: false })),
  reason,
})

const needsPerson = ({ sentence: { text } }: FoundAsk, red: RedGate[]): Judgement => ({
  ...settled(red, text, 'a person has to act first'),
  severity: 'LOW',
  missing: [quoteFact(text)],
  requiresHumanAction: true,
})

const awaitsDecision = (text: string, red: RedGate[]): Judgement =>
  settled(red, text, 'it asks for a decision that only the user can make')

const unproven = (red: RedGate[], why: string): Judgement =>
  settled(red, null, `unproven: ${why}`, null)

export const incomplete = (counting: RedGate[], red: RedGate[]): Judgement => ({
  ...settled([], null, toPerson(counting[0]!.fact)),
  severity: highest(counting.map(({ severity }) => severity)),
  missing: [...new Set(counting.map(({ missing }) => missing))],
  nextActions: [...new Set(counting.map(({ nextAction }) => nextAction))],
  red,
})

export const highest = (severities: readonly Severity[]): Severity =>
  Severity.options.findLast((one) => severities.includes(one)) ?? 'NONE'
