import { TS_CODE } from '../../data/tools.js'
import { readFailingNames } from '../../read/output/read-test-output.js'
import { evenText } from '../../safety/even-text.js'
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
    symbols: findAll(text, SYMBOLS),
    modules: findAll(text, MODULES),
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

const SYMBOLS: readonly RegExp[] = [
  /Cannot read propert(?:y|ies) (?:'([^'\n]+)' of (?:undefined|null)|of (?:undefined|null) \(reading '([^'\n]+)'\))/g,
  /Cannot set propert(?:y|ies) of (?:undefined|null) \(setting '([^'\n]+)'\)/g,
  /Cannot find name '([^'\n]+)'/g,
  /Property '([^'\n]+)' (?:does not exist|is missing|has no initializer)/g,
  /has no exported member (?:named )?'([^'\n]+)'/g,
  /does not provide an export named '([^'\n]+)'/g,
  /'([^'\n]+)' is (?:declared but|possibly|defined but|assigned a value but|not defined)/g,
  /Type '([^'\n]{1,80})' is not assignable/g,
  /Argument of type '([^'\n]{1,80})'/g,
  /^(?:\w+Error: )?([\w$.]+) is not (?:a function|defined|a constructor|iterable)/gm,
  /(?:Error: |TypeError: )([\w$.]+(?:\(\.{3}\))?[\w$.]*) is not (?:a function|defined|a constructor|iterable)/g,
  /name '([^'\n]+)' is not defined/g,
  /has no attribute '([^'\n]+)'/g,
  /(\w+)\(\) (?:missing|takes|got an unexpected)/g,
  /KeyError: '?([^'\n]+)'?/g,
  /undefined: (\w+)/g,
  /(\w+) redeclared/g,
  /use of undeclared identifier '([^'\n]+)'/g,
  /column (?:")?([\w.]+)(?:")? does not exist/g,
  /cannot find (?:value|function|type|struct|macro|trait|attribute macro)?\s*`([^`\n]+)`/g,
  /no (?:method|field|function or associated item|variant)(?: or \w+)* (?:named|found for) `([^`\n]+)`/g,
  /(?:value|borrow of moved value|use of moved value|use of undeclared \w+(?: or \w+)?): `([^`\n]+)`/g,
  /cannot borrow `([^`\n]+)`/g,
  /declared and not used: (\w+)|(\w+) declared (?:and|but) not used/g,
  /cannot use (\w+) \(/g,
  /(\w+)\.(?:\w+) undefined \(type/g,
]

const MODULES: readonly RegExp[] = [
  /Cannot find (?:module|package) '([^'\n]+)'/g,
  /Cannot find module "([^"\n]+)"/g,
  /Module not found: (?:Error: )?Can't resolve '([^'\n]+)'/g,
  /Failed to resolve import "([^"\n]+)"/g,
  /Could not resolve "([^"\n]+)"/g,
  /No module named '?([\w.]+)'?/g,
  /cannot import name '([^'\n]+)'/g,
  /cannot find package "([^"\n]+)"/g,
  /no required module provides package ([^\s;:]+)/g,
  /package ([\w./-]+) is not in (?:GOROOT|std)/g,
  /unresolved import `([^`\n]+)`/g,
  /can't find crate for `([^`\n]+)`/g,
  /use of undeclared (?:crate or module|type) `([^`\n]+)`/g,
  /Missing script: "([^"\n]+)"/g,
]

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
