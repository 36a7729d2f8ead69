/**
 * How tools and languages say what is wrong: the lines with which an error is told, and what they name. One row a
 * form; how tools say that they ended is in `tools.ts` and `runners.ts`.
 */
import { TS_CODE } from './tools.js'

/** A line that tells an error; its groups are `file`, `line`, `code`, `class`, `message` and `name`. */
export interface ErrorForm {
  /** What each line of this form has: looked for first, since a line has the form of few tools. */
  sign: string
  form: RegExp
  class?: string
  /** The message, with `$` for what the line names. */
  says?: string
  /** Its place comes below it; what stands above is of a warning. */
  isAbove?: true
}

/** An underscore tells a variable from a word in capitals. */
const VARIABLE = '[\'"`$]{0,2}\\b(?<name>[A-Z][A-Z0-9]*_[A-Z0-9_]{1,40})\\b[\'"`]?'
const lack = (sign: string, form: RegExp): ErrorForm => ({
  sign,
  form,
  class: 'missing-variable',
  says: "'$' is not set",
})

/** `: # package` heads the complaints about it. */
const GO = String.raw`^(?<file>\.{0,2}/?[\w./@-]+\.go):(?<line>\d+):(?:\d+:)? (?!: #|too many errors)`
/** Linters of Go that are many, and name the one that complains. */
const RULE_SETS = 'gocritic|gosec|govet|revive|staticcheck|stylecheck'

