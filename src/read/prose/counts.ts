/**
 * Numbers are parsed, not learned: "70 passed, 3 failed", "0 failures", "2 of 5", "all but two". What
 * kind of sentence it is, the model knows; what its numbers say of the outcome, these rules.
 */
import { hasOtherScript, isOtherScript, lexicon } from '../../data/lexicon.js'
import type { Act } from '../../schema/sentence.js'
import { tokenise } from './tokens.js'
import { hasStem, lexiconSet } from './words.js'

/** The act that the numbers of a sentence make of the one it was read as; null when they say nothing. */
export function actByCounts(text: string, act: Act): Counted | null {
  if (!TURNED.has(act) || (act === 'other' && !/\d/.test(text))) return null
  const counts = readCounts(text)
  const { failed, passed } = counts
  if (failed !== null && passed !== null) return sure(failed > 0 ? 'failed' : 'passed')
  if (act === 'other') return null
  if (act === 'left' && saysNoneLeft(text)) return sure('done')
  return act === 'passed' || act === 'failed'
    ? outcomeByCounts(text, act, counts)
    : progressByCounts(act, counts)
}

interface Counted {
  act: Act
  /** False when the words around the number may say otherwise. */
  isSure: boolean
}

/** "0 failures" passed; "40 of 42 pass" and "almost all pass" did not. */
function outcomeByCounts(text: string, act: Act, { failed, share }: Counts): Counted | null {
  if (act === 'passed' && tokensOf(text).some((token) => ALMOST.has(token))) return maybe('failed')
  if (failed === 0) return sure('passed')
  if (failed !== null) return act === 'passed' ? maybe('failed') : null
  if (share === null) return null
  const end = share.part < share.of ? 'failed' : 'passed'
  return end === act ? null : maybe(end)
}

/**
 * "Two of five are migrated": some of it is not. "3 of 40 fail" is no progress of the work. A share that
 * fits what was read makes it no surer: "6 of 1,000 were booked twice".
 */
function progressByCounts(act: Act, { failed, share }: Counts): Counted | null {
  if (share === null || failed !== null) return null
  if (share.part < share.of) return act === 'left' ? null : maybe('left')
  return act === 'left' ? sure('done') : null
}

const sure = (act: Act): Counted => ({ act, isSure: true })
const maybe = (act: Act): Counted => ({ act, isSure: false })

const ALMOST = lexiconSet(
  `almost nearly most fast beinahe meisten casi mayoría presque plupart quase maioria quasi`,
  'count.almost',
)

/** Numbers say nothing of the other acts: "Shall I fix the 3 failures?" asks all the same. */
const TURNED: ReadonlySet<Act> = new Set(['done', 'delivered', 'left', 'passed', 'failed', 'other'])

export interface Counts {
  /** How many checks failed; null when nothing is said of it. */
  failed: number | null
  passed: number | null
  /** "2 of 5", "2/5", "all but 3 of 5". */
  share: { part: number; of: number } | null
}

export function readCounts(text: string): Counts {
  const tokens = tokensOf(text)
  const counts: Counts = { failed: null, passed: null, share: null }
  for (let at = 0; at < tokens.length; at += 1) {
    const share = shareAt(tokens, at)
    const value = share?.part ?? valueOf(tokens[at]!)
    if (value === null) continue
    if (share !== null) at = share.end
    const what = whatIsCounted(tokens, at)
    counts.share ??= share
    // "0 of 31 checks failed" counts what failed; "29 of 31 passed" is a share of them.
    if (what === 'failed' || (what === 'passed' && share === null)) {
      counts[what] = (counts[what] ?? 0) + value
    }
  }
  return counts
}

/**
 * "57 passed", "All 57 green": nothing but numbers, how they ended and small words, as a runner sums up.
 * Whatever else is counted has a name, and a bare "24/24" may count anything.
 */
export function isTally(text: string): boolean {
  const lower = text.toLowerCase()
  let isOutcome = false
  const isBare = tokenise(lower).every(({ kind, start, end }) => {
    if (kind !== 'word') return kind !== 'code'
    const token = lower.slice(start, end)
    const outcome = outcomeOf(token)
    isOutcome ||= outcome !== null
    return outcome !== null || valueOf(token) !== null || SMALL.has(token)
  })
  return isBare && isOutcome
}

const SMALL = lexiconSet(
  `all of in total now done result results everything skipped ignored pending still s ms sec seconds and alle alles
  jetzt ergebnis fertig und insgesamt todo todos todas verde resultado listo y en de tout tous toutes vert résultat et
  au tudo certo e tutto tutti tutte risultato`,
  'count.small',
)

/** "No TODOs left", "nothing remains": none of it is. */
function saysNoneLeft(text: string): boolean {
  const tokens = tokensOf(text)
  return tokens.some((token, at) => {
    if (!NOTHING.has(token) && valueOf(token) !== 0) return false
    return tokens.slice(at + 1, at + 1 + REACH).some((next) => LEFT.has(next))
  })
}

const NOTHING = lexiconSet('nothing none nichts nada rien niente', 'nothing')
const LEFT = lexiconSet(
  `left remain remains remaining open outstanding pending missing undone todo todos offen übrig pendiente pendientes
  falta queda quedan reste manque pendente restam rimane rimangono manca`,
  'count.left',
)

const tokensOf = (text: string): string[] => {
  const lower = text.toLowerCase()
  return tokenise(lower).map(({ start, end }) => lower.slice(start, end))
}

