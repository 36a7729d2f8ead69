/** Numbers that the report gives and the record does not. */
import type { Stated } from '../../read/prose/read-stated.js'
import { mayBeOfSubagent } from '../../read/ledger/subagent-of.js'
import { isUncounted } from '../../read/ledger/test-counts.js'
import type { CommandRun, Evidence } from '../../schema/evidence.js'
import { unprintedFigure } from '../unprinted-figure.js'
import { toPoint } from '../point.js'
import type { Point } from '../point.js'
import type { World } from '../world.js'

export function findUnsourced(world: World, stated: Stated): Point[] {
  const { evidence } = world
  const found = miscounted(stated, evidence) ?? unprintedFigure(stated.figures, world)
  const missing = 'the number that was printed'
  const settle = 'Correct the number, or show the run that prints it.'
  return found === null
    ? []
    : [toPoint({ kind: 'unsourced', ...found, missing, settle, severity: 'MEDIUM' })]
}

/** "All 57 tests pass" when 4 ran. */
function miscounted(
  { tests }: Stated,
  { commands, recent }: Evidence,
): Pick<Point, 'fact' | 'quote' | 'step'> | null {
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
