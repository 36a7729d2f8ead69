/**
 * Forms that only lasting statements have, whatever they are about: where a kind of thing is kept, a
 * property that does not pass, a way of writing together with its opposite. They need no second reader.
 */
import { anyOfRow, anyWords, or, word } from './word-pattern.js'
import type { Rows } from './word-pattern.js'

export const hasLastingForm = (text: string): boolean =>
  text.length <= MAX_CHARS && !IS_IN_HAND.test(text) && (LASTS.test(text) || isWayOfWriting(text))

const MAX_CHARS = 160

/** What should be otherwise, or is pointed at, is a task. */
const IS_IN_HAND = anyWords(
  word(
    'should|shall|must|but|same|below|above|soll\\p{L}*|muss|müssen|aber|doch|debe\\p{L}*|pero|doit|mais',
  ),
  word('deve\\p{L}*|mas|ma'),
  anyOfRow('lasting.in-hand'),
)

const NAMES = '^(?!an? |one |eine? |una? |une? )(?:[\\p{L}\\p{N}_`./-]+ ){1,4}'
/** One of these behind a name. Together, because the name is the dearest part to compile. */
const behindName = (...ends: readonly string[]): string => `${NAMES}(?:${ends.join('|')})`
/** Not "shown" or "sent": what a page does is what tasks are about. */
const KEPT =
  `stored|kept|saved|written|named|formatted|sorted|rounded|measured|counted|given|encoded
  |versioned|pinned|deployed|configured|defined|prefixed|hashed|generated`.replaceAll(/\s/g, '')
const GEHALTEN =
  `gespeichert|abgelegt|geschrieben|benannt|formatiert|sortiert|gerundet|gemessen|gezählt
  |angegeben|verwaltet|versioniert|erzeugt|generiert`.replaceAll(/\s/g, '')

/** Where a kind of thing is kept, and properties that do not pass. */
const LASTS = anyWords(
  (rows) =>
    behindName(
      `(?:are|is) (?:${KEPT}) (?:in|as|with|by|to|from|on|under|per) `,
      '(?:lives?|belongs?|sits?) (?:in|on|under|next to|beside|behind) ',
      '(?:comes? from|runs? on) ',
      `(?:werden|wird) (?:[\\p{L}\\p{N}-]+ ){1,5}(?:${GEHALTEN})\\P{L}*$`,
      '(?:liegt|liegen|gehört|gehören|läuft|laufen|kommt|kommen) (?:in|im|auf|unter|neben|aus|nach) ',
      'se (?:guarda|almacena|escribe|nombra|ordena|redondea|mide|genera)n? (?:en|como|con|por|a) ',
      '(?:sont|est) (?:stocké|enregistré|écrit|nommé|formaté|trié|arrondi)e?s? (?:en|comme|avec|par|dans) ',
      '(?:são|é) (?:guardad|armazenad|salv|escrit|formatad|ordenad)[oa]s? (?:em|como|com|por) ',
      '(?:sono|è) (?:salvat|memorizzat|scritt|formattat|ordinat)[oaie] (?:in|come|con|per) ',
      '(?:is|are) (?:read-only|append-only|write-protected|immutable|deprecated|case-(?:in)?sensitive)',
      '(?:ist|sind) (?:schreibgeschützt|unveränderlich|veraltet|nur lesbar)',
      '(?:es|son|está|están) (?:de )?(?:solo lectura|obsolet[oa]s?)',
      '(?:est|sont) (?:en lecture seule|obsolètes?)',
      '(?:é|são|está|estão|è|sono) (?:somente leitura|só de leitura|in sola lettura|obsolet[oai]s?)',
      ...rows('lasting.behind-name'),
    ),
  '^(?!the )(?:[\\p{L}-]+ )?[\\p{L}-]+s (?:go (?:in|into|under|next to|beside)|(?:start|end) with) ',
  anyOfRow('lasting.kept'),
)

const LANGUAGE =
  `english|german|spanish|french|japanese|chinese|englisch|deutsch|inglés|español|anglais
  |français|inglês|inglese`.replaceAll(/\s/g, '')
/** Of all of them: "write the commit message in German" is about one. */
const WRITINGS = `commit messages|comments|docs|documentation|docstrings|log messages|branch names
  |variable names|identifiers|commit-nachrichten|commit-messages|kommentare|comentarios|comentários
  |commentaires|commenti`.replaceAll(/\n */g, '')
