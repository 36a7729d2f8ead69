import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setMode } from '../../src/cli/install/set-mode.js'
import type { BenchProgram } from '../program.js'
import { medians, plainEnvironment, ratioOf, timeProcesses } from '../timing.js'

const ROUNDS = 81
const FILES = 1000
const CHANGED = 20

export const program: BenchProgram = {
  name: 'hook',
  summary: 'the whole hook as a process on 1,000 files with 20 changed, off and capturing',
  async run({ print }) {
    const base = mkdtempSync(path.join(tmpdir(), 'reflect-bench-'))
    try {
      return measure(base, print)
    } finally {
      rmSync(base, { recursive: true, force: true })
    }
  },
}

function measure(base: string, print: (line: string) => void) {
  const { root, env, start } = makeRepository(base)
  const node = process.execPath
  const hook = {
    command: node,
    args: [path.resolve('dist/hook/hook.cjs'), 'claude-code', 'Stop'],
    cwd: root,
  }
  const payload = (round: number) =>
    JSON.stringify({ session_id: `s${round}`, cwd: root, last_assistant_message: 'Done.' })
  const git = (...args: string[]) => ({ command: 'git', args, cwd: root, env })
  const on = writeConfig(path.join(base, 'on'), 'solo')
  const off = writeConfig(path.join(base, 'off'), 'off')
  const rounds = timeProcesses(
    {
      'bare node': { command: node, args: ['-e', '0'] },
      'off, never set up': {
        ...hook,
        env: { ...env, HOME: path.join(base, 'new') },
        input: payload,
      },
      'off, by the config': { ...hook, env: { ...env, HOME: off }, input: payload },
      'git config': git('config', '--list', '-z'),
      'git status': git('status', '--porcelain=v2', '--branch', '-z', '--untracked-files=all'),
      'git diff': git('diff', '--numstat', '-z', '--no-ext-diff', '--no-textconv', start),
      'capture, mode from the environment': {
        ...hook,
        env: { ...env, HOME: path.join(base, 'variable'), REFLECTION_MODE: 'solo' },
        input: payload,
      },
      'capture, mode from the config': { ...hook, env: { ...env, HOME: on }, input: payload },
    },
    ROUNDS,
  )
  const times = medians(rounds)
  for (const [name, ms] of Object.entries(times)) print(`${ms.toFixed(1).padStart(7)} ms  ${name}`)
  const bare = ['bare node']
  const calls = [...bare, 'git config', 'git status', 'git diff']
  const needed = calls.reduce((sum, name) => sum + times[name]!, 0)
  print(`${needed.toFixed(1).padStart(7)} ms  bare node + the git calls that a capture needs`)
  const bar = (name: string, side: string, against: readonly string[], limit: number) =>
    ({ name, ratio: ratioOf(rounds, side, against), limit, kind: 'at most' }) as const
  return {
    figures: { ...times, needed },
    bars: [
      bar('off, never set up / bare node', 'off, never set up', bare, 1.25),
      bar('off, by the config / bare node', 'off, by the config', bare, 1.25),
      bar(
        'capture, mode from the environment / needed',
        'capture, mode from the environment',
        calls,
        2,
      ),
      bar('capture, mode from the config / needed', 'capture, mode from the config', calls, 2),
    ],
  }
}

/** As `reflect install` writes it. */
function writeConfig(home: string, mode: 'off' | 'solo'): string {
  const folder = path.join(home, '.config', 'reflectory')
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, 'reflection.yaml')
  writeFileSync(file, setMode(null, mode, file))
  return home
}

function makeRepository(base: string) {
  const root = path.join(base, 'repo')
  mkdirSync(root)
  const env = plainEnvironment({
    GIT_CONFIG_NOSYSTEM: '1',
    HOME: base,
    GIT_AUTHOR_NAME: 'Bench',
    GIT_AUTHOR_EMAIL: 'bench@example.invalid',
    GIT_COMMITTER_NAME: 'Bench',
    GIT_COMMITTER_EMAIL: 'bench@example.invalid',
  })
  delete env['REFLECTION_MODE']
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, env, encoding: 'utf8' }).trim()
  const file = (index: number) => path.join(root, 'src', `part-${index % 40}`, `file-${index}.ts`)
  git('init', '--quiet', '--initial-branch=main')
  for (let index = 0; index < FILES; index += 1) {
    mkdirSync(path.dirname(file(index)), { recursive: true })
    writeFileSync(file(index), `export const value${index} = ${index}\n`.repeat(20))
  }
  git('add', '.')
  git('commit', '--quiet', '-m', 'start')
  for (let index = 0; index < CHANGED; index += 1) {
    writeFileSync(file(index * 7), `export const changed = ${index}\n`.repeat(25))
  }
  return { root, env, start: git('rev-parse', 'HEAD') }
}
