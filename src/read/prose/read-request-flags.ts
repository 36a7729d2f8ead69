/**
 * What the human's words ask for and forbid. Messages come in, flags go out, each with the message
 * and the words that it rests on; a later message changes what an earlier one said. The learned
 * reader says what a sentence wants, a table of words what it wants it of.
 */
import { hasOtherScript } from '../../data/lexicon.js'
import type { RequestFlags } from '../../schema/evidence.js'
import { oneLine } from '../../util/one-line.js'
import { isQuestion } from './find-ask.js'
import { findFixing } from './find-fixed.js'
import { readRequest } from './read-request.js'
import type { RequestSentence } from './read-request.js'
import type { RequestLabel } from './request-label.js'
import { saysNo, saysNothing } from './says-no.js'
import { forbidsRun } from './settle-label.js'
import { subjectsIn } from './subjects.js'
import type { Subject } from './subjects.js'
import { THRESHOLDS } from './thresholds.js'
import { or, patternWith } from './word-pattern.js'
import { mayHave, wordFinder, wordsOf } from './words.js'

type FlagName = keyof RequestFlags

/** One more message: what it says replaces what was said before about the same thing. */
export function foldFlags(flags: RequestFlags, message: number, text: string): RequestFlags {
  const { said, withdrawn } = flagsOf(readRequest(text))
  const next = { ...flags }
  // What was to be told is told; that nothing may be changed goes on.
  if (!readRequest(flags.readOnly?.quote ?? '').some(forbidsChange)) next.readOnly = null
  for (const name of withdrawn) next[name] = null
  for (const [name, quote] of said) next[name] = { message, quote }
  for (const [name, ends] of Object.entries(ENDED_BY) as [FlagName, FlagName[]][]) {
    if (!said.has(name) && ends.some((other) => said.has(other))) next[name] = null
  }
  return next
}

/** A later wish ends an earlier one of another kind: "now implement it" ends "only plan". */
const ENDED_BY: Partial<Record<FlagName, FlagName[]>> = {
  readOnly: ['change'],
  planOnly: ['change'],
  change: ['readOnly', 'planOnly'],
  noPush: ['pushWanted', 'prWanted'],
  pushWanted: ['noPush'],
}

interface Said {
  said: Map<FlagName, string>
  withdrawn: Set<FlagName>
}

function flagsOf(sentences: readonly RequestSentence[]): Said {
  const said = new Map<FlagName, string>()
  const withdrawn = new Set<FlagName>()
  const say = (name: FlagName, quote: string): void => {
    if (!said.has(name)) said.set(name, oneLine(quote, 160))
  }
  for (const sentence of sentences) {
    for (const wish of sentence.clauses.length === 0 ? [sentence] : sentence.clauses) {
      if (wish.label !== 'withdraw' && !isDeniedWish(wish)) continue
      for (const name of named(wish.text)) {
        withdrawn.add(name)
        // What an earlier sentence of the message said is taken back too.
        said.delete(name)
      }
    }
    for (const wish of [...sentence.clauses, sentence]) {
      if (wish.label === 'withdraw' && !saysNo(wish.text)) continue
      for (const name of flagsOfWish(wish)) {
        // "Write a test that reproduces it, and fix it" wants a green one in the end.
        if (name === 'redExpected' && wantsFix(sentence.text)) continue
        if (wish !== sentence || !withdrawn.has(name)) say(name, sentence.text)
      }
      if (wish.label === 'change' && wish.probability >= SURE && !isToldOnly(sentence))
        say('change', sentence.text)
    }
    if (sentence.label === 'withdraw') for (const name of named(sentence.text)) withdrawn.add(name)
    if (isReadOnly(sentence)) say('readOnly', sentence.text)
    if (sentence.label === 'plan' && sentence.probability >= SURE) say('planOnly', sentence.text)
  }
  // Within one message the narrower wish holds: "review the fix, don't change anything".
  const isNarrow = sentences.some(forbidsChange)
  if (said.has('change') && !isNarrow) {
    said.delete('readOnly')
    said.delete('planOnly')
  } else if (isNarrow) said.delete('change')
  if (said.has('noPush')) said.delete('pushWanted')
  for (const name of said.keys()) withdrawn.delete(name)
  return { said, withdrawn }
}

