import { execFileSync, spawn } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'

export interface Finished {
  code: number | null
  stdout: string
  stderr: string
}

/** A throw-away home and repository, and our programs run in it as a user's machine would. */
export interface Sandbox {
  base: string
  home: string
  root: string
  env: NodeJS.ProcessEnv
  git(...args: string[]): string
  write(file: string, text: string): string
  hook(args: string[], payload: string | object, env?: NodeJS.ProcessEnv): Promise<Finished>
  reflect(args: string[], env?: NodeJS.ProcessEnv): Promise<Finished>
  /** The project's folder in the state directory. */
  stateDir(): string
  /** The run records beside the work, oldest first. */
  sidecars(): unknown[]
}

export const HOOK = path.resolve('dist/hook/hook.cjs')
export const BIN = path.resolve('dist/cli/bin.cjs')

export function openSandbox(): Sandbox {
  const sandbox = openSandboxFor()
  onTestFinished(() => {
    try {
      rmSync(sandbox.base, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    } catch {
      // What still writes there leaves a folder behind, and no failure.
    }
  })
  return sandbox
}

/** One for several tests; whoever opens it removes its `base`. */
export function openSandboxFor(): Sandbox {
  const base = realpathSync(mkdtempSync(path.join(tmpdir(), 'reflect-test-')))
  const [home, root] = [path.join(base, 'home'), path.join(base, 'repo')]
  mkdirSync(home)
  mkdirSync(root)
  const env: NodeJS.ProcessEnv = {
    PATH: process.env['PATH'],
    HOME: home,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'Test',
    GIT_AUTHOR_EMAIL: 'test@example.invalid',
    GIT_COMMITTER_NAME: 'Test',
    GIT_COMMITTER_EMAIL: 'test@example.invalid',
  }
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, env, encoding: 'utf8' })
  git('init', '--quiet', '--initial-branch=main')
  return {
    base,
    home,
    root,
    env,
    git,
    write(file, text) {
      const target = path.resolve(root, file)
      mkdirSync(path.dirname(target), { recursive: true })
      writeFileSync(target, text)
      return target
    },
    hook: (args, payload, extra = {}) =>
      run(
        [HOOK, ...args],
        root,
        { ...env, ...extra },
        typeof payload === 'string' ? payload : JSON.stringify(payload),
      ),
    reflect: (args, extra = {}) => run([BIN, ...args], root, { ...env, ...extra }, ''),
    stateDir: () => projectStateDir(home),
    sidecars: () => readSidecars(root),
  }
}

function run(
  args: string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
  input: string,
): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd,
      env,
      stdio: ['pipe', 'pipe', 'pipe'],
      timeout: 20_000,
      killSignal: 'SIGKILL',
    })
    const finished: Finished = { code: null, stdout: '', stderr: '' }
    child.stdout.on('data', (chunk: Buffer) => (finished.stdout += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (finished.stderr += chunk.toString()))
    // A hook that is off ends without reading; the client's write may then fail, and that is fine.
    child.stdin.on('error', () => undefined)
    child.on('error', reject)
    child.on('close', (code) => resolve({ ...finished, code }))
    child.stdin.end(input)
  })
}

function projectStateDir(home: string): string {
  const state = path.join(home, '.local', 'state', 'reflectory')
  const name = readdirSync(state).find((entry) => /^[0-9a-f]{16}$/.test(entry))
  return path.join(state, name ?? 'none')
}

function readSidecars(root: string): unknown[] {
  const directory = path.join(root, '.reflection', 'runs')
  return readdirSync(directory)
    .filter((name) => name.endsWith('.reflection.json'))
    .sort()
    .map((name) => JSON.parse(readFileSync(path.join(directory, name), 'utf8')) as unknown)
}
