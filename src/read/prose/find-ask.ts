import type { Sentence } from '../../schema/sentence.js'
import { lazy } from '../../safety/lazy.js'
import { isSure } from './is-sure.js'
import { namesPeople, reachesOutside, waitsForPerson, waitsForWord } from './reach.js'
import { subjectsIn } from './subjects.js'
import { or, patternWith } from './word-pattern.js'
import { wordFinder, wordsOf } from './words.js'
import { isReport } from './is-report.js'

/** What an agent asks a person for at the end of its message. */
export interface FoundAsk {
  /** `leave` to go on, a `decision`, or a deed or a thing that only a `person` has. */
  kind: 'leave' | 'decision' | 'person'
  sentence: Sentence
  /** It is about an act that can't be undone or leaves the working tree: the agent that asks is left alone. */
  outside: boolean
  /** Sure enough to say that it waits; a guess only holds words back. */
  sure: boolean
  /** What else it asks: one question may hide behind another. */
  others: readonly Pick<FoundAsk, 'kind' | 'sentence'>[]
}

/** How far from the end a question may stand: much text may follow it. */
const TAIL = 30
/** What is asked stands in the sentences before the question. */
const BEFORE = 3

export function findAsk(sentences: readonly Sentence[]): FoundAsk | null {
  const from = Math.max(0, sentences.length - TAIL)
  const asked = sentences
    .map((sentence, at) => ({ sentence, at, kind: kindOf(sentences, at) }))
    .filter(({ at, kind }) => at >= from && kind !== null)
  // A person's deed comes before a decision, a decision before leave.
  const strongest = ORDER.flatMap((kind) => asked.findLast((one) => one.kind === kind) ?? [])[0]
  if (strongest === undefined) return null
  const { sentence, kind } = strongest
  return {
    kind: kind!,
    sentence,
    // "Send me the key" is the person's deed, not the agent's; one question may hide behind another.
    outside: asked.some(
      (one) =>
        (one.kind !== 'person' || waitsForWord(one.sentence.text)) &&
        !namesOwnAct(one.sentence.text) &&
        isOutside(sentences, one.at),
    ),
    others: asked.flatMap((one) =>
      one === strongest ? [] : [{ kind: one.kind!, sentence: one.sentence }],
    ),
    sure: kind === 'person' || (ASKS.has(sentence.act) && isSure(sentence, 'note')),
  }
}

/** "Shall I commit it?": a question that names an act of the working tree is about that act. */
const namesOwnAct = (text: string): boolean =>
  isQuestion(text) && subjectsIn(text).has('commit') && !reachesOutside(text)

/** What it is about was said before it, or is said right after it. */
const isOutside = (sentences: readonly Sentence[], at: number): boolean =>
  sentences.slice(Math.max(0, at - BEFORE), at + 2).some(({ text }) => reachesOutside(text))

const ORDER: readonly FoundAsk['kind'][] = ['person', 'decision', 'leave']

function kindOf(sentences: readonly Sentence[], at: number): FoundAsk['kind'] | null {
  const sentence = sentences[at]!
  const { act, text } = sentence
  if (isOfOthers(sentence) || (sentence.form === 'item' && tells(text))) return null
  const before = sentences[at - 1]?.text ?? ''
  if (isDemanding(sentence) && namesPerson(`${before}\n${text}`)) return 'person'
  if (act === 'permission' && isSure(sentence, 'hold')) return 'leave'
  if (act === 'input' && isSure(sentence, 'hold')) return 'decision'
  if (isQuestion(text) && !isRhetorical(sentences, at)) return 'decision'
  return waitsForPerson(text) && !isReport(sentence) && reachesOutside(`${before}\n${text}`)
    ? 'leave'
    : null
}

/** A heading that tells what follows, or a question that the message answers itself. */
function isRhetorical(sentences: readonly Sentence[], at: number): boolean {
  const { form, text } = sentences[at]!
  const next = sentences[at + 1]
  if (next === undefined) return false
  if (form === 'cell' || (form === 'heading' && tells(text))) return true
  return ANSWERS(next.text).test(next.text)
}

