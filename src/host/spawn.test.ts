import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { Model } from '../model.js'
import { openHostDeps } from './__fixtures__/open-host-deps.js'
import { followHostEvents, readHostEvents } from './host-events.js'
import { formatSkill } from './skills/skill-file.js'
import { spawn } from './spawn.js'

async function open(steps: unknown[]) {
  const root = mkdtempSync(path.join(os.tmpdir(), 'reflectory-spawn-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  writeFileSync(path.join(root, 'notes.txt'), 'the answer is 42')
  const prompts: string[] = []
  const model = {
    async object({ prompt, role }: { prompt: string; role: string }) {
      prompts.push(`${role}: ${prompt}`)
      return { outcome: 'ok', value: steps.shift(), call: { inputTokens: 3, outputTokens: 2 } }
    },
  } as unknown as Model
  const deps = await openHostDeps('2030-01-01T00:00:00.000Z')
  const skills = { dir: path.join(root, 'skills'), env: {} }
  return { ...deps, model, root, skills, signal: new AbortController().signal, prompts }
}

const call = (tool: string, args: object) => ({ tool, arguments: args, answer: null })
const answer = (text: string) => ({ tool: null, arguments: null, answer: text })

it('works on an objective with the tools that were named, and records how it ended', async () => {
  const deps = await open([
    call('read_file', { path: 'notes.txt' }),
    call('append_memory', { text: 'x', tags: [] }),
    answer('42'),
  ])
  const end = await spawn(
    {
      objective: 'Find the answer',
      toolNames: ['read_file'],
      parentThreadId: 'main',
      pool: 'judge',
    },
    deps,
  )
  expect(end).toMatchObject({
    kind: 'ended',
    outcome: {
      status: 'completed',
      result: '42',
      rounds: 3,
      tokens: 15,
      tools_used: ['read_file'],
    },
  })
  expect(deps.prompts[1]).toContain('the answer is 42')
  expect(deps.prompts[2]).toContain('there is no such tool; available: read_file')
  expect(deps.prompts[0]).toMatch(/^judge: You work on one objective/)
  expect(await deps.store.list('memory')).toEqual([])
  const [started] = await readHostEvents(deps.store)
  expect(started?.body).toEqual({ task_id: null, runner: 'builtin', parent_id: 'main' })
})

it('counts a skill as read whose file the file tool opened', async () => {
  const deps = await open([
    call('read_file', { path: '.claude/skills/deploy/SKILL.md' }),
    answer('done'),
  ])
  const folder = path.join(deps.root, '.claude/skills/deploy')
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'SKILL.md'), 'Check the host.')
  expect(await spawn({ objective: 'x' }, deps)).toMatchObject({
    outcome: { skills_read: ['deploy'] },
  })
})

it.each([
  { mode: 'full', begins: 'You work on one objective' },
  { mode: 'minimal', begins: 'Work on the objective.' },
  { mode: 'none', begins: 'Objective:' },
] as const)('begins its prompt as $mode says', async ({ mode, begins }) => {
  const deps = await open([answer('done')])
  await spawn({ objective: 'x', systemPromptMode: mode }, deps)
  expect(deps.prompts[0]!.startsWith(`sub_sessions: ${begins}`)).toBe(true)
})

it('refuses a tool that there is none of, before anything starts', async () => {
  const deps = await open([])
  const spawned = async () => spawn({ objective: 'x', toolNames: ['read_fil'] }, deps)
  await expect(spawned()).rejects.toMatchObject({ code: 'usage' })
  expect(await deps.store.readEvents()).toEqual([])
})

it('says without a model that it has none', async () => {
  const deps = await open([])
  const end = await spawn({ objective: 'x' }, { ...deps, model: null })
  expect(end).toMatchObject({
    outcome: { status: 'failed', error: expect.stringContaining('no model') },
  })
})

it('keeps its events, readable from any cursor, and hands on new ones', async () => {
  const deps = await open([answer('one'), answer('two')])
  await spawn({ objective: 'x' }, deps)
  const [first, second] = await readHostEvents(deps.store)
  expect([first?.kind, second?.kind]).toEqual(['sub_session.started', 'sub_session.completed'])
  expect(await readHostEvents(deps.store, { after: first!.id })).toEqual([second])
  const controller = new AbortController()
  const seen: string[] = []
  const changed = async () => {
    if (seen.length >= 3) controller.abort()
    else await spawn({ objective: 'y' }, deps)
  }
  for await (const { kind } of followHostEvents(deps.store, first!.id, {
    changed,
    signal: controller.signal,
  })) {
    seen.push(kind)
  }
  expect(seen).toEqual(['sub_session.completed', 'sub_session.started', 'sub_session.completed'])
})

it('proposes skills and their retirement where its caller allows that, and changes nothing', async () => {
  const skill = {
    name: 'deploy',
    description: 'Use when deploying',
    body: 'Look up the host first.',
  }
  const deps = await open([
    call('add_skill', skill),
    call('add_skill', { ...skill, name: 'Not A Name' }),
    call('retire_skill', { name: 'gone', reason: 'old' }),
    call('retire_skill', { name: 'kept', reason: 'nobody deploys by hand' }),
    answer('done'),
  ])
  const kept = path.join(deps.skills.dir, 'kept')
  mkdirSync(kept, { recursive: true })
  writeFileSync(path.join(kept, 'SKILL.md'), formatSkill({ ...skill, name: 'kept' }))
  const toolNames = ['add_skill', 'retire_skill']
  expect(() => spawn({ objective: 'x', toolNames }, deps)).toThrow(/no tool "add_skill"/)
  await spawn({ objective: 'x', toolNames, mayProposeSkills: true }, deps)
  const changes = await deps.store.list('skill_change')
  expect(changes.map(({ skill, state, after }) => ({ skill, state, after }))).toEqual(
    expect.arrayContaining([
      { skill: 'deploy', state: 'proposed', after: formatSkill(skill) },
      { skill: 'kept', state: 'proposed', after: '' },
    ]),
  )
  expect(changes).toHaveLength(2)
  expect(existsSync(path.join(deps.skills.dir, 'deploy'))).toBe(false)
  expect(existsSync(path.join(kept, 'SKILL.md'))).toBe(true)
})
