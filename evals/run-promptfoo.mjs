/**
 * Runs promptfoo on one of the configs here, or says plainly why it can't: no package, a Node that it does
 * not support, or a program that is not built. It sends nothing home.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const here = path.dirname(fileURLToPath(import.meta.url))
const program = path.join(here, 'node_modules', 'promptfoo')

const problem = findProblem()
if (problem === null) {
  const { bin } = JSON.parse(readFileSync(path.join(program, 'package.json'), 'utf8'))
  const entry = path.join(program, typeof bin === 'string' ? bin : bin['promptfoo'])
  // Without a model the rules answer alone.
  const who = process.env['EVAL_MODEL'] ? [] : ['--filter-providers', '^rules$']
  const args = [entry, 'eval', '--no-cache', ...who, '-c', ...process.argv.slice(2)]
  const env = {
    PROMPTFOO_CONFIG_DIR: path.join(tmpdir(), 'reflectory-promptfoo'),
    ...process.env,
    PROMPTFOO_DISABLE_TELEMETRY: '1',
    PROMPTFOO_DISABLE_UPDATE: '1',
    PROMPTFOO_DISABLE_REMOTE_GENERATION: 'true',
  }
  process.exitCode =
    spawnSync(process.execPath, args, { cwd: here, env, stdio: 'inherit' }).status ?? 1
} else {
  console.error(`${problem}\n\`reflect evals run\` answers the same cases and needs none of this.`)
  process.exitCode = 2
}

function findProblem() {
  if (!existsSync(path.join(program, 'package.json'))) {
    return 'promptfoo is not installed here: run `npm install --omit=dev` in evals/ (279 MB).'
  }
  const { version, engines } = JSON.parse(readFileSync(path.join(program, 'package.json'), 'utf8'))
  if (!supportsNode(engines?.node ?? '', process.versions.node)) {
    return `promptfoo ${version} needs Node ${engines.node}; this is ${process.versions.node}.`
  }
  if (!existsSync(path.join(here, '..', 'dist', 'index.js'))) {
    return 'The program is not built: run `npm run build` in the folder above.'
  }
  return null
}

/** Whether a version lies in a range of `engines`: `^20.20.0 || >=22.22.0`; an empty one allows all. */
function supportsNode(range, version) {
  if (range.trim() === '') return true
  return range.split('||').some((part) =>
    part
      .trim()
      .split(/\s+/)
      .every((bound) => isMet(bound, numbers(version))),
  )
}

function isMet(bound, version) {
  const [, sign = '', text = ''] = /^(\^|>=|>|<=|<|~)?v?([\d.]+)/.exec(bound) ?? []
  const least = numbers(text)
  const order = compare(version, least)
  if (sign === '^') return order >= 0 && version[0] === least[0]
  if (sign === '~') return order >= 0 && version[0] === least[0] && version[1] === least[1]
  if (sign === '>=') return order >= 0
  if (sign === '>') return order > 0
  if (sign === '<') return order < 0
  if (sign === '<=') return order <= 0
  return text.split('.').every((_, index) => version[index] === least[index])
}

function numbers(text) {
  return [0, 1, 2].map((index) => Number(text.split('.')[index] ?? 0))
}

function compare(one, other) {
  const differences = one.map((number, index) => number - other[index])
  return differences.find((difference) => difference !== 0) ?? 0
}