const ZERO = lexiconSet(
  `no zero without keine keinen keinerlei ohne sin ningún ningun ninguna aucun aucune sans nenhum nenhuma sem nessun
  nessuna senza`,
  'count.zero',
)

const NUMBERS = [
  'one ein eine eins uno una un um uma',
  'two zwei dos deux dois duas due',
  'three drei tres trois três tre',
  'four vier cuatro quatre quatro quattro',
  'five fünf cinco cinq cinque',
  'six sechs seis sei',
  'seven sieben siete sept sete sette',
  'eight acht ocho huit oito otto',
  'nine neun nueve neuf nove',
  'ten zehn diez dix dez dieci',
]
const WORDED = new Map(
  NUMBERS.flatMap((words, index) => words.split(' ').map((word) => [word, index + 1] as const)),
)
const wordedElsewhere = (token: string): number =>
  isOtherScript(token)
    ? NUMBERS.findIndex((_, index) => lexicon(`number.${index + 1}`).includes(token)) + 1
    : 0

/** "12", "1,204", "0", "no", "three"; a share such as "3/5" has none. */
function valueOf(token: string): number | null {
  if (ZERO.has(token)) return 0
  const worded = WORDED.get(token) ?? wordedElsewhere(token)
  if (worded > 0) return worded
  return WHOLE.test(token) ? Number(token.replaceAll(',', '')) : null
}

const WHOLE = /^\d[\d,]*$/

const FAILED = lexiconSet(
  `fail fails failed failing failure failures errors errored broken red fehlgeschlagen fehlschlag fehlschläge fehler
  rot falló fallan fallaron fallo fallos fallido fallidos fallidas errores échoué échouée échoués échouées échoue
  échouent échec échecs erreur erreurs falhou falham falharam falha falhas falhando erro erros fallito falliti fallita
  fallite fallisce falliscono fallimenti errore errori`,
  'count.failed',
)
const PASSED = lexiconSet(
  `pass passes passed passing green ok succeeded successful bestanden grün pasa pasan pasaron pasado pasados aprobadas
  aprobados verdes passe passent passés passées réussi réussis réussies verts passa passam passaram passando passou
  aprovados passano passati passato superati verdi`,
  'count.passed',
)

function outcomeOf(token: string): 'failed' | 'passed' | null {
  if (FAILED.has(token) || hasStem(token, 'count.failed.dense')) return 'failed'
  return PASSED.has(token) || hasStem(token, 'count.passed.dense') ? 'passed' : null
}

/** Words that may stand between a number and what it counts: "3 of the unit tests still fail". */
const REACH = 4

function whatIsCounted(tokens: readonly string[], at: number): 'failed' | 'passed' | null {
  for (let next = at + 1; next <= at + REACH && next < tokens.length; next += 1) {
    const token = tokens[next]!
    const outcome = outcomeOf(token)
    // "エラー 0件": there the number comes behind.
    if (outcome !== null) return isDenseOutcome(token) && isCounted(tokens, next) ? null : outcome
    if (!isWord(token) || valueOf(token) !== null) break
  }
  const before = tokens[at - 1] ?? ''
  if (isDenseOutcome(before)) return outcomeOf(before)
  // "Failed: 3".
  const isSign = before === ':' || before === '：' || before === '='
  return isSign ? outcomeOf(tokens[at - 2] ?? '') : null
}

const isCounted = (tokens: readonly string[], at: number): boolean =>
  valueOf(tokens[at + 1] ?? '') !== null

const isDenseOutcome = (token: string): boolean =>
  hasOtherScript(token) &&
  [...lexicon('count.failed.dense'), ...lexicon('count.passed.dense')].some((stem) =>
    token.endsWith(stem),
  )

const isWord = (token: string): boolean => !/^[\d\W_]$/.test(token) || token.charCodeAt(0) > 0x7f

const OF = lexiconSet('of von de sur di su out der des', 'count.of')
const ALL = lexiconSet('all alle todos todas tous toutes tutti tutte', 'count.all')
const BUT = lexiconSet('but except bis außer excepto salvo menos sauf tranne exceto', 'count.but')

interface Share {
  part: number
  of: number
  /** The last token that belongs to it. */
  end: number
}

function shareAt(tokens: readonly string[], at: number): Share | null {
  const slash = SLASHED.exec(tokens[at]!)
  if (slash !== null) return { part: Number(slash[1]), of: Number(slash[2]), end: at }
  const part = valueOf(tokens[at]!)
  if (part === null) return null
  const next = tokens[at + 1] ?? ''
  const end = [at + 2, at + 3, at + 4].find((place) => valueOf(tokens[place] ?? '') !== null)
  const whole = end === undefined ? null : valueOf(tokens[end]!)
  if (end !== undefined && whole !== null) {
    if (OF.has(next) && whole >= part && !EACH.has(tokens[at - 1] ?? ''))
      return { part, of: whole, end }
    // "5件中2件": the whole comes first.
    if (hasStem(next, 'count.among') && whole <= part) return { part: whole, of: part, end }
  }
  const earlier = tokens.slice(Math.max(0, at - 4), at)
  const isAllBut = earlier.some((word) => ALL.has(word)) && earlier.some((word) => BUT.has(word))
  return isAllBut && part > 0 ? { part: 0, of: part, end: at } : null
}

const SLASHED = /^(\d{1,9})\/(\d{1,9})$/

/** "Every one of the 12" is all of them. */
const EACH = lexiconSet('every each any jeder jede jedes cada chacun', 'count.each')
