import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { RARE_PATTERN_HELPER, rarePatterns, wordsOf } from '../../scripts/rare-patterns.mjs'

describe('the words that follow from a pattern', () => {
  it.each<{ source: string; flags?: string; words: string[] | null }>([
    { source: 'Still TO do', words: ['Still TO do'] },
    { source: 'Still TO do', flags: 'i', words: ['still to do'] },
    { source: '(?:still|yet) [a-z]+', words: ['still', 'yet'] },
    { source: '(?:is|are) (?:still )?outstanding', words: ['outstanding'] },
    { source: '(?:remaining|remains)', words: ['remaining', 'remains'] },
    { source: '(?:remain|remains)', words: ['remain'] },
    { source: 'a+nothing{2}', words: ['nothin'] },
    { source: '\\bno\\b longer', words: ['no longer'] },
    { source: '[a-z]+', words: null },
    { source: 'still|\\d', words: null },
    { source: '(?:still)?', words: null },
    { source: '(?=still)', words: null },
    { source: 'é', words: null },
  ])('$source: $words', ({ source, flags = '', words }) => {
    expect(wordsOf(source, flags)).toEqual(words)
  })
})

/** Every text of the cases, whole and by sentence: what the patterns are for. */
const TEXTS = readdirSync('evals/cases')
  .flatMap((name) => readFileSync(path.join('evals/cases', name), 'utf8').split('\n'))
  .flatMap((line) => [line, ...line.split(/(?<=[.!?:]) /)])

const sources = ['src/moments', 'src/evidence'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(path.join(folder, name), 'utf8')),
)
const PATTERNS = sources
  .flatMap((text) => [
    ...text.matchAll(
      /(?<=[\s(!])\/(?!\*)((?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\]){60,})\/(i?)(?![\w/])/g,
    ),
  ])
  .map(([, source, flags]) => new RegExp(source!, flags))

type Finder = (text: string) => unknown

const run = (code: string): Finder =>
  // oxlint-disable-next-line no-implied-eval -- what is built is run as it will be
  new Function(`${RARE_PATTERN_HELPER}\nlet result\n${code}\nreturn result`)() as Finder

it('leaves a pattern alone whose text could come from elsewhere', () => {
  const code = `const NAME = 'a long text that stands at the top of a module, sixty signs or more'
result = (NAME, text) => new RegExp(NAME, 'i').test(text)`
  expect(rarePatterns(code)).toBe(code)
})

describe('what the hook finds', () => {
  it('is what its patterns find: no text that matches is without all the words', () => {
    let matches = 0
    const missed: string[] = []
    for (const pattern of PATTERNS) {
      const words = wordsOf(pattern.source, pattern.flags)
      if (words === null) continue
      for (const text of TEXTS.filter((text) => pattern.test(text))) {
        matches += 1
        const where = pattern.flags === 'i' ? text.toLowerCase() : text
        if (!words.some((word) => where.includes(word))) missed.push(`${pattern.source}: ${text}`)
      }
    }
    expect(missed).toEqual([])
    expect(PATTERNS.length).toBeGreaterThan(60)
    expect(matches).toBeGreaterThan(1000)
  })

  const CODE = `
const LEFT = /\\b(?:still|yet) (?:needs?|has|have) to be (?:done|written|tested|reviewed|merged)\\b/i
const NAMED = /^(?:remaining|outstanding|unfinished|not (?:yet )?(?:done|implemented)): (\\w+)/
const OTHER = /(?:this one is also asked for its source|so that it has to stay as it is)/
const inline = (text) => /\\b(?:nothing|none|zero) (?:is |are )?(?:left|missing|outstanding)\\b.{0,9}/i.test(text)
result = (text) => [LEFT.test(text), NAMED.exec(text)?.[1] ?? null, inline(text), OTHER.source]
`
  it('stays the same when the patterns of a module are rewritten', () => {
    const rewritten = rarePatterns(CODE)
    expect(rewritten.split('__rare(')).toHaveLength(4)
    const [plain, rare] = [run(CODE), run(rewritten)]
    const texts = [
      ...TEXTS.slice(0, 300),
      'It STILL has to be Tested.',
      'Remaining: docs',
      'remaining: docs',
      'None are missing here',
      '',
    ]
    for (const text of texts) expect(rare(text)).toEqual(plain(text))
    expect(texts.map(rare).filter((found) => JSON.stringify(found).includes('true'))).not.toEqual(
      [],
    )
  })
})
