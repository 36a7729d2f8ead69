import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readHostEvents } from '../../host/host-events.js'
import { approveChange } from '../../host/skills/skill-changes.js'
import { formatSkill } from '../../host/skills/skill-file.js'
import { doJob } from '../../host/skills/skill-jobs.js'
import { readLife } from '../../host/skills/skill-life.js'
import { logSkills } from '../../host/skills/skills-folder.js'
import { finish, openCycle, useTool } from './__fixtures__/open-cycle.js'
import type { OpenedCycle } from './__fixtures__/open-cycle.js'
import { runCycle } from './run-cycle.js'

const SKILL = { name: 'deploy', description: 'Use when deploying', body: 'Look up the host.' }
const ADD = [
  'SKILL_ACTION: the skill deploy should check the host first.',
  useTool('add_skill', SKILL),
  finish('done'),
]
const AUTO = { skills: { approval: 'auto' } } as const

async function fail(deps: OpenedCycle, times: number, fields = {}) {
  for (let n = 0; n < times; n += 1) {
    await deps.record({ status: 'failed', error: `boom ${deps.clock.ms}`, ...fields })
  }
}
const states = async ({ store }: OpenedCycle, skill = 'deploy') =>
  (await store.list('skill_state', { subject: skill, order: 'oldest' })).map(
    ({ state, by }) => `${state} by ${by}`,
  )

