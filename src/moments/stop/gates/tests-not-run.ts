import { wasMetBefore } from '../../../evidence/demands/met-before.js'
import { saysNo } from '../../../evidence/message/says-no.js'
import { subjectsIn } from '../../../evidence/message/subjects.js'
import type { Evidence, RequestFlags } from '../../../schema/evidence.js'
import { oneLine } from '../../../util/one-line.js'
import type { Closing } from '../closing.js'
import type { Gate } from '../gate.js'
import { mayBeTest } from '../../attempt-failure.js'
import { hasDelegated } from '../delegated.js'
import { missesEdit } from '../substance.js'

/** Tests were demanded in so many words, or one by its name, and none ran after the last edit. */
export const testsNotRun: Gate = {
  id: 'tests_not_run',
  tier: 'push',
  yieldsToPerson: false,
  check({ evidence, basis, closing }) {
    const testsWanted = openWish(evidence)
    const wanted = testsWanted ?? namedRed(evidence, closing)
    if (wanted === null || evidence.request.flags.planOnly !== null) return null
    if (evidence.commands.some((run) => mayBeTest(run) && !missesEdit(run, evidence))) return null
    if (hasNamedTests(evidence) || hasDelegated(evidence, evidence.lastEditStep ?? -1)) return null
    if (basis === 'recorded' && !canTell(evidence)) return null
    return {
      fact: sayFact(evidence, testsWanted !== null),
      quote: wanted.quote,
      severity: 'HIGH',
      missing: 'a test run on the final state',
      nextAction: 'Run the tests now and report what they print.',
      requested: true,
    }
  },
}

/** What was met before the next human message is asked for no more. */
function openWish(evidence: Evidence): RequestFlags['testsWanted'] {
  const wish = evidence.request.flags.testsWanted
  if (wish === null) return null
  const { message, quote } = wish
  return wasMetBefore({ message, text: quote }, evidence, mayBeTest) ? null : wish
}

function sayFact(evidence: Evidence, isWanted: boolean): string {
  if (!isWanted) return 'The request names a test that was red, and none ran after your last edit'
  return evidence.lastEditStep === null || !hasTestRun(evidence)
    ? 'The request asks for tests, but no test command was run'
    : 'The request asks for tests, but none ran after your last edit'
}

/**
 * "SplitTest.threeWays crashes": it was run and was red, and the human had named it. An agent that says
 * that it ran nothing has told how things stand.
 */
function namedRed({ request, commands }: Evidence, closing: Closing): RequestFlags['testsWanted'] {
  const asked = request.messages.at(-1)
  const red = commands.filter(({ kind, result }) => kind === 'test' && result === 'failed')
  if (asked === undefined || red.length === 0) return null
  if (closing.sentences.some(({ text }) => subjectsIn(text).has('tests') && saysNo(text)))
    return null
  const words = new Set(asked.text.split(/[^\w$]+/))
  const isNamed = red.some(({ failing }) => failing.some((name) => isIn(name, words)))
  return isNamed ? { message: asked.number, quote: oneLine(asked.text, 160) } : null
}

/** By the name of the test itself, when it is one that no other text would have. */
function isIn(failing: string, words: ReadonlySet<string>): boolean {
  const [own] = failing.replace(/(?<![^\w$])[^\w$]+$/, '').match(/(?<![\w$])[\w$]{5,}$/) ?? []
  return own !== undefined && words.has(own) && /_|[a-z][A-Z]/.test(own)
}

/** A shell line too crooked to be read as a run, that names tests all the same. */
const hasNamedTests = (evidence: Evidence): boolean =>
  evidence.recent.some(
    (item) =>
      item.kind === 'call' &&
      item.toolKind === 'command' &&
      !missesEdit({ step: item.step, part: LAST_PART }, evidence) &&
      /\b(?:tests?|specs?|pytest|vitest|jest)\b/.test(item.action) &&
      !/^\s*(?:cat|ls|grep|rg|find|head|tail|sed|git)\b/.test(item.action),
  )

/** Its position within the line is unknown: it may be the last. */
const LAST_PART = 999

const hasTestRun = ({ commands }: Evidence): boolean => commands.some(({ kind }) => kind === 'test')

/** A demand of an earlier turn counts only when this turn changed code that it is about. */
function canTell({ request, edits, totals }: Evidence): boolean {
  if (totals.toolCalls === 0) return false
  const wanted = request.flags.testsWanted?.message ?? 0
  return (
    wanted === request.total || edits.some(({ turn, inert }) => !inert && turn === request.total)
  )
}
