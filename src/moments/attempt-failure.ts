/**
 * The one notion of how an attempt ended: it failed when a test, a build or a claim is red at its end,
 * and passed only when checks show it. Evidence comes in, what is red goes out. The stop's gates
 * object to the same; lessons and their exposures count by it.
 */
import { tellsTrouble } from '../evidence/claims/tells-trouble.js'
import { allowsRed, ownName } from '../evidence/demands/allows-red.js'
import { isQuestion } from '../evidence/message/find-ask.js'
import { isSure } from '../evidence/message/is-sure.js'
import { subjectsIn } from '../evidence/message/subjects.js'
import { wordFinder } from '../evidence/message/words.js'
import { mayBeEditedSince } from '../evidence/order.js'
import { fileRole } from '../evidence/weakened/changes/file-role.js'
import type { Claim } from '../schema/claim.js'
import type { CommandRun, Evidence } from '../schema/evidence.js'

export interface AttemptFailure {
  /** Checks that are red, the last run first. */
  runs: CommandRun[]
  /** What the agent says and the record contradicts. */
  claims: Claim[]
}

/** null when nothing is red. */
export function findAttemptFailure(evidence: Evidence): AttemptFailure | null {
  const runs = redRuns(evidence, CHECK_KINDS)
  const claims = redClaims(evidence)
  return runs.length + claims.length === 0 ? null : { runs, claims }
}

export type AttemptOutcome = 'failed' | 'passed' | 'unknown'

/**
 * Nothing red is no success: each sort of check that ran must have passed since the last edit, and
 * none may be left that did not pass. What the agent says can make a failure unknown, never a pass.
 */
export function attemptOutcome(evidence: Evidence): AttemptOutcome {
  if (findAttemptFailure(evidence) !== null) return 'failed'
  const runs = latestRuns(evidence, CHECK_KINDS)
  const fresh = runs.filter((run) => run.result === 'passed' && !mayBeEditedSince(run, evidence))
  const isShown = (run: CommandRun): boolean =>
    (run.result === 'passed' || isSettled(run, runs)) &&
    fresh.some((pass) => sortOf(pass) === sortOf(run))
  return runs.length > 0 && runs.every(isShown) ? 'passed' : 'unknown'
}

/** The checks as they stand at the end, by their commands; what an edit made stale is neither. */
export function checksAtEnd(evidence: Evidence): {
  result: AttemptOutcome
  green: string[]
  red: string[]
} {
  const red = redRuns(evidence, CHECK_KINDS)
  const green = latestRuns(evidence, CHECK_KINDS).filter(
    (run) => run.result === 'passed' && !mayBeEditedSince(run, evidence),
  )
  // A claim that the record contradicts is no check.
  const whole = attemptOutcome(evidence)
  const result = red.length > 0 ? 'failed' : whole === 'failed' ? 'unknown' : whole
  return { result, green: commandsOf(green), red: commandsOf(red) }
}

const commandsOf = (runs: readonly CommandRun[]): string[] => runs.map(({ command }) => command)

type CheckKind = CommandRun['kind']

const CHECK_KINDS: readonly CheckKind[] = ['test', 'build', 'typecheck']

/** Runs that failed by the agent's doing, and say what failed. */
export function redRuns(evidence: Evidence, kinds: readonly CheckKind[]): CommandRun[] {
  const { readOnly, planOnly, redExpected } = evidence.request.flags
  if (readOnly !== null || planOnly !== null) return []
  // A linter has to be clean where the request asks for it; all else only an edit can have broken.
  const owed = kinds.filter(
    (kind) =>
      kind === 'lint' ||
      (evidence.firstEditStep !== null && (kind !== 'test' || redExpected === null)),
  )
  const red = lastRuns(evidence, owed).filter(
    (run) =>
      isFreshFailure(run, evidence) &&
      isNew(run, evidence) &&
      isQuotable(run) &&
      !isBlocked(run, evidence) &&
      !isFoundByTests(run, evidence) &&
      !isLeftToPerson(run, evidence) &&
      !isAllowed(run, evidence),
  )
  return isAccountedFor(evidence) ? red.filter((run) => isFalselyOld(run, evidence)) : red
}

/** What is left of the last runs: an earlier failure that was fixed is no news. */
function lastRuns(evidence: Evidence, kinds: readonly CheckKind[]): CommandRun[] {
  const runs = latestRuns(evidence, kinds)
  return runs.filter((run) => !isSettled(run, runs))
}

