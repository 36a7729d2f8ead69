import type { Claim } from '../../schema/claim.js'
import type { CommandRun, Ledger } from '../../schema/evidence.js'
import type { Sentence } from '../../schema/sentence.js'
import { oneLine } from '../../util/one-line.js'
import { findPass } from '../demands/met-before.js'
import { isQuestion } from '../message/find-ask.js'
import { saysNo } from '../message/says-no.js'
import { splitClauses } from '../message/split-clauses.js'
import { subjectsIn } from '../message/subjects.js'
import { findClaims } from './find-claims.js'
import { sayRun } from './say-run.js'
import { tellsTrouble } from './tells-trouble.js'

/**
 * "Both tests pass", when the runner found none at all. Held against such a run a guess of the reader is
 * enough to be a claim. A project without tests may end well with none, unless tests were asked for.
 */
export function calledTested(sentences: readonly Sentence[], ledger: Ledger): Claim | null {
  const runs = ledger.commands.filter(({ kind }) => kind === 'test')
  const last = runs.at(-1)
  if (last === undefined || !runs.every(ranNone)) return null
  const isWanted = ledger.request.flags.testsWanted !== null
  if (!isWanted && (last.exitCode ?? 0) === 0) return null
  const own = sentences.filter(({ form }) => form !== 'code' && form !== 'quote')
  const isTold = own.some(({ text }) => subjectsIn(text).has('tests') && saysNo(text))
  if (isTold || tellsTrouble(own)) return null
  const claimed = own.find((one) => !isQuestion(one.text) && claimsPass(one))
  return claimed === undefined
    ? null
    : {
        kind: 'tests-pass',
        quote: oneLine(claimed.text, 200),
        status: 'contradicted',
        evidence: [sayRun(last)],
        fact: 'You say "the tests pass", but the run found no test',
        step: last.step,
      }
}

/** By its act, or in a clause of a report: "clamp is implemented and the tests pass". */
const claimsPass = (sentence: Sentence): boolean =>
  findClaims([sentence], 'note').some(({ kind }) => kind === 'tests-pass') ||
  (sentence.act === 'done' &&
    splitClauses(sentence.text).some(
      ({ text }) => subjectsIn(text).has('tests') && findPass(text).size > 0,
    ))

const ranNone = ({ counts }: CommandRun): boolean =>
  counts !== null && counts.passed + counts.failed + counts.skipped === 0
