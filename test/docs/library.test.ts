import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { ENTRIES } from '../../scripts/run-example.js'

interface PublicName {
  entry: string
  name: string
  isType: boolean
  source: string
}

const EXPORT = /export (type )?\{([^}]*)\} from '(.*)\.js'/g

const names: PublicName[] = Object.entries(ENTRIES).flatMap(([entry, file]) =>
  [...readFileSync(file, 'utf8').matchAll(EXPORT)].flatMap(([, type, list, from]) =>
    list!
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '')
      .map((name) => ({
        entry,
        name,
        isType: type !== undefined,
        source: path.join(path.dirname(file), `${from}.ts`),
      })),
  ),
)

const page = readFileSync('docs/library.md', 'utf8')
const examples = readdirSync('examples', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => path.join('examples', file))

/** The part of the page about an entry. */
const sectionOf = (entry: string): string =>
  page.split(/^## /m).find((section) => section.startsWith(`\`${entry}\`\n`)) ?? ''

const prose = (text: string): string => text.replaceAll(/```[\s\S]*?```/g, '')
const has = (text: string, name: string): boolean => new RegExp(`\\b${name}\\b`).test(text)

describe('the library', () => {
  it('has an entry on this list for every one of the package', () => {
    const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as { exports: object }
    const others = ['./opencode', './server', './schemas/*', './package.json']
    const listed = Object.keys(ENTRIES).map((entry) => entry.replace('reflectory', '.'))
    expect(Object.keys(exports).sort()).toEqual([...listed, ...others].sort())
  })

  it('has few names at its root', () => {
    expect(names.filter(({ entry }) => entry === 'reflectory').length).toBeLessThanOrEqual(24)
  })

  it.each(names)(
    'tells of $entry: $name, in its docs and where it is declared',
    ({ entry, name, source }) => {
      expect(has(prose(sectionOf(entry)), name)).toBe(true)
      const declared = new RegExp(
        `\\*/\\nexport (?:async )?(?:function|const|class|interface|type) ${name}\\b`,
      )
      expect(readFileSync(source, 'utf8')).toMatch(declared)
    },
  )

  it.each(names.filter(({ isType }) => !isType))(
    'shows $entry: $name in an example',
    ({ entry, name }) => {
      const imports = new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from '${entry}'`)
      expect(examples.some((file) => imports.test(readFileSync(file, 'utf8')))).toBe(true)
    },
  )

  it.each(examples)('has %s in its docs', (example) => {
    expect(page).toContain(`<!-- from: ${example} -->`)
  })

  // What it prints is compared by the test of the documents, which finds such blocks alone.
  it.each(examples)('shows what %s prints', (example) => {
    const block = new RegExp(`<!-- runs: ${example} -->\\n+\`\`\`\\w*\\n\\S`)
    expect(page).toMatch(block)
  })
})
