import { oneLineSafely } from '../../safety/clip-safely.js'

const MAX_NAMES = 5
const MAX_NAME = 160

/** The failing tests of one output, in one spelling: `file › outer › inner`. */
export class TestNames {
  /** The file that the runner is at, or the last one that failed as a whole. */
  file: string | null = null
  #names = new Set<string>()
  /** Of runners that list what failed again at the end, where they say more. */
  #surer = new Set<string>()
  #titles: { indent: number; parts: string[] } | null = null
  #at: string | null = null
  #comment: string | null = null
  #point: string | null = null

  read(line: string, next: string): void {
    if (line === '') return
    this.#readTitles(line)
    for (const [, pattern, take] of FORMS.filter((form) => line.includes(form[0]))) {
      const match = pattern.exec(line)
      if (match === null) continue
      const name = take(match, { file: this.file, next })
      if (name === null) continue
      if (typeof name === 'string') this.#add(this.#names, name)
      else if ('sure' in name) this.#add(this.#surer, name.sure)
      else this.file = name.file
      return
    }
    this.#readNodeTest(line)
    this.#readTap(line)
  }

  all(): string[] {
    const names = this.#surer.size > 0 ? this.#surer : this.#names
    return [...names].slice(0, MAX_NAMES)
  }

  #add(names: Set<string>, name: string): void {
    if (names.size < MAX_NAMES) names.add(oneLineSafely(name, MAX_NAME))
  }

  /** mocha: `  1) outer`, then deeper titles, of which the last ends in a colon. */
  #readTitles(line: string): void {
    const start = line.startsWith('  ') ? /^ {2}\d+\) (\S.*)$/.exec(line) : null
    if (start !== null) this.#titles = { indent: 2, parts: [start[1]!] }
    else if (this.#titles !== null) {
      const title = /^ {7,}(\S.*?)(:?)$/.exec(line)
      if (title === null) this.#titles = null
      else {
        this.#titles.parts.push(title[1]!)
        if (title[2] === ':') {
          this.#add(this.#surer, this.#titles.parts.join(' › '))
          this.#titles = null
        }
      }
    }
  }

  /** node:test: `test at file:1:2` and below it `✖ name (1.5ms)`. */
  #readNodeTest(line: string): void {
    const place = line.startsWith('test at ') ? /^test at (\S+?):\d+:\d+$/.exec(line) : null
    if (place !== null) this.#at = place[1]!
    if (!line.includes('✖')) return
    const cross = /^\s*✖ (?!failing tests)(.+?)(?: \([\d.]+ms\))?$/.exec(line)
    if (cross === null) return
    if (this.#at !== null) this.#add(this.#surer, joined(this.#at, cross[1]!))
    else if (!/ problems? \(/.test(cross[1]!)) this.#add(this.#names, bareFile(cross[1]!))
    this.#at = null
  }

  /** TAP: a point that is not ok, with its place in the block below it; tape names tests in comments. */
  #readTap(line: string): void {
    const isComment = line.startsWith('# ')
    const comment = isComment ? /^# (?!Subtest|tests |pass |fail )(\S.*)$/.exec(line) : null
    if (comment !== null) this.#comment = comment[1]!
    const isPoint = line.toLowerCase().includes('not ok')
    const point = isPoint ? /^\s*not ok \d+ (?:- )?(?!.*# (?:TODO|SKIP))(.+)$/i.exec(line) : null
    if (point !== null) {
      this.#point = point[1]!
      this.#add(this.#names, this.#comment === null ? point[1]! : this.#comment)
    }
    if (this.#point === null) return
    const place = /^\s+location: '(.+?):\d+:\d+'$/.exec(line)
    if (place !== null) this.#at = place[1]!
    const type = /^\s+failureType: '(\w+)'$/.exec(line)
    if (type === null || this.#at === null) return
    if (type[1] !== 'subtestsFailed') this.#add(this.#surer, joined(this.#at, this.#point))
    this.#point = null
    this.#at = null
  }
}

type Taken = string | { sure: string } | { file: string } | null

const titles = (text: string, by: string): string => text.split(by).join(' › ')

/** A whole file that failed is named once. */
const joined = (file: string, name: string): string =>
  name === file || name.endsWith(file) ? bareFile(file) : `${bareFile(file)} › ${name}`

const bareFile = (file: string): string => (file.startsWith('./') ? file.slice(2) : file)

/** What every line of a form has, looked for first since a line is of few forms; the form; what it names. */
const FORMS: readonly [
  string,
  RegExp,
  (match: RegExpExecArray, at: { file: string | null; next: string }) => Taken,
][] = [
  // vitest
  [
    'FAIL',
    /^\s*FAIL\s+(?:\|[^|]+\|\s+)?(\S+\.\w+) > (.+)$/,
    ([, file, name]) => ({ sure: `${bareFile(file!)} › ${titles(name!, ' > ')}` }),
  ],
  [
    'FAIL',
    /^\s*FAIL\s+(?:\|[^|]+\|\s+)?(\S+\.\w+) \[ \S+ \]$/,
    ([, file]) => ({ sure: bareFile(file!) }),
  ],
  // jest
  ['FAIL ', /^FAIL (\S+\.\w+)(?: \(.*\))?$/, ([, file]) => ({ file: bareFile(file!) })],
  [
    '●',
    /^ {2}● (?!Console)(.+)$/,
    ([, name], { file }) =>
      name === 'Test suite failed to run'
        ? file === null
          ? null
          : { sure: file }
        : { sure: file === null ? name! : `${file} › ${name}` },
  ],
  // pytest
  [
    '.py',
    /^(?:FAILED|ERROR) (\S+?\.py)(?:::(\S.*?))?(?: - .*)?$/,
    ([, file, name]) => ({ sure: name === undefined ? file! : `${file} › ${titles(name, '::')}` }),
  ],
  // unittest
  [
    ' (',
    /^(?:FAIL|ERROR): (\w+) \(([\w.]+)\)$/,
    ([, name, where]) => {
      const [module, ...parts] = where!.split('.').filter((part) => part !== name)
      return { sure: [`${module}.py`, ...parts, name].join(' › ') }
    },
  ],
  // cargo, nextest
  ['FAILED', /^test (\S+) \.\.\. FAILED$/, ([, name]) => ({ sure: titles(name!, '::') })],
  [
    'FAIL [',
    /^\s+FAIL \[.*?\] +(?:\(.*?\) )?\S+ (\S+)$/,
    ([, name]) => ({ sure: titles(name!, '::') }),
  ],
  // go
  ['--- FAIL: ', /^\s*--- FAIL: (\S+)/, ([, name]) => ({ sure: titles(name!, '/') })],
  // rspec
  [
    'rspec ',
    /^rspec (\S+?):\d+ # (.+)$/,
    ([, file, name]) => ({ sure: `${bareFile(file!)} › ${name}` }),
  ],
  [
    ') ',
    /^ {2}\d+\) (\S.*)$/,
    ([, name], { next }) =>
      /^ {5,}(?:Failure\/Error:|Got \d+ failures)/.test(next) ? name! : null,
  ],
  // phpunit
  ['::', /^\d+\) (\w+(?:\\\w+)*::\w+)/, ([, name]) => ({ sure: titles(name!, '::') })],
  // jasmine
  [
    ') ',
    /^\d+\) (.+)$/,
    ([, name], { next }) => (/^\s+Message:$/.test(next) ? { sure: name! } : null),
  ],
  // ava
  [
    '✘',
    /^\s+✘ \[fail\]: (.+?)(?: Error thrown in test| Rejected promise returned by test)?$/,
    ([, name]) => ({ sure: name! }),
  ],
  // surefire, gradle, dotnet, googletest, minitest
  [
    '[ERROR]',
    /^\[ERROR\]\s+([\w$]+(?:\.[\w$]+)+):\d+\b/,
    ([, name]) => ({ sure: titles(name!, '.') }),
  ],
  ['FAILED', /^(\w\S* > .+) FAILED$/, ([, name]) => ({ sure: titles(name!, ' > ') })],
  [' FAILED ', /^\[ {2}FAILED {2}\] (\w+\.\w+)/, ([, name]) => ({ sure: titles(name!, '.') })],
  ['#', /^\s*(?:Failure|Error):\s+(\w+#\w+)/, ([, name]) => ({ sure: titles(name!, '#') })],
  [
    '#',
    /^([A-Z][^#[]{0,160}#[a-z][^[]*) \[\S+:\d+\]:?$/,
    ([, name]) => ({ sure: titles(name!, '#') }),
  ],
]
