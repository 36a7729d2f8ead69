/**
 * What a human's message says that holds beyond it: a convention, a decision, how things are in the
 * project. A message comes in, its sentences go out as they were written. Requests, questions, news
 * of the day and what was pasted (an issue, a log, a mail) are none: those words are not theirs.
 */
import { hasOtherScript } from '../../data/lexicon.js'
import { hasLastingForm, pointsAtPlace } from './lasting-forms.js'
import { readRequest } from './read-request.js'
import type { RequestSentence } from './read-request.js'
import { splitClauses } from './split-clauses.js'
import { splitMessage } from './split-message.js'
import type { MessagePart } from './split-message.js'
import { anyOfRow, anyWords, or, patternWith, word } from './word-pattern.js'

const MAX_CHARS = 8_000
const MAX_STATEMENTS = 5
const MAX_SENTENCE = 300
const MIN_WORDS = 3

export function findStatements(message: string): string[] {
  if (message.length > MAX_CHARS) return []
  const stated = ownParts(splitMessage(withoutCode(withoutTagged(message)))).flatMap(({ text }) => {
    const own = withoutLead(text)
    const statement = statementOf(own, own !== CORRECTS.cut(text))
    return statement === null ? [] : [{ text, own, statement }]
  })
  if (stated.length === 0) return []
  // The reader is asked last: most messages state nothing, and its weights take time to load.
  const read = new Map(readRequest(message).map((sentence) => [sentence.text, sentence]))
  return stated
    .filter(({ text, own, statement }) =>
      isMeant(statement, own, own === text ? read.get(text) : readRequest(own)[0]),
    )
    .slice(0, MAX_STATEMENTS)
    .map(({ text }) => text)
}

/** What is stated, without the words that lead to it. */
export const withoutLead = (text: string): string => IN_PASSING.cut(CORRECTS.cut(text))

/** What stands between `<tag>` and `</tag>`, or behind a `<tag>` that nothing closes, was put there by a program. */
function withoutTagged(message: string): string {
  const kept: string[] = []
  let from = 0
  TAG.lastIndex = 0
  for (let tag = TAG.exec(message); tag !== null; tag = TAG.exec(message)) {
    kept.push(message.slice(from, tag.index))
    const end = message.indexOf(`</${tag[1]}>`, TAG.lastIndex)
    from = end === -1 ? message.length : end + `</${tag[1]}>`.length
    TAG.lastIndex = from
  }
  return [...kept, message.slice(from)].join('\n')
}

const TAG = /^[ \t]*<([a-z][\w-]{1,60})>/gm

/** Code that is indented as Markdown wants it, where no list goes on, and the lines of a diff are not theirs. */
function withoutCode(message: string): string {
  const lines = message.split('\n')
  const isPatch = lines.some((line) => /^(?:@@ |diff --git )/.test(line))
  let [isCode, isAfterGap, before] = [false, true, '']
  return lines
    .filter((line) => {
      const isIndented = /^(?: {4}|\t)/.test(line)
      isCode = isIndented && (isCode || isAfterGap) && !/^\s*(?:[-*•–]|\d{1,3}[.)])\s/.test(before)
      isAfterGap = line.trim() === ''
      if (!isIndented && !isAfterGap) before = line
      return !isCode && !line.startsWith('+') && !(isPatch && line.startsWith('-'))
    })
    .join('\n')
}

/** "No, we use pnpm", "I changed my mind: use spaces": what stands behind it is how things are. */
const CORRECTS = anyWords(
  (rows) =>
    "^(?:no|nope|wrong|that['’]s (?:wrong|not right)|not quite|actually|nein|falsch|das ist falsch|non|nee" +
    "|i(?:['’]ve| have)? changed my mind|ich habe es mir anders überlegt" +
    `|incorrecto|faux|sbagliato|errado${or(rows('state.corrects'))})[,.;:!—–-]+\\s*`,
  '^actually\\s+',
  anyOfRow('state.corrects.dense'),
)

/** "By the way, …", "remember that …", "note: …": what comes behind it is told to be known. */
const IN_PASSING = anyWords(
  (rows) =>
    '^(?:(?:oh|and|also|und|ach),? )?(?:' +
    [
      'by the way|btw|fyi|for your information|just so you know|heads up|note(?: that)?|n\\.?b\\.?',
      "remember(?: that)?|keep in mind(?: that)?|bear in mind(?: that)?|don['’]t forget that",
      'übrigens|nebenbei|zur info|merke? dir|beachte|denk daran|vergiss nicht|por cierto',
      'recuerda(?: que)?|ten en cuenta que|au fait|pour info|à noter|rappelle-toi que',
      "n['’]oublie pas que|a propósito|lembre-se(?: de)? que|tra l['’]altro|ricorda(?: che)?",
    ].join('|') +
    or(rows('state.in-passing')) +
    ')(?!\\p{L})(?! to )[,.;:!—–-]*\\s*',
  anyOfRow('state.in-passing.dense'),
)

