/** Checks, commits and pushes whose last run in this turn ended badly, and that no later green run covers. */
import type { Subject } from '../../read/prose/subjects.js'
import { isSameFile } from '../../read/ledger/is-same-file.js'
import { isUnstarted } from '../../read/ledger/is-unstarted.js'
import { placeOf } from '../../read/ledger/order.js'
import { subagentOf } from '../../read/ledger/subagent-of.js'
import { CRASHED, leftNothing } from '../../read/output/read-part.js'
import { covers } from '../../read/shell/covers.js'
import { bareWord } from '../../util/bare-word.js'
import { baseName } from '../../util/base-name.js'
import { wordSet } from '../../util/word-set.js'
import type { CommandRun } from '../../schema/evidence.js'
import { toPoint } from '../point.js'
import type { Point } from '../point.js'
import { turnOf } from '../world.js'
import type { World } from '../world.js'

export function findRed(world: World): Point[] {
  const runs = world.evidence.commands.filter(({ turn }) => turn === turnOf(world))
  const red = runs.filter((run) => isRed(run) && !isSettled(run, runs, world))
  // The same failure is told once, as it was last seen.
  const last = new Map(red.map((run) => [`${run.kind} ${run.gist} ${run.failing.join()}`, run]))
  return [...last.values()].toReversed().map((run) => pointOf(run, world))
}

const CHECKS = wordSet('test build typecheck lint format migrate deploy')

const isRed = (run: CommandRun): boolean =>
  run.result === 'failed' &&
  (CHECKS.has(run.kind) || deliveryOf(run) !== null || isCrash(run)) &&
  !isUnstarted(run) &&
  !leftNothing(run)

/** A program of the project that a signal ended. */
const isCrash = ({ kind, exitCode, gist, key }: CommandRun): boolean =>
  kind === 'run' &&
  (SIGNALS.has(exitCode ?? 0) || gist.startsWith(CRASHED)) &&
  !key.split(' ').some((word) => PROBES.has(word) || word.startsWith('/tmp/'))

const SIGNALS: ReadonlySet<number> = new Set([132, 134, 135, 136, 138, 139])
/** Code on the line itself is a look at something. */
const PROBES = wordSet('-c -e -r -p --eval - curl wget')

/** Merge and rebase are no checks: git's state is. */
function deliveryOf({ kind, key }: CommandRun): 'commit' | 'push' | 'tag' | 'pullRequest' | null {
  const words = key.split(' ').filter((word) => !word.startsWith('-'))
  if (kind === 'git') {
    if (words.includes('commit')) return 'commit'
    if (words[1] === 'tag') return 'tag'
    return words.includes('push') && !words.includes('stash') ? 'push' : null
  }
  return kind === 'gh' && words[1] === 'pr' && words[2] === 'create' ? 'pullRequest' : null
}

/** A later run shows it green, or is of the same work and says nothing of it. */
function isSettled(red: CommandRun, runs: readonly CommandRun[], { findTask }: World): boolean {
  const later = runs.filter((run) => placeOf(run) > placeOf(red))
  const delivery = deliveryOf(red)
  if (delivery !== null)
    return later.some(
      (run) => deliveryOf(run) === delivery && run.result !== 'failed' && !skipsChecks(run),
    )
  // It was started again, with whatever arguments.
  if (red.kind === 'run')
    return later.some((run) => run.kind === 'run' && programOf(run) === programOf(red))
  return later.some(
    (run) =>
      (run.result === 'passed' && covers(run, red, findTask)) ||
      (run.result !== 'passed' && isAgain(run, red)),
  )
}

/** A commit or push that leaves out the checks which refused it settles nothing. */
const skipsChecks = ({ key }: CommandRun): boolean => key.split(' ').includes('--no-verify')

/** What is run: the program itself, or what an interpreter is given. */
const scriptOf = ({ key }: CommandRun): string => {
  const [program = '', script = ''] = key.split(' ')
  return baseName(program.includes('/') ? program : script)
}

const programOf = ({ key }: CommandRun): string => key.split(' ').slice(0, 2).join(' ')

/** The same check once more: the later run speaks for itself. */
const isAgain = (run: CommandRun, red: CommandRun): boolean =>
  run.kind === red.kind && run.key === red.key && run.folder === red.folder

