import type { TrackedFiles } from '../read/repository/tracked-files.js'
import { quoteFact } from '../safety/fence.js'
import { ClaimKind } from '../schema/claim.js'
import type { Interval } from '../schema/interval.js'
import { SelfLine } from '../schema/self-line.js'
import { Surface } from '../schema/surface.js'
import { MIN_CASES, shareOf } from '../self/build-lines.js'
import { hitsOf, sayLine, splitAbout } from '../self/say-line.js'
import { DAY_MS, MAX_ROWS, WINDOW_DAYS } from '../self/self-facts.js'
import { receivedId } from './received-id.js'

/** Names that this machine knows without the team. */
export interface KnownHere {
  agents: ReadonlySet<string>
  models: ReadonlySet<string>
  skills: ReadonlySet<string>
  checks: ReadonlySet<string>
}

interface Terms {
  tracked: TrackedFiles
  known: KnownHere
  now: Date
}

const MAX_CHARS = 5000
const MAX_SECONDS = 24 * 3600
const SKILL_NAME = /^[a-z0-9-]{1,64}$/

/**
 * A line that another machine measured, under the rules of our own: enough cases, within the window,
 * with the interval that its counts have, about something that is known here. Its words are made here.
 * Null for all else.
 */
export async function receiveLine(row: unknown, terms: Terms): Promise<SelfLine | null> {
  if ((JSON.stringify(row) ?? '').length > MAX_CHARS) return null
  const read = SelfLine.safeParse(row)
  if (!read.success || read.data.state !== 'current') return null
  const { id, about, agent, interactive, model, n, since, madeAt } = read.data
  const measure = n < MIN_CASES || n > MAX_ROWS ? null : verifyMeasure(read.data)
  if (measure === null || !isRecent(read.data, terms.now)) return null
  if (!isKnownScope(read.data, terms.known) || !(await isKnownName(about, terms))) return null
  const of = { about, agent, interactive, model }
  const statement = sayLine({ ...of, n, measure }, { whose: ' of others' })
  if (statement === null) return null
  return {
    id: receivedId(id),
    ...of,
    statement: quoteFact(statement),
    n,
    measure,
    since,
    evidence: [],
    state: 'received',
    pinned: false,
    correction: null,
    madeAt,
  }
}

function isRecent({ since, madeAt }: SelfLine, now: Date): boolean {
  const oldest = new Date(now.getTime() - WINDOW_DAYS * DAY_MS).toISOString()
  const tomorrow = new Date(now.getTime() + DAY_MS).toISOString()
  return since <= madeAt && madeAt >= oldest && madeAt <= tomorrow
}

/** An interval is counted anew: nothing makes few cases look like many. */
function verifyMeasure({ about, n, measure }: SelfLine): Interval | null {
  if (measure === null) return null
  const { value, low, high } = measure
  if (about.startsWith('check-time:')) {
    return low >= 0 && low <= value && value <= high && high <= MAX_SECONDS ? measure : null
  }
  if (!(value >= 0 && value <= 1)) return null
  const counted = shareOf(hitsOf({ n, measure }), n)
  return Math.abs(counted.value - value) < 0.0001 ? counted : null
}

/** Of all sessions, or of one agent, model or way of working that is known here. */
function isKnownScope({ about, agent, interactive, model }: SelfLine, known: KnownHere): boolean {
  const scopes = [agent, interactive, model].filter((scope) => scope !== null)
  if (scopes.length === 0) return true
  if (scopes.length > 1 || about !== 'done-right') return false
  return interactive !== null || known.agents.has(agent ?? '') || known.models.has(model ?? '')
}

async function isKnownName(about: string, { tracked, known }: Terms): Promise<boolean> {
  const { kind, name } = splitAbout(about)
  if (name === '') return about === kind && UNNAMED.has(kind)
  switch (kind) {
    case 'done-right':
      return name !== 'none' && Surface.safeParse(name).success
    case 'broke':
      return tracked.hasFolder(name)
    case 'claim':
      return ClaimKind.safeParse(name).success
    case 'check-flaky':
    case 'check-time':
      return known.checks.has(name)
    case 'skill':
      if (known.skills.has(name)) return true
      return SKILL_NAME.test(name) && (await tracked.find(`${name}/SKILL.md`)) !== null
    default:
      return false
  }
}

const UNNAMED = new Set(['done-right', 'sure', 'needs-person', 'stopped'])
