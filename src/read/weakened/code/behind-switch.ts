import type { Language } from './language.js'
import type { Masked } from '../../source/mask.js'
import { longPattern } from '../../../util/long-pattern.js'

interface Range {
  start: number
  end: number
}

/** Names that a file gives to what nothing but a variable of the environment can make true. */
export function switchesIn(raw: string): ReadonlySet<string> {
  const found = new Set<string>()
  for (const line of raw.split('\n')) {
    if (line.length > MAX_LINE || !MAY_GIVE.test(line)) continue
    const [, name, value] = GIVES.exec(line) ?? []
    if (name !== undefined && isOff(value!.trim())) found.add(name)
  }
  return found
}

const MAX_LINE = 300
const MAY_GIVE = /env|ENV|Env|false|False|getProperty|getBoolean/
const GIVES = /^[\w \t]*?\b([A-Za-z_]\w*)[ \t]*(?::[ \t]?[\w<>|.]+[ \t]*)?:?=[ \t]*([^=\s].*)$/

/**
 * The condition that each of these places stands behind, where it is such a switch or never true; null
 * when one of them stands free.
 */
export function switchBefore(
  masked: Masked,
  { start, end }: Range,
  { places, switches, language }: Behind,
): string | null {
  if (places.length === 0) return null
  const off: (Range & { condition: string })[] = []
  for (const match of masked.code.slice(start, end).matchAll(/(?<![\w$.:])if\b/g)) {
    if (off.length === MAX_OFF) break
    const at = start + match.index
    const { from, to } = conditionAt(masked, at + 2, language)
    const condition = masked.raw.slice(from, to).trim()
    if (switches.has(condition) || isOff(condition))
      off.push({ ...guarded(masked, at, to, end), condition })
  }
  const isBehind = (at: number): boolean => off.some((one) => one.start <= at && at < one.end)
  return off.length > 0 && places.every(isBehind) ? off[0]!.condition : null
}

interface Behind {
  /** Where the assertions stand. */
  places: readonly number[]
  switches: ReadonlySet<string>
  language: Language
}

const MAX_OFF = 20

const BRACKETED: ReadonlySet<Language['id']> = new Set<Language['id']>([
  'javascript',
  'jvm',
  'csharp',
  'php',
])

/** In brackets, or up to what opens the block, or to the line's end. */
function conditionAt(
  { code, partner }: Masked,
  from: number,
  { id }: Language,
): { from: number; to: number } {
  const [line = ''] = code.slice(from, from + MAX_LINE).split('\n', 1)
  const open = from + line.search(/\S/)
  if (BRACKETED.has(id) && code[open] === '(' && partner[open]! > open)
    return { from: open + 1, to: Math.min(partner[open]!, open + MAX_LINE) }
  const brace = line.indexOf('{')
  const colon = id === 'python' ? line.lastIndexOf(':') : -1
  return { from, to: from + (brace !== -1 ? brace : colon !== -1 ? colon : line.length) }
}

/** What hangs on it: a block in brackets, the rest of its line, or the lines that stand deeper. */
function guarded({ code, partner }: Masked, at: number, to: number, most: number): Range {
  const next = to + code.slice(to, to + 40).search(/[^\s):]/)
  if (code[next] === '{' && partner[next]! > next) return { start: next, end: partner[next]! }
  const [start, end] = [code.lastIndexOf('\n', at) + 1, lineEnd(code, at)]
  const isBehind = code.slice(start, at).trim() !== ''
  if (isBehind || (next > to && next < end)) return { start, end }
  const depth = code.slice(start, end).search(/\S/)
  let last = end
  while (last < most) {
    const stop = lineEnd(code, last + 1)
    const own = code.slice(last + 1, stop).search(/\S/)
    if (own !== -1 && own <= depth) break
    last = stop
  }
  return { start: end, end: last }
}

const lineEnd = (code: string, at: number): number => {
  const end = code.indexOf('\n', at)
  return end === -1 ? code.length : end
}

const isOff = (condition: string): boolean =>
  NOTHING.test(condition) ||
  (READS.test(condition) &&
    !UNSET.test(condition) &&
    !DEFAULT.test(condition) &&
    !OFTEN_SET.test(condition))

const NOTHING = /^(?:false|0|nil|None)[\s;,]*$/i
const READS = longPattern()`
    \b(?:process\.env|import\.meta\.env|(?:Deno|Bun)\.env|os\.(?:environ|[gG]etenv|LookupEnv)
    |getenv|System\.getProperty|Boolean\.getBoolean|GetEnvironmentVariable|env::var\w*)\b
    |\bENV[[.]|\$_(?:ENV|SERVER)\b`
/** It holds as long as the variable is not set. */
const UNSET =
  /^[\s(]*(?:!|not\b)|[^!]={2,3}\s*(?:undefined|null|nil|None|""|'')|!={1,2}\s*["'][^"']|\bis\s+None|\.is_err\(|\.nil\?/
const DEFAULT = /\?\?|\|\||\bor\b|,\s*["'][^"']+["']\s*\)/
const OFTEN_SET =
  /\b(?:CI|HOME|PATH|USER|TMPDIR|GITHUB_\w+|GITLAB_\w+|(?:NODE|RAILS|RACK|APP)_ENV)\b/