describe('the life of a skill', () => {
  it('is told in records, events and log lines, from its proposal on', async () => {
    const deps = await openCycle({ answers: ADD })
    await fail(deps, 3)
    await runCycle(deps)
    const [change] = await deps.store.list('skill_change')
    await approveChange(change!.id, 'person', deps)
    const retire = { do: 'retire', skill: 'deploy', id: '1', by: 'person', reason: 'old' } as const
    await doJob({ ...retire, findingId: null }, deps)
    const told = ['proposed by analysis', 'active by person', 'retired by person']
    expect(await states(deps)).toEqual(told)
    const events = await readHostEvents(deps.store, { kinds: ['reflection.skill_state'] })
    expect(events.map(({ body }) => `${(body as { state: string }).state}`)).toEqual(
      told.map((step) => step.split(' ')[0]),
    )
    expect(await deps.store.list('interaction', { subject: 'skill_state' })).toHaveLength(3)
    expect((await logSkills(deps.skills)).map(({ subject }) => subject)).toEqual([
      'Retire deploy',
      'Add deploy',
      'Begin',
    ])
  })

  it('does not have a rolled-back text committed again by auto', async () => {
    const again = [
      'SKILL_ACTION: the skill deploy should check the host.',
      useTool('add_skill', { ...SKILL, description: 'Other words' }),
      finish('done'),
    ]
    const deps = await openCycle({ cycle: AUTO, answers: [...ADD, ...again] })
    await fail(deps, 3)
    await runCycle(deps)
    const [change] = await deps.store.list('skill_change')
    await doJob({ do: 'rollback', commit: change!.commit! }, deps)
    expect(await deps.store.get('skill_change', change!.id)).toMatchObject({ state: 'rolled_back' })
    expect(await readLife(deps.store, 'deploy')).toMatchObject({ state: 'rolled_back' })
    await fail(deps, 3, { task_id: 'another' })
    await runCycle(deps)
    expect(await deps.store.list('skill_change', { limit: 1 })).toMatchObject([
      { state: 'proposed', verdict: 'this text was rolled back before' },
    ])
    expect(existsSync(path.join(deps.skills.dir, 'deploy/SKILL.md'))).toBe(false)
  })

  it.each([
    ['ask', [{ state: 'proposed', after: '' }], true],
    ['auto', [{ state: 'approved', after: '' }], false],
  ] as const)('ends by the word of an analysis, with %s', async (approval, changes, isThere) => {
    const deps = await openCycle({
      cycle: { skills: { approval } },
      answers: ['SKILL_ACTION: retire deploy, it is wrong.'],
    })
    deps.writeSkill('deploy', formatSkill(SKILL))
    await fail(deps, 3)
    await runCycle(deps)
    expect(await deps.store.list('skill_change')).toMatchObject(changes)
    expect(existsSync(path.join(deps.skills.dir, 'deploy/SKILL.md'))).toBe(isThere)
  })

  it('ends when its readers certainly fail more often than before it', async () => {
    const deps = await openCycle({ cycle: { ...AUTO, lookbackSeconds: 864_000 }, answers: ADD })
    for (let n = 0; n < 3; n += 1) await deps.record({ status: 'completed' })
    await fail(deps, 3)
    await runCycle(deps)
    const count = (n: number) => fail(deps, n, { task_id: null, skills_read: ['deploy'] })
    await count(3)
    await runCycle(deps)
    expect((await readLife(deps.store, 'deploy'))!.state).toBe('active')
    await count(6)
    await runCycle(deps)
    expect(await readLife(deps.store, 'deploy')).toMatchObject({ state: 'retired', by: 'finding' })
    expect(existsSync(path.join(deps.skills.dir, 'deploy/SKILL.md'))).toBe(false)
  })

  it('of a text that a person approved ends by a person’s word alone', async () => {
    const deps = await openCycle({ cycle: { lookbackSeconds: 864_000 }, answers: ADD })
    for (let n = 0; n < 3; n += 1) await deps.record({ status: 'completed' })
    await fail(deps, 3)
    await runCycle(deps)
    const [added] = await deps.store.list('skill_change')
    await approveChange(added!.id, 'person', deps)
    await fail(deps, 9, { task_id: null, skills_read: ['deploy'] })
    await runCycle(deps)
    await runCycle(deps)
    expect(await readLife(deps.store, 'deploy')).toMatchObject({ state: 'active', by: 'person' })
    expect(existsSync(path.join(deps.skills.dir, 'deploy/SKILL.md'))).toBe(true)
    const [finding] = await deps.store.list('finding', { subject: 'deploy', state: 'open' })
    expect(finding).toMatchObject({
      rule: 'skill_regressed',
      severity: 'warning',
      action_taken: '',
    })
    const waiting = await deps.store.list('skill_change', { state: 'proposed' })
    expect(waiting).toMatchObject([{ skill: 'deploy', after: '' }])
    await approveChange(waiting[0]!.id, 'person', deps)
    expect(await readLife(deps.store, 'deploy')).toMatchObject({ state: 'retired', by: 'person' })
  })

  it('is stale after 30 days of work without a reader, and active when it is read again', async () => {
    const deps = await openCycle({ cycle: AUTO, answers: ADD })
    await fail(deps, 3)
    await runCycle(deps)
    for (let day = 0; day < 30; day += 1) {
      deps.clock.ms += 86_400_000
      await deps.record({ status: 'completed' })
    }
    await runCycle(deps)
    expect(await readLife(deps.store, 'deploy')).toMatchObject({ state: 'stale', by: 'age' })
    deps.clock.ms += 86_400_000
    await deps.record({ status: 'completed', skills_read: ['deploy'] })
    await runCycle(deps)
    expect(await states(deps)).toEqual([
      'proposed by analysis',
      'active by analysis',
      'stale by age',
      'active by age',
    ])
  })

  it('proposes a merge for a text that nearly repeats another skill', async () => {
    const body = 'Look up the host before you deploy and then say which host it was.'
    const deps = await openCycle({
      cycle: AUTO,
      answers: [
        'SKILL_ACTION: add a skill release.',
        useTool('add_skill', { ...SKILL, name: 'release', body: `${body} Then stop.` }),
        finish('done'),
      ],
    })
    deps.writeSkill('deploy', formatSkill({ ...SKILL, body }))
    await fail(deps, 3)
    await runCycle(deps)
    expect(await deps.store.list('skill_change')).toMatchObject([
      { skill: 'deploy', state: 'proposed', verdict: 'it would merge release into deploy' },
    ])
  })

  it('does not begin for a 21st skill', async () => {
    const deps = await openCycle({ answers: ADD })
    for (let n = 0; n < 20; n += 1) {
      deps.writeSkill(`s${n}`, formatSkill({ ...SKILL, name: `s${n}`, body: `Do ${n} things.` }))
    }
    await fail(deps, 3)
    await runCycle(deps)
    const [change] = await deps.store.list('skill_change')
    await expect(approveChange(change!.id, 'person', deps)).rejects.toMatchObject({ code: 'usage' })
  })
})
