import { hasOtherScript } from '../../data/lexicon.js'
import { lazy } from '../../safety/lazy.js'
import { anyOf } from './any-of.js'
import type { RequestLabel } from './request-label.js'
import { or, patternWith } from './word-pattern.js'
import { mayHave, wordFinder, lexiconSet, wordsOf } from './words.js'

/**
 * What a few plain words say of a request's sentence, whatever the learned reader takes it for: words
 * of others are no wish, a wish that is taken back is none, and a text to be shown is an answer.
 */
export function settleLabel(text: string, label: RequestLabel): RequestLabel {
  if (label === 'quote') return label
  if (endsWork(text)) return 'withdraw'
  if (label === 'context') return label
  if (isReported(text)) return 'quote'
  if (takesBack(text)) return 'withdraw'
  if (label === 'check' && othersRun(text)) return 'context'
  if ((label === 'change' || label === 'deliver') && isText(text)) return 'answer'
  return label
}

/** "CI will run the tests", "I'll run them": not the agent. */
const ARTICLES = 'but|and|then|the|our|die|unsere|la|el|le|notre|nuestro'
const OTHERS = 'ci|pipeline|jenkins|travis|github actions|build ?server|nightly|qa|i|ich'
const BY_OTHERS = new RegExp(
  String.raw`^\W*(?:(?:${ARTICLES}) )*(?:${OTHERS})(?:['’]ll)?(?= )`,
  'i',
)
const RUN_WORDS = anyOf(
  'i',
  String.raw`^(?: (?:will|would|does|can|then|already|later|only))* (?:runs?|executes?|checks?|tests?)\b`,
  String.raw`^ (?:lässt|führt|startet|starte|teste|ejecuta(?:rá)?|lance(?:ra)?|exécute(?:ra)?)\b`,
)
const othersRun = (text: string): boolean => {
  const others = BY_OTHERS.exec(text)
  return others !== null && RUN_WORDS.test(text.slice(others[0].length))
}

