import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openMemoryStore } from '../../../store/memory.js'
import { doJob } from '../skill-jobs.js'
import { readLife } from '../skill-life.js'
import { formatSkill } from '../skill-file.js'
import { inspectInstalled } from './install-skill.js'
import type { SkillTarget } from './skill-target.js'

const TEXT = formatSkill({ name: 'deploy', description: 'Look first', body: 'Look the host up.' })

/** A project with a repository, two clients and a skill. */
async function openPlace() {
  const base = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'reflectory-install-')))
  onTestFinished(() => rmSync(base, { recursive: true, force: true }))
  const [root, home] = [path.join(base, 'repo'), path.join(base, 'home')]
  const env = { PATH: process.env['PATH'], HOME: home }
  mkdirSync(home)
  mkdirSync(root)
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8', env })
  git('init', '--quiet')
  const store = await openMemoryStore({ home: base })
  onTestFinished(() => store.close())
  const dirs = (top: string): SkillTarget[] => [
    {
      folder: path.join(top, '.agents/skills'),
      readers: [
        {
          client: 'Codex',
          reads: [root, home].flatMap((one) => [
            path.join(one, '.agents/skills'),
            path.join(one, '.codex/skills'),
          ]),
        },
      ],
    },
    { folder: path.join(top, '.claude/skills'), readers: [{ client: 'Claude Code', reads: [] }] },
  ]
  const skills = { dir: path.join(base, 'skills'), env }
  const writeSkill = (text: string) => {
    mkdirSync(path.join(skills.dir, 'deploy'), { recursive: true })
    writeFileSync(path.join(skills.dir, 'deploy/SKILL.md'), text)
  }
  writeSkill(TEXT)
  let ids = 0
  const deps = {
    store,
    now: () => new Date(1_900_000_000_000 + (ids += 1)),
    nextId: () => `id-${(ids += 1)}`,
    skills,
    targets: {
      root,
      home: base,
      env,
      list: async (scope: string) => dirs(scope === 'user' ? home : root),
    },
  }
  const install = async (scope: 'project' | 'user' = 'project') =>
    (await doJob({ do: 'install', skill: 'deploy', scope, by: 'person' }, deps)).installed!
  const uninstall = async () =>
    (await doJob({ do: 'uninstall', skill: 'deploy', reason: 'test' }, deps)).uninstalled!
  const file = (folder: string, name = 'SKILL.md') => path.join(root, folder, 'deploy', name)
  return { deps, root, home, git, install, uninstall, file, writeSkill }
}

describe('an installed skill', () => {
  it('is where every client looks, is seen by no git status, and goes without a trace', async () => {
    const { root, git, install, uninstall, file, deps } = await openPlace()
    const exclude = path.join(root, '.git/info/exclude')
    writeFileSync(exclude, '*.log')
    expect((await install()).conflicts).toEqual([])
    for (const folder of ['.agents/skills', '.claude/skills']) {
      expect(readFileSync(file(folder), 'utf8')).toBe(TEXT)
      expect(readFileSync(file(folder, '.reflectory.json'), 'utf8')).toContain('"sha256"')
    }
    expect(git('status', '--porcelain')).toBe('')
    expect(await readLife(deps.store, 'deploy')).toMatchObject({ state: 'active', by: 'person' })
    await uninstall()
    expect(existsSync(path.join(root, '.agents'))).toBe(false)
    expect(existsSync(path.join(root, '.claude'))).toBe(false)
    expect(readFileSync(exclude, 'utf8')).toBe('*.log')
    expect((await readLife(deps.store, 'deploy'))!.installed).toEqual([])
  })

  it('gets a new text', async () => {
    const { install, file, writeSkill } = await openPlace()
    await install()
    const fresh = TEXT.replace('host', 'address')
    writeSkill(fresh)
    await install()
    expect(readFileSync(file('.agents/skills'), 'utf8')).toBe(fresh)
  })

  it('that a person changed is neither overwritten nor removed', async () => {
    const { deps, install, uninstall, file } = await openPlace()
    await install()
    writeFileSync(file('.claude/skills'), 'mine')
    const again = await install()
    expect(again.conflicts).toMatchObject([
      { reason: 'it was changed there by hand', theirs: 'mine' },
    ])
    expect((await inspectInstalled('deploy', deps)).conflicts).toEqual(again.conflicts)
    expect((await uninstall()).kept).toHaveLength(1)
    expect(readFileSync(file('.claude/skills'), 'utf8')).toBe('mine')
    expect(existsSync(file('.claude/skills', '.reflectory.json'))).toBe(false)
    expect(existsSync(file('.agents/skills'))).toBe(false)
  })

  it.each([
    ['a skill of that name that is not ours', '.claude/skills', 'is not ours'],
    ['a second one that Codex would list', '.codex/skills', 'Codex would see the name twice'],
  ])('leaves %s alone', async (_title, folder, reason) => {
    const { root, install, uninstall, file } = await openPlace()
    mkdirSync(path.dirname(file(folder)), { recursive: true })
    writeFileSync(file(folder), 'theirs')
    const { copies, conflicts } = await install()
    expect(copies).toHaveLength(1)
    expect(conflicts).toMatchObject([{ reason: expect.stringContaining(reason) }])
    await uninstall()
    expect(readFileSync(file(folder), 'utf8')).toBe('theirs')
    expect(existsSync(path.join(root, '.agents'))).toBe(false)
  })

  it('moves to the user and is in the project no more', async () => {
    const { home, root, install } = await openPlace()
    await install()
    expect((await install('user')).copies[0]).toBe(path.join(home, '.agents/skills/deploy'))
    expect(existsSync(path.join(root, '.agents'))).toBe(false)
    expect(readFileSync(path.join(root, '.git/info/exclude'), 'utf8')).not.toContain('skills')
  })

  it('is not written through a link that came with the repository', async () => {
    const { root, home, install } = await openPlace()
    symlinkSync(home, path.join(root, '.agents'))
    const { copies, conflicts } = await install()
    expect(copies).toEqual([path.join(root, '.claude/skills/deploy')])
    expect(conflicts[0]!.reason).toContain('is a symbolic link')
    expect(existsSync(path.join(home, 'skills'))).toBe(false)
  })

  it('is taken from the clients when it is retired, and not installed again', async () => {
    const { deps, root, install } = await openPlace()
    await install()
    const job = { do: 'retire', skill: 'deploy', id: 'r1', by: 'person', reason: 'worse' } as const
    await doJob({ ...job, findingId: null }, deps)
    expect(existsSync(path.join(root, '.agents'))).toBe(false)
    expect(await readLife(deps.store, 'deploy')).toMatchObject({ state: 'retired', by: 'person' })
    await expect(install()).resolves.toBeUndefined()
    await expect(doJob({ ...job, id: 'r2', findingId: null }, deps)).rejects.toMatchObject({
      code: 'not-found',
    })
  })
})