/** Forms that name code, place and message in one line; the first that fits is the error. */
export const DIAGNOSTICS: readonly ErrorForm[] = [
  {
    sign: ' error ',
    form: new RegExp(
      String.raw`^(?<file>\S[^()]*?)[(:](?<line>\d+)[,:]\d+(?:\):| -) error (?<code>${TS_CODE}): (?<message>.*)$`,
    ),
  },
  { sign: 'error[', form: /^error\[(?<code>E\d{4})\]: (?<message>.*)$/, isAbove: true },
  {
    sign: 'target named',
    form: /^error: no (?:bin|test|example|bench|lib) target named `(?<name>[^`]{1,80})`/,
    class: 'missing-target',
    says: "no target '$'",
  },
  {
    sign: 'error: ',
    form: /^error: (?!could not compile|test failed|aborting|unused)(?<message>\S.*)$/,
    isAbove: true,
  },
  {
    sign: 'error: ',
    form: /^(?<file>\S+\.pyi?):(?<line>\d+):(?:\d+:)? error: (?<message>.*?) +\[(?<code>[\w-]+)\]$/,
  },
  {
    sign: ': ',
    form: /^(?<file>\S+\.\w+):(?<line>\d+):\d+: (?<code>[A-Z]{1,5}\d{2,5}) (?<message>.*)$/,
  },
  { sign: '): ', form: /^\s*[×x!] [\w@/-]+\((?<code>[\w/-]+)\): (?<message>.*)$/ },
  { sign: ' lint/', form: /^(?<file>\S+\.\w+):(?<line>\d+):\d+ lint\/\w+\/(?<code>\w+)\b/ },
  {
    sign: '.go:',
    form: new RegExp(
      String.raw`${GO}(?<code>[A-Za-z]\w{2,20}): (?<message>.+) \((?:${RULE_SETS})\)$`,
    ),
  },
  {
    sign: '.go:',
    form: new RegExp(String.raw`${GO}(?<message>.+?) \((?<code>(?!typecheck)\w+)\)$`),
  },
  { sign: '.go:', form: new RegExp(String.raw`${GO}(?<message>.+?)(?: \(typecheck\))?$`) },
  {
    sign: 'error: ',
    form: /^\s*(?<file>[\w./@-]+\.[chm]p{0,2}):(?<line>\d+):\d+: (?:fatal )?error: (?<message>.+)$/,
  },
  {
    sign: 'not found',
    form: /^(?:[\w./-]+: )?(?:line \d+: )?(?<name>[\w./@+-]+): (?:command )?not found$/,
    class: 'command-not-found',
    says: "'$' not found",
  },
  {
    sign: 'ECONNREFUSED',
    form: /\b(?:connect )?ECONNREFUSED\b ?(?<name>\S*)/,
    class: 'connection-refused',
    says: 'refused by $',
  },
  lack(
    ' set',
    new RegExp(`${VARIABLE} (?:is |was )?(?:not set|unset|must be set|needs to be set)\\b`),
  ),
  lack(': unbound variable', /: (?<name>[A-Za-z_]\w{1,40}): unbound variable$/),
  lack('nvironment variable', new RegExp(`nvironment variables?:? ${VARIABLE}`)),
  {
    sign: 'Missing script',
    form: /\bMissing script: "(?<name>[^"]{1,80})"/,
    class: 'missing-script',
    says: "no script '$'",
  },
  {
    sign: 'error: ',
    form: /^\s*error: ['"](?!(?:test failed|\d+ subtests? failed)['"]$)(?<message>.{1,300})['"]$/,
  },
]

/** `TypeError: …`, also behind pytest's `E`, Node's `[ERR_…]`, or a colon alone at the line's end. */
const THROWN =
  /^\s*(?:E\s+)?(?:Uncaught |error: )?(?:[\w$]+\.)*(?<class>[A-Z][\w$]*(?:Error|Exception|Failure|Interrupt)|Error)(?: \[\w+\])?(?:: (?<message>.*)|:)?$/

/** What was thrown; where a line has no message, the next one is it. */
export const THROWABLES: readonly ErrorForm[] = [
  ...['Error', 'Exception', 'Failure', 'Interrupt'].map((sign) => ({ sign, form: THROWN })),
  {
    sign: 'panicked at ',
    form: /panicked at (?:'(?<message>.*)', )?(?<file>\S+?):(?<line>\d+):\d+:?$/,
    class: 'panic',
  },
  {
    sign: 'panic: ',
    form: /^panic: (?<message>.*?)(?: \[recovered[^\]]{0,30}\])?$/,
    class: 'panic',
  },
]

/** What was expected, where nothing says what was thrown. */
export const ASSERTIONS: readonly ErrorForm[] = [
  { sign: 'assert', form: /^E\s+(?<message>assert .*)$/, class: 'AssertionError' },
  { sign: 'expect(', form: /^\s*(?<message>expect\(.*\)\.\S+.*)$/, class: 'AssertionError' },
  { sign: 'assert', form: /^\s*(?<message>Failed asserting that .*)$/, class: 'AssertionError' },
  { sign: 'Expected ', form: /^\s+(?<message>Expected .* to .*)$/, class: 'AssertionError' },
  { sign: 'assert', form: /^(?<message>assertion .*failed.*)$/, class: 'AssertionError' },
  { sign: 'Cannot find module', form: /^\s*(?<message>Cannot find module '.*)$/, class: 'Error' },
]

/** What a test of Go says, with its place: behind its end, or before it where each test tells that it begins. */
export const TOLD_BY_TEST = {
  end: '--- FAIL: ',
  other: /^\s*(?:=== [A-Z]+ |--- (?:PASS|SKIP): )/,
  form: /^\s+(?<file>[\w./@-]+\.go):(?<line>\d+): (?<message>\S.*)$/,
} as const

/** What an error message is about, by the ways in which languages quote a name: a part of each, and the whole. */
export const SYMBOLS: readonly [string, RegExp][] = [
  ["ing '", /\((?:reading|setting) '([^']{1,80})'\)/],
  ['annot find ', /[Cc]annot find (?:name|module|package) ['"]([^'"]{1,80})['"]/],
  ['o module named ', /[Nn]o module named '?([\w.]{1,80})'?/],
  ["roperty '", /[Pp]roperty '([^']{1,80})' (?:does not exist|is missing)/],
  ['no exported member ', /no exported member (?:named )?'([^']{1,80})'/],
  ['cannot find ', /cannot find (?:value|function|type|struct|macro|trait)?\s?`([^`]{1,80})`/],
  [
    '`',
    /no (?:method|field|function or associated item|variant)(?: \w+){0,2} (?:named|found for) `([^`]{1,80})`/,
  ],
  ['undefined method ', /undefined method [`']([^`']{1,80})'/],
  ['undefined: ', /undefined: ([\w.]{1,80})/],
  ['declared and not used', /declared and not used: (\w{1,80})/],
  [' imported and not used', /^"([^"]{1,80})" imported and not used/],
  ['Error return value of `', /^Error return value of `([^`]{1,80})` is not checked/],
  ['sig: func ', /sig: func \(?\*?(?:[\w.-]{1,60}\/){0,9}([\w.]{1,80}\)?\.?\w{0,80})\(/],
  [' must not be called', /^(?:[\w.-]{1,60}\/){0,9}([\w.]{1,80}) must not be called/],
  [' returns interface', /^(\w{1,80}) returns interface/],
  ['string `', /^string `([^`]{1,80})` has \d+ occurrences/],
  [' is unused', /^(?:func|var|const|type|field) [`(*]{0,2}([\w.)*]{1,80})`? is unused/],
  ['member function ', /member function (\w{1,80})\(\)/],
  ["has no attribute '", /has no attribute '([^']{1,80})'/],
  ["name '", /name '([^']{1,80})' is not defined/],
  [
    ' is ',
    /^'?([\w$.-]{1,80})'? is (?:not (?:a function|defined|a constructor|iterable)|assigned a value|declared|defined but)/,
  ],
  ["'", /(?:Variable|Function|Parameter) '([^']{1,80})'/],
  ["'", /^'([^']{1,80})'(?: not found| is not set)?$/],
  ["'", /no (?:script|target) '([^']{1,80})'/],
]
