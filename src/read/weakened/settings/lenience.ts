/**
 * Words and shapes by which any tool is told to leave something out or to let it fail. One table for
 * all notations: what counts is what a key says, not which tool reads it.
 */
import { longPattern } from '../../../util/long-pattern.js'
import type { Entry } from './read-entries.js'
import { quotedIn } from '../code/quoted-in.js'
import { oneOf } from '../../../util/one-of.js'

export interface Lenience {
  sort: 'left_out' | 'may_fail' | 'off' | 'never'
  /** What is left out, or the entry itself. */
  what: readonly string[]
}

export function lenienceOf(entry: Entry): Lenience | null {
  const { key, value } = keyOf(entry.text)
  if (TALK.test(key)) return null
  const words = wordsOf(key)
  // A flag alone is on.
  const bare = value === '' && key.startsWith('-') ? 'true' : unquote(value)
  const all = bare.length <= MAX_VALUE ? `${words} ${wordsOf(bare)}` : words
  const of = (sort: Lenience['sort']): Lenience => ({ sort, what: [entry.text] })
  if (/\bexit code 0$/.test(all)) return of('may_fail')
  if (MAY_FAIL.test(all) && !OFF.test(bare) && !/\$\{\{(?!\s*true)/.test(bare))
    return of('may_fail')
  if (!HASTE.test(`${words} ${wordsOf(keyOf(entry.under[0] ?? '').key)}`)) {
    if (OFF.test(bare) && SWITCH.test(words)) return of('off')
    if (ON.test(bare) && SKIPS.test(words) && !OTHER_USE.test(words)) return of('off')
  }
  if (isNever(entry, words, bare)) return of('never')
  const what = leftOut(entry).filter((one) => !HARMLESS.test(one))
  return what.length === 0 ? null : { sort: 'left_out', what }
}

/** The words of a name in any spelling: `testPathIgnore`, `test-path-ignore`. */
export const wordsOf = (text: string): string =>
  text
    .slice(0, MAX_TEXT)
    .replace(/^-D/, '')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, ' ')
    .trim()

const MAX_TEXT = 300
const MAX_VALUE = 40

/** `key: value`, `key = value`, `"key": value`, `key => value`, `key(value)` or `key value`. */
export function keyOf(text: string): { key: string; value: string } {
  const found = /^(?:-\s+)?["']?([\w.$/@-]+)["']?\s*(?:=>|[:+]?=|:|\(|\s)\s*(.*)/s.exec(
    text.slice(0, MAX_TEXT),
  )
  return found === null
    ? { key: BARE.exec(text)?.[1] ?? '', value: BARE.test(text) ? '' : text.replace(/^-\s+/, '') }
    : { key: found[1]!, value: found[2]! }
}

/** A word alone is a key without a value. */
const BARE = /^(?:-\s+)?["']?([\w.-]{1,80})["']?$/

const unquote = (value: string): string =>
  value
    .trim()
    .replace(/^(["'])(.*)\1[);,]*$/s, '$2')
    .replace(/[;,]$/, '')
    .trim()

/** It says something to a reader. */
const TALK = /^(?:name|description|title|message|echo|reason|label|comment|url)$/i

/** Whether a text says so anywhere in it. */
export const mayFail = (text: string): boolean => MAY_FAIL.test(wordsOf(text))

/** A failure does not count. */
const MAY_FAIL = longPattern()`
    \b(?:allow(?:s|ed)? (?:to )?(?:fail\w*|errors?|empty|no tests?|exit codes?)
    |continue (?:on|after) (?:errors?|fail\w*)
    |ignore[ds]? (?:\w+ )?(?:errors?|fail\w*|exit\w*|outcomes?|results?)(?! pattern)
    |(?:fail\w*|errors?|outcomes?) ignored?|soft fail\w*|fail\w* soft|pass with no tests?
    |exit zero|warn only|on (?:fail\w*|errors?|warn\w*) (?:pass|ignore|continue|skip|warn|none)|block(?:ing|er|s)? (?:false|no)|warn true|informational true|advisory true|non ?blocking true|optional true
    |required (?:false|no)|return status true|success codes?|catch error|warn error|trigger manual
    |will fail true|dangerously ignore unhandled errors)\b`

/** Keys that make a check run, or make its failure count. */
const SWITCH = longPattern()`
    \b(?:(?:fails?|halts?|aborts?|breaks?|errors?|exits?|throws?) (?:\w+ )?(?:on|if|when)
    |fails? (?:\w+ )?tasks?|strict|enforce\w*|requires?|enabled?|active|wait|check coverage|checks?|verif\w*
    |(?:^|run |auto ?|doc ?)tests?$|harness|is test project|forbid only|propagate|auto ?run|patch|project)\b`
/** How soon a run ends says nothing of how it ends. */
const HASTE =
  /\b(?:fast|stop|bail|parallel|html|xml|csv|reports?|reporters?|results?|publish|display|details|show|cache|colou?rs?|verbose|isolate|globals|watch)\b/
/** Keys that keep a check from running. */
const SKIPS =
  /^(?:skip(?:ped)?|disabled?)$|\bskip (?:\w+ )?(?:i ?ts|tests?|specs?|checks?|verification|coverage)\b|\btests? (?:skip(?:ped)?|disabled?)$/
const ON = /^(?:true|yes|on|1|always|\w+[ .!].*)$/i
const OFF = /^(?:false|no|off|0|none|never|disabled?|\(?\{\s*false\s*\}\)?)$/i

const CONDITION = oneOf(
  'if|when|only|only if|condition|conditions|trigger|trigger type|rules|stages|stage|phase|event|events|run if',
)
const NEVER =
  /^(?:\$\{\{\s*)?["'({\s]*(?:expression\s*\{\s*)?(?:return\s+)?(?:false|never(?:\(\))?|manual|none|0|!\s*always\(\)|workflow_dispatch|schedules?|cron|web|api)\b(?:\(\))?["')\]}\s]*$/
const NEVER_EVENT =
  /(?:event_name|PIPELINE_SOURCE|Build\.Reason)["')\]]*\s*(?:==|,)\s*["'](?:workflow_dispatch|schedule|never\w*|web|manual|api)["']\)?\s*(?:\}\})?["']?$/i

function isNever({ text, under }: Entry, words: string, value: string): boolean {
  if (CONDITION.test(words)) {
    // A rule of its own that holds in one case.
    const isCase = /^-?\s*if\b/.test(under[0] ?? '') && words === 'when'
    return !isCase && (NEVER.test(value) || NEVER_EVENT.test(value))
  }
  const head = wordsOf(keyOf(under[0] ?? '').key)
  const isItem = CONDITION.test(head) && /^(?:-\s|["']?[\w.]+["']?$)/.test(text)
  if (/^only if$/.test(words) || /^only if$/.test(head)) return /^\{?\s*false\b/.test(value || text)
  return isItem && NEVER.test(unquote(text.replace(/^-\s+/, '')))
}

/** Words that leave out what follows them. */
const LEAVES = longPattern()`
    \b(?:exclud(?:e[ds]?|ing|sions?)|ignor(?:e[ds]?|ing)|skip(?:s|ped|ping)?|disabled?|deselect(?:ed)?
    |omit(?:s|ted)?|invert|reject|required features|norecursedirs|quarantined?|blacklist|denylist)\b`
const FLAG = longPattern('g')`
    (?:^|[\s"'=])(?:--?(?:\w+-)*(?:exclude|ignore|skip|deselect|invert)(?:-\w+)*(?=[\s=]|$)|-k
    |-m(?=\s+["']?not\b)|--tags?(?=[ =]+["']?(?:~|not\b)))(?:[\s=]+("[^"\n]*"|'[^'\n]*'|[^\s"',\]]+))?`
/** Keys with such a word that leave no test out. */
const OTHER_USE = longPattern()`
    \b(?:skip (?:covered|empty|install|missing|string|magic|lib|checkout|cache|dist|download|existing)
    |ignore (?:missing|basepython|whitespace|case|deprecat\w*|scripts|engines|platform|warnings?|words)
    |disable (?:warnings?|host|cache|telemetry|pytest)|exclude (?:lines|also|dev)|display|details|reports?|filterwarnings
    |transform|watch|warnings?|max warnings|eol|typos?|spell\w*)\b`

/** What an entry leaves out: values after the word, or an item under a head with it. */
function leftOut({ text, under }: Entry): string[] {
  const { key, value } = keyOf(text)
  const words = wordsOf(key)
  const head = under[0] ?? ''
  if ([key, ...under.map((one) => keyOf(one).key)].some((one) => OTHER_USE.test(wordsOf(one))))
    return []
  const flags = [...text.slice(0, MAX_LINE).matchAll(FLAG)]
    .map(([flag]) => flag.trim().replace(/^["'=]/, ''))
    .filter((flag) => !OTHER_USE.test(wordsOf(flag)))
  if (flags.length > 0) return flags
  const item = text.replace(/^-\s+/, '')
  if (/^(["']?)![\w*./@][^=]*\1$/.test(item)) return [unquote(item)]
  if (LEAVES.test(words)) return OFF.test(unquote(value)) ? [] : valuesIn(value)
  if (CHOOSES.test(words) && NEGATES.test(value)) return [value]
  if (LEAVES.test(wordsOf(keyOf(head).key))) return /[:{[]\s*$/.test(item) ? [] : valuesIn(item)
  const call = LEAVES_CALL.exec(text.slice(0, MAX_LINE))
  return call === null ? [] : valuesIn(text.slice(call.index + call[0].length - 1))
}

const MAX_LINE = 1000
const LEAVES_CALL = /\.(?:exclude|ignore|skip|reject|omit|except|without)\w*\s*[({]/i

/** Texts in quotes, else words. */
const valuesIn = (value: string): string[] => {
  const texts = quotedIn(value)
  return texts.length > 0 ? texts : value.split(/[\s,;()[\]{}]+/).filter((one) => /[\w*]/.test(one))
}

/** Keys that choose tests by an expression, and what in it says "not". */
const CHOOSES = /\b(?:filters?|tags?|grep|pattern|expression|groups|categories|markers)\b/
const NEGATES = /!=|!~|\bnot\b|^["']?~|\(\?!/

/** Places without tests of one's own. */
const HARMLESS = longPattern()`
    node_modules|\bdist\b|\bcoverage\b|\bbuild\b|\btarget\b|/resources/|\bvendor\b|third_party|\.venv|\bvenv\b
    |\.tox\b|\.git\b|\.cache|\.eggs?\b|fixtures?\b|__pycache__|snapshots?\b|\.d\.ts|configDefaults|[Bb]enchmark|\$\{\{`
