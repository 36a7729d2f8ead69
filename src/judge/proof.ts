import { weighDemands } from '../read/demands/weigh-demands.js'
import { isReport } from '../read/prose/is-report.js'
import { splitClauses } from '../read/prose/split-clauses.js'
import { splitMessage } from '../read/prose/split-message.js'
import { wordsOf } from '../read/prose/words.js'
import { mayBeEditedSince, placeOf } from '../read/ledger/order.js'
import { covers } from '../read/shell/covers.js'
import { quoteFact } from '../safety/fence.js'
import type { Sentence } from '../schema/sentence.js'
import { isCurrent, isOnlyTold } from './world.js'
import type { World } from './world.js'

type Proving = Pick<World, 'evidence' | 'demands' | 'asked' | 'findTask'>

/**
 * The one thing that would prove it; null where nothing is missing. Each order needs evidence of its own: that a
 * thing is there shows that it was made, never that it works.
 */
export function wouldProve(world: Proving, sentences: readonly Sentence[]): string | null {
  const { evidence, demands } = world
  if (wordsOf(evidence.lastMessage ?? '').length < MIN_WORDS && !sentences.some(isReport))
    return 'a report of what was done'
  if (isOnlyTold(world)) return evidence.pending.length === 0 ? null : 'the calls that still run'
  const current = demands.filter((demand) => isCurrent(demand, { evidence }))
  if (current.length === 0 || !areAllRead(world, current)) return 'an order that evidence can show'
  const weighed = weighDemands(current, evidence)
  const isOneFix = current.filter(({ kind }) => kind === 'change').length === 1 && wasFixed(world)
  const open = weighed.findIndex(
    ({ status, kind }, index) =>
      !(isOneFix && kind === 'change') && (status !== 'met' || !isShown(current[index]!)),
  )
  if (open === -1) return isGreen(world) ? null : 'a green test run after the last edit'
  const { kind, sentence } = current[open]!
  if (kind !== 'change') return `evidence of ${quoteFact(sentence)}`
  return isGreen(world)
    ? `a test that fails without it: ${quoteFact(sentence)}`
    : `a green test of ${quoteFact(sentence)} after the last edit`
}

/** A test was red, source was edited, and a run that covers it is green on the final state. */
const wasFixed = ({ evidence, findTask }: Proving): boolean => {
  const { commands, edits } = evidence
  const last = edits.findLast(({ inert }) => !inert)
  return commands.some(
    (red) =>
      red.kind === 'test' &&
      red.result === 'failed' &&
      last !== undefined &&
      placeOf(red) < placeOf(last) &&
      commands.some(
        (green) =>
          green.result === 'passed' &&
          placeOf(green) > placeOf(last) &&
          covers(green, red, findTask) &&
          !mayBeEditedSince(green, evidence),
      ),
  )
}

/** Each clause of the request is of an order that was read: what was not may be the one that is not done. */
const areAllRead = ({ asked }: Proving, current: World['demands']): boolean =>
  splitMessage(asked)
    .flatMap(({ text, form }) => (form === 'code' ? [] : splitClauses(text)))
    .every(
      ({ text }) =>
        wordsOf(text).length < MIN_WORDS + 1 ||
        current.some(({ sentence }) => text.includes(sentence) || sentence.includes(text)),
    )

/** Nothing was edited, or tests passed since. */
export const isGreen = ({ evidence }: Proving): boolean =>
  evidence.lastEditStep === null ||
  evidence.commands.some(
    (run) => run.kind === 'test' && run.result === 'passed' && !mayBeEditedSince(run, evidence),
  )

const isShown = ({ kind, wants }: World['demands'][number]): boolean =>
  kind !== 'change' || (wants.length > 0 && wants.every(({ want }) => SHOWS.has(want)))

const SHOWS: ReadonlySet<string> = new Set(['exists', 'gone', 'changed'])
const MIN_WORDS = 2
