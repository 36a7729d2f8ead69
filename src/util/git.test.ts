import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runGit } from './git.js'
import { filtersOf, readGitConfig } from './git-config.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'run-git-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('what it tells apart', () => {
  it('gives the bytes that git printed', async () => {
    expect(await runGit(['hash-object', '-t', 'tree', os.devNull], { cwd: folder })).toEqual({
      ok: true,
      stdout: Buffer.from('4b825dc642cb6eb9a060e54bf8d69288fbee4904\n'),
    })
  })

  it.each([
    { failure: 'missing', args: ['--version'], options: { env: { PATH: '' } } },
    { failure: 'not-a-repository', args: ['status'], options: {} },
    { failure: 'failed', args: ['no-such-command'], options: {} },
    { failure: 'aborted', args: ['--version'], options: { signal: AbortSignal.abort() } },
    { failure: 'too-large', args: ['help', '-a'], options: { maxBytes: 10 } },
    { failure: 'failed', args: ['--version'], options: { disabledFilters: ['a\uFFFDb'] } },
    { failure: 'failed', args: ['--version'], options: { disabledFilters: ['a'.repeat(1 << 20)] } },
  ])('answers $failure for git $args ($#)', async ({ failure, args, options }) => {
    const cwd = folder
    const env = { ...process.env, GIT_CEILING_DIRECTORIES: path.dirname(folder) }
    expect(await runGit(args, { cwd, env, ...options })).toMatchObject({ ok: false, failure })
  })

  it.each(['gone', 'file'])('answers not-a-repository for a folder that is %s', async (name) => {
    writeFileSync(path.join(folder, 'file'), '')
    const cwd = path.join(folder, name)
    expect(await runGit(['status'], { cwd })).toMatchObject({ failure: 'not-a-repository' })
  })

  it('keeps what came before the output grew too large', async () => {
    const answer = await runGit(['--version'], { cwd: folder, maxBytes: 5 })
    expect(answer).toMatchObject({ failure: 'too-large', stdout: Buffer.from('git v') })
  })

  it('ends a git that takes too long, and what it started', async () => {
    execFileSync('git', ['init', '-q', folder])
    execFileSync('git', ['-C', folder, 'config', 'alias.hang', '!sleep 1000'])
    const answer = await runGit(['hang'], { cwd: folder, timeoutMs: 50 })
    expect(answer).toMatchObject({ ok: false, failure: 'timeout' })
  })

  it('does not wait for what a git left behind with its pipes', async () => {
    execFileSync('git', ['init', '-q', folder])
    execFileSync('git', ['-C', folder, 'config', 'alias.leave', '!echo said; sleep 1000 &'])
    const answer = await runGit(['leave'], { cwd: folder, timeoutMs: 20_000 })
    expect(answer).toEqual({ ok: true, stdout: Buffer.from('said\n') })
  })

  it('ends when the signal comes', async () => {
    execFileSync('git', ['init', '-q', folder])
    execFileSync('git', ['-C', folder, 'config', 'alias.hang', '!sleep 1000'])
    const stop = new AbortController()
    const answer = runGit(['hang'], { cwd: folder, signal: stop.signal })
    stop.abort()
    expect(await answer).toMatchObject({ ok: false, failure: 'aborted' })
  })
})

describe('what surrounds it', () => {
  it.each([
    ['GIT_DIR', '/nowhere'],
    ['GIT_WORK_TREE', '/'],
    ['GIT_INDEX_FILE', '/nowhere'],
    ['GIT_OBJECT_DIRECTORY', '/nowhere'],
    ['GIT_COMMON_DIR', '/nowhere'],
    ['GIT_NAMESPACE', 'other'],
    ['GIT_PREFIX', 'sub/'],
    ['GIT_CONFIG_COUNT', '1'],
    ['GIT_CONFIG_PARAMETERS', "'core.bare'='true'"],
  ])('does not inherit %s', async (name, value) => {
    execFileSync('git', ['init', '-q', folder])
    const env = { ...process.env, [name]: value }
    const plain = await runGit(['status', '--porcelain=v2', '--branch'], { cwd: folder })
    expect(plain.ok).toBe(true)
    expect(await runGit(['status', '--porcelain=v2', '--branch'], { cwd: folder, env })).toEqual(
      plain,
    )
  })

  it.each(['.', '', 'bin', 'HERE', 'HERE/node_modules/.bin'])(
    'does not take git from %j on PATH, which the folder could have brought along',
    async (entry) => {
      for (const place of ['', 'bin', 'node_modules/.bin'])
        plantGit(path.join(folder, place), folder)
      const brought = entry.replace('HERE', folder)
      const env = { ...process.env, PATH: [brought, process.env['PATH']].join(path.delimiter) }
      expect((await runGit(['--version'], { cwd: folder, env })).ok).toBe(true)
      expect(existsSync(path.join(folder, 'planted-git-ran'))).toBe(false)
    },
  )
})

describe('content filters', () => {
  const NAMES = [
    'plain',
    'with space',
    'with=equals',
    'with.dot',
    'UPPER',
    '-dash',
    'ünï',
    'a"b',
    '',
  ]

  it('finds every one that the configuration or what it includes names', async () => {
    execFileSync('git', ['init', '-q', folder])
    const config = NAMES.map((name) => `[filter ${quoted(name)}]\n  clean = cat\n`).join('')
    writeFileSync(path.join(folder, 'more'), config)
    execFileSync('git', ['-C', folder, 'config', 'include.path', '../more'])
    const listed = await readGitConfig({ cwd: folder, env: withoutUserConfig() })
    expect(listed.ok && filtersOf(listed.config)).toEqual([...NAMES].sort())
  })

  it.each(NAMES)('does not run the one called %j when told so', async (name) => {
    const canary = path.join(folder, 'canary')
    const command = `touch '${canary}'; cat`
    execFileSync('git', ['init', '-q', folder])
    writeFileSync(
      path.join(folder, '.git', 'config'),
      `[filter ${quoted(name)}]\n  clean = ${quoted(command)}\n  required = true\n`,
      { flag: 'a' },
    )
    writeFileSync(path.join(folder, '.git', 'info', 'attributes'), `*.txt filter=${name}\n`)
    writeFileSync(path.join(folder, 'a.txt'), 'one\n')
    execFileSync('git', ['-C', folder, 'add', 'a.txt'])
    const runs = existsSync(canary)
    rmSync(canary, { force: true })
    writeFileSync(path.join(folder, 'a.txt'), 'two\n')

    const args = ['diff-files', '--numstat', '--no-ext-diff', '--no-textconv']
    const diff = await runGit(args, { cwd: folder, disabledFilters: [name] })
    expect({ ran: existsSync(canary), diff }).toEqual({
      ran: false,
      diff: { ok: true, stdout: Buffer.from('1\t1\ta.txt\n') },
    })
    expect(runs).toBe(!name.includes(' '))
  })
})

function plantGit(place: string, folder: string): void {
  mkdirSync(place, { recursive: true })
  writeFileSync(path.join(place, 'git'), `#!/bin/sh\ntouch '${folder}/planted-git-ran'\n`)
  chmodSync(path.join(place, 'git'), 0o755)
}

function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`
}

function withoutUserConfig(): NodeJS.ProcessEnv {
  return { ...process.env, GIT_CONFIG_GLOBAL: os.devNull, GIT_CONFIG_SYSTEM: os.devNull }
}
