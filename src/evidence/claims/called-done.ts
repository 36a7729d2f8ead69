/**
 * "Rebuilt the project", "the migration is applied", when the last run of it ended badly. Held against
 * such a run a word is enough to be a claim; a message that speaks of trouble anywhere has told it.
 */
import type { Claim } from '../../schema/claim.js'
import type { CommandKind, CommandRun, Ledger } from '../../schema/evidence.js'
import type { Sentence } from '../../schema/sentence.js'
import { oneLine } from '../../util/one-line.js'
import { kindsIn } from '../../read/shell/kinds-in.js'
import { isQuestion } from '../message/find-ask.js'
import { isSure } from '../message/is-sure.js'
import { saysNo } from '../message/says-no.js'
import { wordsOf } from '../message/words.js'
import type { FindWords } from '../message/words.js'
import { mayBeEditedSince } from '../order.js'
import {
  findBuiltWords,
  findDeployWish,
  findDeployWords,
  findMigrateWish,
  findMigrateWords,
} from './deed-words.js'
import type { DeedWord } from './deed-words.js'
import { ASKS_DATABASE, DEPLOYED_BY, isSettled } from './is-settled.js'
import { sayRun } from './say-run.js'
import { isReport } from '../message/is-report.js'
import { findTrouble, hasTroubleWord, isTrouble, withoutPraise } from './tells-trouble.js'

interface Sort {
  claim: Claim['kind']
  kinds: ReadonlySet<CommandKind>
  /** What may have done it later under another name, when it went well. */
  settledBy: ReadonlySet<CommandKind>
  /** It leaves something in the tree: an edit may have made it right, and the word may mean an edit. */
  inTree: boolean
  find: FindWords<DeedWord>
  /** What names it in a request: then any report that it is done calls it so. */
  findAsked?: FindWords<'asked'>
}

const kinds = (...names: CommandKind[]): ReadonlySet<CommandKind> => new Set(names)

const SORTS: readonly Sort[] = [
  {
    claim: 'build-passes',
    kinds: kinds('build', 'typecheck'),
    settledBy: kinds('run', 'test', 'deploy'),
    inTree: true,
    find: findBuiltWords,
  },
  {
    claim: 'migrated',
    kinds: kinds('migrate'),
    settledBy: kinds('run', 'migrate', 'deploy'),
    inTree: false,
    find: findMigrateWords,
    findAsked: findMigrateWish,
  },
  {
    claim: 'deployed',
    kinds: kinds('deploy'),
    settledBy: DEPLOYED_BY,
    inTree: false,
    find: findDeployWords,
    findAsked: findDeployWish,
  },
]

/** For each sort of work whose last run ended badly, the words that call it done. */
export function calledDone(sentences: readonly Sentence[], ledger: Ledger): Claim[] {
  const red = SORTS.flatMap((sort) => {
    const run = ledger.commands.findLast(({ kind }) => sort.kinds.has(kind))
    return run !== undefined && isLeftBad(run, sort, ledger) ? [{ sort, run }] : []
  })
  if (red.length === 0) return []
  const own = sentences.filter(({ form }) => form !== 'code' && form !== 'quote')
  if (own.some(({ text }) => hasTroubleWord(text))) return []
  return red.flatMap(({ sort, run }): Claim[] => {
    // "The migration is written" says how far it came.
    const isAsked =
      sort.findAsked?.(lastRequest(ledger)).has('asked') === true &&
      !own.some(({ text }) => namesOther(text, sort))
    const said =
      own.find((one) => !isOpen(one) && isCalled(one, sort)) ??
      (isAsked ? own.find(isSureReport) : undefined)
    if (said === undefined || own.some((one) => one !== said && isTrouble(one))) return []
    if (sentences.some((one) => one !== said && isTold(one, sort))) return []
    const quote = oneLine(said.text, 200)
    const evidence = [sayRun(run)]
    return [{ kind: sort.claim, quote, status: 'contradicted', evidence, step: run.step }]
  })
}

/** "I migrated the components" says of what, a bare "Migrated." does not. */
function namesOther(text: string, { find }: Sort): boolean {
  const words = find(text)
  return words.has('thing') || (words.has('elsewhere') && wordsOf(text).length > 2)
}

const lastRequest = ({ request }: Ledger): string => request.messages.at(-1)?.text ?? ''

const isSureReport = (sentence: Sentence): boolean =>
  (sentence.act === 'done' || sentence.act === 'delivered') && isSure(sentence, 'note')

function isLeftBad(run: CommandRun, sort: Sort, ledger: Ledger): boolean {
  if (!endedBadly(run)) return false
  if (isSettled(run, sort.settledBy, ledger) || isBesideAnother(run, ledger)) return false
  return !sort.inTree || !(mayBeEditedSince(run, ledger) || wasBadBefore(run, ledger))
}

/** One script of several that a database's client was fed: the one that went well may be meant. */
const isBesideAnother = ({ key, kind, step }: CommandRun, { commands }: Ledger): boolean =>
  kind === 'migrate' &&
  ASKS_DATABASE.test(key) &&
  commands.some((one) => one.kind === kind && one.result === 'passed' && one.step < step)

/** It failed, crashed, was killed or never began. Who ends it by hand may have seen enough. */
const endedBadly = ({ result, exitCode }: CommandRun): boolean =>
  (result === 'failed' && !ENDED_BY_HAND.has(exitCode ?? 0)) ||
  (result === 'unknown' && exitCode !== null && exitCode !== 0 && !ENDED_BY_HAND.has(exitCode))

const ENDED_BY_HAND: ReadonlySet<number> = new Set([130, 143])

/** "I built the page": beside work of its own the word may mean that, and the failure is not new. */
const wasBadBefore = ({ key }: CommandRun, { commands, firstEditStep }: Ledger): boolean =>
  firstEditStep !== null &&
  commands.some((run) => run.key === key && run.step < firstEditStep && endedBadly(run))

const isCalled = (sentence: Sentence, sort: Sort): boolean => {
  const text = withoutPraise(sentence.text)
  if (isQuestion(text) || saysNo(text) || findTrouble(text).size > 0) return false
  const words = sort.find(text)
  if (words.has('done')) return true
  // "The migration is done, apply it with `…`" may leave the run to the human.
  return words.has('thing') && words.has('well') && !namesCommand(sentence, sort)
}

/** "The migration is not applied", or the command itself, for the human to run. */
function isTold(sentence: Sentence, sort: Sort): boolean {
  const { form, text } = sentence
  const names = namesCommand(sentence, sort)
  if (names && (form === 'code' || !isReport(sentence))) return true
  const isAbout = names || [...sort.find(text)].some((word) => word !== 'well')
  return isAbout && form !== 'code' && (saysNo(withoutPraise(text)) || isOpen(sentence))
}

function namesCommand({ form, text }: Sentence, { kinds }: Sort): boolean {
  const spans =
    form === 'code' ? [text] : [...text.matchAll(/`([^`\n]{1,200})`/g)].map(([, span]) => span!)
  return spans
    .flatMap((span) => kindsIn(span.slice(0, MAX_COMMAND)))
    .some((kind) => kinds.has(kind))
}

const MAX_COMMAND = 2_000

/** What is still to come, or is left. A guess of the reader is outweighed by the word. */
const isOpen = ({ act, probability }: Sentence): boolean => OPEN.has(act) && probability >= 0.5

const OPEN: ReadonlySet<string> = new Set(['announce', 'left', 'permission', 'input', 'handover'])
