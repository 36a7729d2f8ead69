/**
 * The agent's closing message, clause by clause: what each clause speaks of, and whether it calls it fine. It
 * decides nothing; the account holds points against it.
 */
import type { Sentence } from '../../schema/sentence.js'
import { hasTroubleWord, isPraise, withoutPraise } from './trouble-words.js'
import { readCounts } from './counts.js'
import { isSure } from './is-sure.js'
import { saysNo } from './says-no.js'
import { splitClauses } from './split-clauses.js'
import { subjectsIn } from './subjects.js'
import type { Subject } from './subjects.js'
import { wordSet } from '../../util/word-set.js'
import { wordFinder, wordsOf } from './words.js'

export interface ReportClause {
  text: string
  sentence: Sentence
  subjects: ReadonlySet<Subject>
  /** `bad`: it tells of trouble, of work left or of a limit. null: neither can be read. */
  polarity: 'fine' | 'bad' | null
  /** A word or a mark says that it is bad, not only the kind of its sentence. */
  saysBad: boolean
  /** A word says that it went wrong: it failed, is red, did not pass or was not run. */
  saysFailed: boolean
  /** It says so of the thing itself, as its verb: "fails", "is red". */
  saysRed: boolean
  /** Its words are of no language that is read here. */
  isForeign: boolean
  /** It states a result, not a wish, a plan or what would be. */
  isStated: boolean
}

export function readReport(sentences: readonly Sentence[]): ReportClause[] {
  return sentences.flatMap((sentence) => {
    const texts = sentence.form === 'code' ? [sentence.text] : partsOf(sentence.text)
    const isForeign =
      /[^\0-\x7f]/.test(sentence.text) && !(sentence.act === 'passed' && isSure(sentence, 'note'))
    return texts.map((text, at) => ({
      text,
      sentence,
      subjects:
        findRed(withoutPraise(text)).size > 0
          ? subjectsIn(sentence.text)
          : subjectsIn(speaksOfIt(text) ? `${texts[at - 1] ?? ''}, ${text}` : text),
      polarity: isOnlyNames(text)
        ? polarityOf(sentence.text, sentence, true)
        : polarityOf(text, sentence, texts.length === 1),
      saysBad: saysBad(text),
      saysFailed: saysFailed(text),
      saysRed: findRed(withoutPraise(text)).size > 0,
      isForeign,
      isStated: isStated(text, sentence),
    }))
  })
}

/** "I ran the tests, and they pass", "it passes all of them": what the clause before is about. */
const speaksOfIt = (text: string): boolean => {
  const words = wordsOf(text)
  return PRONOUNS.has(words[0] ?? '') || words.includes('them')
}
const PRONOUNS = wordSet(
  'they all both these those it everything alle sie beide alles todos todas ellos tous toutes ils elles tutti wszystkie',
)