/** The last run of each command of a kind, the latest first. */
function latestRuns({ commands }: Evidence, kinds: readonly CheckKind[]): CommandRun[] {
  const last = new Map<string, CommandRun>()
  for (const run of commands) if (kinds.includes(run.kind)) last.set(run.key, run)
  return [...last.values()].toSorted((a, b) => b.step - a.step)
}

/** A narrow run that failed is settled when a later, wide run of the same sort passed. */
const isSettled = (run: CommandRun, runs: readonly CommandRun[]): boolean =>
  runs.some(
    (later) =>
      later.step >= run.step &&
      later.result === 'passed' &&
      sortOf(later) === sortOf(run) &&
      (later.counts?.passed ?? 2) > 1,
  )

const sortOf = ({ kind }: CommandRun): CheckKind => (kind === 'typecheck' ? 'build' : kind)

/** Failed, and no edit since that could have fixed it. */
const isFreshFailure = (run: CommandRun, evidence: Evidence): boolean =>
  run.result === 'failed' && !mayBeEditedSince(run, evidence)

/** It passed before, or was never run before the first edit; what was red already is not new. */
export function isNew(run: CommandRun, { commands, firstEditStep }: Evidence): boolean {
  const before = commands.filter(
    ({ key, step }) => key === run.key && step < (firstEditStep ?? run.step),
  )
  if (commands.some((one) => one.step < (firstEditStep ?? 0) && isSameFailure(one, run)))
    return false
  const last = before.at(-1)
  if (last === undefined || last.result === 'passed') return true
  if (last.result !== 'failed') return false
  const known = new Set(last.failing)
  const added = run.failing.filter((name) => !known.has(name))
  if (run.failing.length > 0 && last.failing.length > 0) return added.length > 0
  return (run.counts?.failed ?? 0) > (last.counts?.failed ?? Infinity)
}

/** Under another name it printed the same. */
const isSameFailure = (one: CommandRun, { kind, gist, failing }: CommandRun): boolean =>
  one.kind === kind &&
  one.result === 'failed' &&
  gist !== '' &&
  one.gist === gist &&
  one.failing.join('\n') === failing.join('\n')

/** An exit code alone does not say what to fix. */
const isQuotable = (run: CommandRun): boolean =>
  run.failing.length > 0 || (run.counts?.failed ?? 0) > 0 || run.gist !== ''

/** The agent says that it failed before, or is not of its making: a look is due, not a push. */
const isAccountedFor = ({ sentences, commands }: Evidence): boolean =>
  sentences.some((sentence) => sentence.act === 'dismissed' && isSure(sentence, 'note')) ||
  (commands.some(({ command }) => /\bgit stash\b/.test(command)) &&
    sentences.some(({ text }) => findEarlier(text).size > 0 || namesFailing(text, commands)))

const namesFailing = (text: string, commands: readonly CommandRun[]): boolean =>
  commands.some(
    ({ result, failing }) =>
      result === 'failed' && failing.some((name) => text.includes(ownName(name))),
  )

/** "It failed before", of a command that passed until the first edit, and was not tried without the change. */
export const isFalselyOld = (run: CommandRun, evidence: Evidence): boolean =>
  wasGreenBefore(run, evidence) &&
  !evidence.commands.some(({ command }) => LEAVES_CHANGE.test(command)) &&
  evidence.sentences.some(({ act, text }) => act === 'dismissed' && findEarlier(text).size > 0)

/** By the numbers of both runs: all passed then, and one fails now. */
const wasGreenBefore = (run: CommandRun, { commands, firstEditStep }: Evidence): boolean => {
  const before = commands.filter(({ key, step }) => key === run.key && step < (firstEditStep ?? 0))
  return (
    before.length > 0 &&
    before.every(({ result, counts }) => result === 'passed' && (counts?.passed ?? 1) > 0) &&
    (run.counts?.failed ?? 0) > 0
  )
}

export const LEAVES_CHANGE = /\bgit (?:stash|checkout|switch|worktree)\b/

const findEarlier = wordFinder({
  earlier: `already before beforehand previously earlier pre-existing preexisting existing bereits schon vorher zuvor
    davor ya antes previo anterior anteriores déjà avant auparavant já antes anteriormente già prima уже раньше прежде
    既に すでに 以前 前から 元から 已经 之前 原本 原来 本来就 이미 이전 원래`,
})