/** Words of others are never taken; a wish is passed over where the reader is sure that it is one. */
function isMeant(
  statement: Exclude<Statement, null>,
  text: string,
  read: RequestSentence | undefined,
): boolean {
  if (read === undefined || isQuoted(read)) return false
  if (statement === 'by its form') return true
  if (statement !== 'for good' && asksBesides(text)) return false
  if (read.probability < SURE) return true
  if (statement === 'for good' && isDense(text)) return read.label !== 'withdraw'
  if (statement === 'for good' && DEMANDS.has(read.label)) return LEADS.test(text)
  return FITTING[statement].has(read.label)
}

/** "Two digits are right, so make it pass": what is stated on the way to an order is about that order. */
const asksBesides = (text: string): boolean =>
  splitClauses(text)
    .slice(1)
    .flatMap((clause) => readRequest(clause.text))
    .some(({ label, probability }) => probability >= SURE && DEMANDS.has(label))

const SURE = 0.5

/** Languages that the reader knows little of are spread over all of its labels. */
const isQuoted = ({ label, probability }: RequestSentence): boolean =>
  label === 'quote' && probability >= SURE

/** What a sentence may be besides: "always run the linter" asks for something, and is to be kept. */
const FITTING: Record<
  Exclude<Statement, null | 'by its form'>,
  ReadonlySet<RequestSentence['label']>
> = {
  'for good': new Set(['context', 'forbid', 'ask_first']),
  'how things are': new Set(['context', 'forbid', 'ask_first']),
  'in passing': new Set(['context', 'forbid', 'ask_first']),
  'a limit': new Set(['forbid', 'ask_first']),
}

/** "Add a job that runs whenever a tag is pushed" is done once; "whenever you push, run it" is not. */
const DEMANDS: ReadonlySet<RequestSentence['label']> = new Set([
  'change',
  'check',
  'deliver',
  'plan',
])

const PASTED: ReadonlySet<MessagePart['form']> = new Set(['code', 'quote', 'heading', 'cell'])

/** Up to where another person's words are announced; those go on to the end. */
function ownParts(parts: readonly MessagePart[]): MessagePart[] {
  const pasted = parts.findIndex(({ form, text }) => form === 'heading' && ANNOUNCED.test(text))
  const said = pasted === -1 ? parts : parts.slice(0, pasted)
  return said.filter(({ form, heading }) => !PASTED.has(form) && !ANNOUNCED.test(heading ?? ''))
}

/** "The issue says:", "from the log:", "Fehlermeldung:". */
const ANNOUNCED = anyWords(
  word(
    'issue|ticket|bug|report|logs?|errors?|output|trace|traceback|stack|e?mail|comment|message|review',
  ),
  word(
    'chat|slack|thread|says?|said|wrote|writes|reads|quote|paste[ds]?|description|title|readme|spec',
  ),
  word('fehler\\p{L}*|meldung|ausgabe|protokoll|kommentar|schreibt|sagt|nachricht'),
  word('incidencia|registro|salida|mensaje|dice|comentario|erreur|journal|sortie|dit|commentaire'),
  word('erro|saída|mensagem|diz|errore|uscita|messaggio|dice'),
  anyOfRow('state.announced'),
)

/** Whatever it asks for, it is meant for more than this once. */
const FOR_GOOD_WORDS = [
  word(
    'always|never|by default|from now on|as a rule|convention|policy|decided|agreed|prefer|prefers|whenever',
  ),
  word('immer|nie|niemals|grundsätzlich|ab jetzt|entschieden|beschlossen|standardmäßig'),
  word('siempre|nunca|jamás|decidimos|por defecto|toujours|jamais|décidé|par défaut'),
  word('sempre|decidimos|por padrão|mai|deciso|di default'),
]
const FOR_GOOD = anyWords(...FOR_GOOD_WORDS, anyOfRow('state.for-good'))

/** It rules the whole sentence: it begins or ends it. */
const leading = (words: string): string =>
  words === ''
    ? ''
    : `^\\P{L}*(?:\\p{L}+[, ]+){0,2}(?:${words})|(?:${words})(?:[, ]+\\p{L}+)?\\P{L}*$`
const LEADS = anyWords(...FOR_GOOD_WORDS.map(leading), (rows) =>
  leading(anyOfRow('state.for-good')(rows)),
)

