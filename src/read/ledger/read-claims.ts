/**
 * What the report says of its work, each held against the record: for people, the judge model and the
 * self-model. It is a list to look at; what a stop is sent back for is the account's.
 */
import type { Claim, ClaimKind } from '../../schema/claim.js'
import type { CommandKind, CommandRun, Ledger, RepositoryFacts } from '../../schema/evidence.js'
import type { Sentence } from '../../schema/sentence.js'
import { CHECK_KINDS } from '../shell/is-check.js'
import { oneLine } from '../../util/one-line.js'
import { isTally, readCounts } from '../prose/counts.js'
import { findFixed } from '../prose/find-fixed.js'
import { isSure } from '../prose/is-sure.js'
import { readReport } from '../prose/read-report.js'
import type { ReportClause } from '../prose/read-report.js'
import { editSince } from './order.js'
import { pathInProject } from './path-in-project.js'
import { sayRun } from './say-run.js'
import { mayBeOfSubagent, RAN_ELSEWHERE } from './subagent-of.js'

interface Grounds {
  ledger: Ledger
  repository: RepositoryFacts | null
}

/** Each kind once, in the words that came first. */
export function readClaims(sentences: readonly Sentence[], grounds: Grounds): Claim[] {
  const found = new Map<ClaimKind, Claim>()
  for (const clause of readReport(sentences)) {
    for (const kind of kindsOf(clause)) {
      if (found.has(kind)) continue
      const quote = oneLine(clause.sentence.text, 200)
      found.set(kind, { kind, quote, ...statusOf(kind, grounds) })
    }
  }
  return [...found.values()]
}

/** "The debugger is out, but lint is still red": a part that tells of trouble claims nothing. */
function kindsOf({ text, subjects, polarity, sentence }: ReportClause): ClaimKind[] {
  if (polarity === 'bad') return []
  const named = NAMED.filter(([subject]) => subjects.has(subject)).map(([, kind]) => kind)
  if (sentence.act === 'done' && isSure(sentence, 'note'))
    return [findFixed(text).size > 0 ? 'fixed' : 'implemented']
  if (!isSure(sentence, 'push')) return []
  if (sentence.act === 'delivered') return named.filter((kind) => DELIVERED.has(kind))
  if (sentence.act !== 'passed') return []
  const checks = [...new Set(named.filter((kind) => !DELIVERED.has(kind)))]
  if (checks.length > 0) return checks
  const { failed, passed } = readCounts(text)
  if (passed !== null || isTally(text)) return ['tests-pass']
  return [failed === 0 ? 'no-errors' : 'verified']
}

const NAMED = [
  ['tests', 'tests-pass'],
  ['build', 'build-passes'],
  ['types', 'build-passes'],
  ['lint', 'build-passes'],
  ['commit', 'committed'],
  ['push', 'pushed'],
  ['pullRequest', 'pr-opened'],
  ['deploy', 'deployed'],
] as const
const DELIVERED: ReadonlySet<ClaimKind> = new Set(['committed', 'pushed', 'pr-opened', 'deployed'])

type Status = Pick<Claim, 'status' | 'evidence' | 'step'>

function statusOf(kind: ClaimKind, grounds: Grounds): Status {
  const runs = RUNS[kind]
  if (runs !== undefined) return byRuns(runs, grounds)
  const { delivery, edits } = grounds.ledger
  switch (kind) {
    case 'committed':
      // A line that a push ended badly may not show that its commit was made; git does.
      return delivery.lastCommitStep === null && (grounds.repository?.commitsSinceBase ?? 0) > 0
        ? { status: 'supported', evidence: ['git has a commit of it'], step: null }
        : byDeed(delivery.lastCommitStep, 'committed')
    case 'pushed':
      return byDeed(delivery.lastPush?.step ?? null, 'pushed')
    case 'pr-opened':
      return byDeed(delivery.pullRequest?.step ?? null, 'a pull request')
    case 'deployed':
      return byDeed(delivery.lastDeployStep, 'deployed')
    default: {
      const edit = edits.at(-1)
      const file = edit === undefined ? '' : pathInProject(edit.file, placeOf(grounds))
      return edit === undefined
        ? silent('no change was seen')
        : {
            status: 'supported',
            evidence: [`${file} was edited (step ${edit.step})`],
            step: edit.step,
          }
    }
  }
}

const RUNS: Partial<Record<ClaimKind, readonly CommandKind[]>> = {
  'tests-pass': ['test'],
  'build-passes': ['build', 'typecheck', 'lint'],
  'no-errors': CHECK_KINDS,
  verified: [...CHECK_KINDS, 'run'],
}

function byRuns(kinds: readonly CommandKind[], grounds: Grounds): Status {
  const { commands, edits, recent } = grounds.ledger
  const runs = commands.filter(({ kind }) => kinds.includes(kind))
  const last = runs.findLast(({ result }) => result !== 'unknown')
  if (last === undefined)
    return silent(
      runs.length === 0
        ? mayBeOfSubagent(recent)
          ? RAN_ELSEWHERE
          : 'nothing of the kind was run'
        : `${sayRun(runs.at(-1)!)}; it says nothing`,
    )
  if (last.result === 'failed') return { status: 'contradicted', ...shownBy(last) }
  const edit = editSince(last, edits)
  if (edit === null) return { status: 'supported', ...shownBy(last) }
  const edited = `${pathInProject(edit.file, placeOf(grounds))} was edited after it (step ${edit.step})`
  return { status: 'stale', evidence: [sayRun(last), edited], step: last.step }
}

/** A try that failed is a red point of the account. */
function byDeed(step: number | null, what: string): Status {
  if (step === null) return silent(`nothing was seen: ${what}`)
  return { status: 'supported', evidence: [`${what} (step ${step})`], step }
}

const placeOf = ({ ledger, repository }: Grounds) => ({ repository, session: ledger.session })
const shownBy = (run: CommandRun) => ({ evidence: [sayRun(run)], step: run.step })
const silent = (why: string): Status => ({ status: 'unsupported', evidence: [why], step: null })