function pointOf(run: CommandRun, world: World): Point {
  const { kind, key, gist, step } = run
  const isOutside = (kind === 'lint' || kind === 'format') && isElsewhere(run, world)
  return toPoint({
    kind: 'red',
    strength: isOutside ? 'soft' : 'hard',
    ...(isOutside ? { ifSpokenOf: true } : {}),
    fact: `\`${key}\` ${gist.startsWith('ended by') ? `was ${gist}` : isCrash(run) ? 'crashed' : 'failed'}${when(run, world)}${by(run, world)}`,
    quote: quoteOf(run),
    missing: `a green run of \`${key}\``,
    settle:
      deliveryOf(run) === null
        ? `Fix it and run \`${key}\` again, or report it as it is.`
        : `Make \`${key}\` succeed, or report that it did not.`,
    about: {
      subjects: subjectsOf(deliveryOf(run) ?? kind),
      // The report has no other reason to name a file that this turn did not touch.
      names: [
        ...namesOf(run, world),
        ...(isOutside ? (run.files ?? []).map(baseName) : []),
        ...(kind === 'run' ? [scriptOf(run)] : []),
      ],
      commands: commandsOf(run),
      files: run.files ?? [],
    },
    step,
  })
}

/** The line that says how it ended, and what failed first. */
export const quoteOf = ({ gist, failing }: CommandRun): string | null =>
  [gist, ...failing.slice(0, 2)].filter((text) => text !== '').join('; ') || null

const when = (run: CommandRun, { evidence }: World): string =>
  evidence.edits.some((edit) => !edit.inert && placeOf(edit) > placeOf(run))
    ? ' and was not run again'
    : ' when it last ran'

/** Whose run it was, where it was not the agent's own. */
const by = ({ step }: CommandRun, { evidence }: World): string => {
  const name = subagentOf(step, evidence.recent)
  return name === null ? '' : `, in ${name}`
}

/** Every finding lies in files that this turn did not touch. */
function isElsewhere({ files = [] }: CommandRun, { evidence }: World): boolean {
  if (files.length === 0) return false
  const changed = evidence.edits.filter(({ turn }) => turn === evidence.request.total)
  return !files.some((file) => changed.some((edit) => isSameFile(edit.file, file)))
}

/** What a run of this kind shows, or what this delivery hands over. */
export const subjectsOf = (kind: string): readonly Subject[] => SUBJECTS[kind] ?? []

const SUBJECTS: Readonly<Record<string, readonly Subject[]>> = {
  test: ['tests'],
  build: ['build', 'types'],
  typecheck: ['types', 'build'],
  lint: ['lint'],
  format: ['lint'],
  deploy: ['deploy'],
  commit: ['commit'],
  push: ['push'],
  pullRequest: ['pullRequest'],
}

/** The names of failing tests, each title and file of them; where the last run named none, those of runs before it. */
export function namesOf(run: CommandRun, { evidence }: World): string[] {
  const { kind, turn } = run
  const before = evidence.commands.filter(
    (one) => one.kind === kind && one.turn === turn && one.result === 'failed',
  )
  const failing = run.failing.length > 0 ? run.failing : before.flatMap((one) => one.failing)
  return (
    failing
      .flatMap((name) => name.split(' › '))
      .map((name) => (name.endsWith('()') ? name.slice(0, -2) : name))
      // `Geo.Tests.TilesOnDisk` is called by its last part.
      .flatMap((name) => [name, name.includes(' ') ? '' : name.slice(name.lastIndexOf('.') + 1)])
      .filter((name) => name.length >= 3)
  )
}

/** The command, its program where that is no runner of tasks, and what its words and its error name. */
const commandsOf = ({ key, gist }: CommandRun): string[] => {
  const [program = '', ...args] = key.split(' ')
  const names = [...args, ...gist.split(' ')]
    .map(bareWord)
    .filter((word) => word.length > 5 && word.includes('.'))
  const short = COMMON.has(program) ? `${program} ${args[0] ?? ''}` : program
  return [key, short, ...names]
}

const COMMON = wordSet(
  'npm pnpm yarn bun node make just mise task go git gh cargo python docker dotnet bash sh',
)