/** Of the project: where it only tells how things are, it holds. */
const OURS = anyWords(
  word('we|our|ours|team|company|project|repo|repository|codebase|standard'),
  word('wir|unser\\p{L}*|dürfen'),
  word('usamos|nuestr\\p{L}+'),
  word('nous|on utilise|notre|nos'),
  word('noss\\p{L}+|deve|devem'),
  word('usiamo|nostr\\p{L}+|deve|devono'),
  anyOfRow('state.ours'),
)

/** One thing in another's place: a rule, unless it is said of a place in hand. */
const INSTEAD = anyWords(
  word('instead of|rather than|statt|en lugar de|en vez de|au lieu de|em vez de|invece di'),
  anyOfRow('state.instead'),
)
const isOurs = (text: string): boolean =>
  OURS.test(text) || (INSTEAD.test(text) && !pointsAtPlace(text))

/** Of all of a kind. "Only" is not: it mostly limits the task in hand. */
const SWEEPING = anyWords(
  word('every|each|all|jede\\p{L}?|alle|cada|todos|todas|chaque|tous|toutes'),
  word('ogni|tutti|tutte'),
  anyOfRow('state.sweeping'),
)

/** "Amounts are integer cents": a kind of thing is something. */
const ARTICLE = /^(?:the|les|los|las|die|der|das|gli|le|i|os|as) /i
const NAME = '[\\p{L}\\p{N}_`.-]+'
const IS = '(?:are|is|live|lives|sind|liegen|son|están|sont|são|sono|stehen)\\b'
const DEFINES = anyWords(`^${NAME}(?: ${NAME}){0,3} ${IS}`)
/** これ and 这 point at the matter in hand. */
const DEFINES_DENSELY = patternWith(
  (rows) =>
    new RegExp(
      `^(?!${rows('state.pointing').join('|')})[^。，、]{2,20}(?:${rows('state.defines').join('|')})[。.]?$`,
      'u',
    ),
)
const defines = (text: string): boolean =>
  DEFINES.test(text.replace(ARTICLE, '')) ||
  (hasOtherScript(text) && DEFINES_DENSELY(text).test(text))

/** What happens now, or is asked of the agent, will not be so next week. */
const PASSES = anyWords(
  word(
    'today|yesterday|tomorrow|now|just|currently|at the moment|this morning|tonight|still|again',
  ),
  word(
    'could you|can you|would you|you should|let me know|i think|i guess|maybe|perhaps|thanks|thank you',
  ),
  word(
    'heute|gestern|morgen|gerade|jetzt|aktuell|noch|schon wieder|kannst du|könntest|danke|vielleicht',
  ),
  word('hoy|ayer|mañana|ahora|puedes|gracias|quizás|todavía'),
  word("aujourd'hui|demain|maintenant|peux-tu|merci|peut-être|encore"),
  word('hoje|ontem|amanhã|agora|você pode|obrigad\\p{L}|talvez|ainda'),
  word('oggi|ieri|domani|adesso|ora|puoi|grazie|forse|ancora'),
  anyOfRow('state.passes'),
)

/** A wish is for once, unless it says "always". */
const POLITE = anyWords(
  word("please|bitte|por favor|s'il te plaît|s'il vous plaît|per favore"),
  anyOfRow('state.polite'),
)

const OPENING =
  '^\\P{L}*(?:(?:so|and|but|ok|okay|hello|hi|hey|well|also|und|aber|y|pero|et|mais),? )*'
const THING =
  'it|this|that|these|those|they|he|she|es|dies\\p{L}*|esto|eso|este|esta|ça|ce|cela|questo|isso'
const PROJECT =
  '(?! (?:repo\\p{L}*|proje[ck]t\\p{L}*|proyecto|projet|progetto|codebase|app|team|company))'

/** What is pointed at is the matter in hand: "it must load faster", "then ask me", "not until I said so". */
const IN_HAND = anyWords(
  (rows) =>
    `${OPENING}(?:${THING}${or(rows('state.thing'))}|it['’]s|that['’]s|c['’]est)(?!\\p{L})${PROJECT}`,
  OPENING + word('then|later|first|next|afterwards|once (?:i|you|we)|turns out|never mind'),
  (rows) =>
    OPENING +
    word(
      `dann|danach|später|zuerst|luego|después|ensuite|puis|poi|wenn|falls|if|si|se${or(rows('state.if'))}`,
    ),
  (rows) =>
    word(
      `(?:for|of|in|to|with|on|about|from|beyond|remove) (?:${THING}${or(rows('state.thing'))})`,
    ) + '\\P{L}*$',
  OPENING + "(?:the|these|those) (?:\\p{L}+ ){1,4}(?:must|mustn['’]t|has to|have to)(?!\\p{L})",
  `${OPENING}i (?:\\p{L}+ )?(?:always|never) (?!want|prefer|need|expect|like)`,
  word('until|scope|bis (?:ich|wir)|hasta que|jusqu\\p{L}*|finché'),
  anyOfRow('state.until'),
  word('(?:each|every|next|of the \\p{L}+) (?:steps?|phases?|waves?)'),
)