/** "No backup exists" answers nothing; "No." does. */
const ANSWERS = patternWith(
  (rows) =>
    new RegExp(
      `^(?:yes|no|nope|yep|ja|nein|sí|oui|non|sim|não|sì${or(rows('ask.answer'))})(?:[,.!，。、！]|$)`,
      'i',
    ),
)
const tells = (heading: string): boolean => TELLS(heading).test(heading)
const TELLS = patternWith(
  (rows) =>
    new RegExp(
      '^(?:why|how (?:come|does|did|it|to)|what (?:changed|happened|did)|warum|wieso|pourquoi|por qué|perché' +
        String.raw`${or(rows('ask.why'))})(?![\p{L}\d])`,
      'iu',
    ),
)

/** Something has to come from the human; a hint of what they could do is no demand. */
function isDemanding(sentence: Sentence): boolean {
  if (sentence.act === 'handover' && sentence.form !== 'item') return isSure(sentence, 'note')
  return ASKING.has(sentence.act) && isSure(sentence, 'note')
}

/** "Clients have to send their key" tells how the product works, and asks the reader for nothing. */
const isOfOthers = ({ act, text }: Sentence): boolean =>
  (act === 'input' || act === 'handover') &&
  !isQuestion(text) &&
  !namesPeople(text) &&
  findOthers(wordsOf(text).slice(0, 2).join(' ')).size > 0

/** Those who use what was built, as the ones who act: "the customer key" is a key. */
const findOthers = wordFinder('ask', {
  others: `users clients customers visitors callers guests members readers subscribers buyers players consumers nutzer
    benutzer anwender kunden besucher aufrufer gäste mitglieder usuarios clientes visitantes utilisateurs visiteurs
    abonnés usuários utenti clienti visitatori`,
})

const ASKS: ReadonlySet<string> = new Set(['permission', 'input'])
const ASKING: ReadonlySet<string> = new Set(['input', 'blocked', 'handover'])

/** Its mark may stand before more words ("(default: keep)"), but not in quoted words alone. */
export const isQuestion = (text: string): boolean =>
  MARKS.some((mark) => text.includes(mark)) && QUESTION().test(text)

const MARKS = [...'?？؟‽⁇⁈⁉;\u037e']
/** Made when a text has a mark: a script's letters are many. */
const QUESTION = lazy(
  () =>
    new RegExp(
      [
        String.raw`[?？؟‽⁇⁈⁉][!！?？؟]{0,4}(?:[)\]*_]{0,4}(?=\s|$)|["'”’»」』)\]*_]{0,4}[.…]?$)`,
        // Greek asks with a semicolon.
        String.raw`\p{Script=Greek}[;\u037e](?=\s|$)`,
      ].join('|'),
      'u',
    ),
)

/** What only a person has: a secret, an account, a consent, money, a body. */
export const namesPerson = (text: string): boolean => findPerson(text).size > 0

const findPerson = wordFinder('ask.person', {
  secret: `key keys apikey apikeys secret secrets token tokens credential credentials password passwords passphrase
    passcode pin otp mfa totp captcha captchas recaptcha license licence schlüssel zugangsdaten passwort kennwort
    clave claves contraseña credenciales clé clés identifiants chave senha credenciais chiave credenziali`,
  account: `login signin sign-in log-in signup authenticate authentication authorize authorise authorization consent
    approve allow account admin invite vpn sudo browser anmelden einloggen anmeldung freigabe konto iniciar sesión
    cuenta autorizar connexion connecter compte autoriser conta entrar autorizar accesso accedere account autorizzare`,
  money: `billing payment pay purchase subscribe subscription invoice card bezahlen zahlung pago pagar paiement payer
    pagamento`,
  body: `device phone hardware usb cable button yubikey fingerprint physical physically sensor printer qr gerät handy
    dispositivo teléfono appareil téléphone telefone telefono`,
})
