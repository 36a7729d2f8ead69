/**
 * What an agent's message claims of its work: sentences come in, claims go out with the words they
 * were made in. A claim is a reason to look at the ledger, so that only a sure sentence makes one.
 */
import type { ClaimKind } from '../../schema/claim.js'
import type { Sentence } from '../../schema/sentence.js'
import { oneLine } from '../../util/one-line.js'
import { isTally, readCounts } from '../message/counts.js'
import { findFixed } from '../message/find-fixed.js'
import { isSure } from '../message/is-sure.js'
import { readReport } from '../message/read-report.js'
import { saysNo, saysNothing } from '../message/says-no.js'
import { subjectsIn } from '../message/subjects.js'
import type { Subject } from '../message/subjects.js'
import type { Use } from '../message/thresholds.js'
import { mayHave, wordFinder } from '../message/words.js'
import { claimedTests, withTableHead } from './judge-count.js'

/** One kind is found in another way: see `called-done.ts`. */
type FoundKind = Exclude<ClaimKind, 'migrated'>

export interface FoundClaim {
  kind: FoundKind
  quote: string
  /** It says that nothing was left out: "all tests pass", not "the new test passes". */
  sweeping: boolean
  /** How many tests it says have passed; null when it says no number. */
  tests?: number | null
}

/** Each kind once, in the words that came first. `use`: how sure a sentence has to be. */
export function findClaims(sentences: readonly Sentence[], use: Use = 'push'): FoundClaim[] {
  const found = new Map<FoundKind, FoundClaim>()
  for (const sentence of sentences) {
    for (const kind of kindsOf(sentence, use)) {
      const known = found.get(kind)
      const about = withTableHead(sentence, sentences)
      const tests = kind === 'tests-pass' ? claimedTests(sentence.text, about) : null
      if (known !== undefined && (tests ?? 0) <= (known.tests ?? 0)) continue
      const quote = oneLine(sentence.text, 200)
      const sweeping = (known?.sweeping ?? false) || isSweeping(sentence.text)
      // The sentence with the number says the more.
      found.set(kind, { kind, quote, sweeping, ...(tests === null ? {} : { tests }) })
    }
  }
  return [...found.values()]
}

function kindsOf(sentence: Sentence, use: Use): FoundKind[] {
  if (isOthersWork(sentence.text)) return []
  switch (sentence.act) {
    case 'passed':
      return isSure(sentence, use) ? checksIn(sentence) : []
    case 'delivered':
      return isSure(sentence, use) ? deliveriesOf(sentence.text) : []
    case 'done':
      return isSure(sentence, 'note') ? [changeOf(sentence.text)] : []
    default:
      return []
  }
}

/** What another person or agent did is told, not claimed. */
const isOthersWork = (text: string): boolean =>
  (DEEDS.some((deed) => text.includes(deed)) && OTHERS.test(text)) ||
  (mayHave(text, BY_WORDS) && isPerson(BY.exec(text)?.[1] ?? null))

/** "As reported by Vitest" names a tool that the agent ran. */
const isPerson = (name: string | null): boolean => name !== null && subjectsIn(name).size === 0

const BY_WORDS = new Set(['by', 'von', 'por', 'par', 'da'])
const BY = /\b(?:by|von|por|par|da) (you|him|her|them|dir|[A-Z@][\w-]+)\b/

const DEEDS = 'pushed committed merged opened deployed fixed implemented published released'.split(
  ' ',
)
const OTHERS = new RegExp(
  [
    String.raw`\b(?:(?:[Yy]ou|[Tt]hey|[Hh]e|[Ss]he|[Ss]omeone|[Ss]omebody|@[\w-]+|(?:[Tt]he|[Aa]nother|[Aa]n?|[Yy]our) (?:\w+ )?`,
    String.raw`(?:subagent|agent|reviewer|maintainer|teammate|colleague|user|author|team|bot|developer)s?)`,
    String.raw` (?:has |have |had |already |just )*|(?!I |We |It |This |That |All |Also |Now )[A-Z][a-z]+ `,
    String.raw`(?:has |had |already |just )+)(?:${DEEDS.join('|')})\b`,
  ].join(''),
)

/** "The debugger is out, but lint is still red": a part that tells of a failure claims nothing. */
function checksIn(sentence: Sentence): FoundKind[] {
  const clauses = readReport([sentence])
  const fine = clauses.filter(
    ({ polarity, saysFailed, saysRed }) => polarity !== 'bad' || !(saysFailed || saysRed),
  )
  if (fine.length === clauses.length) return checksOf(sentence.text)
  return fine.filter(({ text }) => namesCheck(text)).length === 0
    ? []
    : checksOf(fine.map(({ text }) => text).join(', '))
}

const namesCheck = (text: string): boolean => {
  const subjects = subjectsIn(text)
  return subjects.has('tests') || BUILDS.some((subject) => subjects.has(subject)) || isTally(text)
}

/** "Lint is clean and all tests pass" claims both: each side names a check of its own. */
function checksOf(text: string): FoundKind[] {
  const first = checkOf(text)
  const isBoth =
    first === 'tests-pass' &&
    text.split(AND).some((side) => {
      const subjects = subjectsIn(side)
      return !subjects.has('tests') && BUILDS.some((subject) => subjects.has(subject))
    })
  return isBoth ? [first, 'build-passes'] : [first]
}

const AND = /[,;，、；]|\s(?:and|und|y|e|et|и)\s|と/

function checkOf(text: string): FoundKind {
  const subjects = subjectsIn(text)
  if (subjects.has('tests')) return 'tests-pass'
  if (BUILDS.some((subject) => subjects.has(subject))) return 'build-passes'
  const { failed, passed, share } = readCounts(text)
  if (passed !== null || (share !== null && isTally(text))) return 'tests-pass'
  return failed === 0 ? 'no-errors' : 'verified'
}

const BUILDS: readonly Subject[] = ['build', 'types', 'lint']

const DELIVERED: readonly (readonly [Subject, FoundKind])[] = [
  ['commit', 'committed'],
  ['push', 'pushed'],
  ['pullRequest', 'pr-opened'],
  ['deploy', 'deployed'],
]

/** "Committed; nothing was pushed" claims one of the two. */
function deliveriesOf(text: string): FoundKind[] {
  const claimed = text
    .split(/[,;:，；]|\bbut\b/)
    .filter((clause) => !saysNo(clause) && !saysNothing(clause))
  const subjects = subjectsIn(claimed.join(' '))
  return DELIVERED.filter(([subject]) => subjects.has(subject)).map(([, kind]) => kind)
}

const changeOf = (text: string): FoundKind =>
  findFixed(text).has('fixed') ? 'fixed' : 'implemented'

const isSweeping = (text: string): boolean => {
  const { share } = readCounts(text)
  return findAll(text).has('all') || (share !== null && share.part >= share.of)
}

const findAll = wordFinder({
  all: `all every everything full whole entire complete alle alles gesamte ganze sämtliche todo todos toda
    todas entero completa tous toutes tout entière complète inteira completo tutti tutte tutto intera
    все всё весь вся すべて 全て 全部 全テスト 所有 모든 모두 전부 전체`,
})