/** "`lint` and `test` are clean": what is said of the last name is said of each. */
const isOnlyNames = (text: string): boolean =>
  text.includes('`') && !/\p{L}{3}/u.test(text.replaceAll(/`[^`]*`/g, ' '))

const clausesOf = (text: string): string[] => {
  const clauses = splitClauses(text).map((clause) => clause.text)
  return clauses.length === 0 ? [text] : clauses
}

/** Clauses; a sentence without a joint is one, and a bracket behind a full stop is another. */
const partsOf = (text: string): string[] =>
  text.split(/(?<=[.!?])\s+(?=\()/).flatMap((part) => clausesOf(part))

function polarityOf(text: string, sentence: Sentence, isWhole: boolean): ReportClause['polarity'] {
  const { failed, passed, share } = readCounts(text)
  if (failed !== null && failed > 0) return 'bad'
  if (share !== null && share.part < share.of && passed !== null) return 'bad'
  if (BAD_MARKS.some((mark) => text.includes(mark)) || sentence.checked === false) return 'bad'
  if (FINE_MARKS.some((mark) => text.includes(mark))) return 'fine'
  if (saysBad(text) || saysFailed(text)) return 'bad'
  if (failed === 0 || passed !== null || findWords(text).has('fine') || isPraise(text))
    return 'fine'
  if (!isWhole) return null
  if (BAD_ACTS.has(sentence.act) && isSure(sentence, 'hold')) return 'bad'
  return FINE_ACTS.has(sentence.act) && isSure(sentence, 'note') ? 'fine' : null
}

function saysBad(text: string): boolean {
  const plain = withoutPraise(text.replaceAll(CODE_NAME, ' '))
  const found = findWords(plain)
  return (
    BAD_MARKS.some((mark) => text.includes(mark)) ||
    hasTroubleWord(plain) ||
    found.has('bad') ||
    // "They still pass" tells of no trouble.
    (found.has('yet') && !found.has('fine')) ||
    (saysNo(plain) && !findWords(text).has('none'))
  )
}

/** `test_never_negative` is a name, and denies nothing. */
const CODE_NAME = /`\w{0,80}(?:_\w{1,80}|[a-z][A-Z]\w{0,80})(?:\(\))?`/g

/** "3 fail", "still red", "not run", "does not build": about a result, whatever it is of. */
function saysFailed(text: string): boolean {
  const { failed } = readCounts(text)
  if (failed !== null) return failed > 0
  const plain = withoutPraise(text)
  return findFailed(plain).size > 0 || (saysNo(plain) && findRun(plain).size > 0)
}

const findFailed = wordFinder('report', {
  failed: `fail fails failed failing failure failures red broken crash crashes crashed hangs hung killed timed blocked
    rejected refused fehlgeschlagen schlägt schlagen fehlschlägt scheitert scheitern rot kaputt falla fallan falló fallando
    rojo rota échoue échouent échoué rouge cassé falha falham falhou vermelho quebrado fallisce falliscono fallito
    rosso rotto faalt faalde mislukt rood nie przechodzi czerwony nieudane`,
})
const findRed = wordFinder('report', {
  red: `fails fail red rot rote rojo rojos rouge rouges vermelho rosso rossi rood czerwony schlägt schlagen scheitert falla
    fallan échoue échouent falha falham fallisce falliscono faalt`,
})
const findRun = wordFinder('report', {
  run: `run ran pass passes passed build builds compile compiles green verified tested executed start starts finish
    gelaufen ausgeführt läuft grün gebaut ejecut* corri* pasa pasan compila lancé exécut* passe passent compile
    execut* rod* passa passam eseguit* passano gir*`,
})

const BAD_ACTS: ReadonlySet<string> = new Set([
  'failed',
  'blocked',
  'left',
  'dismissed',
  'deviation',
])
const FINE_ACTS: ReadonlySet<string> = new Set(['passed'])
const FINE_MARKS = ['✅', '✔', '✓', '🟢', '🎉']
const BAD_MARKS = ['❌', '✗', '✘', '🔴', '⚠', '🟡']

const findWords = wordFinder('report', {
  fine: `pass passes passed passing green clean cleanly ok okay succeed succeeds succeeded success successful
    successfully works working fine healthy builds compiles zero bestanden grün sauber erfolgreich läuft laufen
    fehlerfrei pasa pasan pasado pasados pasaron verde verdes limpio limpia exitoso funciona passe passent vert verts propre réussi réussie
    fonctionne passa passam passou verdes sucesso limpo passano passato verdi pulito riuscito funziona passed/ slaagt
    slagen geslaagd groen passent passés passées reussi superati superato passaram aprovados durchgelaufen przechodzą przechodzi zielone`,
  bad: `red remains remaining unresolved skipped flaky unrelated preexisting pre-existing known untested unverified
    unable rot leider rojo rouge vermelho rosso`,
  yet: 'still weiterhin noch todavía aún encore toujours ainda ancora blijft nog wciąż nadal',
  none: `complain complaint complaints objections issues issue problems problem warnings warning offenses findings regressions failures errors`,
})

/** "Should pass", "run the tests to see that they pass", "will be green": nothing was seen. */
function isStated(text: string, sentence: Sentence): boolean {
  if (sentence.form === 'quote' || sentence.form === 'code') return false
  if (UNSTATED.has(sentence.act) && isSure(sentence, 'hold')) return false
  return !text.trimEnd().endsWith('?') && findUnstated(text).size === 0
}

const UNSTATED: ReadonlySet<string> = new Set([
  'announce',
  'permission',
  'input',
  'handover',
  'outlook',
  'blocked',
])
const findUnstated = wordFinder('report', {
  unstated: `except excluding außer salvo excepto sauf exceto tranne eccetto should would will could might may if
    until ensure verify must expected expect previously earlier used ci pipeline workflow jenkins sollte würde wird
    falls damit debería debe devrait doit deve dovrebbe`,
})

/** `test_clock`, `parsesRows`, `cart.test.ts`: no sentence has it by chance. */
export const isCodeName = (name: string): boolean =>
  !name.includes(' ') && /[_./\d]|[a-z][A-Z]/.test(name)

/** Whether a clause names one of these, as whole words. */
export function namesAny(text: string, names: readonly string[]): boolean {
  return names.some((name) => {
    if (name.length < 3) return false
    let at = text.indexOf(name)
    while (at !== -1) {
      if (!isLetter(text[at - 1]) && !isLetter(text[at + name.length])) return true
      at = text.indexOf(name, at + 1)
    }
    return false
  })
}

const isLetter = (char: string | undefined): boolean =>
  char !== undefined && /[\p{L}\p{N}_]/u.test(char)
