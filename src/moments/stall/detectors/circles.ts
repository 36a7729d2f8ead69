import { sinceLastWrite } from '../detector.js'
import type { CallItem, Detector } from '../detector.js'

/**
 * Acting in circles: with enough commands behind it, the last one is a repeat, and a large share
 * of the stretch repeats an earlier command with the same result. What comes for the first time repeats nothing.
 */
export const circles: Detector = (stretch) => {
  const { circleCommands, circleRepeatShare } = stretch.thresholds
  const commands = sinceLastWrite(stretch).filter(({ toolKind }) => toolKind === 'command')
  const last = commands.at(-1)
  if (last === undefined || commands.length <= circleCommands) return null
  const seen = new Set<string>()
  const repeated = commands.filter((call) => {
    const isRepeat = seen.has(keyOf(call))
    seen.add(keyOf(call))
    return isRepeat
  })
  if (repeated.at(-1) !== last || repeated.length / commands.length < circleRepeatShare) return null
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
