/**
 * Holds claims against the ledger and the repository. A claim is contradicted only by a fact that
 * can be quoted; where the evidence is silent it is unsupported, and that is no reproach.
 */
import type { Claim } from '../../schema/claim.js'
import type { CommandKind, CommandRun, Ledger, RepositoryFacts } from '../../schema/evidence.js'
import { readCounts } from '../message/counts.js'
import { pathInProject } from '../path-in-project.js'
import { readRuns } from '../../read/shell/read-runs.js'
import type { FinishedCommand } from '../../read/shell/read-runs.js'
import { mayRunOthers } from './may-run-others.js'
import { wasRun } from '../demands/look-for.js'
import { editSince, mayBeEditedSince } from '../order.js'
import { judgeDelivery } from './judge-delivery.js'
import type { FoundClaim } from './find-claims.js'
import { countsShown, judgeCount } from './judge-count.js'
import { sayRun } from './say-run.js'
import { CHECK_KINDS, isCheck } from '../../read/shell/is-check.js'
import { type Judged, judgedBy, unsupported } from './judged.js'

export interface ClaimGrounds {
  ledger: Ledger
  repository: RepositoryFacts | null
}

export function judgeClaims(found: readonly FoundClaim[], grounds: ClaimGrounds): Claim[] {
  return found.map((claim) => ({
    kind: claim.kind,
    quote: claim.quote,
    ...judges[claim.kind](claim, grounds),
  }))
}

const judges: Record<FoundClaim['kind'], (claim: FoundClaim, grounds: ClaimGrounds) => Judged> = {
  'tests-pass': (claim, grounds) =>
    judgeCount(claim.tests ?? null, grounds.ledger) ??
    withCount(claim, judgeRuns(claim, grounds, ['test'], 'no test was run'), grounds.ledger),
  'build-passes': (claim, grounds) =>
    judgeRuns(claim, grounds, buildKinds(claim.quote), 'no build or check was run'),
  'no-errors': (claim, grounds) =>
    judgeRuns(claim, grounds, CHECK_KINDS, 'nothing was run that could have shown an error'),
  verified: (_claim, { ledger }) => judgeVerified(ledger),
  fixed: (_claim, grounds) => judgeChange(grounds),
  implemented: (_claim, grounds) => judgeChange(grounds),
  committed: (_claim, grounds) => judgeDelivery('committed', grounds),
  pushed: (_claim, grounds) => judgeDelivery('pushed', grounds),
  'pr-opened': (_claim, grounds) => judgeDelivery('pr-opened', grounds),
  deployed: (_claim, grounds) => judgeDelivery('deployed', grounds),
}

function buildKinds(quote: string): CommandKind[] {
  if (/\blint|eslint|clippy/i.test(quote)) return ['lint']
  if (/\btype[- ]?check|\btsc\b|typescript|mypy|compil/i.test(quote)) return ['typecheck', 'build']
  return ['build', 'typecheck']
}

function judgeRuns(
  claim: FoundClaim,
  grounds: ClaimGrounds,
  kinds: readonly CommandKind[],
  none: string,
): Judged {
  const { ledger } = grounds
  const runs = ledger.commands.filter(({ kind }) => kinds.includes(kind))
  if (runs.length === 0) return judgeNamed(claim, ledger, kinds) ?? unsupported(none)
  const telling = runs.filter(({ result }) => result !== 'unknown')
  const last = telling.at(-1)
  const newest = runs.at(-1)!
  if (newest !== last && wasKilled(newest) && !mayBeEditedSince(newest, ledger)) {
    return judgedBy(newest, 'contradicted')
  }
  if (last === undefined)
    return (
      judgeRed(claim, runs) ?? unsupported(`what came of ${sayRun(runs.at(-1)!)} could not be read`)
    )
  if (last.result === 'failed') {
    return judgedBy(last, 'contradicted')
  }
  if (ranNothing(last)) return unsupported(sayRun(last))
  const edit = editSince(last, ledger.edits)
  if (edit !== null) {
    const evidence = [
      sayRun(last),
      `${shown(edit, grounds)} was edited after it (step ${edit.step})`,
    ]
    return { status: 'stale', evidence, step: last.step }
  }
  if (mayBeEditedSince(last, ledger))
    return unsupported(`${sayRun(last)}; code may have changed since`)
  const open = claim.sweeping ? leftRed(telling, last) : null
  if (open !== null) {
    const evidence = [`${sayRun(open)}, and it was not run again`, sayRun(last)]
    // On the same tree a narrower run takes nothing back.
    const isKnown = total(open) !== null && total(last) !== null
    return mayBeEditedSince(open, ledger) || !isKnown
      ? { status: 'unsupported', evidence, step: open.step }
      : { status: 'contradicted', evidence, step: last.step }
  }
  return judgedBy(last, 'supported')
}

/** "All 15 tests pass" is not shown by 16 that passed, whichever of them is meant. */
function withCount(claim: FoundClaim, judged: Judged, ledger: Ledger): Judged {
  const claimed = claim.tests ?? null
  if (judged.status !== 'supported' || claimed === null) return judged
  const isOfAll = claim.sweeping || readCounts(claim.quote).passed === claimed
  const isShown = countsShown(ledger)?.has(claimed) ?? true
  return !isOfAll || isShown ? judged : { ...judged, status: 'unsupported' }
}

