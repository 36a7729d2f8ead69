import { execFile } from 'node:child_process'
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { copyHook, HOOK_FILES } from './copy-hook.js'
import { READER_FILES } from './reader-files.js'
import type { ThisProgram } from './this-program.js'

const run = promisify(execFile)
const DATA = 'data folder'
const LONG_AGO = new Date('2020-01-01')

function openBase(): string {
  const base = mkdtempSync(path.join(tmpdir(), 'reflect-copy-'))
  onTestFinished(() => rmSync(base, { recursive: true, force: true }))
  return base
}

/** A package whose hook says which build each of its two files is from. */
function build(base: string, name: string): ThisProgram {
  const root = path.join(base, name)
  const folder = path.join(root, 'dist', 'hook')
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(root, 'package.json'), '{}')
  for (const file of READER_FILES.values()) {
    mkdirSync(path.dirname(path.join(root, 'dist', file)), { recursive: true })
    writeFileSync(path.join(root, 'dist', file), name)
  }
  for (const file of HOOK_FILES)
    writeFileSync(path.join(folder, file), `exports.name = '${name}'\n`)
  const hook = `console.log('${name} ' + require('./answer.cjs').name)\n`
  writeFileSync(path.join(folder, 'hook.cjs'), hook)
  return { version: '1.0.0', node: process.execPath, machine: 'none', root }
}

const dotted = (folder: string): string[] =>
  readdirSync(folder).filter((name) => name.startsWith('.'))

it('lets every hook that starts meanwhile run whole, old or new', async () => {
  const base = openBase()
  const data = path.join(base, DATA)
  const builds = [build(base, 'first'), build(base, 'second')]
  const { script } = await copyHook(builds[0]!, data, new Date())
  const end = new AbortController()
  const replace = async () => {
    for (let turn = 1; !end.signal.aborted; turn += 1) {
      await copyHook(builds[turn % 2]!, data, new Date())
    }
  }
  const start = async () => {
    const said: string[] = []
    for (let count = 0; count < 10; count += 1) {
      const { stdout } = await run(process.execPath, [script])
      said.push(stdout.trim())
    }
    return said
  }
  const replaced = replace()
  const said = await Promise.all([start(), start()]).finally(() => {
    end.abort()
    return replaced
  })
  expect(said.flat().filter((words) => !['first first', 'second second'].includes(words))).toEqual(
    [],
  )
  expect(said.flat()).toHaveLength(20)
})

it('keeps copies that may still run, and removes what is older', async () => {
  const base = openBase()
  const data = path.join(base, DATA)
  for (const name of ['first', 'second']) await copyHook(build(base, name), data, new Date())
  for (const name of dotted(data)) {
    const isFirst = readFileSync(path.join(data, name, 'hook.cjs'), 'utf8').includes('first')
    if (isFirst) utimesSync(path.join(data, name), LONG_AGO, LONG_AGO)
  }
  mkdirSync(path.join(data, '.1.0.0.0123456789ab'))
  utimesSync(path.join(data, '.1.0.0.0123456789ab'), LONG_AGO, LONG_AGO)
  const { script } = await copyHook(build(base, 'third'), data, new Date())
  expect(readFileSync(script, 'utf8')).toContain('third')
  const kept = dotted(data).map((name) => readFileSync(path.join(data, name, 'hook.cjs'), 'utf8'))
  expect(kept.map((text) => /'(\w+) '/.exec(text)![1]).sort()).toEqual(['second', 'third'])
})

it('takes the place of a folder that is no link', async () => {
  const base = openBase()
  const data = path.join(base, DATA)
  const { folder } = await copyHook(build(base, 'first'), data, new Date())
  const [real] = dotted(data)
  rmSync(folder)
  renameSync(path.join(data, real!), folder)
  expect(lstatSync(folder).isSymbolicLink()).toBe(false)
  const { script } = await copyHook(build(base, 'second'), data, new Date())
  expect(readFileSync(script, 'utf8')).toContain('second')
  expect(dotted(data)).toHaveLength(1)
})

it('leaves what is there alone when a file of the new one is missing', async () => {
  const base = openBase()
  const data = path.join(base, DATA)
  const { script } = await copyHook(build(base, 'first'), data, new Date())
  const broken = build(base, 'second')
  rmSync(path.join(broken.root, 'dist', 'hook', 'answer.cjs'))
  await expect(copyHook(broken, data, new Date())).rejects.toMatchObject({ code: 'not-found' })
  expect(readFileSync(script, 'utf8')).toContain('first')
  expect(await copyHook(build(base, 'first'), data, new Date())).toMatchObject({ copied: false })
})
