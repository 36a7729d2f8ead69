import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { claims } from '../../scripts/evidence-page.js'
import { runExample } from '../../scripts/run-example.js'
import { openSandbox } from '../support/sandbox.js'
import type { Sandbox } from '../support/sandbox.js'

const DOCUMENTS = ['README.md', 'ARCHITECTURE.md', 'GLOSSARY.md', 'CONTRIBUTING.md', 'CHANGELOG.md']
const pages = readdirSync('docs', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.md'))
  .map((file) => path.join('docs', file))

/** A block behind `<!-- runs: COMMAND -->` is what the command or example prints, behind `<!-- from: FILE -->` the file. */
const BLOCK = /<!-- (runs|from): (.+?) -->\n+```\w*\n([\s\S]*?)```/g

const blocks = [...DOCUMENTS, ...pages].flatMap((document) =>
  [...readFileSync(document, 'utf8').matchAll(BLOCK)].map(([, kind, what, text]) => ({
    document,
    kind: kind!,
    what: what!,
    text: text!,
  })),
)

describe('the documents', () => {
  it.each(claims())('README.md says "$says", and docs/evidence.md how we know', ({ says }) => {
    expect(readFileSync('README.md', 'utf8').replaceAll(/\s+/g, ' ')).toContain(says)
  })

  it.each(blocks.filter(({ kind }) => kind === 'runs'))(
    '$document shows what `$what` prints',
    async ({ what, text }) => {
      const sandbox = openSandbox()
      const printed = what.startsWith('examples/')
        ? runExample(what, { cwd: sandbox.root, env: sandbox.env })
        : await runCommand(what, sandbox)
      expect(steady(printed, sandbox.base).trimEnd()).toBe(text.trimEnd())
    },
  )

  it('compare every block that has a mark: none stands away from it', () => {
    const marked = [...DOCUMENTS, ...pages].flatMap((document) =>
      [...readFileSync(document, 'utf8').matchAll(/<!-- (?:runs|from): ([^…]+?) -->/g)].map(
        ([, what]) => `${document}: ${what}`,
      ),
    )
    expect(marked).toEqual(blocks.map(({ document, what }) => `${document}: ${what}`))
  })

  it.each(blocks.filter(({ kind }) => kind === 'from'))(
    '$document shows $what as it is',
    ({ what, text }) => {
      expect(text).toBe(readFileSync(what, 'utf8'))
    },
  )

  it('name the versions of the agents that ran last', () => {
    const readme = readFileSync('README.md', 'utf8')
    const named = new Map(
      [...readme.matchAll(/^\| (.+?) \|.*\| live, (\S+) \|$/gm)].map(([, title, version]) => [
        title,
        version,
      ]),
    )
    const rows = readFileSync('test/clients/results.txt', 'utf8').matchAll(/^(.+?) ([\d.]+)[, ]/gm)
    const ran = [...rows].map(([, title, version]) => `${title} ${version}`)
    expect(ran).toEqual(
      [...ran].map((row) => row.replace(/ [\d.]+$/, '')).map((t) => `${t} ${named.get(t)}`),
    )
  })

  it.each([...DOCUMENTS, ...pages])('%s links to nothing that is not there', (document) => {
    const targets = [...readFileSync(document, 'utf8').matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)]
    const missing = targets
      .map(([, target]) => path.join(path.dirname(document), target!))
      .filter((target) => !existsSync(target))
    expect(missing).toEqual([])
  })

  it('list every entry of src/ in the tree, and no other', () => {
    const [, tree = ''] =
      /^src\/\n((?: {2}.*\n)+)/m.exec(readFileSync('ARCHITECTURE.md', 'utf8')) ?? []
    const listed = tree.split('\n').flatMap((line) => {
      // Two names may share a line; what is said of them is set off by several spaces.
      return line
        .trim()
        .split(/ {2,}/)
        .flatMap((part) => (/^(?:[a-z-]+(?:\.ts|\/) ?)+$/.test(part) ? part.split(' ') : []))
    })
    const entries = readdirSync('src', { withFileTypes: true })
      .filter(({ name }) => !name.endsWith('.test.ts'))
      .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
    expect(listed.sort()).toEqual(entries.sort())
  })

  it('are shown by examples that run', () => {
    const sandbox = openSandbox()
    sandbox.write('src/login.ts', 'export {}\n')
    const script = path.resolve('examples/library.mjs')
    const output = execFileSync(process.execPath, [script], {
      cwd: sandbox.root,
      env: sandbox.env,
      encoding: 'utf8',
    })
    expect(output).toContain(`{ kind: 'none', reason: 'captured' }`)
    expect(output).toContain(`[ 'src/login.ts' ]`)
  })
})

async function runCommand(command: string, sandbox: Sandbox): Promise<string> {
  const [, ...words] = command.split(' ')
  const args = words.map((word) => (word.startsWith('examples/') ? path.resolve(word) : word))
  return (await sandbox.reflect(args)).stdout
}

/** Paths of the sandbox as the documents write them. */
const steady = (text: string, base: string): string =>
  text.replaceAll(`${base}/repo`, '/srv/shop').replaceAll(`${base}/home`, '~')
