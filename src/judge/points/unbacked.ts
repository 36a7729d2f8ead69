/** Checks that nothing shows to be green now: their last run was red, or source was edited since. */
import { CHECKED_BY } from '../../read/prose/subjects.js'
import type { Subject } from '../../read/prose/subjects.js'
import { fileRole } from '../../read/weakened/changes/file-role.js'
import { callsOf, isWholeRecord } from '../../read/ledger/calls.js'
import type { Call } from '../../read/ledger/calls.js'
import { editToCheck } from '../../read/ledger/edit-to-check.js'
import { isUnstarted } from '../../read/ledger/is-unstarted.js'
import { placeOf } from '../../read/ledger/order.js'
import { pathInProject } from '../../read/ledger/path-in-project.js'
import { ranNone } from '../../read/output/read-part.js'
import { UNREAD_GIST } from '../../read/shell/read-runs.js'
import { readTestOutput } from '../../read/output/read-test-output.js'
import type { CommandKind, CommandRun } from '../../schema/evidence.js'
import { toPoint } from '../point.js'
import type { Point } from '../point.js'
import { namesOf, quoteOf } from './red.js'
import type { World } from '../world.js'

/** Checks that ran, and whose result is stale, red or unread: the fact alone, for whom no report claims them. */
export const unbackedRuns = (world: World): { fact: string; step: number }[] =>
  CHECKED_BY.flatMap(([, kinds]) => {
    const { fact, step } = stateOf(kinds, world) ?? NEVER
    return step === null ? [] : [{ fact, step }]
  })

export const findUnbacked = (world: World): Point[] =>
  CHECKED_BY.flatMap(([subject, kinds]) => {
    const state = stateOf(kinds, world)
    return state === null ? [] : [pointOf(subject, state)]
  })

interface Unbacked {
  key?: string
  fact: string
  quote: string | null
  step: number | null
  /** The tests that failed in it. */
  names?: string[]
}

function stateOf(kinds: readonly CommandKind[], world: World): Unbacked | null {
  const { evidence } = world
  const runs = evidence.commands.filter((run) => kinds.includes(run.kind) && !isUnstarted(run))
  const last = runs.findLast(({ result }) => result !== 'unknown')
  if (last === undefined) {
    const begun = runs.at(-1)
    if (begun !== undefined && ranNone(begun.counts)) return none(begun)
    if (begun !== undefined) return isUnread(begun, world) ? unread(begun) : null
    // What runs tests has built them.
    const isBuilt =
      kinds.includes('build') &&
      evidence.commands.some(({ kind, result }) => kind === 'test' && result !== 'failed')
    return isBuilt || !isAllKnown(world) ? null : NEVER
  }
  const isDelegated = callsOf(evidence).some(
    ({ toolKind, step }) => toolKind === 'subagent' && step > last.step,
  )
  // A later run that says nothing may have shown it.
  if (isDelegated || runs.some((run) => placeOf(run) > placeOf(last))) return null
  const run = { quote: quoteOf(last), step: last.step, key: last.key }
  if (last.result === 'failed')
    return {
      fact: `\`${last.key}\` failed when it last ran`,
      ...run,
      names: namesOf(last, world),
    }
  // What only tests hold makes no build and no lint of the code stale.
  const isOfTests = kinds.includes('test')
  const edit = editToCheck(last, {
    ...evidence,
    edits: evidence.edits.filter(({ file }) => isOfTests || fileRole(file) !== 'test'),
  })
  if (edit === null) return null
  const file = pathInProject(edit.file, evidence)
  return {
    fact: `${file} was edited after \`${last.key}\` last ran, and it was not run again`,
    ...run,
  }
}

/** It was begun in the background, and nothing was looked at since. */
const isUnread = ({ gist, step }: CommandRun, { evidence }: World): boolean =>
  gist === UNREAD_GIST &&
  !callsOf(evidence).some(
    (call) => call.step > step && call.toolKind !== 'edit' && readTestOutput(call.output) !== null,
  )

const unread = ({ key, step }: CommandRun): Unbacked => ({
  fact: `\`${key}\` runs in the background, and its result was not read`,
  quote: null,
  step,
})

const none = ({ key, gist, step }: CommandRun): Unbacked => ({
  fact: `\`${key}\` ran no test`,
  quote: gist,
  step,
})

const NEVER: Unbacked = { fact: 'no command in this session shows it', quote: null, step: null }

/** All that ran stands in the record, and nothing of it may have checked by the way. */
const isAllKnown = ({ evidence }: World): boolean =>
  isWholeRecord(evidence) &&
  evidence.edits.some(({ inert }) => !inert) &&
  !evidence.commands.some(({ kind }) => kind === 'run' || kind === 'deploy') &&
  !callsOf(evidence).some((call) => mayHaveChecked(call, evidence))

/** A tool of the client's own, or a command whose work is not known and that speaks of passing. */
function mayHaveChecked(call: Call, { commands }: World['evidence']): boolean {
  if (call.toolKind === 'other') return true
  const isKnown = commands.some(({ step, kind }) => step === call.step && kind !== 'other')
  const said = call.output.toLowerCase().split(' ')
  return (
    call.toolKind === 'command' &&
    said.some((word) => word === 'ok' || (!isKnown && word.includes('pass')))
  )
}

const pointOf = (subject: Subject, { fact, quote, step, key, names = [] }: Unbacked): Point =>
  toPoint({
    kind: 'unbacked',
    strength: 'ifClaimed',
    fact: `You report ${WORDS[subject]} as good, but ${fact}`,
    quote,
    missing: `a run that shows it on the final state`,
    settle: 'Run it now and report what it prints, or correct the statement.',
    about: { subjects: [subject], names, commands: key === undefined ? [] : [key] },
    step,
  })

const WORDS: Partial<Record<Subject, string>> = {
  tests: 'the tests',
  build: 'the build',
  types: 'the types',
  lint: 'the linter',
}
