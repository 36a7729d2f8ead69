import {
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { openTempFolder } from '../util/__fixtures__/temp-folder.js'
import type { Project } from './project.js'
import { grantTrust, isTrustedFile, reviewTrust, revokeTrust, trustStatus } from './trust.js'

const now = new Date('2026-01-01T00:00:00.000Z')
let folder: string
let project: Project
let stateDir: string

beforeEach(() => {
  folder = openTempFolder()
  const root = path.join(folder, 'project')
  mkdirSync(path.join(root, '.reflection', 'prompts'), { recursive: true })
  mkdirSync(path.join(root, '.reflection', 'skills', 'lint'), { recursive: true })
  project = { root, identity: root }
  stateDir = path.join(folder, 'state', 'reflectory', 'x')
  put('reflection.yaml', 'mode: solo\nrun: {riskThreshold: 0.2}\n')
  put('.reflection/prompts/A.txt', 'prompt')
  put('.reflection/skills/lint/SKILL.md', 'skill')
})

const at = (file: string) => path.join(project.root, file)
const put = (file: string, text: string) => writeFileSync(at(file), text)
const hash = (text: string) => createHash('sha256').update(text).digest('hex')

async function grant(): Promise<void> {
  await grantTrust(stateDir, await reviewTrust(project), now)
}

describe('reviewTrust', () => {
  it('lists the files with their hashes and what the settings would do', async () => {
    expect(await reviewTrust(project)).toEqual({
      root: project.root,
      files: [
        { path: '.reflection/prompts/A.txt', sha256: hash('prompt'), refused: null },
        { path: '.reflection/skills/lint/SKILL.md', sha256: hash('skill'), refused: null },
        {
          path: 'reflection.yaml',
          sha256: hash('mode: solo\nrun: {riskThreshold: 0.2}\n'),
          refused: null,
        },
      ],
      settings: [
        {
          file: at('reflection.yaml'),
          line: 1,
          key: 'mode',
          value: '"solo"',
          reason: 'an untrusted project can only turn this off',
        },
      ],
      problems: [],
    })
  })

  it('changes nothing', async () => {
    await reviewTrust(project)
    expect(statSync(stateDir, { throwIfNoEntry: false })).toBeUndefined()
  })

  it('refuses links, whatever they lead to', async () => {
    writeFileSync(path.join(folder, 'outside.txt'), 'x')
    rmSync(at('reflection.yaml'))
    symlinkSync(path.join(folder, 'outside.txt'), at('reflection.yaml'))
    symlinkSync('A.txt', at('.reflection/prompts/B.txt'))
    symlinkSync(folder, at('.reflection/skills/all'))
    const { files, settings } = await reviewTrust(project)
    expect(files.filter(({ sha256 }) => sha256 === null)).toEqual([
      { path: '.reflection/prompts/B.txt', sha256: null, refused: 'is a symbolic link' },
      { path: '.reflection/skills/all', sha256: null, refused: 'is a symbolic link' },
      { path: 'reflection.yaml', sha256: null, refused: 'is a symbolic link' },
    ])
    expect(settings).toEqual([])
  })

  it('does not look behind a folder that is a link', async () => {
    renameSync(at('.reflection'), path.join(folder, 'elsewhere'))
    symlinkSync(path.join(folder, 'elsewhere'), at('.reflection'))
    const { files } = await reviewTrust(project)
    expect(files.map(({ path, refused }) => ({ path, refused }))).toEqual([
      { path: '.reflection', refused: 'is a symbolic link' },
      { path: 'reflection.yaml', refused: null },
    ])
  })

  it('says why a broken file would not be read even then', async () => {
    put('reflection.yaml', 'mode: on')
    const { problems } = await reviewTrust(project)
    expect(problems.map(({ key, value }) => ({ key, value }))).toEqual([
      { key: 'mode', value: '"on"' },
    ])
  })
})

describe('trust', () => {
  it('is none until it is granted, and none again when it is taken back', async () => {
    expect(trustStatus(stateDir, project)).toEqual({ state: 'none' })
    await grant()
    expect(trustStatus(stateDir, project)).toEqual({
      state: 'trusted',
      grantedAt: now.toISOString(),
      files: {
        '.reflection/prompts/A.txt': hash('prompt'),
        '.reflection/skills/lint/SKILL.md': hash('skill'),
        'reflection.yaml': hash('mode: solo\nrun: {riskThreshold: 0.2}\n'),
      },
    })
    expect(await revokeTrust(stateDir, project)).toBe(true)
    expect(trustStatus(stateDir, project)).toEqual({ state: 'none' })
    expect(await revokeTrust(stateDir, project)).toBe(false)
  })

  it('is recorded privately', async () => {
    await grant()
    expect(statSync(path.join(stateDir, 'trust.json')).mode & 0o777).toBe(0o600)
    expect(statSync(stateDir).mode & 0o777).toBe(0o700)
  })

  it.each([
    {
      what: 'an edit',
      edit: () => put('reflection.yaml', 'mode: off'),
      changes: [{ path: 'reflection.yaml', change: 'edited' }],
    },
    {
      what: 'a new prompt',
      edit: () => put('.reflection/prompts/B.txt', ''),
      changes: [{ path: '.reflection/prompts/B.txt', change: 'added' }],
    },
    {
      what: 'a new file deep in a skill',
      edit: () => {
        mkdirSync(at('.reflection/skills/lint/scripts'))
        put('.reflection/skills/lint/scripts/x.sh', 'x')
      },
      changes: [{ path: '.reflection/skills/lint/scripts/x.sh', change: 'added' }],
    },
    {
      what: 'a removal',
      edit: () => rmSync(at('.reflection/prompts/A.txt')),
      changes: [{ path: '.reflection/prompts/A.txt', change: 'removed' }],
    },
    {
      what: 'a file that becomes a link to the same text',
      edit: () => {
        renameSync(at('.reflection/prompts/A.txt'), path.join(folder, 'A.txt'))
        symlinkSync(path.join(folder, 'A.txt'), at('.reflection/prompts/A.txt'))
      },
      changes: [{ path: '.reflection/prompts/A.txt', change: 'edited' }],
    },
    {
      what: 'a new link',
      edit: () => symlinkSync('x', at('.reflection/prompts/L')),
      changes: [{ path: '.reflection/prompts/L', change: 'added' }],
    },
  ])('is revoked by $what', async ({ edit, changes }) => {
    await grant()
    edit()
    expect(trustStatus(stateDir, project)).toEqual({
      state: 'revoked-by-change',
      grantedAt: now.toISOString(),
      files: changes,
    })
  })

  it('covers what was reviewed, not what came after it', async () => {
    const review = await reviewTrust(project)
    put('reflection.yaml', 'mode: orchestrated')
    await grantTrust(stateDir, review, now)
    expect(trustStatus(stateDir, project).state).toBe('revoked-by-change')
  })

  it('is given to one work tree at a time', async () => {
    await grant()
    const other = path.join(folder, 'tree')
    mkdirSync(other)
    writeFileSync(path.join(other, 'reflection.yaml'), 'mode: solo\n')
    const tree = { root: other, identity: project.identity }
    expect(trustStatus(stateDir, tree)).toEqual({ state: 'none' })
    await grantTrust(stateDir, await reviewTrust(tree), now)
    expect([trustStatus(stateDir, tree).state, trustStatus(stateDir, project).state]).toEqual([
      'trusted',
      'trusted',
    ])
  })

  it('knows a trusted file by its bytes', async () => {
    await grant()
    const status = trustStatus(stateDir, project)
    const file = '.reflection/prompts/A.txt'
    expect([
      isTrustedFile(status, file, Buffer.from('prompt')),
      isTrustedFile(status, file, Buffer.from('other')),
      isTrustedFile(status, 'elsewhere.txt', Buffer.from('prompt')),
      isTrustedFile({ state: 'none' }, file, Buffer.from('prompt')),
    ]).toEqual([true, false, false, false])
  })

  it('has nothing to grant in a project without such files', async () => {
    rmSync(at('.reflection'), { recursive: true })
    rmSync(at('reflection.yaml'))
    await expect(grant()).rejects.toMatchObject({ code: 'not-found' })
  })

  it('is never written through a link', async () => {
    mkdirSync(stateDir, { recursive: true })
    writeFileSync(path.join(folder, 'victim'), 'mine')
    symlinkSync(path.join(folder, 'victim'), path.join(stateDir, 'trust.json'))
    await expect(grant()).rejects.toMatchObject({ code: 'unsafe-path' })
    expect(readFileSync(path.join(folder, 'victim'), 'utf8')).toBe('mine')
  })

  it.each([
    '',
    '{',
    'null',
    '[]',
    '{"version":2,"grants":[]}',
    '{"version":1,"grants":[{"root":"x"}]}',
  ])('is none when its record reads %j', async (text) => {
    mkdirSync(stateDir, { recursive: true })
    writeFileSync(path.join(stateDir, 'trust.json'), text)
    expect(trustStatus(stateDir, project)).toEqual({ state: 'none' })
  })
})

describe('a project with more than 4 MB of files', () => {
  it('is never trusted, and the rest of it is not read', async () => {
    for (let n = 0; n < 6; n += 1) put(`.reflection/prompts/B${n}.txt`, 'x'.repeat(1024 * 1024))
    const { files } = await reviewTrust(project)
    const refused = files.filter((file) => file.refused !== null)
    expect(refused).toEqual(
      [
        '.reflection/prompts/B4.txt',
        '.reflection/prompts/B5.txt',
        '.reflection/skills/lint/SKILL.md',
      ].map((name) => ({
        path: name,
        sha256: null,
        refused: 'is beyond the 4 MB that trust looks at',
      })),
    )
    await grant()
    expect(trustStatus(stateDir, project)).toMatchObject({
      state: 'revoked-by-change',
      files: refused.map((file) => ({ path: file.path, change: 'edited' })),
    })
  })
})