const SETS_LANGUAGE = anyWords(
  (rows) =>
    `^(?:\\p{L}+ ){0,3}(?:${WRITINGS}${or(rows('lasting.writing'))})` +
    `(?:(?!\\p{L})${or(rows('lasting.particle'))}).{0,24}(?:${LANGUAGE}${or(rows('lasting.language'))})`,
)

/** A place in hand: a file, this, the page. */
export const pointsAtPlace = (text: string): boolean => POINTS.test(text)
const POINTS = anyWords(
  '[\\w-]/[\\w-]|\\.(?:[cm]?[jt]sx?|py|go|rs|java|rb|php|css|html|md|ya?ml|json)(?!\\p{L})(?<!\\b(?:moment|node|next|vue|three|d3)\\.js)',
  word('in|on|for|of|to') + ' ' + word('the|this|that|these|those|my'),
  (rows) =>
    word(
      `this|these|that|diese\\p{L}?|este|esta|ce|cette|questo|questa${or(rows('lasting.this'))}`,
    ) + ' \\p{L}',
  anyOfRow('lasting.points'),
)

/** "Use tabs, not spaces", "single quotes, no semicolons", "date-fns instead of moment.js". */
/** It names what code is made of. */
export const namesStyle = (text: string): boolean => text.length <= MAX_CHARS && STYLED.test(text)

export const isWayOfWriting = (text: string): boolean =>
  text.length <= MAX_CHARS &&
  !POINTS.test(text.replaceAll('async/await', 'async')) &&
  (CASES.test(text) ||
    SETS_LANGUAGE.test(text) ||
    (BEGINS.test(text) && OPPOSES.test(text) && STYLE.test(text)) ||
    INDENTS.test(text))

const politely = (rows: Rows): string =>
  `(?:please |bitte |por favor,? |per favore,? ${or(rows('lasting.polite'))})?`
const STYLES =
  `tabs?|spaces?|quotes?|semicolons?|commas?|callbacks?|promises|async|exports?|imports?|classes
  |enums?|interfaces?|types|any|const|var|comments?|docstrings?|constants|tabulatoren|leerzeichen
  |anführungszeichen|semikolons?|strichpunkte?|tabulaciones|espacios|comillas|tabulations|espaces|guillemets
  |tabulações|espaços|aspas|tabulazioni|spazi|virgolette`.replaceAll(/\s/g, '')
const styles = (rows: Rows): string => STYLES + or(rows('lasting.style'))
/** A thing with a name of its own: `date-fns`, `console.log`, `useMemo`. */
const NAMED = '[a-z\\d]+[-_.][a-z\\d]+(?:[-_.][a-z\\d]+)*|`[^`]{2,40}`'
const STYLED = anyWords((rows) => word(styles(rows)))
const STYLE = anyWords((rows) => word(styles(rows)), word(NAMED), anyOfRow('lasting.style.dense'))

const BEGINS = anyWords(
  (rows) =>
    `^\\P{L}*${politely(rows)}(?:always )?` +
    '(?:use|prefer|write|indent|format|stick to|benutze|nutze|verwende|nimm|usa|usad|prefiere|utilise|utilisez' +
    `|preferisci${or(rows('lasting.use'))}) `,
  (rows) =>
    `^\\P{L}*${politely(rows)}(?!statt |instead )(?:[\\p{L}\\d]+ )?(?:${styles(rows)})(?!\\p{L})`,
  `^(?:${NAMED}) (?:instead|rather|statt|not)`,
  anyOfRow('lasting.uses'),
)
const OPPOSES = anyWords(
  (rows) =>
    `[,;] ?(?:and |und )?(?:not|no|never|nicht|keine?[nr]?|pas|non|não|ni${or(rows('lasting.not'))}) ` +
    '(?!(?:an?|the|den|die|das|el|la|le|un|une|uno|o|a) )',
  (rows) =>
    word(
      'instead of|rather than|over|statt|anstatt|en vez de|en lugar de|au lieu de|plutôt que|em vez de|invece di' +
        or(rows('lasting.instead')),
    ) + ' (?!(?:an?|the|den|die|das|el|la|le) )',
  anyOfRow('lasting.opposes'),
)
const CASES = anyWords('^\\P{L}*(?:camel|pascal|snake|kebab|upper|lower)[-_ ]?case for ')
const INDENTS = anyWords(
  (rows) => `^\\P{L}*${politely(rows)}indent with (?:\\p{L}+ )?(?:tabs|spaces)\\P{L}*$`,
  (rows) =>
    `^\\P{L}*${politely(rows)}(?:wir )?(?:rücke|einrücken|einrückung) mit (?:tabs|leerzeichen)`,
  anyOfRow('lasting.indents'),
)