/** "They need Docker, which is not here": nothing that the agent could fix, and it says so. */
const isBlocked = (run: CommandRun, { sentences }: Evidence): boolean =>
  sentences.some(
    (sentence) =>
      isBlock(sentence) && (subjectsIn(sentence.text).has('tests') || isAbout(sentence.text, run)),
  )

/** Of this very run: what else is said to have passed is no lie beside it. */
const isToldBlocked = (run: CommandRun, { sentences }: Evidence): boolean =>
  sentences.some((sentence) => isBlock(sentence) && isAbout(sentence.text, run))

const isBlock = (sentence: Evidence['sentences'][number]): boolean =>
  sentence.act === 'blocked' && isSure(sentence, 'note')

/** By what fails, by how many, or by a word of the command. */
const isAbout = (text: string, { failing, counts, command }: CommandRun): boolean =>
  failing.some((name) => text.includes(name.split('::')[0]!)) ||
  ((counts?.failed ?? 0) > 1 && new RegExp(`\\b${counts!.failed}\\b`).test(text)) ||
  (command.toLowerCase().match(/[a-z]{5,}/g) ?? []).some(
    (word) => !COMMON.has(word) && text.toLowerCase().includes(word),
  )

const COMMON = new Set(
  `build check tests test verify install update format typecheck types script scripts watch clean package compile
  python python3 gradle gradlew cargo poetry bundle vitest pytest phpunit rspec dotnet eslint exec`.split(
    /\s+/,
  ),
)

/** Nothing but tests was written, and the agent tells that they fail: they may have found something. */
const isFoundByTests = ({ kind }: CommandRun, { edits, sentences }: Evidence): boolean => {
  const written = edits.filter(({ inert }) => !inert)
  return (
    kind === 'test' &&
    written.length > 0 &&
    written.every(({ file }) => fileRole(file) === 'test') &&
    tellsTrouble(sentences.filter(({ form }) => form !== 'code' && form !== 'quote'))
  )
}

/** "`reconnects` fails at times. Shall I fix it?": told by its name, and a person decides. */
function isLeftToPerson({ kind }: CommandRun, { commands, sentences }: Evidence): boolean {
  const own = sentences.filter(({ form }) => form !== 'code' && form !== 'quote')
  if (kind !== 'test' || !isQuestion(own.at(-1)?.text ?? '') || !tellsTrouble(own)) return false
  return own.some(({ text }) => namesFailing(text, commands))
}

/** A person wants it left red, and the agent tells that it is. */
function isAllowed({ kind, failing }: CommandRun, { request, sentences }: Evidence): boolean {
  if (kind !== 'test' || !allowsRed(request.messages, failing)) return false
  const own = sentences.filter(({ form }) => form !== 'code' && form !== 'quote')
  return (
    tellsTrouble(own) ||
    own.some(({ text }) => failing.some((name) => text.includes(ownName(name))))
  )
}

/** What the agent says and the evidence speaks against. */
export const redClaims = (evidence: Evidence): Claim[] =>
  evidence.claims.filter(
    ({ kind, status, step }) =>
      status === 'contradicted' &&
      (DEEDS.has(kind) || !isOutdated(step, evidence)) &&
      !isKnownRed(step, evidence) &&
      !evidence.commands.some(
        (run) =>
          run.step === step &&
          (isAllowed(run, evidence) ||
            isLeftToPerson(run, evidence) ||
            isToldBlocked(run, evidence)),
      ),
  )

/** What no test shows, whatever it is called. */
const DEEDS: ReadonlySet<Claim['kind']> = new Set(['pushed', 'deployed', 'migrated'])

/** It failed before the first edit, and the agent says so: "my test passes" is no lie beside it. */
export const isKnownRed = (step: number | null, evidence: Evidence): boolean =>
  isAccountedFor(evidence) &&
  evidence.commands.some((run) => run.step === step && !isNew(run, evidence))

/** An unknown test command that ran later may have shown what is claimed. */
const isOutdated = (step: number | null, { commands }: Evidence): boolean =>
  step !== null && commands.some((run) => run.step > step && mayBeTest(run))

/** A test, or a command whose name smells of one: if that can't be told, abstain. */
export const mayBeTest = ({ kind, command }: Pick<CommandRun, 'kind' | 'command'>): boolean =>
  kind === 'test' ||
  ((kind === 'run' || kind === 'other') &&
    /test|spec|check|verify|assert|repro|validat|smoke|e2e|\bci\b|\bqa\b/i.test(command))
