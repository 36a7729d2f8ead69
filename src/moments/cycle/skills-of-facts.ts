/**
 * A failure that keeps coming back and whose fix is known, as a skill, where no model writes any: open
 * findings come in, proposals go out, one per failure and never a second time. The text is ours; names
 * that tools printed are verified and stand in a fence, as in a lesson. A person decides, always.
 */
import type { TrackedFiles } from '../../read/repository/tracked-files.js'
import { OWN_SESSION } from '../../host/own-session.js'
import { whyRefused } from '../../host/skills/check-skill.js'
import { draftChange } from '../../host/skills/propose-change.js'
import type { SkillDeps } from '../../host/skills/skill-deps.js'
import { formatSkill } from '../../host/skills/skill-file.js'
import type { Skill } from '../../host/skills/skill-file.js'
import { readSkillText } from '../../host/skills/skills-folder.js'
import { lessonOfEpisodes } from '../../memory/episode-lessons.js'
import { describeFacts } from '../../memory/recall/describe-facts.js'
import { verifyFacts } from '../../memory/recall/verify-facts.js'
import type { VerifiedFacts } from '../../memory/recall/verify-facts.js'
import { fence } from '../../safety/fence.js'
import type { Finding } from '../../schema/finding.js'
import type { SkillChange } from '../../schema/skill-change.js'
import type { CycleDeps } from './cycle-deps.js'

export interface FactSkillDeps extends CycleDeps, Omit<SkillDeps, 'config'> {
  /** Holds names against the project, where rules propose skills. @default they propose none */
  openTracked?(): TrackedFiles
}

/** What worked once may have been chance. */
const MIN_TIMES = 2
const MAX_FINDINGS = 200
const MAX_EPISODES = 200

export async function proposeFactSkills(deps: FactSkillDeps): Promise<SkillChange[]> {
  const { store, config } = deps
  const tracked = deps.openTracked?.()
  if (tracked === undefined || !config.cycle.enabled) return []
  const open = await store.list('finding', { state: 'open', limit: MAX_FINDINGS })
  const changes: SkillChange[] = []
  for (const finding of open.filter(({ rule }) => rule === 'recurring_failure')) {
    if (changes.length >= config.cycle.skills.maxPerCycle) break
    const skill = await skillOf(finding, tracked, deps)
    const change = skill === null ? null : await propose(skill, finding, deps)
    if (change !== null) changes.push(change)
  }
  return changes
}

async function skillOf(
  { subject_id: key }: Finding,
  tracked: TrackedFiles,
  { store, now }: FactSkillDeps,
): Promise<Skill | null> {
  const episodes = await store.list('episode', { subject: key, limit: MAX_EPISODES })
  const row = lessonOfEpisodes(episodes, null, now().toISOString())
  if (row?.facts === undefined) return null
  const facts = await verifyFacts(row.facts, tracked, row.firstSeenAt)
  const [best] = facts.fixes
  const isNamed = best !== undefined && best.files.length + best.commands.length > 0
  if (facts.check === null || !isNamed || best.times < MIN_TIMES) return null
  return toSkill(facts, facts.check)
}

function toSkill(facts: VerifiedFacts, check: string): Skill {
  const { test, error } = facts
  const lacks = error.symbol ?? error.code ?? error.class
  const where = test ?? error.file
  const red = where === null ? (lacks === null ? '' : ` (${lacks})`) : ` at ${where}`
  return {
    name: nameOf(check, where ?? lacks),
    description: `What made \`${check}\` green again when it was red${red} in this project. Use it before you look for the cause of that failure.`,
    body: [
      `This failure has come back in ${facts.sessions} sessions of this project. What is known of it:`,
      fence(`- ${describeFacts(timeless(facts))}`, {
        source: 'reflectory episodes',
        maxChars: Infinity,
      }),
      ADVICE,
    ].join('\n\n'),
  }
}

const ADVICE =
  'Start with what made it green most often, then run the check again. If that is in place already, or ' +
  'the check stays red, the cause is another one: look for it as usual.'

/** A text that stays must not say what the file has today. */
const timeless = (facts: VerifiedFacts): VerifiedFacts => ({
  ...facts,
  fixes: facts.fixes.map((fix) => ({
    ...fix,
    hunks: fix.hunks.map(({ isThere: _there, undone: _undone, ...hunk }) => hunk),
  })),
})

const MAX_NAME = 60

/** `npm-test-saves-the-order`: letters and digits of verified names. */
function nameOf(check: string, what: string | null): string {
  const last = what?.split(/ › |\//).at(-1) ?? ''
  const plain = `${check} ${last}`
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
  return plain.slice(0, MAX_NAME).replaceAll(/^-|-$/g, '')
}

/** Once per name over all processes; what a person rejected or has in use is left alone. */
async function propose(
  skill: Skill,
  finding: Finding,
  deps: FactSkillDeps,
): Promise<SkillChange | null> {
  if (whyRefused(skill, []) !== null || readSkillText(deps.skills, skill.name) !== null) return null
  const known = await deps.store.list('skill_change', { subject: skill.name, limit: 1 })
  if (known.length > 0) return null
  const text = {
    skill: skill.name,
    after: formatSkill(skill),
    reason: `${finding.rule}: ${finding.detail}`,
  }
  const { change, writes, events } = await draftChange(text, deps)
  const key = `fact-skill:${skill.name}`
  const at = deps.now().toISOString()
  const done = { at, kind: 'cycle.change', sessionId: OWN_SESSION, key, body: { id: change.id } }
  return deps.store.once(key, () => ({
    writes,
    removes: [],
    events: [done, ...events],
    result: change,
  }))
}
