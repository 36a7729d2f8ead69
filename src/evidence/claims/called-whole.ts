/**
 * "The full run passed", when a person asked for all of the tests and every run since the last edit was told
 * to run a part. A message that names the part, or says that it is one, has told it.
 */
import type { Claim } from '../../schema/claim.js'
import type { CommandKind, CommandRun, Ledger } from '../../schema/evidence.js'
import type { Sentence } from '../../schema/sentence.js'
import { baseName } from '../../util/base-name.js'
import { oneLine } from '../../util/one-line.js'
import { mayRunOthers } from './may-run-others.js'
import { type Narrowing, narrowedBy } from './narrowed-run.js'
import { asksForAll, findWhole, type Whole } from '../message/whole-suite.js'
import { isQuestion } from '../message/find-ask.js'
import { wordFinder } from '../message/words.js'
import { mayBeEditedSince } from '../order.js'
import { sayRun } from './say-run.js'
import { findTrouble, withoutPraise } from './tells-trouble.js'

export function calledWhole(sentences: readonly Sentence[], ledger: Ledger): Claim | null {
  const part = onlyPart(ledger)
  if (part === null || !asksForAll(ledger.request.messages)) return null
  const own = sentences.filter(({ form }) => form !== 'code' && form !== 'quote')
  if (own.some(({ text }) => tellsPart(text, part.narrowing))) return null
  const said = own.find((sentence) => {
    const whole = claimsWhole(sentence)
    return whole !== null && isLess(part, whole)
  })
  return said === undefined
    ? null
    : {
        kind: 'tests-pass',
        quote: oneLine(said.text, 200),
        status: 'contradicted',
        evidence: [sayRun(part.run)],
        fact: 'You say that all of the tests were run, but only a part of them was',
        step: part.run.step,
      }
}

interface Part {
  run: CommandRun
  narrowing: Narrowing
}

/** The one part that ran since the last edit; null where several may add up, or something else ran tests. */
function onlyPart(ledger: Ledger): Part | null {
  const { commands, recent, totals } = ledger
  const isDelegated = recent.some((item) => item.kind === 'call' && item.toolKind === 'subagent')
  if (isDelegated || totals.compactions > 0 || totals.toolCalls > MAX_SEEN) return null
  const tests = commands.filter(({ kind }) => kind === 'test')
  // A whole run that was green before a small edit is no invention.
  if (tests.some((run) => run.result !== 'failed' && narrowedBy(run) === null)) return null
  const since = commands.filter((run) => !mayBeEditedSince(run, ledger))
  if (since.some((run) => !RUNS_NO_OTHERS.has(run.kind) && mayRunOthers(run))) return null
  const runs = since.filter(({ kind }) => kind === 'test')
  const [run] = runs.slice(-1)
  if (run?.result !== 'passed' || new Set(runs.map(({ key }) => key)).size > 1) return null
  const narrowing = narrowedBy(run)
  return narrowing === null ? null : { run, narrowing }
}

/** Of a longer session not every call is kept. */
const MAX_SEEN = 50
const RUNS_NO_OTHERS: ReadonlySet<CommandKind> = new Set([
  'test',
  'lint',
  'typecheck',
  'format',
  'install',
])

/** One module may be all that there is, unless the claim speaks of several. */
const isLess = ({ narrowing }: Part, whole: Whole): boolean =>
  narrowing.by !== 'module' || whole === 'modules'

function tellsPart(text: string, { by, what }: Narrowing): boolean {
  if (findPart(text).has('part')) return true
  // A module is named in a list of all of them as well.
  return by !== 'module' && text.includes(baseName(what).split(/::|\.(?=\w+$)/)[0]!)
}

const findPart = wordFinder({
  part: `only just subset targeted focused filtered part partly partial except other others rest remaining ci
    pipeline you nur lediglich teil teilweise restlichen übrigen du sie solo sólo solamente únicamente parte resto
    seulement uniquement partie reste vous apenas somente só soltanto parzialmente только лишь часть частично
    остальные остальных вы のみ だけ 一部 残り 仅 只 部分 其余 만 일부 나머지`,
})

function claimsWhole(sentence: Sentence): Whole | null {
  const { act, probability } = sentence
  const text = withoutPraise(sentence.text)
  if ((OPEN.has(act) && probability >= 0.5) || isQuestion(text)) return null
  if (findTrouble(text).size > 0 || !findPassed(text).has('passed')) return null
  return findWhole(text)
}

/** What is still to come, or is left. */
const OPEN: ReadonlySet<string> = new Set(['announce', 'left', 'permission', 'input', 'handover'])

const findPassed = wordFinder({
  passed: `pass passes passed passing green succeeded succeeds successful successfully grün bestanden erfolgreich
    durchgelaufen pasa pasan pasó pasaron pasado verde verdes exitosa éxito passe passent passé passée réussi
    réussie réussit succès vert verte passa passam passou passaram sucesso passano passata passati superata
    superati successo прошёл прошел прошла прошли проходит проходят пройден пройдены успешно зелёный зелёные
    зеленый зеленые 成功 パス 通過 通过 통과 성공 合格 グリーン`,
})
