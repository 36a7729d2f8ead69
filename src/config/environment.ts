import type { Env } from './paths.js'
import { problem, type ConfigProblem } from './problem.js'
import { nearest } from '../util/nearest.js'

/** What the environment says of one run, beside the settings that have a key of their own. */
export interface Environment {
  /** Where run records go, instead of the workspace's folder. */
  dir: string | null
  /** The self-report's file, instead of the workspace's. */
  input: string | null
  taskRef: string | null
  agent: string | null
  debug: boolean
  /** Set in children that we start: they record and never push. */
  parent: string | null
}

/** A setting that a variable gives. */
export interface VariableSetting {
  variable: string
  key: 'mode' | 'run.riskThreshold' | 'store.url'
  value: unknown
}

const SETTINGS = {
  REFLECTION_MODE: 'mode',
  REFLECTION_RISK_THRESHOLD: 'run.riskThreshold',
  REFLECTION_STORE: 'store.url',
} as const

const FACTS = {
  REFLECTION_DIR: 'dir',
  REFLECTION_INPUT: 'input',
  REFLECTION_TASK_REF: 'taskRef',
  REFLECTION_AGENT: 'agent',
  REFLECTION_PARENT: 'parent',
} as const

const KNOWN = [
  ...Object.keys(SETTINGS),
  ...Object.keys(FACTS),
  'REFLECTION_DEBUG',
  // Where a team's server keeps everything.
  'REFLECTION_DATABASE',
  // Where people reach it.
  'REFLECTION_PUBLIC_URL',
]
const MAX_LENGTH = 4096

/** Reads our variables. An empty one counts as not set, as shells have it. */
export function readEnvironment(env: Env): {
  environment: Environment
  settings: VariableSetting[]
  /** Values that are not allowed. */
  errors: ConfigProblem[]
  /** Variables that look like ours and are not. */
  unknown: ConfigProblem[]
} {
  const environment: Environment = { ...facts(env), debug: isTrue(env['REFLECTION_DEBUG']) }
  const settings = Object.entries(SETTINGS).flatMap(([variable, key]) => {
    const value = env[variable] ?? ''
    return value === '' ? [] : [{ variable, key, value: typed(key, value) }]
  })
  return { environment, settings, errors: errors(env), unknown: unknown(env) }
}

function facts(env: Env): Omit<Environment, 'debug'> {
  const pairs = Object.entries(FACTS).map(([variable, fact]) => [fact, env[variable] || null])
  return Object.fromEntries(pairs) as Omit<Environment, 'debug'>
}

// Number('') and Number(' 1') are numbers; a variable must say exactly one.
function typed(key: string, value: string): unknown {
  if (key !== 'run.riskThreshold') return value
  return /^[0-9.]+$/.test(value) ? Number(value) : value
}

const isTrue = (value: string | undefined) => /^(?:1|true|yes)$/i.test(value ?? '')

function errors(env: Env): ConfigProblem[] {
  const debug = env['REFLECTION_DEBUG'] ?? ''
  const badDebug = /^(?:|0|1|true|false|yes|no)$/i.test(debug)
    ? []
    : [problem({ key: 'REFLECTION_DEBUG', value: debug, allowed: '1 or 0' })]
  const tooLong = Object.keys(FACTS)
    .filter((variable) => (env[variable]?.length ?? 0) > MAX_LENGTH)
    .map((key) => problem({ key, value: env[key], allowed: `at most ${MAX_LENGTH} characters` }))
  return [...badDebug, ...tooLong]
}

function unknown(env: Env): ConfigProblem[] {
  return Object.keys(env)
    .filter((name) => name.startsWith('REFLECTION_') && !KNOWN.includes(name))
    .sort()
    .map((key) => problem({ key, unknown: 'variable', nearest: nearestVariable(key) }))
}

// The common start would make any two of them look alike.
function nearestVariable(name: string): string | null {
  const start = 'REFLECTION_'.length
  const near = nearest(
    name.slice(start),
    KNOWN.map((known) => known.slice(start)),
  )
  return near && `REFLECTION_${near}`
}
