/** Numbers that the report gives and the record does not, and a part of the tests called all of them. */
import { isWholeRecord } from '../../read/ledger/calls.js'
import { mayRunOthers } from '../../read/ledger/may-run-others.js'
import type { Stated } from '../../read/prose/read-stated.js'
import { narrowedBy } from '../../read/ledger/narrowed-run.js'
import { mayBeEditedSince } from '../../read/ledger/order.js'
import { mayBeOfSubagent } from '../../read/ledger/subagent-of.js'
import { wordSet } from '../../util/word-set.js'
import { sayRun } from '../../read/ledger/say-run.js'
import { isUncounted } from '../../read/ledger/test-counts.js'
import type { CommandRun, Evidence } from '../../schema/evidence.js'
import { unprintedFigure } from '../unprinted-figure.js'
import { toPoint } from '../point.js'
import type { Point } from '../point.js'
import type { World } from '../world.js'

export function findUnsourced(world: World, stated: Stated): Point[] {
  const { evidence } = world
  const found =
    miscounted(stated, evidence) ??
    calledWhole(stated, evidence) ??
    unprintedFigure(stated.figures, world)
  const missing = 'the number that was printed'
  const settle = 'Correct the number, or show the run that prints it.'
  return found === null
    ? []
    : [toPoint({ kind: 'unsourced', ...found, missing, settle, severity: 'MEDIUM' })]
}

type Found = Pick<Point, 'fact' | 'quote' | 'step'>

/** "All 57 tests pass" when 4 ran. */
function miscounted({ tests }: Stated, { commands, recent }: Evidence): Found | null {
  const runs = commands.filter(({ kind }) => kind === 'test')
  const last = runs.at(-1)
  // What a subagent or a server ran stands in no record of ours, and some runs say no number.
  const isCounted = !commands.some((run) => run.kind === 'gh' || isUncounted(run))
  if (last === undefined || !isCounted || mayBeOfSubagent(recent)) return null
  const latest = [...new Map(runs.map((run) => [run.key, run])).values()]
  const together = latest.reduce((sum, run) => sum + total(run), 0)
  // What a command printed before it was run again is no longer so.
  const claimed = tests.find((count) => count > together)
  if (claimed === undefined) return null
  const widest = latest.reduce((a, b) => (total(b) > total(a) ? b : a))
  return {
    fact: `You say that ${claimed} tests pass, but ${total(widest)} ran`,
    quote: `${widest.command} (step ${widest.step}): ${total(widest)} tests ran, not ${claimed}`,
    step: last.step,
  }
}

const total = ({ counts }: CommandRun): number =>
  counts === null ? 0 : counts.passed + counts.failed + counts.skipped

/** The report says that all of it ran, and every run since the last edit was told to run a part. */
function calledWhole(stated: Stated, evidence: Evidence): Found | null {
  const run = stated.whole.length === 0 ? null : onlyPart(evidence)
  const part = run === null ? null : narrowedBy(run)
  if (run === null || part === null) return null
  // One module may be all that there is, and is named in a list of all of them as well.
  const isTold = part.by === 'module' ? !stated.whole.includes('modules') : stated.names(part.name)
  if (isTold) return null
  const fact = 'You say that all of the tests were run, but only a part of them was'
  return { fact, quote: sayRun(run), step: run.step }
}

/** The one part that ran since the last edit; null where several may add up, or something else ran tests. */
function onlyPart(evidence: Evidence): CommandRun | null {
  const { commands } = evidence
  if (!isWholeRecord(evidence)) return null
  const since = commands.filter((run) => !mayBeEditedSince(run, evidence))
  // A whole run that was green before a small edit is no invention.
  if (commands.some(isWhole) || since.some(mayTest)) return null
  const runs = since.filter(({ kind }) => kind === 'test')
  const isOne = new Set(runs.map(({ key }) => key)).size === 1
  return isOne && runs.at(-1)!.result === 'passed' ? runs.at(-1)! : null
}

const isWhole = (run: CommandRun): boolean =>
  run.kind === 'test' && run.result !== 'failed' && narrowedBy(run) === null

const mayTest = (run: CommandRun): boolean => !RUNS_NO_OTHERS.has(run.kind) && mayRunOthers(run)

const RUNS_NO_OTHERS = wordSet('test lint typecheck format install')
