/** A person forbade an act, none of them asked for it since, and it was done. */
import {
  forbiddenAct,
  forbidsDependency,
  forbidsTouching,
  isProhibition,
  plainProhibitions,
} from '../../evidence/demands/is-prohibition.js'
import { subjectsIn } from '../../evidence/message/subjects.js'
import { bareWord } from '../../util/bare-word.js'
import type { StatedDemand } from '../../schema/demand.js'
import type { Evidence } from '../../schema/evidence.js'
import { toPoint } from '../point.js'
import type { Point } from '../point.js'
import type { World } from '../world.js'

const SURE = 0.7

export const findForbidden = ({ evidence, demands, dependencies }: World): Point[] =>
  [...demands, ...plainProhibitions(evidence.request.messages)]
    .filter(
      ({ kind, state, source, probability }) =>
        kind === 'forbid' && state === 'asked' && source === 'human' && probability >= SURE,
    )
    .filter(({ sentence }) => isProhibition(sentence) || forbidsDependency(sentence))
    .flatMap((demand) => {
      const done = doneAgainst(demand, evidence, demands, dependencies)
      return done === null ? [] : [pointOf(demand, done)]
    })
    .slice(0, 1)

interface Done {
  what: string
  step: number
}

function doneAgainst(
  demand: StatedDemand,
  evidence: Evidence,
  demands: readonly StatedDemand[],
  dependencies: readonly string[],
): Done | null {
  const since = evidence.request.messages.find(({ number }) => number === demand.message)?.step ?? 0
  const file =
    namesOf(demand).find((name) => wasEdited(name, since, evidence)) ??
    foldersOf(demand).find((name) => wasRewritten(name, since, evidence))
  if (file !== undefined) {
    const isAllowed = demands.some(
      ({ kind, names, message }) =>
        kind === 'change' && message > demand.message && names.files.includes(file),
    )
    const step = evidence.edits.findLast((edit) => isFile(edit.file, file))?.step ?? 0
    return isAllowed ? null : { what: `${file} was changed`, step }
  }
  const added = evidence.commands.find((run) => run.step > since && addsDependency(run))
  if (added !== undefined && forbidsDependency(demand.sentence))
    return { what: `\`${added.key}\` was run`, step: added.step }
  if (dependencies.length > 0 && forbidsDependency(demand.sentence))
    return { what: `${dependencies.slice(0, 2).join(' and ')} was added`, step: 0 }
  const act = forbiddenAct(demand.sentence)
  const done =
    act === null ? undefined : evidence.commands.find((run) => run.step > since && isAct(run, act))
  if (done !== undefined) return { what: `\`${done.key}\` was run`, step: done.step }
  const subjects = subjectsIn(demand.sentence)
  const isAsked = (what: 'push' | 'commit' | 'deploy'): boolean =>
    demands.some(
      ({ kind, sentence, message }) =>
        kind === 'deliver' && message > demand.message && subjectsIn(sentence).has(what),
    )
  const { lastPush, lastCommitStep, lastDeployStep } = evidence.delivery
  if (subjects.has('push') && lastPush !== null && lastPush.step > since && !isAsked('push'))
    return { what: `\`${lastPush.command}\` was run`, step: lastPush.step }
  if (
    subjects.has('commit') &&
    !subjects.has('push') &&
    lastCommitStep !== null &&
    lastCommitStep > since &&
    !isAsked('commit')
  )
    return { what: 'a commit was made', step: lastCommitStep }
  if (
    subjects.has('deploy') &&
    lastDeployStep !== null &&
    lastDeployStep > since &&
    !isAsked('deploy')
  )
    return { what: 'it was deployed', step: lastDeployStep }
  return null
}

/** The verb that was forbidden is the command's own. */
const isAct = ({ kind, key, result }: Evidence['commands'][number], act: string): boolean =>
  ACTS.has(kind) &&
  result !== 'failed' &&
  key.split(' ').slice(1, 4).includes(act) &&
  !key.includes('dry-run')

const ACTS: ReadonlySet<string> = new Set(['deploy', 'migrate', 'gh'])

/** It names a package; a bare install brings in what was there. */
const addsDependency = ({ kind, key, result }: Evidence['commands'][number]): boolean =>
  kind === 'install' &&
  result !== 'failed' &&
  key.split(' ').filter((word) => !word.startsWith('-')).length > 2

const wasEdited = (name: string, since: number, { edits }: Evidence): boolean =>
  edits.some(({ file, step, inferred }) => step > since && inferred !== 'git' && isFile(file, name))

/** "Don't touch migrations that exist": a file that was there before, in a folder of that name. */
const wasRewritten = (name: string, since: number, { edits }: Evidence): boolean =>
  edits.some(
    ({ file, step, creates, inferred }) =>
      step > since && !creates && inferred === undefined && isFile(file, name),
  )

const foldersOf = ({ sentence }: StatedDemand): string[] =>
  forbidsTouching(sentence)
    ? sentence
        .toLowerCase()
        .split(' ')
        .map(bareWord)
        .filter((word) => word.length > 4)
        .map((word) => `${word}/`)
    : []

/** A folder is named with its slash, and all that is below it is meant. */
const isFile = (file: string, name: string): boolean =>
  name.endsWith('/')
    ? file.startsWith(name) || file.includes(`/${name}`)
    : file === name || file.endsWith(`/${name}`)

/** Files and folders of the sentence: what looks like a path is one where an edit has it. */
const namesOf = ({ names, sentence }: StatedDemand): string[] => [
  ...names.files,
  ...sentence
    .split(' ')
    .map(bareWord)
    .filter((word) => word.length > 3 && (word.endsWith('/') || word.slice(1, -1).includes('.'))),
]

const pointOf = ({ sentence }: StatedDemand, { what, step }: Done): Point =>
  toPoint({
    kind: 'forbidden',
    fact: `The request forbids it, and ${what}`,
    quote: sentence,
    missing: 'what the request forbids, undone or explained',
    settle: 'Undo it if that can be done without harm, and tell the person what happened.',
    step,
  })
