/**
 * Forms that only lasting statements have, whatever they are about: where a kind of thing is kept, a
 * property that does not pass, a way of writing together with its opposite. They need no second reader.
 */
import { anyWords, word } from './word-pattern.js'

export const hasLastingForm = (text: string): boolean =>
  text.length <= MAX_CHARS && !IS_IN_HAND.test(text) && (LASTS.test(text) || isWayOfWriting(text))

const MAX_CHARS = 160

/** What should be otherwise, or is pointed at, is a task. */
const IS_IN_HAND = anyWords(
  word(
    'should|shall|must|but|same|below|above|soll\\p{L}*|muss|müssen|aber|doch|debe\\p{L}*|pero|doit|mais',
  ),
  word('deve\\p{L}*|mas|ma|должн\\p{L}*|но'),
  'べき|应该|해야',
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
    '(?:хран|записыва|округля|сортиру|пиш)\\p{L}+ся (?:в|на|как|по|с) ',
    '(?:is|are) (?:read-only|append-only|write-protected|immutable|deprecated|case-(?:in)?sensitive)',
    '(?:ist|sind) (?:schreibgeschützt|unveränderlich|veraltet|nur lesbar)',
    '(?:es|son|está|están) (?:de )?(?:solo lectura|obsolet[oa]s?)',
    '(?:est|sont) (?:en lecture seule|obsolètes?)',
    '(?:é|são|está|estão|è|sono) (?:somente leitura|só de leitura|in sola lettura|obsolet[oai]s?)',
    '(?:—|-|это)? ?только для чтения',
  ),
  '^(?!the )(?:[\\p{L}-]+ )?[\\p{L}-]+s (?:go (?:in|into|under|next to|beside)|(?:start|end) with) ',
  '(?:以|按|用).{1,16}(?:存储|保存|记录|计算|命名)',
  'は.{1,30}(?:で|に|として)(?:保存|格納|記録|管理|計算|命名)(?:され|し)',
  '[은는] .{1,30}로 (?:저장|보관|기록|관리|계산)(?:됩니다|합니다|된다|한다)',
  'は読み取り専用|是只读|[은는] 읽기 ?전용',
)

const LANGUAGE =
  `english|german|spanish|french|japanese|chinese|englisch|deutsch|inglés|español|anglais
  |français|inglês|inglese|английск\\p{L}+|英語|日本語|英文|中文|영어`.replaceAll(/\s/g, '')
/** Of all of them: "write the commit message in German" is about one. */
const WRITINGS = `commit messages|comments|docs|documentation|docstrings|log messages|branch names
  |variable names|identifiers|commit-nachrichten|commit-messages|kommentare|comentarios|comentários
  |commentaires|commenti|комментарии|コメント|コミットメッセージ|变量名|注释|提交信息|커밋 메시지|주석`.replaceAll(
  /\n */g,
  '',
)
const SETS_LANGUAGE = anyWords(
  `^(?:\\p{L}+ ){0,3}(?:${WRITINGS})(?:(?!\\p{L})|[はを用은는]).{0,24}(?:${LANGUAGE})`,
)

/** A place in hand: a file, this, the page. */
export const pointsAtPlace = (text: string): boolean => POINTS.test(text)
const POINTS = anyWords(
  '[\\w-]/[\\w-]|\\.(?:[cm]?[jt]sx?|py|go|rs|java|rb|php|css|html|md|ya?ml|json)(?!\\p{L})(?<!\\b(?:moment|node|next|vue|three|d3)\\.js)',
  word('in|on|for|of|to') + ' ' + word('the|this|that|these|those|my'),
  word('this|these|that|diese\\p{L}?|este|esta|ce|cette|questo|questa|этот|эту') + ' \\p{L}',
  'この|その|这个|이 (?:파일|함수)',
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

const POLITELY = '(?:please |bitte |por favor,? |per favore,? |пожалуйста,? )?'
const STYLES =
  `tabs?|spaces?|quotes?|semicolons?|commas?|callbacks?|promises|async|exports?|imports?|classes
  |enums?|interfaces?|types|any|const|var|comments?|docstrings?|constants|tabulatoren|leerzeichen
  |anführungszeichen|semikolons?|strichpunkte?|tabulaciones|espacios|comillas|tabulations|espaces|guillemets
  |tabulações|espaços|aspas|tabulazioni|spazi|virgolette|таб\\p{L}*|пробел\\p{L}*|кавычк\\p{L}*`.replaceAll(
    /\s/g,
    '',
  )
/** A thing with a name of its own: `date-fns`, `console.log`, `useMemo`. */
const NAMED = '[a-z\\d]+[-_.][a-z\\d]+(?:[-_.][a-z\\d]+)*|`[^`]{2,40}`'
const STYLED = anyWords(word(STYLES))
const STYLE = anyWords(
  word(STYLES),
  word(NAMED),
  'タブ|スペース|引用符|セミコロン|制表符|空格|引号|分号|탭|공백|따옴표',
)

const BEGINS = anyWords(
  `^\\P{L}*${POLITELY}(?:always )?(?:use|prefer|write|indent|format|stick to|benutze|nutze|verwende|nimm|usa|usad|prefiere|utilise|utilisez|preferisci|используй\\p{L}*|пиши\\p{L}*) `,
  `^\\P{L}*${POLITELY}(?!statt |instead )(?:[\\p{L}\\d]+ )?(?:${STYLES})(?!\\p{L})`,
  `^(?:${NAMED}) (?:instead|rather|statt|not)`,
  '^.{0,12}(?:用|使)',
)
const OPPOSES = anyWords(
  '[,;] ?(?:and |und )?(?:not|no|never|nicht|keine?[nr]?|pas|non|não|ni|а не|не) (?!(?:an?|the|den|die|das|el|la|le|un|une|uno|o|a) )',
  word(
    'instead of|rather than|over|statt|anstatt|en vez de|en lugar de|au lieu de|plutôt que|em vez de|invece di|вместо',
  ) + ' (?!(?:an?|the|den|die|das|el|la|le) )',
  '不要|不用|而不是|使わない|使用しない|ではなく|말고|대신',
)
const CASES = anyWords('^\\P{L}*(?:camel|pascal|snake|kebab|upper|lower)[-_ ]?case for ')
const INDENTS = anyWords(
  `^\\P{L}*${POLITELY}indent with (?:\\p{L}+ )?(?:tabs|spaces)\\P{L}*$`,
  `^\\P{L}*${POLITELY}(?:wir )?(?:rücke|einrücken|einrückung) mit (?:tabs|leerzeichen)`,
  'インデントは.{0,6}(?:タブ|スペース)|缩进.{0,6}(?:制表符|空格|tab)|들여쓰기.{0,6}(?:탭|공백|스페이스)',
)
