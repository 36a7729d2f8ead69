import type { Claim } from '../../schema/claim.js'
import type { Sentence } from '../../schema/sentence.js'
import { isQuestion } from '../message/find-ask.js'
import { findDeliveredWords } from './deed-words.js'
import { findClaims } from './find-claims.js'
import type { FoundClaim } from './find-claims.js'
import { judgeClaims } from './judge-claims.js'
import type { ClaimGrounds } from './judge-claims.js'
import { tellsTrouble } from './tells-trouble.js'

/**
 * "It is in the commit", when the last try at one was rejected. Held against such a run a guess of the
 * reader is enough to be a claim, and where it was asked for any report that names it. A message that
 * speaks of trouble, or hands it over, has told it.
 */
export function calledDelivered(sentences: readonly Sentence[], grounds: ClaimGrounds): Claim[] {
  const own = sentences.filter(({ form }) => form !== 'code' && form !== 'quote')
  if (tellsTrouble(own)) return []
  const { flags } = grounds.ledger.request
  const open = kindsIn(own.filter(({ act }) => OPEN.has(act)))
  const asked = kindsIn(own.filter(isReport)).filter(
    ({ kind }) => ASKED_BY[kind] !== undefined && flags[ASKED_BY[kind]] !== null,
  )
  const found = [...findClaims(own, 'note'), ...asked].filter(
    ({ kind }) => ASKED_BY[kind] !== undefined && !open.some((one) => one.kind === kind),
  )
  const judged = judgeClaims(found, grounds).filter(
    ({ status, step }) => status === 'contradicted' && step !== null,
  )
  return judged.filter(({ kind }, at) => judged.findIndex((one) => one.kind === kind) === at)
}

/** What sentences would claim if each told of something delivered. */
const kindsIn = (sentences: readonly Sentence[]): FoundClaim[] =>
  findClaims(sentences.map((one) => ({ ...one, act: 'delivered', probability: 1 })))

const isReport = ({ act, text }: Sentence): boolean =>
  REPORTS.has(act) && findDeliveredWords(text).has('done') && !isQuestion(text)

const REPORTS: ReadonlySet<string> = new Set(['delivered', 'done', 'passed', 'other'])
const OPEN: ReadonlySet<string> = new Set([
  'announce',
  'left',
  'permission',
  'input',
  'handover',
  'blocked',
])

const ASKED_BY: Partial<Record<Claim['kind'], 'commitWanted' | 'pushWanted' | 'prWanted'>> = {
  committed: 'commitWanted',
  pushed: 'pushWanted',
  'pr-opened': 'prWanted',
}