/** "Forget the PR", in the first words. */
export function takesBack(text: string): boolean {
  if (putsAside(text) || endsWork(text)) return true
  const opening = wordsOf(text).slice(0, 4).join(' ')
  return findWithdrawal(opening).size > 0 && !/\b(?:don['’]?t|do not|nicht|no) \w+$/.test(opening)
}

/** "Don't run the tests", "no tests": the run is not wanted. "Don't change the tests" says nothing of it. */
export const forbidsRun = (text: string): boolean =>
  findRun(text).size > 0 ||
  (mayHave(text, NO) &&
    /\b(?:no|without|keine|ohne|sin|sans|sem|senza) (?:\w+ )?(?:tests?|pruebas|testes)\b/i.test(
      text,
    ))

const NO = new Set(['no', 'without', 'keine', 'ohne', 'sin', 'sans', 'sem', 'senza'])

const findRun = wordFinder('settle', {
  run: `run running rerun execute executing bother laufen lauf ausführen ausführe führ führe ejecutes ejecutar ejecuta
    corras lance lancer exécute exécuter rode rodar execute executar eseguire esegui lanciare`,
})

/** "The issue says: add dark mode", "the log reads: …". */
const SOURCE = String.raw`^(?:(?:the|this|that|their|his|her|a|der|die|das|el|la|le|il|o) )?(?:[\w#@'-]+ ){0,4}?`
const REPORTED = anyOf(
  'i',
  String.raw`${SOURCE}(?:says?|said|wrote|writes|reads?|asks?|asked)\s*:`,
  String.raw`${SOURCE}(?:reports?|reported|states?|stated|requests?|mentions?|claims?)\s*:`,
  String.raw`${SOURCE}(?:schreibt|schrieb|sagt|meldet|dice|dijo|escribe|dit|écrit)\s*:`,
)
const ALSO_REPORTED = patternWith(
  (rows) =>
    new RegExp(String.raw`${SOURCE}(?:diz|disse|scrive${or(rows('settle.says'))})\s*:`, 'i'),
)
const isReported = (text: string): boolean =>
  text.includes(':') && (REPORTED.test(text) || ALSO_REPORTED(text).test(text))

/** "Leave the tests out", "lass die Tests weg": a verb of letting, and where it lets the thing. */
const LETS = 'leave|lass|lasst|lassen sie|deja|dejen|laisse|laissez|deixe|deixa|lascia'
const LETTING = new Set(LETS.split(/[ |]/))
const ASIDE = 'out|weg|aus|sein|bleiben|de lado|fuera|de côté|de fora|da parte|perdere|tomber'
const OPENS = lazy(
  () => new RegExp(String.raw`^\W*(?:please |bitte |por favor,? )?(?:${LETS})(?=\s)`, 'iu'),
)
const ENDS = lazy(() => new RegExp(String.raw`^\s[^.!?]{1,40}?\s(?:${ASIDE})\s*(?:$|[.,;!])`, 'iu'))
const putsAside = (text: string): boolean => {
  const opening = mayHave(text, LETTING) ? OPENS().exec(text) : null
  return opening !== null && ENDS().test(text.slice(opening[0].length))
}

/** "Stop here", "ok, that's enough for now", "fermati pure qui": the work ends, whatever was asked. */
export const endsWork = (text: string): boolean => {
  const opening = text.slice(0, 80)
  if (mayHave(opening, STOPPING)) return STOPS(opening).test(opening)
  return hasOtherScript(opening) && DENSE_STOPS(opening).test(opening)
}

const STOPPING = lexiconSet(
  `stop stopp halt enough hör hört aufhören reicht fermati fermiamoci basta para detente déjalo arrête arrêtez suffit
  pare chega`,
  'stop',
)
const STOPS = patternWith(
  (rows) =>
    new RegExp(
      [
        String.raw`^\W*(?:(?:ok|okay|no|wait|please|bitte|va bene|vale|gut|bon|tá${or(rows('stop.opening'))}),? )*(?:`,
        `(?:stopp?|halt|para|pare${or(rows('stop.at-once'))})`,
        '(?: (?:here|now|there|it|right|please|bitte|hier|jetzt|aquí|aqui|ya|agora',
        `${or(rows('stop.here'))}))*`,
        String.raw`|(?:that['’]?s |this is )?enough(?: (?:for|now|today|here))*`,
        String.raw`|hört?(?: bitte| jetzt)? (?:auf|hier auf)|(?:das )?reicht(?: (?:für heute|so|jetzt|erstmal))*`,
        '|fermati|fermiamoci|basta|detente|déjalo|arrêt(?:e-toi|ez-vous|ez|e)|(?:ça )?suffit|chega',
        or(rows('stop.enough')),
        String.raw`)(?= (?:pure|qui|così|aquí|ici|là|por aqui${or(rows('stop.behind'))})|[\s]*(?:[.,;!—–-]|$))`,
      ].join(''),
      'iu',
    ),
)
const DENSE_STOPS = patternWith((rows) => new RegExp(`^(?:${rows('stop.dense').join('|')})`))

const findWithdrawal = wordFinder('settle', {
  withdraw: `forget nevermind scratch skip omit cancel vergiss vergesst streich überspring* spar spart olvida olvídate
    omite salta sáltate oublie laisse annule saute sautez omets esquece esqueça pula pule ignora dimentica lascia
    annulla ometti tralascia`,
})

/** A text that is said, not kept: no file is named, and the words stand for something to read. */
const isText = (text: string): boolean =>
  findText(text).size > 0 &&
  /\b(?:write|draft|compose|suggest|give|propose|word)\b/i.test(text) &&
  !NAMED.test(text)

const NAMED =
  /[\w-]\.[a-z]{1,5}\b|\/|\b(?:file|page|readme|changelog|docs?|comment|docstring|test|function|code)\b/i

const findText = wordFinder({
  text: `message notes summary draft email mail reply title description announcement tweet paragraph
    explanation proposal`,
})
