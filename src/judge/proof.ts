import { weighDemands } from '../read/demands/weigh-demands.js'
import { isReport } from '../read/prose/is-report.js'
import { splitClauses } from '../read/prose/split-clauses.js'
import { splitMessage } from '../read/prose/split-message.js'
import { wordsOf } from '../read/prose/words.js'
import { mayBeEditedSince, placeOf } from '../read/ledger/order.js'
import { sayRun } from '../read/ledger/say-run.js'
import { covers } from '../read/shell/covers.js'
import { isCheckFile } from '../read/weakened/changes/file-role.js'
import { quoteFact } from '../safety/fence.js'
import type { JudgedDemand, StatedDemand } from '../schema/demand.js'
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
  // Words answer a question; where something was changed, it was more than one.
  const isChanged = evidence.edits.some(({ turn }) => turn === evidence.request.total)
  if (isChanged && current.every(({ kind }) => kind === 'answer' || kind === 'plan'))
    return 'an order that evidence can show'
  const orders = { ...world, demands: current }
  const fixed = findFixed(orders)
  const open = weighOrders(orders).findIndex(
    ({ status }, index) =>
      status !== 'met' || (current[index] !== fixed?.order && !isShown(current[index]!, fixed)),
  )
  if (open === -1) return isGreen(world) ? null : 'a green test run after the last edit'
  const { kind, sentence } = current[open]!
  if (kind !== 'change') return `evidence of ${quoteFact(sentence)}`
  return isGreen(world)
    ? `a test that fails without it: ${quoteFact(sentence)}`
    : `a green test of ${quoteFact(sentence)} after the last edit`
}

type Orders = Pick<Proving, 'evidence' | 'demands' | 'findTask'>

/** What the evidence says of each demand. A test that went from red to green shows the one change that is asked for. */
export function weighOrders(world: Orders): JudgedDemand[] {
  const { demands, evidence } = world
  const fixed = findFixed(world)
  return weighDemands(demands, evidence).map((one, at) =>
    demands[at] === fixed?.order && one.status !== 'not_met'
      ? { ...one, status: 'met', evidence: fixed!.shown }
      : one,
  )
}

interface Fix {
  shown: string[]
  /** A test was written before it was red: it fails without the change. */
  isTested: boolean
}
type Fixed = Fix & { order: StatedDemand }

function findFixed(world: Orders): Fixed | null {
  const isChange = (one: StatedDemand): boolean =>
    one.kind === 'change' && isCurrent(one, world) && !isOfTests(one)
  const [order, ...others] = world.demands.filter(isChange)
  const fix = order === undefined || others.length > 0 ? null : findFix(world)
  return fix === null ? null : { order: order!, ...fix }
}

/** A test was red before this turn edited source, and a run that covers it is green on the final state. */
function findFix({ evidence, findTask }: Orders): Fix | null {
  const { commands, edits, request } = evidence
  const source = edits.filter(({ inert, file }) => !inert && !isCheckFile(file))
  const first = source.find(({ turn }) => turn === request.total)
  const last = edits.findLast(({ inert }) => !inert)
  if (first === undefined || last === undefined) return null
  const reds = commands.filter(
    (run) => run.kind === 'test' && run.result === 'failed' && placeOf(run) < placeOf(first),
  )
  for (const red of reds) {
    const green = commands.find(
      (run) =>
        run.result === 'passed' &&
        placeOf(run) > placeOf(last) &&
        covers(run, red, findTask) &&
        !mayBeEditedSince(run, evidence),
    )
    if (green === undefined) continue
    const tests = edits.filter(({ file, turn }) => turn === request.total && isCheckFile(file))
    const isTested = tests.some((edit) => placeOf(edit) < placeOf(red))
    return { shown: [sayRun(red), sayRun(green)], isTested }
  }
  return null
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

const isShown = (one: StatedDemand, fixed: Fixed | null): boolean =>
  one.kind !== 'change' ||
  (one.wants.length > 0 && one.wants.every(({ want }) => SHOWS.has(want))) ||
  (fixed?.isTested === true && isOfTests(one))

/** It asks for tests alone. */
const isOfTests = ({ wants }: StatedDemand): boolean =>
  wants.length > 0 && wants.every(({ want }) => want === 'tests')

const SHOWS: ReadonlySet<string> = new Set(['exists', 'gone', 'changed'])
const MIN_WORDS = 2