/** "We need a button": a thing to be made, not a way to make things. */
const WANTS = anyWords(
  word(
    '(?:we|team|(?:our|my) \\p{L}+)(?: \\p{L}+)? (?:need|needs|want|wants|would like|could use)',
  ),
  word('(?:our|my) \\p{L}+(?: \\p{L}+)? (?:must|should|has to|have to)'),
  word(
    '(?:wir|unser\\p{L}* \\p{L}+) (?:brauchen|braucht|wollen|will|möchten|möchte|muss|müssen|soll|sollen)',
  ),
  word('necesitamos|queremos|precisamos|vogliamo|abbiamo bisogno|nous voulons|on veut'),
  anyOfRow('state.wants'),
)

/** What is wrong is to be fixed, not remembered. */
const TROUBLE = anyWords(
  word(
    "broken|fails?|failed|failing|crash\\p{L}*|wrong|bugs?|slow|missing|stuck|red|doesn't work|not working",
  ),
  word(
    'empty|blank|twice|duplicated?|misaligned|off by|in the way|too (?:long|short|big|small|wide)',
  ),
  word('leer|doppelt|zu (?:lang|kurz|groß|klein)|vací[oa]|vides?|vazi[oa]|vuot[oa]'),
  word('kaputt|schlägt|abgestürzt|falsch|fehlt|roto|falla|fallan|cassé|échoue|quebrad\\p{L}+'),
  word('falha|rotto|fallisce'),
  anyOfRow('state.trouble'),
)

/** What happened once, is due on a day or is about the writer alone says nothing of the project. */
const HAPPENED = anyWords(
  word(
    "(?:last|next) (?:week|time|month|year|night|sprint)|since|until|ago|didn['’]?t|did not|was|were|had",
  ),
  word(
    '(?:we|i|they|he|she|team|agent|run) (?:\\p{L}+ed|got|found|saw|left|wrote|went|made|lost|spent)',
  ),
  word('(?:our|my) \\p{L}+ (?:\\p{L}+ed|told|wrote|said|broke|got|went|made|lost)'),
  word('due|deadline|holiday|vacation|(?:mon|tues|wednes|thurs|fri|satur|sun)day'),
  "^\\P{L}*(?:(?:so|and|but|hello|hi|hey|well|also),? )*(?:i|i['’](?:m|ve|d|ll))(?!\\p{L})",
  word('letzte\\p{L}? (?:woche|mal|monat|jahr)|seit|war|waren|hatten?|urlaub|^ich'),
  word(
    'última vez|semana pasada|mes pasado|desde|fue|estaba|dernière fois|semaine dernière|depuis|était',
  ),
  word('semana passada|ultima volta|settimana scorsa'),
  anyOfRow('state.happened'),
)

type Statement = 'for good' | 'by its form' | 'how things are' | 'in passing' | 'a limit' | null

function statementOf(text: string, inPassing: boolean): Statement {
  if (text.length > MAX_SENTENCE || /[?？:：]\s*$/.test(text)) return null
  const own = text.replaceAll(/["“«「][^"“”«»「」]{3,300}["”»」]/g, ' ')
  if (!isDense(own) && own.split(/\s+/).filter((it) => it !== '').length < MIN_WORDS) return null
  if (PASSES.test(own.replace(/from now on|ab jetzt/i, ' ')) || /^[<{[|$]/.test(own)) return null
  if (IN_HAND.test(hasLastingForm(own) ? POINTS_BACK.cut(own) : own)) return null
  if (FOR_GOOD.test(own)) return 'for good'
  if (TROUBLE.test(own) || WANTS.test(own)) return null
  if (!HAPPENED.test(own) && hasLastingForm(own)) return 'by its form'
  if (POLITE.test(own)) return null
  if (!HAPPENED.test(own) && (isOurs(own) || defines(own))) return 'how things are'
  if (inPassing && !HAPPENED.test(own)) return 'in passing'
  return isOurs(own) || defines(own) || SWEEPING.test(own) ? 'a limit' : null
}

/** "The staging database is read-only, so never write to it": to what the sentence itself names. */
const POINTS_BACK = anyWords(' (?:it|them|es|sie|ihn|ello|lui|ci)\\P{L}*$')

const isDense = (text: string): boolean => /[\u3040-\u9fff]/.test(text)
