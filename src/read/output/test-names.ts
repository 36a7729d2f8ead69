import { NAME_FORMS } from '../../data/runners.js'
import { oneLineSafely } from '../../safety/clip-safely.js'
import { bareFile } from '../../util/base-name.js'

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
  #isListing = false

  read(line: string, next: string): void {
    if (line === '') return
    this.#readTitles(line)
    for (const { form, take } of NAME_FORMS.filter(({ sign }) => line.includes(sign))) {
      const match = form.exec(line)
      if (match === null) continue
      const name = take(match, { file: this.file, next })
      if (name === null) continue
      if (typeof name === 'string') this.#add(this.#names, name)
      else if ('sure' in name) this.#add(this.#surer, name.sure)
      else this.file = name.file
      return
    }
    this.#readFailures(line)
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

  /** cargo: the names of what failed, below `failures:`. */
  #readFailures(line: string): void {
    if (line === 'failures:') this.#isListing = true
    else if (this.#isListing) {
      const name = /^ {4}([\w:]+)$/.exec(line)?.[1]
      if (name === undefined) this.#isListing = line === ''
      else this.#add(this.#surer, name.split('::').join(' › '))
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

/** A whole file that failed is named once. */
const joined = (file: string, name: string): string =>
  name === file || name.endsWith(file) ? bareFile(file) : `${bareFile(file)} › ${name}`
