/** What a project's own files say that its checks are. They are proposals: nothing here is run. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { asRecord } from '../../util/loose-json.js'
import { readBounded } from '../../util/read-bounded.js'

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
  const found = [
    fromPackageJson,
    fromMakefile,
    fromJustfile,
    fromPython,
    fromCargo,
    fromGo,
    fromGradle,
    fromComposer,
  ].flatMap((look) => look(project))
  // The first file that names a check wins: a Makefile often only calls the package's script.
  return found.filter(({ name }, at) => found.findIndex((one) => one.name === name) === at)
}

/** Names under which projects keep what has to be green. */
const NAMES = ['test', 'lint', 'typecheck', 'type-check', 'types', 'check'] as const

function fromPackageJson({ has, read }: Project): Proposal[] {
  const scripts = asRecord(parse(read('package.json'))['scripts'])
  const manager = MANAGERS.find(([lock]) => has(lock))?.[1] ?? 'npm'
  return NAMES.flatMap((name) => {
    const script = scripts[name]
    if (typeof script !== 'string' || /no test specified/.test(script)) return []
    const command = name === 'test' ? [manager, 'test'] : [manager, 'run', name]
    return propose(
      name,
      manager === 'bun' && name === 'test' ? ['bun', 'run', 'test'] : command,
      'package.json',
    )
  })
}

const MANAGERS = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
] as const

const fromMakefile = ({ has, read }: Project): Proposal[] =>
  ['Makefile', 'makefile', 'GNUmakefile']
    .filter(has)
    .slice(0, 1)
    .flatMap((file) =>
      targets(read(file), /^([\w-]+)(?: [\w -]*)?:(?!=)/).flatMap((name) =>
        propose(name, ['make', name], file),
      ),
    )

const fromJustfile = ({ has, read }: Project): Proposal[] =>
  ['justfile', 'Justfile', '.justfile']
    .filter(has)
    .slice(0, 1)
    .flatMap((file) =>
      targets(read(file), /^@?([\w-]+)(?: [^:]*)?:(?!=)/).flatMap((name) =>
        propose(name, ['just', name], file),
      ),
    )

function targets(text: string, shape: RegExp): string[] {
  const named = new Set(text.split('\n').map((line) => shape.exec(line)?.[1]))
  return NAMES.filter((name) => named.has(name))
}

function fromPython({ has, read }: Project): Proposal[] {
  const pyproject = read('pyproject.toml')
  if (has('tox.ini') || /^\[tool\.tox\b/m.test(pyproject)) {
    return propose('test', ['tox'], has('tox.ini') ? 'tox.ini' : 'pyproject.toml', PYTHON)
  }
  if (pyproject === '') return []
  const runner = has('uv.lock') ? ['uv', 'run'] : has('poetry.lock') ? ['poetry', 'run'] : []
  const uses = (tool: string): boolean =>
    new RegExp(`^\\[tool\\.${tool}\\b|["' ]${tool}\\b`, 'm').test(pyproject)
  return [
    ...(uses('pytest') ? propose('test', [...runner, 'pytest'], 'pyproject.toml', PYTHON) : []),
    ...(uses('ruff')
      ? propose('lint', [...runner, 'ruff', 'check'], 'pyproject.toml', PYTHON)
      : []),
    ...(uses('mypy')
      ? propose('typecheck', [...runner, 'mypy', '.'], 'pyproject.toml', PYTHON)
      : []),
  ]
}

const PYTHON = ['*.py', 'pyproject.toml', 'tox.ini']

const fromCargo = ({ has }: Project): Proposal[] =>
  has('Cargo.toml')
    ? propose('test', ['cargo', 'test'], 'Cargo.toml', ['*.rs', 'Cargo.toml', 'Cargo.lock'])
    : []

const fromGo = ({ has }: Project): Proposal[] =>
  has('go.mod')
    ? [
        ...propose('test', ['go', 'test', './...'], 'go.mod', GO),
        ...propose('vet', ['go', 'vet', './...'], 'go.mod', GO),
      ]
    : []

const GO = ['*.go', 'go.mod', 'go.sum']

function fromGradle({ has }: Project): Proposal[] {
  const file = ['build.gradle.kts', 'build.gradle'].find(has)
  if (file === undefined) return []
  return propose('test', [has('gradlew') ? './gradlew' : 'gradle', 'test'], file)
}

function fromComposer({ read }: Project): Proposal[] {
  const composer = parse(read('composer.json'))
  const scripts = asRecord(composer['scripts'])
  const own = NAMES.filter((name) => scripts[name] !== undefined)
  if (own.length > 0)
    return own.flatMap((name) => propose(name, ['composer', 'run-script', name], 'composer.json'))
  const hasPhpunit = asRecord(composer['require-dev'])['phpunit/phpunit'] !== undefined
  return hasPhpunit ? propose('test', ['vendor/bin/phpunit'], 'composer.json', ['*.php']) : []
}

const propose = (
  name: string,
  command: string[],
  from: string,
  when: string[] = [],
): Proposal[] => [{ name, command, shell: false, when, from }]

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    return asRecord(JSON.parse(text))
  } catch {
    return {}
  }
}
