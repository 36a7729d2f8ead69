import { oneLineSafely } from '../../safety/clip-safely.js'
import { redactText } from '../../safety/redact.js'
import type { Config } from '../../schema/config.js'
import type { TurnBundle } from './turn-bundle.js'

const YES = new Set(['true', 't', 'yes', 'y', '1'])
const NO = new Set(['false', 'f', 'no', 'n', '0'])

/** Why the step does not run for this turn; null when every gate is open. */
export function whyNoReflection(
  { ctx, plan, stateView }: Pick<TurnBundle, 'ctx' | 'plan' | 'stateView'>,
  { enabled }: Pick<Config['turn'], 'enabled'>,
): string | null {
  if (!enabled) return 'turn_disabled'
  if (ctx.dryRun === true) return 'dry_run'
  const flag = readFlag(plan.reflection ?? stateView.policy?.reflection)
  return flag.asked ? null : flag.reason
}

/** A planner's word for yes. Whatever is neither yes nor no counts as no, and is named. */
export function readFlag(value: unknown): { asked: true } | { asked: false; reason: string } {
  if (value === undefined || value === null) return { asked: false, reason: 'not_planned' }
  const word = wordOf(value)
  if (word !== null && YES.has(word)) return { asked: true }
  if (word !== null && NO.has(word)) return { asked: false, reason: 'not_planned' }
  return { asked: false, reason: `bad_plan_flag:${shown(value)}` }
}

function wordOf(value: unknown): string | null {
  const isPlain = ['string', 'boolean', 'number', 'bigint'].includes(typeof value)
  return isPlain ? String(value).trim().toLowerCase() : null
}

function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(oneLineSafely(redactText(value), 40))
  if (typeof value === 'object') return Array.isArray(value) ? 'a list' : 'an object'
  return typeof value === 'function' || typeof value === 'symbol' ? typeof value : String(value)
}
