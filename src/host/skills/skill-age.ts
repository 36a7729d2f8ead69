/**
 * Skills that are in use and not used. Once a day the sessions since each skill's last step are
 * looked at: unread for 30 days on which there was work, or repeated by a newer skill, it is stale;
 * read again, it is active again. Stale is a word to its owner; it takes nothing away.
 */
import type { SkillState } from '../../schema/skill-state.js'
import type { Store } from '../../store.js'
import { isOwnSession } from '../own-session.js'
import { isNear } from './check-skill.js'
import { skillsInUse } from './skill-changes.js'
import type { SkillDeps } from './skill-deps.js'
import { parseSkill } from './skill-file.js'
import { readLives, stepOf } from './skill-life.js'
import { readSkillText } from './skills-folder.js'

const STALE_DAYS = 30
const MAX_ROWS = 5000

interface Session {
  at: string
  read: readonly string[]
}

export async function ageSkills(deps: SkillDeps): Promise<void> {
  const { store, now } = deps
  const names = await skillsInUse(deps)
  if (names.length === 0) return
  const at = now().toISOString()
  const key = `skill-age:${at.slice(0, 10)}`
  const isFirst = await store.once(key, () => ({
    writes: [],
    removes: [],
    events: [{ at, kind: 'cycle.skill-age', sessionId: null, key, body: {} }],
    result: true,
  }))
  if (isFirst === null) return
  const lives = await readLives(store)
  const sessions = await readSessions(store)
  for (const name of names) {
    const life = lives.get(name)
    if (life === undefined) continue
    const reason = whyStale(life, sessions) ?? supersededBy(name, names, lives, deps)
    const state = reason === null ? 'active' : 'stale'
    if (state === life.state) continue
    const step = stepOf(
      life,
      { skill: name, state, by: 'age', reason: reason ?? 'it was read again' },
      at,
    )
    await store.once(`skill-state:${step.record.id}`, () => ({
      ...step,
      removes: [],
      events: step.events.map((event) => ({ ...event, key: `skill-state:${step.record.id}` })),
      result: null,
    }))
  }
}

/** Days on which there was work, since the skill was last read or changed. */
function whyStale({ skill, at }: SkillState, sessions: readonly Session[]): string | null {
  const lastRead = sessions.find(({ read }) => read.includes(skill))?.at ?? ''
  const since = lastRead > at ? lastRead : at
  const days = new Set(sessions.filter((one) => one.at > since).map((one) => one.at.slice(0, 10)))
    .size
  return days >= STALE_DAYS ? `not read on ${days} days of work` : null
}

function supersededBy(
  name: string,
  names: readonly string[],
  lives: ReadonlyMap<string, SkillState>,
  { skills }: SkillDeps,
): string | null {
  const body = (skill: string): string => {
    const reading = parseSkill(readSkillText(skills, skill) ?? '', skill)
    return reading.ok ? reading.skill.body : ''
  }
  const own = lives.get(name)!
  const newer = names.find(
    (other) => (lives.get(other)?.at ?? '') > own.at && isNear(body(other), body(name)),
  )
  return newer === undefined ? null : `superseded by ${newer}`
}

/** Newest first, ours left out. */
async function readSessions(store: Store): Promise<Session[]> {
  const sessions = await store.list('session_outcome', { limit: MAX_ROWS })
  const runs = await store.list('outcome', { limit: MAX_ROWS })
  return [
    ...sessions.map(({ endedAt, skillsRead }) => ({ at: endedAt, read: skillsRead })),
    ...runs
      .filter(({ session_id }) => !isOwnSession(session_id))
      .map(({ timestamp, skills_read }) => ({ at: timestamp, read: skills_read })),
  ].sort((a, b) => (a.at < b.at ? 1 : -1))
}
