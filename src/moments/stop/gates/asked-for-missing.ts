import { saysNo } from '../../../evidence/message/says-no.js'
import { subjectsIn } from '../../../evidence/message/subjects.js'
import { wordFinder } from '../../../evidence/message/words.js'
import { hasTroubleWord } from '../../../evidence/claims/tells-trouble.js'
import { describeMissing } from '../../../evidence/demands/weigh-demands.js'
import type { StatedDemand, Wanted } from '../../../schema/demand.js'
import type { Evidence } from '../../../schema/evidence.js'
import type { Sentence } from '../../../schema/sentence.js'
import { NEXT } from '../../../judge/points/orders.js'
import type { Gate, StopFacts } from '../gate.js'

/** A file, a symbol or a command that a demand names was looked for and is not there. */
export const askedForMissing: Gate = {
  id: 'asked_for_missing',
  tier: 'push',
  yieldsToPerson: true,
  check(facts) {
    const { flags } = facts.evidence.request
    if (facts.basis !== 'recorded' || flags.readOnly !== null || flags.planOnly !== null)
      return null
    // An agent that only talked, asks or was blocked has forgotten nothing.
    if (facts.evidence.totals.toolCalls === 0 || facts.closing.ask !== null) return null
    for (const demand of facts.demands) {
      if (!isStanding(demand, facts)) continue
      const missing = demand.wants.filter((one) => one.found === false && !isSpokenOf(one, facts))
      if (missing.length > 0) return objection(demand, missing)
    }
    return null
  },
}

/** Below this the reader guesses what was asked. */
const SURE = 0.8

const isStanding = (demand: StatedDemand, { evidence, asked }: StopFacts): boolean =>
  demand.source === 'human' &&
  demand.state === 'asked' &&
  demand.probability >= SURE &&
  (demand.message === evidence.request.total || asked.includes(demand.sentence))

/** The message says what became of it, other than that it is done: then the human knows. */
const isSpokenOf = ({ what, want, file }: Wanted, { closing, evidence }: StopFacts): boolean =>
  (want === 'body' && file !== undefined && closing.sentences.some(leavesOpen)) ||
  closing.sentences.some((sentence) => {
    const { act, text } = sentence
    if (want === 'body' && findStub(text).size > 0) return true
    const isNamed = want === 'tests' ? subjectsIn(text).has('tests') : text.includes(what)
    if (!isNamed || isListed(sentence, what)) return false
    if (!CLAIMS.has(act)) return true
    if (want === 'body') return saysNo(text)
    if (want === 'tests' && hasNoTests(evidence)) return saysNo(text)
    return MAY_BE_THERE.has(want) && isExcuse(text)
  })

/** The request does not name the stub: any word of what is left, to come or in trouble may be of it. */
const leavesOpen = (sentence: Sentence): boolean =>
  (OPEN.has(sentence.act) && sentence.probability >= 0.5) ||
  hasTroubleWord(sentence.text) ||
  findLater(sentence.text).size > 0

const OPEN: ReadonlySet<string> = new Set([
  'left',
  'announce',
  'outlook',
  'permission',
  'input',
  'handover',
  'blocked',
  'failed',
  'deviation',
])
const findLater = wordFinder({
  later: `later next follow-up followup yet still remaining pending missing draft throws notimplementedexception
    notimplementederror unimplemented empty später noch folgt fehlt offen nächste* entwurf leer luego después falta
    pendiente* próxim* vacío ensuite reste manque prochain* brouillon vide depois falta pendente* vazio poi manca
    prossim* vuoto позже потом пока остал* далее пуст* 後で 次に まだ 未実装 稍后 下一步 尚未 未实现 나중 다음 아직 미구현`,
})

/** The runner itself said that there are none: "it is covered by a test" is no excuse then. */
const hasNoTests = ({ commands }: Evidence): boolean => {
  const counts = commands.findLast(({ kind }) => kind === 'test')?.counts
  return counts != null && counts.passed + counts.failed + counts.skipped === 0
}

/** A line of a table or a list that opens with it counts it among what was made. */
const isListed = ({ form, act, text }: Sentence, what: string): boolean =>
  act === 'other' &&
  (form === 'cell' || form === 'item') &&
  text.replace(/^[`*\s]+/, '').startsWith(what) &&
  !isExcuse(text)

/** What may have been there before: then nothing shows whether it had to be touched. */
const MAY_BE_THERE: ReadonlySet<Wanted['want']> = new Set(['changed', 'tests', 'section'])

const isExcuse = (text: string): boolean => saysNo(text) || findAlready(text).size > 0
const findAlready = wordFinder({
  already: `already existing covers covered bereits schon ya existente déjà já già уже 既に すでに 已经 已有 이미`,
})

const findStub = wordFinder({
  stub: `stub stubs stubbed placeholder placeholders todo unimplemented skeleton scaffold scaffolding platzhalter
    gerüst rumpf esqueleto marcador squelette segnaposto заглушка заглушку スタブ 占位 桩 스텁`,
})

const CLAIMS: ReadonlySet<string> = new Set(['done', 'passed', 'delivered', 'left'])

const objection = ({ sentence }: StatedDemand, missing: readonly Wanted[]) => ({
  fact: `${missing.every(isUnnamed) ? 'The change is not whole:' : 'The request names it, and'} ${missing.map(describeMissing).join(', ')}`,
  quote: sentence,
  severity: 'HIGH' as const,
  missing: missing.map(({ what }) => what).join(', '),
  nextAction: [...new Set(missing.map(({ want, what }) => NEXT[want](what)))].join(' '),
  requested: true,
})

const isUnnamed = ({ want, file }: Wanted): boolean => want === 'body' && file !== undefined
