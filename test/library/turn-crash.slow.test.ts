import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'

const entry = (file: string): string =>
  JSON.stringify(pathToFileURL(path.resolve('dist', file)).href)

/** Eight agents, two turns, a store in a file; dies without a word after so many writes. */
const PROGRAM = `
import { openSqliteStore } from ${entry('index.js')}
import { Config } from ${entry('library/contracts.js')}
import { runTurns } from ${entry('library/turns.js')}
const [file, dir, lives] = process.argv.slice(1)
const store = await openSqliteStore(file)
let left = Number(lives)
const mortal = {
  get: (kind, id) => store.get(kind, id),
  async add(writes) {
    await store.add(writes)
    if ((left -= 1) === 0) process.kill(process.pid, 'SIGKILL')
  },
}
const { turns } = await runTurns({
  agents: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'],
  turns: [1, 2],
  parallel: 8,
  stages: {
    t1: () => ({ observed: null }),
    t2: () => ({ snippets: [] }),
    t3: ({ agent, turn }) => ({ plan: { reflection: true }, utter: agent + ' said so in ' + turn }),
    t4: () => ({ applied: true }),
  },
  config: Config.parse({ turn: { enabled: true } }).turn,
  ports: { store: mortal },
  clock: (turn) => ({
    at: new Date(Date.UTC(2030, 0, turn)).toISOString(),
    elapsedMs: () => 0,
    after: () => () => {},
  }),
  logs: { dir },
})
console.log(JSON.stringify({ entries: await store.list('memory'), events: await store.readEvents() }))
await store.close()
`

it.each([1, 3, 8])('leaves nothing twice and the right log after a kill at write %i', (write) => {
  const base = mkdtempSync(path.join(tmpdir(), 'turn-crash-'))
  onTestFinished(() => rmSync(base, { recursive: true, force: true }))
  const run = (name: string, lives: number) => {
    const [file, logs] = [path.join(base, `${name}.db`), path.join(base, name)]
    const args = ['--input-type=module', '-e', PROGRAM, file, logs, String(lives)]
    const { signal, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    return { signal, stdout, stderr, logs: readLogs(logs) }
  }
  const expected = run('whole', 0)
  expect(expected).toMatchObject({ signal: null, stderr: '' })
  expect(run('killed', write)).toMatchObject({ signal: 'SIGKILL', logs: [] })
  expect(run('killed', 0)).toEqual(expected)
})

const readLogs = (dir: string): string[][] =>
  readdirSync(dir)
    .sort()
    .map((name) => [name, readFileSync(path.join(dir, name), 'utf8')])