/** "Don't run the tests", "no PR please": what was wanted before is wanted no more. */
const isDeniedWish = ({ label, text }: Wish): boolean =>
  label !== 'context' &&
  label !== 'quote' &&
  label !== 'answer' &&
  saysNo(text) &&
  (!subjectsIn(text).has('tests') || forbidsRun(text))

/** "Read the config and tell me the port": what is to be told is the work. */
const isToldOnly = ({ label, clauses }: RequestSentence): boolean =>
  label === 'answer' &&
  !clauses.some(
    ({ label, probability, text }) =>
      label === 'change' && probability >= 0.7 && !opensWith(findReading, text),
  )

const DELIVERED: Partial<Record<Subject, FlagName>> = {
  commit: 'commitWanted',
  push: 'pushWanted',
  pullRequest: 'prWanted',
  deploy: 'deployWanted',
}

const named = (text: string): FlagName[] =>
  [...subjectsIn(text)].flatMap((subject) => {
    const flag = subject === 'tests' ? 'testsWanted' : DELIVERED[subject]
    return flag === undefined ? [] : [flag]
  })

/** Below this the reader guesses. */
const SURE = 0.4

/** A demand may end in a push: nothing but a sure one is taken for it. */
const isDemand = (label: RequestLabel, probability: number): boolean =>
  probability >= (THRESHOLDS.requests.push[label]?.threshold ?? Infinity)

interface Wish {
  text: string
  label: RequestLabel
  probability: number
}

function flagsOfWish({ text, label, probability }: Wish): FlagName[] {
  const red: FlagName[] =
    (label === 'change' || label === 'check' || opensWithMaking(text)) && wantsRed(text)
      ? ['redExpected']
      : []
  if (probability < SURE) return red
  const subjects = subjectsIn(text)
  const isDenied = saysNo(text)
  if (label === 'forbid' || (isDenied && (label === 'deliver' || label === 'withdraw'))) {
    return subjects.has('push') ? ['noPush'] : []
  }
  if (isDenied) return red
  const flags = [...red]
  const isSure = isDemand(label, probability)
  if (label === 'deliver' && isSure)
    flags.push(...named(text).filter((name) => name !== 'testsWanted'))
  if (
    label === 'check' &&
    isSure &&
    red.length === 0 &&
    subjects.has('tests') &&
    !isElsewhere(text)
  )
    flags.push('testsWanted')
  if (label === 'change' && wantsTests(text)) flags.push('testsWanted')
  return flags
}

/** "Tests laufen nur in der CI": they can't be run here, or need not be. */
const isElsewhere = (text: string): boolean =>
  (mayHave(text, RUNNERS) && IN_CI(text).test(text)) ||
  (hasOtherScript(text) && BEFORE_IN(text).test(text))

const RUNNERS = new Set(['ci', 'pipeline', 'github', 'gitlab', 'jenkins', 'build'])

const IN_CI = patternWith(
  (rows) =>
    new RegExp(
      [
        String.raw`(?:^|\s)(?:in|on|im|by|via|en|dans|sur|em|na|no|nel|nella|su${or(rows('ci.in'))})\s+`,
        '(?:(?:the|our|your|der|die|dem|unserer|la|le|el|notre|nuestra|nossa|nostra',
        String.raw`${or(rows('ci.our'))})\s+)?`,
        String.raw`(?:ci(?:\/cd)?|pipeline|github actions|gitlab|jenkins|build server)(?=[\s.,;:!?)]|$)`,
      ].join(''),
      'i',
    ),
)
/** Languages that say "in" behind the name. */
const BEFORE_IN = patternWith(
  (rows) =>
    new RegExp(
      String.raw`(?:\bCI${or(rows('ci.name'))})\s*(?:${rows('ci.behind').join('|')})`,
      'i',
    ),
)

