import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { openSandbox } from '../support/sandbox.js'

const DEPENDENCIES = [
  'commander',
  'picocolors',
  'yaml',
  'zod',
  '@photostructure/sqlite',
  'node-gyp-build',
]

interface Settings {
  hooks: { Stop: { hooks: { command: string; args: string[] }[] }[] }
}

it('goes on working, as the settings say, after the package that it came from is deleted', () => {
  const sandbox = openSandbox()
  const home = path.join(sandbox.base, 'my home')
  const place = path.join(sandbox.base, 'a folder with spaces')
  mkdirSync(path.join(home, '.claude'), { recursive: true })
  mkdirSync(place)
  const env = { ...sandbox.env, HOME: home }
  unpack(place, env)

  const bin = path.join(place, 'package', 'dist', 'cli', 'bin.cjs')
  const argv = [bin, 'install', 'claude-code', '--yes', '--mode', 'solo']
  const installed = spawnSync(process.execPath, argv, { cwd: sandbox.root, env, encoding: 'utf8' })
  expect({ status: installed.status, stderr: installed.stderr }).toEqual({ status: 0, stderr: '' })
  rmSync(place, { recursive: true })

  const text = readFileSync(path.join(home, '.claude', 'settings.json'), 'utf8')
  const { command, args } = (JSON.parse(text) as Settings).hooks.Stop[0]!.hooks[0]!
  expect(text).not.toContain(place)
  sandbox.write('src/auth/login.ts', 'x\n')
  const payload = {
    hook_event_name: 'Stop',
    session_id: 's1',
    cwd: sandbox.root,
    last_assistant_message: "Now I'll run the tests.",
  }
  const input = JSON.stringify(payload)
  const hook = spawnSync(command, args, { cwd: sandbox.root, env, input, encoding: 'utf8' })
  expect({ status: hook.status, stderr: hook.stderr }).toEqual({ status: 0, stderr: '' })
  // What it knows of sentences was copied along.
  expect(hook.stdout).toContain('You stopped right after saying what you would do next')
  expect(sandbox.sidecars()).toMatchObject([
    {
      agent: 'claude-code',
      session_id: 's1',
      files_changed: ['src/auth/login.ts'],
      risk: { needs_review: true, surface: 'auth' },
      provenance: { reflection_mode: 'solo' },
    },
  ])
  // The record is in a database, so the copied SQLite was found; without it there'd be a spool.
  const state = execFileSync('find', [path.join(home, '.local', 'state'), '-type', 'f'], {
    encoding: 'utf8',
  })
  expect(state).toMatch(/reflectory\.db$/m)
  expect(state).not.toMatch(/spool|hook\.log/)
})

/** What npm would publish, with its dependencies beside it. */
function unpack(place: string, env: NodeJS.ProcessEnv): void {
  const argv = ['pack', '--ignore-scripts', '--silent', '--pack-destination', place]
  const name = execFileSync('npm', argv, { env, encoding: 'utf8' }).trim()
  execFileSync('tar', ['-xzf', path.join(place, name), '-C', place])
  for (const dependency of DEPENDENCIES) {
    const to = path.join(place, 'package', 'node_modules', dependency)
    cpSync(path.join('node_modules', dependency), to, { recursive: true })
  }
}
