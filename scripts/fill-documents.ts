/** Fills the blocks of the documents that show what a command prints or what a file holds: all, or those of one file. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runExample } from './run-example.js'

const BLOCK = /(<!-- (runs|from): (.+?) -->\n+```\w*\n)[\s\S]*?```/g
const documents = [
  ...readdirSync('.').filter((file) => file.endsWith('.md')),
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => path.join('docs', file)),
]

const [only] = process.argv.slice(2)

for (const document of documents) {
  const text = readFileSync(document, 'utf8')
  const filled = text.replaceAll(BLOCK, (block, head: string, kind: string, what: string) => {
    if (only !== undefined && what !== only) return block
    const body = kind === 'from' ? readFileSync(what, 'utf8') : run(what)
    return `${head}${body.trimEnd()}\n\`\`\``
  })
  if (filled === text) continue
  writeFileSync(document, filled)
  console.log(`${document} was brought up to date.`)
}

function run(command: string): string {
  const base = mkdtempSync(path.join(tmpdir(), 'reflect-docs-'))
  const [home, root] = [path.join(base, 'home'), path.join(base, 'repo')]
  mkdirSync(home)
  mkdirSync(root)
  const env = { PATH: process.env['PATH'], HOME: home }
  try {
    execFileSync('git', ['init', '--quiet', '--initial-branch=main'], { cwd: root, env })
    if (command.startsWith('examples/')) return runExample(command, { cwd: root, env })
    const [, ...words] = command.split(' ')
    const args = words.map((word) => (word.startsWith('examples/') ? path.resolve(word) : word))
    const bin = path.resolve('dist/cli/bin.cjs')
    const output = execFileSync(process.execPath, [bin, ...args], {
      cwd: root,
      env,
      encoding: 'utf8',
    })
    return output.replaceAll(root, '/srv/shop').replaceAll(home, '~')
  } finally {
    rmSync(base, { recursive: true, force: true })
  }
}