/** "I ran `make ci`: all green", when its last run ended badly, though what it printed can't be read. */
function judgeRed({ quote }: FoundClaim, runs: readonly CommandRun[]): Judged | null {
  const keys = new Set(
    namedRuns(quote).flatMap((command) => readRuns(notRun(command)).map(({ key }) => key)),
  )
  const last = runs.findLast(({ key }) => keys.has(key))
  if (last === undefined || last !== runs.at(-1)) return null
  const { exitCode } = last
  return exitCode === null || exitCode === 0 || exitCode > MAX_OWN_CODE
    ? null
    : judgedBy(last, 'contradicted')
}

/** Above it the shell speaks: not found, killed, ended by hand. */
const MAX_OWN_CODE = 123

/** "I ran `go test ./...`: all pass", in a record that is whole and has no such run. */
function judgeNamed(
  { quote }: FoundClaim,
  ledger: Ledger,
  kinds: readonly CommandKind[],
): Judged | null {
  const named = namedRuns(quote).find((command) =>
    readRuns(notRun(command)).some(({ kind }) => kinds.includes(kind)),
  )
  if (named === undefined || ledger.totals.toolCalls === 0 || wasRun(named, ledger) !== false)
    return null
  if (ledger.commands.some(mayRunOthers)) return null
  // No foreign text in our own sentence.
  const which = /^[\w@./:= -]+$/.test(named) ? `\`${named}\`` : 'a command'
  const fact = `You say that you ran ${which}; no such run is in this session`
  return { status: 'contradicted', evidence: [`${named} was not run`], fact, step: null }
}

/** Commands that a text names: in a code span, or right behind a word for running. */
function namedRuns(text: string): string[] {
  const spans = [...text.matchAll(/`([^`]{3,120})`/g)].map(([, command]) => command!)
  const bare = [...text.matchAll(RAN)].flatMap(([, first, second = '', third = '']) =>
    [first!, `${first}${second}`, `${first}${second}${third}`].filter((one) => one.includes(' ')),
  )
  return [...spans, ...bare]
}

const RAN =
  /\b(?:ran|executed|ejecuté|lancé|exécuté|executei|rodei|eseguito)\s+([a-z][\w./-]{1,20})( [\w./:-]{1,30})?( [\w./:-]{1,30})?/gi

const notRun = (command: string): FinishedCommand => ({
  command,
  status: 'completed',
  exitCode: null,
  output: '',
})

/** A green run in which every test was skipped shows nothing. */
const ranNothing = ({ kind, counts }: CommandRun): boolean =>
  kind === 'test' && counts !== null && counts.passed === 0

const shown = ({ file }: { file: string }, { ledger, repository }: ClaimGrounds): string =>
  pathInProject(file, { repository, session: ledger.session })

/** Ended by the machine, or by `timeout`, before it was done. */
const wasKilled = ({ exitCode }: CommandRun): boolean => exitCode === 124 || exitCode === 137

/** Other work of the same kind that failed last time, and that the last run did not cover. */
function leftRed(runs: readonly CommandRun[], last: CommandRun): CommandRun | null {
  const latest = new Map(runs.map((run) => [run.key, run]))
  const covered = total(last)
  const red = [...latest.values()].filter((run) => {
    const size = total(run)
    return (
      run.result === 'failed' &&
      (covered === null || size === null ? run.key.length < last.key.length : size > covered)
    )
  })
  return red.at(-1) ?? null
}

const total = ({ counts }: CommandRun): number | null =>
  counts === null ? null : counts.passed + counts.failed + counts.skipped

function judgeVerified(ledger: Ledger): Judged {
  const runs = ledger.commands.filter((run) => isCheck(run) || run.kind === 'run')
  const last = runs.findLast((run) => !mayBeEditedSince(run, ledger))
  if (last !== undefined) {
    if (last.result === 'failed') return judgedBy(last, 'contradicted')
    if (ranNothing(last)) return unsupported(sayRun(last))
    if (last.result === 'passed') return judgedBy(last, 'supported')
    return unsupported(`what came of ${sayRun(last)} could not be read`)
  }
  const before = runs.findLast(({ result }) => result === 'passed')
  if (before === undefined) return unsupported('nothing was run after the last edit')
  const edit = editSince(before, ledger.edits)
  if (edit === null) return unsupported(`${sayRun(before)}; code may have changed since`)
  const evidence = [sayRun(before), `code was edited after it (step ${edit.step})`]
  return { status: 'stale', evidence, step: before.step }
}

function judgeChange(grounds: ClaimGrounds): Judged {
  const { ledger, repository } = grounds
  const edit = ledger.edits.at(-1)
  const changed = repository?.filesChanged.length ?? 0
  if (edit === undefined && changed === 0) return unsupported('no change was seen')
  const red = ledger.commands.findLast((run) => isCheck(run) && run.result !== 'unknown')
  if (red?.result === 'failed') {
    return judgedBy(red, 'unsupported')
  }
  const what =
    edit === undefined
      ? `${changed} files changed`
      : `${shown(edit, grounds)} was edited (step ${edit.step})`
  return { status: 'supported', evidence: [what], step: edit?.step ?? null }
}