/** "with tests", "add unit tests": they are made, not only spoken of. */
const wantsTests = (text: string): boolean =>
  mayHave(text, TESTS) &&
  /\b(?:add|write|with|plus|including|mit|con|avec|com|añade|ajoute)\b.{0,25}\b(?:tests|specs|pruebas|testes)\b/i.test(
    text,
  ) &&
  !/\btests? (?:page|account|user|server|data|database|key|file|folder)/i.test(text)

const TESTS = new Set(['tests', 'specs', 'pruebas', 'testes'])

/** A test that fails is what is wanted. */
const wantsRed = (text: string): boolean =>
  findRed(text).size > 0 &&
  (subjectsIn(text).has('tests') || /\b(?:tdd|test-driven|bug|issue|crash)\b/i.test(text))

const findRed = wordFinder('request', {
  red: `failing reproduc* tdd test-driven fehlschlagend* reproduzier* reproduzca* falle reproduis* reproduit échoue
    reproduza falhe falha riproduc* fallisca fallisce`,
})
/** "Don't fix it" wants none. */
const wantsFix = (text: string): boolean =>
  text.split(/[,;，、]/).some((part) => findFixing(part).size > 0 && !saysNo(part))

/** "Write me a failing test": whatever else the sentence says, that is to be made. */
const opensWithMaking = (text: string): boolean => opensWith(findMaking, text)

const opensWith = (find: (text: string) => ReadonlySet<string>, text: string): boolean =>
  find(wordsOf(text).slice(0, 2).join(' ')).size > 0

const findReading = wordFinder('request', {
  reading: `read open look view inspect lies öffne schau* sieh lee abre mira lis ouvre regarde leia abra olhe leggi
    apri guarda`,
})

const findMaking = wordFinder('request', {
  making: `write add create make schreib* ergänz* erstell* escribe añade crea écris ajoute crée escreva adicione crie
    scrivi aggiungi`,
})

/** A question, or a wish to be told: its answer is the work. */
const isReadOnly = (sentence: RequestSentence): boolean =>
  (sentence.label === 'answer' &&
    (isQuestion(sentence.text) || isDemand('answer', sentence.probability))) ||
  forbidsChange(sentence)

/** "Don't write any code": of all there is, not of one part. */
const forbidsChange = ({ text, label, clauses }: RequestSentence): boolean =>
  [{ text, label }, ...clauses].some(
    (wish) =>
      FORBIDS.has(wish.label) && (saysNo(wish.text) || saysNothing(wish.text)) && isAll(wish.text),
  ) || isReadOnlyMode(text)

const isReadOnlyMode = (text: string): boolean =>
  mayHave(text, READ) &&
  (/\bread[- ]only (?:task|review|analysis|mode|investigation|please|pass)\b/i.test(text) ||
    /^read[- ]only[.!]?$/i.test(text))

const READ = new Set(['read'])

const FORBIDS: ReadonlySet<RequestLabel> = new Set(['forbid', 'answer', 'plan', 'context'])

/** Everything is named as such, and at the end: "no changes to the API" is about the API. */
const isAll = (text: string): boolean => {
  const words = wordsOf(text)
  return (
    !words.some((word) => ELSE.has(word)) &&
    !/[\w-]\.[a-z]{1,5}\b|\//.test(text) &&
    words.slice(-2).some((word) => findEverything(word).size > 0)
  )
}

const ELSE = new Set(
  'else other others unrelated sonst anderes otra más autre outro altro'.split(' '),
)

const findEverything = wordFinder('request', {
  everything: `anything nothing code coding edits changes implement implementing implementation files nichts
    änderungen dateien nada código cambios archivos rien changements fichiers mudanças alterações arquivos niente
    codice modifiche`,
})
