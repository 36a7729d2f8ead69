import { TS_CODE } from '../../data/tools.js'
import { readFailingNames } from '../../read/output/read-test-output.js'
import { evenText } from '../../safety/even-text.js'
import { lazy } from '../../safety/lazy.js'
import type { Lazy } from '../../safety/lazy.js'
import { stripControlCharacters } from '../../safety/control-characters.js'

/** A place in a file, as an error names it. */
interface Place {
  file: string
  line: number | null
}

/** What an error output names. Everything is quoted from it; nothing is guessed. */
export interface ErrorFacts {
  /** The output without colours and carriage returns. */
  text: string
  places: Place[]
  tests: string[]
  symbols: string[]
  modules: string[]
  /** `TS2345`, `E0308`, `no-unused-vars`. */
  codes: string[]
}

const MAX_EACH = 5

export function readErrorFacts(errorOutput: string): ErrorFacts {
  const text = evenText(stripControlCharacters(errorOutput), 32_768)
  return {
    text,
    places: findPlaces(text),
    tests: readFailingNames(text),
    symbols: findAll(text, SYMBOLS()),
    modules: findAll(text, MODULES()),
    codes: findAll(text, CODES),
  }
}

const PATH = String.raw`(?:[A-Za-z]:[\\/]|\.{0,2}/)?(?:[\w@.+-]+[\\/])*[\w@.+-]*[\w+-]\.[A-Za-z]\w{0,4}`
const PLACES: readonly RegExp[] = [
  new RegExp(String.raw`(${PATH})\((\d+),\d+\)`, 'g'),
  new RegExp(String.raw`File "([^"\n]+)", line (\d+)`, 'g'),
  new RegExp(String.raw`(?:file://)?(${PATH}):(\d+)(?::\d+)?`, 'g'),
  new RegExp(String.raw`^(?:FAIL|ERROR|❯|✗|×)\s+(${PATH})()`, 'gm'),
  new RegExp(String.raw`^(?:FAILED|ERROR)\s+(${PATH})()::`, 'gm'),
  new RegExp(String.raw`^(/?${PATH})()$`, 'gm'),
]
/** Frames of runtimes and installed packages say where it surfaced, not what is wrong. */
const FOREIGN =
  /(?:^|[\\/])(?:node_modules|site-packages|dist-packages)[\\/]|^node:|^internal\/|^<|^\d/

function findPlaces(text: string): Place[] {
  const found: Place[] = []
  const foreign: Place[] = []
  for (const pattern of PLACES) {
    for (const [, file = '', line = ''] of text.matchAll(pattern)) {
      const place = { file, line: line === '' ? null : Number(line) }
      const list = FOREIGN.test(file) || isHostPort(file) ? foreign : found
      if (!list.some((known) => known.file === file)) list.push(place)
    }
  }
  return (found.length > 0 ? found : foreign.filter(({ file }) => !isHostPort(file))).slice(
    0,
    MAX_EACH,
  )
}

/** `db.internal:5432` and `127.0.0.1:8080` look like files with lines. */
const isHostPort = (file: string): boolean =>
  /^\d|^(?:localhost|host)\b|\.(?:com|org|net|io|dev|local|internal|test|example)$/i.test(file)

/** A pattern a line; in quotation marks, and in backticks written as `<*>`, any name. */
const linesOf = (table: string): Lazy<RegExp[]> =>
  lazy(() =>
    table
      .trim()
      .split(/\n */)
      .map(
        (line) =>
          new RegExp(
            NAMES.reduce((text, [as, name]) => text.replaceAll(as, name), line),
            'gm',
          ),
      ),
  )
const NAMES: readonly (readonly [as: string, name: string])[] = [
  [`'*'`, String.raw`'([^'\n]+)'`],
  ['"*"', String.raw`"([^"\n]+)"`],
  ['<*>', '`([^`\\n]+)`'],
]

const SYMBOLS = linesOf(String.raw`
  Cannot read propert(?:y|ies) (?:'*' of (?:undefined|null)|of (?:undefined|null) \(reading '*'\))
  Cannot set propert(?:y|ies) of (?:undefined|null) \(setting '*'\)
  Cannot find name '*'
  Property '*' (?:does not exist|is missing|has no initializer)
  has no exported member (?:named )?'*'
  does not provide an export named '*'
  '*' is (?:declared but|possibly|defined but|assigned a value but|not defined)
  Type '([^'\n]{1,80})' is not assignable
  Argument of type '([^'\n]{1,80})'
  ^(?:\w+Error: )?([\w$.]+) is not (?:a function|defined|a constructor|iterable)
  (?:Error: |TypeError: )([\w$.]+(?:\(\.{3}\))?[\w$.]*) is not (?:a function|defined|a constructor|iterable)
  name '*' is not defined
  has no attribute '*'
  (\w+)\(\) (?:missing|takes|got an unexpected)
  KeyError: '?([^'\n]+)'?
  undefined: (\w+)
  (\w+) redeclared
  use of undeclared identifier '*'
  column (?:")?([\w.]+)(?:")? does not exist
  cannot find (?:value|function|type|struct|macro|trait|attribute macro)?\s*<*>
  no (?:method|field|function or associated item|variant)(?: or \w+)* (?:named|found for) <*>
  (?:value|borrow of moved value|use of moved value|use of undeclared \w+(?: or \w+)?): <*>
  cannot borrow <*>
  declared and not used: (\w+)|(\w+) declared (?:and|but) not used
  cannot use (\w+) \(
  (\w+)\.(?:\w+) undefined \(type
`)

const MODULES = linesOf(String.raw`
  Cannot find (?:module|package) '*'
  Cannot find module "*"
  Module not found: (?:Error: )?Can't resolve '*'
  Failed to resolve import "*"
  Could not resolve "*"
  No module named '?([\w.]+)'?
  cannot import name '*'
  cannot find package "*"
  no required module provides package ([^\s;:]+)
  package ([\w./-]+) is not in (?:GOROOT|std)
  unresolved import <*>
  can't find crate for <*>
  use of undeclared (?:crate or module|type) <*>
  Missing script: "*"
`)

const CODES: readonly RegExp[] = [
  new RegExp(`\\b(${TS_CODE})\\b`, 'g'),
  /\berror\[(E\d{4})\]/g,
  /^\s+\d+:\d+\s+(?:error|warning)\s+.*\s{2,}([@\w/-]+)$/gm,
  /\[([a-z]+(?:-[a-z]+)+)\]\s*$/gm,
]

function findAll(text: string, patterns: readonly RegExp[]): string[] {
  const found = patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match) => match.slice(1).find((group) => group) ?? ''),
  )
  return [...new Set(found.map((it) => it.trim()).filter((it) => it !== ''))].slice(0, MAX_EACH)
}
