import { sinceLastWrite } from '../detector.js'
import type { CallItem, Detector } from '../detector.js'

/**
 * Acting in circles: with enough commands behind it, the last one is a repeat, and most of the
 * stretch are commands that came more than once with the same result.
 */
export const circles: Detector = (stretch) => {
  const { circleCommands, circleRepeatShare } = stretch.thresholds
  const commands = sinceLastWrite(stretch).filter(({ toolKind }) => toolKind === 'command')
  const last = commands.at(-1)
  if (last === undefined || commands.length <= circleCommands) return null
  const groups = new Map<string, number>()
  for (const call of commands) groups.set(keyOf(call), (groups.get(keyOf(call)) ?? 0) + 1)
  const isRepeated = (call: CallItem): boolean => groups.get(keyOf(call))! > 1
  const repeated = commands.filter(isRepeated)
  if (!isRepeated(last) || repeated.length / commands.length < circleRepeatShare) return null
  const kinds = new Set(repeated.map(keyOf)).size
  return {
    detector: 'circles',
    key: [...new Set(repeated.map(({ actionKey }) => actionKey))].sort().join(':'),
    step: last.step,
    times: repeated.length,
    what: `${kinds === 1 ? '' : `${kinds} commands, the last one: `}${last.action}`,
    result: last.output,
  }
}

const keyOf = ({ actionKey, resultKey }: CallItem): string => `${actionKey}:${resultKey}`
