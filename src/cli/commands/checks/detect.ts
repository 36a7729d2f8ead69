/** What a project's own files say that its checks are. They are proposals: nothing here is run. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { asRecord } from '../../../util/loose-json.js'
import { parseJson } from '../../../util/parse-json.js'
import { readBounded } from '../../../util/read-bounded.js'

export interface Proposal {
  name: string
  command: string[]
  shell: boolean
  when: string[]
  /** The file, or who else proposes it. */
  from: string
}

interface Project {
  has(file: string): boolean
  /** Empty where there is no such file. */
  read(file: string): string
}

const MAX_BYTES = 512 * 1024

export function detectChecks(root: string): Proposal[] {
  const project: Project = {
    has: (file) => existsSync(path.join(root, file)),
    read: (file) => {
      const read = readBounded(path.join(root, file), { followLink: false, maxBytes: MAX_BYTES })
      return read.state === 'bytes' ? read.bytes.toString('utf8') : ''
    },
  }
  const found = [fromPackageJson, fromTargets, fromPython, fromBuilds, fromComposer].flatMap(
    (look) => look(project),
  )
  // The first file that names a check wins: a Makefile often only calls the package's script.
  return found.filter(({ name }, at) => found.findIndex((one) => one.name === name) === at)
}

const propose = (name: string, command: string[], from: string, when: string[] = []): Proposal => ({
  name,
  command,
  shell: false,
  when,
  from,
})

/** Names under which projects keep what has to be green. */
const NAMES = ['test', 'lint', 'typecheck', 'type-check', 'types', 'check'] as const

function fromPackageJson({ has, read }: Project): Proposal[] {
  const scripts = asRecord(asRecord(parseJson(read('package.json')))['scripts'])
  const manager = MANAGERS.find(([lock]) => has(lock))?.[1] ?? 'npm'
  return NAMES.flatMap((name) => {
    const script = scripts[name]
    if (typeof script !== 'string' || /no test specified/.test(script)) return []
    // Bun's own `test` is another program than the script.
    const isShort = name === 'test' && manager !== 'bun'
    return propose(name, isShort ? [manager, name] : [manager, 'run', name], 'package.json')
  })
}

const MANAGERS = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
] as const

const fromTargets = ({ has, read }: Project): Proposal[] =>
  RUNNERS.flatMap(([program, files, shape]) => {
    const file = files.find(has)
    if (file === undefined) return []
    const named = new Set(
      read(file)
        .split('\n')
        .map((line) => shape.exec(line)?.[1]),
    )
    return NAMES.filter((name) => named.has(name)).map((name) =>
      propose(name, [program, name], file),
    )
  })

const RUNNERS = [
  ['make', ['Makefile', 'makefile', 'GNUmakefile'], /^([\w-]+)(?: [\w -]*)?:(?!=)/],
  ['just', ['justfile', 'Justfile', '.justfile'], /^@?([\w-]+)(?: [^:]*)?:(?!=)/],
] as const

function fromPython({ has, read }: Project): Proposal[] {
  const pyproject = read('pyproject.toml')
  if (has('tox.ini')) return [propose('test', ['tox'], 'tox.ini', PYTHON)]
  if (/^\[tool\.tox\b/m.test(pyproject)) return [propose('test', ['tox'], 'pyproject.toml', PYTHON)]
  const runner = has('uv.lock') ? ['uv', 'run'] : has('poetry.lock') ? ['poetry', 'run'] : []
  return PYTHON_TOOLS.filter(([, tool]) =>
    new RegExp(`^\\[tool\\.${tool}\\b|["' ]${tool}\\b`, 'm').test(pyproject),
  ).map(([name, ...command]) => propose(name!, [...runner, ...command], 'pyproject.toml', PYTHON))
}

const PYTHON = ['*.py', 'pyproject.toml', 'tox.ini']
const PYTHON_TOOLS = [
  ['test', 'pytest'],
  ['lint', 'ruff', 'check'],
  ['typecheck', 'mypy', '.'],
]

/** Tools whose file says all that has to be known. */
const fromBuilds = ({ has }: Project): Proposal[] => [
  ...(has('Cargo.toml') ? [propose('test', ['cargo', 'test'], 'Cargo.toml', CARGO)] : []),
  ...(has('go.mod')
    ? ['test', 'vet'].map((name) => propose(name, ['go', name, './...'], 'go.mod', GO))
    : []),
  ...['build.gradle.kts', 'build.gradle']
    .filter(has)
    .slice(0, 1)
    .map((file) => propose('test', [has('gradlew') ? './gradlew' : 'gradle', 'test'], file)),
]

const CARGO = ['*.rs', 'Cargo.toml', 'Cargo.lock']
const GO = ['*.go', 'go.mod', 'go.sum']

function fromComposer({ read }: Project): Proposal[] {
  const composer = asRecord(parseJson(read('composer.json')))
  const scripts = asRecord(composer['scripts'])
  const own = NAMES.filter((name) => scripts[name] !== undefined)
  if (own.length > 0)
    return own.map((name) => propose(name, ['composer', 'run-script', name], 'composer.json'))
  const hasPhpunit = asRecord(composer['require-dev'])['phpunit/phpunit'] !== undefined
  return hasPhpunit ? [propose('test', ['vendor/bin/phpunit'], 'composer.json', ['*.php'])] : []
}
