/** A person forbade an act, none of them asked for it since, and it was done. */
import { prohibitionsIn } from '../../read/demands/prohibitions.js'
import type { Prohibition } from '../../read/demands/prohibitions.js'
import { subjectsIn } from '../../read/prose/subjects.js'
import { bareWord } from '../../util/bare-word.js'
import type { CommandRun } from '../../schema/evidence.js'
import { toPoint } from '../point.js'
import type { Point } from '../point.js'
import type { World } from '../world.js'

export const findForbidden = (world: World): Point[] =>
  prohibitionsIn(world.evidence.request.messages)
    .flatMap((one) => {
      const done = doneAgainst(one, world)
      return done === null ? [] : [pointOf(one, done)]
    })
    .slice(0, 1)

interface Done {
  what: string
  step: number
}

function doneAgainst(forbidden: Prohibition, world: World): Done | null {
  const { evidence, demands, dependencies } = world
  const { message, verb } = forbidden
  const since = evidence.request.messages.find(({ number }) => number === message)?.step ?? 0
  const ran = evidence.commands.filter((run) => run.step > since && run.result !== 'failed')
  const edit = forbidden.isOfTouching ? editAgainst(forbidden, since, world) : undefined
  if (edit !== undefined) return { what: `${edit.file} was changed`, step: edit.step }
  const acted = verb === null ? undefined : ran.find((run) => isAct(run, verb))
  if (acted !== undefined) return { what: `\`${acted.key}\` was run`, step: acted.step }
  if (forbidden.isOfDependencies && dependencies.length > 0)
    return { what: `${dependencies.slice(0, 2).join(' and ')} was added`, step: 0 }
  const { lastPush, lastCommitStep, lastDeployStep } = evidence.delivery
  const steps = { push: lastPush?.step, commit: lastCommitStep, deploy: lastDeployStep }
  const isAsked = (what: 'push' | 'commit' | 'deploy'): boolean =>
    demands.some(
      (one) =>
        one.kind === 'deliver' && one.message >= message && subjectsIn(one.sentence).has(what),
    )
  const what = forbidden.deliveries.find((one) => (steps[one] ?? -1) > since && !isAsked(one))
  return what === undefined ? null : { what: WORDS[what], step: steps[what]! }
}

const WORDS = { push: 'it was pushed', commit: 'a commit was made', deploy: 'it was deployed' }

/** The verb that was forbidden is the command's own. */
const isAct = ({ kind, key }: CommandRun, verb: string): boolean =>
  ACTS.has(kind) && key.split(' ').slice(1, 4).includes(verb) && !key.includes('dry-run')

const ACTS: ReadonlySet<string> = new Set(['deploy', 'migrate', 'gh'])

/** A file or folder by its name; by a bare word ("migrations that exist") only what was there before. */
function editAgainst({ sentence, message }: Prohibition, since: number, world: World) {
  const words = sentence.split(' ').map(bareWord)
  const paths = words.filter((word) => word.endsWith('/') || word.slice(1, -1).includes('.'))
  const folders = words.filter((word) => word.length > 4).map((word) => `${word.toLowerCase()}/`)
  const isAsked = (file: string): boolean =>
    world.demands.some(
      ({ kind, names, message: later }) =>
        kind === 'change' && later > message && names.files.some((name) => isFile(file, name)),
    )
  return world.evidence.edits.find(
    ({ file, step, creates, inferred }) =>
      step > since &&
      !isAsked(file) &&
      ((inferred !== 'git' && paths.some((name) => isFile(file, name))) ||
        (!creates && inferred === undefined && folders.some((name) => isFile(file, name)))),
  )
}

/** A folder is named with its slash, and all that is below it is meant. */
const isFile = (file: string, name: string): boolean =>
  name.endsWith('/')
    ? file.startsWith(name) || file.includes(`/${name}`)
    : file === name || file.endsWith(`/${name}`)

const pointOf = ({ sentence }: Prohibition, { what, step }: Done): Point =>
  toPoint({
    kind: 'forbidden',
    fact: `The request forbids it, and ${what}`,
    quote: sentence,
    missing: 'what the request forbids, undone or explained',
    settle: 'Undo it if that can be done without harm, and tell the person what happened.',
    step,
  })
