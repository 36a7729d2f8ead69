/** What a person ordered, and the tree or the record does not show: `missing`, `stub` and `unrun`. */
import { scopeOf } from '../../read/shell/check-scope.js'
import { parseLine } from '../../read/shell/parse-line.js'
import { UNREAD_GIST } from '../../read/shell/read-runs.js'
import { CHECKED_BY } from '../../read/prose/subjects.js'
import { describeMissing, nameThing } from '../../read/demands/weigh-demands.js'
import { groupBy } from '../../util/group-by.js'
import type { StatedDemand, Wanted } from '../../schema/demand.js'
import { toPoint } from '../point.js'
import type { Point } from '../point.js'
import { isOnlyTold, ordersOf, turnOf } from '../world.js'
import type { World } from '../world.js'

export function findMissing(world: World): Point[] {
  // An agent that only talked has forgotten nothing.
  if (isOnlyTold(world) || world.evidence.totals.toolCalls === 0) return []
  return ordersOf(world).flatMap((demand) => {
    const missing = demand.wants.filter(
      (one) => one.found === false && !wasRunAsTask(one, demand, world),
    )
    const kinds = groupBy(missing, kindOf)
    return [...kinds].map(([kind, wants]) => pointOf(kind, demand, wants))
  })
}

/** By a task of the project whose script is what was asked for. */
function wasRunAsTask({ what, want }: Wanted, { message }: StatedDemand, world: World): boolean {
  if (want !== 'run') return false
  const asked = what.split(' ')
  return world.evidence.commands.some(({ turn, key }) => {
    const { program, task } = scopeOf(key.split(' '))
    const script = turn < message || task === null ? null : world.findTask(program, task)
    const parts = script === null ? [] : parseLine(script).parts
    return parts.some(({ words }) => asked.every((word) => words.includes(word)))
  })
}

/** Nothing was called behind the last text: a step that it announces was not taken. */
export function findUnbegun(world: World): Point[] {
  const { recent, commands } = world.evidence
  const last = recent.findLastIndex(({ kind }) => kind === 'message')
  const hasGoneOn = last !== -1 && recent.slice(last).some(({ kind }) => kind === 'call')
  const isRunning = commands.some(
    ({ turn, gist }) => turn === turnOf(world) && gist === UNREAD_GIST,
  )
  if (hasGoneOn || isRunning || isOnlyTold(world)) return []
  return [
    toPoint({
      kind: 'missing',
      strength: 'ifClaimed',
      fact: 'You stopped right after saying what you would do next',
      missing: 'the step that you announced',
      settle: 'Take the step that you announced, then report.',
      severity: 'MEDIUM',
    }),
  ]
}

type OrderKind = 'missing' | 'stub' | 'unrun'

const kindOf = ({ want }: Wanted): OrderKind =>
  want === 'body' ? 'stub' : want === 'run' || want === 'check' ? 'unrun' : 'missing'

function pointOf(kind: OrderKind, demand: StatedDemand, missing: readonly Wanted[]): Point {
  const isOwn = missing.every(({ want, file }) => want === 'body' && file !== undefined)
  return toPoint({
    kind,
    fact: `${isOwn ? 'The change is not whole:' : 'The request names it, and'} ${missing.map(describeMissing).join(', ')}`,
    quote: demand.sentence,
    missing: missing.map(nameThing).join(', '),
    settle: [...new Set(missing.map(({ want, what }) => NEXT[want](what)))].join(' '),
    about: {
      subjects: CHECKED_BY.flatMap(([subject]) =>
        missing.some(({ what }) => what === subject) ? [subject] : [],
      ),
      names: missing.map(({ what }) => what),
    },
    ...(kind === 'stub' ? {} : { isOrder: true }),
  })
}

/** File names and symbols are plain words; a command is quoted with the request. */
const NEXT: Record<Wanted['want'], (what: string) => string> = {
  exists: (what) => `Add ${what}.`,
  changed: (what) => `Make the change in ${what} that the request asks for.`,
  tests: () => 'Write the tests that the request asks for, or name those that cover it already.',
  gone: (what) => `Remove ${what} from its old place.`,
  symbol: (what) => `Add ${what} where the request wants it.`,
  body: (what) => `Write the body of ${what}.`,
  run: () => 'Run the command that the request names, and report what it prints.',
  check: () => 'Run it now and report what it prints.',
}
