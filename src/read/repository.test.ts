import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { makeRepositoryFacts, nothingKnown } from './__fixtures__/repository-facts.js'
import { openTempFolder } from '../util/__fixtures__/temp-folder.js'
import { RepositoryFacts } from '../schema/evidence.js'
import { findStartPoint, findUncommitted, observeRepository } from './repository.js'

const AUTHOR = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@b.c' }
const COMMITTER = { GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@b.c' }
const ENV = {
  ...process.env,
  ...AUTHOR,
  ...COMMITTER,
  GIT_CONFIG_GLOBAL: os.devNull,
  GIT_CONFIG_SYSTEM: os.devNull,
  GIT_EDITOR: 'true',
}

let folder: string
let root: string
beforeEach(() => {
  folder = openTempFolder()
  root = path.join(folder, 'repo')
  git('init', '-q', '-b', 'main', root)
})

describe('each kind of change', () => {
  it('counts nothing when nothing changed', async () => {
    const start = commit({ 'a.ts': 'one\n' })
    expect(await observe(start)).toEqual(facts({ head: start, base: start }))
  })

  it('counts what was committed in the run', async () => {
    const start = commit({ 'a.ts': 'one\n', 'b.ts': 'one\n' })
    commit({ 'a.ts': 'two\nthree\n' })
    const head = commit({ 'src/c.ts': 'new\n' })
    expect(await observe(start)).toEqual(
      facts({
        head,
        base: start,
        filesChanged: ['a.ts', 'src/c.ts'],
        insertions: 3,
        deletions: 1,
        commitsSinceBase: 2,
      }),
    )
  })

  it('counts what is staged, unstaged and untracked, but not what is ignored', async () => {
    const start = commit({ 'a.ts': 'one\n', 'b.ts': 'one\n', '.gitignore': 'ignored/\n' })
    write({ 'a.ts': 'one\ntwo\n' })
    inRoot('add', 'a.ts')
    write({ 'b.ts': 'other\n', 'new/deep/c.ts': '1\n2\n3', 'ignored/d.ts': 'x\n' })
    expect(await observe(start)).toEqual(
      facts({
        head: start,
        base: start,
        filesChanged: ['a.ts', 'b.ts', 'new/deep/c.ts'],
        insertions: 5,
        deletions: 1,
      }),
    )
  })

  it('counts lines of source apart from those of tests and docs', async () => {
    const start = commit({ 'a.ts': 'one\n', 'README.md': 'one\n', 'old.test.ts': 'one\n' })
    write({
      'a.ts': 'one\ntwo\n',
      'README.md': 'one\n'.repeat(150),
      'old.test.ts': 'one\n'.repeat(30),
      'docs/new.md': '1\n'.repeat(40),
      'new.test.ts': '1\n'.repeat(50),
      'new.ts': '1\n2\n3\n',
    })
    expect(await observe(start)).toMatchObject({
      insertions: 1 + 149 + 29 + 40 + 50 + 3,
      sourceInsertions: 1 + 3,
    })
  })

  it('counts a change that was staged and then taken back in the work tree', async () => {
    const start = commit({ 'a.ts': 'one\n' })
    write({ 'a.ts': 'two\n' })
    inRoot('add', 'a.ts')
    write({ 'a.ts': 'one\n' })
    const seen = await observe(start)
    expect(seen).toEqual(facts({ head: start, base: start, filesChanged: ['a.ts'] }))
  })

  it('counts both names of a rename, and only the lines that differ', async () => {
    const text = 'line\n'.repeat(50)
    const start = commit({ 'a.ts': text, 'b.ts': `other\n${text}` })
    inRoot('mv', 'a.ts', 'a2.ts')
    const head = commit({})
    inRoot('mv', 'b.ts', 'b2.ts')
    expect(await observe(start)).toEqual(
      facts({
        head,
        base: start,
        filesChanged: ['a.ts', 'a2.ts', 'b.ts', 'b2.ts'],
        commitsSinceBase: 1,
      }),
    )
  })

  it('counts what was deleted, staged or not', async () => {
    const start = commit({ 'a.ts': 'one\n', 'b.ts': 'one\ntwo\n', 'c.ts': 'keep\n' })
    inRoot('rm', '-q', 'a.ts')
    rmSync(path.join(root, 'b.ts'))
    expect(await observe(start)).toEqual(
      facts({ head: start, base: start, filesChanged: ['a.ts', 'b.ts'], deletions: 3 }),
    )
  })

  it('does not count a file that was only touched', async () => {
    const start = commit({ 'a.ts': 'one\n' })
    utimesSync(path.join(root, 'a.ts'), 1, 1)
    expect(await observe(start)).toEqual(facts({ head: start, base: start }))
  })

  it('has no lines for a binary file, tracked or not', async () => {
    const start = commit({ 'a.bin': 'a\0b\n' })
    write({ 'a.bin': 'a\0c\nd\n', 'b.bin': 'a\0b\nc\n', 'empty.ts': '' })
    expect(await observe(start)).toEqual(
      facts({ head: start, base: start, filesChanged: ['a.bin', 'b.bin', 'empty.ts'] }),
    )
  })

  it('leaves .reflection out, tracked or not, at the root and in the folder it was given', async () => {
    const start = commit({ '.reflection/runs/a.json': '1\n', 'pkg/a.ts': 'one\n' })
    write({ '.reflection/runs/a.json': '2\n', '.reflection/b.json': '1\n' })
    write({ 'pkg/.reflection/c.json': '1\n', 'pkg/a.ts': 'two\n', 'x.reflection/d.ts': '1\n' })
    const seen = await observeRepository({
      root: path.join(root, 'pkg'),
      startPoint: start,
      env: ENV,
    })
    expect(seen).toEqual(
      facts({
        head: start,
        base: start,
        filesChanged: ['pkg/a.ts', 'x.reflection/d.ts'],
        insertions: 2,
        deletions: 1,
      }),
    )
  })

  it('keeps odd file names apart and readable', async () => {
    const start = commit({ 'a.ts': 'one\n' })
    const names = [
      'a b.ts',
      'new\nline.ts',
      'tab\t.ts',
      '"quoted".ts',
      '-dash.ts',
      'ünï.ts',
      '*.ts',
    ]
    write(Object.fromEntries(names.map((name) => [name, '1\n'])))
    const latin = Buffer.concat([
      Buffer.from(`${root}/caf`),
      Buffer.from([0xe9]),
      Buffer.from('é.ts'),
    ])
    writeFileSync(latin, '1\n2\n')
    const odd = [...names, String.raw`caf\xe9é.ts`].sort()
    const untracked = facts({ head: start, base: start, filesChanged: odd, insertions: 9 })
    expect(await observe(start)).toEqual(untracked)
    inRoot('add', '-A')
    expect(await observe(start)).toEqual(untracked)
    const head = commit({})
    expect(await observe(start)).toEqual({ ...untracked, head, commitsSinceBase: 1 })
  })
})

describe('where counting starts', () => {
  it('is the upstream without a start point', async () => {
    const { base } = cloneRoot()
    const head = commit({ 'b.ts': 'one\n' })
    const seen = await observe(null)
    expect(seen).toEqual(
      facts({ head, base, filesChanged: ['b.ts'], insertions: 1, commitsSinceBase: 1 }),
    )
  })

  it('is the default branch for a branch without upstream', async () => {
    const base = commit({ 'a.ts': 'one\n' })
    inRoot('switch', '-q', '-c', 'topic')
    const head = commit({ 'b.ts': 'one\n' })
    inRoot('switch', '-q', 'main')
    commit({ 'c.ts': 'one\n' })
    inRoot('switch', '-q', 'topic')
    expect(await observe(null)).toEqual(
      facts({
        branch: 'topic',
        head,
        base,
        filesChanged: ['b.ts'],
        insertions: 1,
        commitsSinceBase: 1,
      }),
    )
  })

  it('is HEAD where there is neither', async () => {
    inRoot('switch', '-q', '-c', 'lonely')
    const head = commit({ 'a.ts': 'one\n' })
    write({ 'a.ts': 'two\n' })
    expect(await observe(null)).toEqual(
      facts({
        branch: 'lonely',
        head,
        base: head,
        filesChanged: ['a.ts'],
        insertions: 1,
        deletions: 1,
      }),
    )
  })

  it.each(['amended', 'switched away from'])(
    'is where the branches parted when the start point was %s',
    async (how) => {
      const base = commit({ 'a.ts': 'one\n' })
      const start = commit({ 'b.ts': 'one\n' })
      if (how === 'amended') inRoot('commit', '-q', '--amend', '-m', 'other')
      else inRoot('switch', '-q', '-c', 'other', base)
      write({ 'b.ts': 'two\nthree\n' })
      const head = commit({})
      expect(await observe(start)).toEqual(
        facts({
          branch: how === 'amended' ? 'main' : 'other',
          head,
          base,
          filesChanged: ['b.ts'],
          insertions: 2,
          commitsSinceBase: how === 'amended' ? 2 : 1,
          degraded: ['start-point-left'],
        }),
      )
    },
  )

  it('is the start point itself when HEAD has no history in common with it', async () => {
    const start = commit({ 'a.ts': 'one\n' })
    inRoot('switch', '-q', '--orphan', 'fresh')
    const head = commit({ 'b.ts': 'other\n' })
    expect(await observe(start)).toEqual(
      facts({
        branch: 'fresh',
        head,
        base: start,
        filesChanged: ['a.ts', 'b.ts'],
        insertions: 1,
        deletions: 1,
        commitsSinceBase: 1,
        degraded: ['no-common-ancestor'],
      }),
    )
  })

  it.each(['f'.repeat(40), 'main', '', 'HEAD'])(
    'is guessed when %j is no commit',
    async (start) => {
      const head = commit({ 'a.ts': 'one\n' })
      write({ 'a.ts': 'two\n' })
      expect(await observe(start)).toEqual(
        facts({
          head,
          base: head,
          filesChanged: ['a.ts'],
          insertions: 1,
          deletions: 1,
          degraded: ['start-point-vanished'],
        }),
      )
    },
  )

  it('is guessed when the start point was collected as garbage', async () => {
    const base = commit({ 'a.ts': 'one\n' })
    const start = commit({ 'b.ts': 'one\n' })
    inRoot('reset', '-q', '--hard', base)
    inRoot('reflog', 'expire', '--expire=all', '--all')
    inRoot('gc', '-q', '--prune=now')
    write({ 'c.ts': '1\n' })
    expect(await observe(start)).toEqual(
      facts({
        head: base,
        base,
        filesChanged: ['c.ts'],
        insertions: 1,
        degraded: ['start-point-vanished'],
      }),
    )
  })
})

describe('each state of a repository', () => {
  it('counts everything as new before the first commit', async () => {
    write({ 'a.ts': 'one\ntwo\n', 'b.ts': 'one\n' })
    inRoot('add', 'a.ts')
    expect(await observe(null)).toEqual(
      facts({ head: null, base: null, filesChanged: ['a.ts', 'b.ts'], insertions: 3 }),
    )
    expect(await findStartPoint(root, { env: ENV })).toBe(null)
  })

  it('has no branch on a detached head', async () => {
    const start = commit({ 'a.ts': 'one\n' })
    inRoot('switch', '-q', '--detach')
    write({ 'a.ts': 'two\n' })
    expect(await observe(start)).toEqual(
      facts({
        branch: null,
        head: start,
        base: start,
        filesChanged: ['a.ts'],
        insertions: 1,
        deletions: 1,
      }),
    )
  })

  it('says so in the middle of a rebase', async () => {
    const start = conflictingBranches()
    spawnSync('git', ['rebase', 'main'], { cwd: root, env: ENV, stdio: 'ignore' })
    const seen = await observe(start)
    expect(seen).toMatchObject({ branch: null, filesChanged: ['a.ts'] })
    expect(seen.degraded).toEqual(['rebase-in-progress', 'start-point-left', 'unmerged-files'])
  })

  it('counts the files of a merge conflict and says that they are unmerged', async () => {
    const start = conflictingBranches()
    spawnSync('git', ['merge', 'main'], { cwd: root, env: ENV, stdio: 'ignore' })
    expect(await observe(start)).toEqual(
      facts({
        branch: 'topic',
        head: start,
        base: start,
        filesChanged: ['a.ts'],
        insertions: 4,
        degraded: ['unmerged-files'],
      }),
    )
  })

  it('works in a linked work tree', async () => {
    const start = commit({ 'a.ts': 'one\n' })
    const linked = path.join(folder, 'linked')
    inRoot('worktree', 'add', '-q', '-b', 'topic', linked)
    writeFileSync(path.join(linked, 'b.ts'), '1\n')
    const seen = await observeRepository({ root: linked, startPoint: start, env: ENV })
    expect(seen).toEqual({
      ...facts({
        branch: 'topic',
        head: start,
        base: start,
        filesChanged: ['b.ts'],
        insertions: 1,
      }),
      root: linked,
      name: 'linked',
    })
  })

  it('works in a submodule, and sees into it from outside', async () => {
    const { start, inner } = addSubmodule()
    writeFileSync(path.join(root, 'sub', 'token.ts'), '1\n2\n')
    const seen = await observeRepository({
      root: path.join(root, 'sub'),
      startPoint: inner,
      env: ENV,
    })
    expect(seen).toEqual({
      ...facts({ head: inner, base: inner, filesChanged: ['token.ts'], insertions: 2 }),
      root: path.join(root, 'sub'),
      name: 'sub',
    })
    expect(await observe(start)).toEqual(
      facts({ head: start, base: start, filesChanged: ['sub', 'sub/token.ts'], insertions: 2 }),
    )
  })

  it('counts a submodule that moved to another commit', async () => {
    const { start } = addSubmodule()
    git('-C', path.join(root, 'sub'), 'commit', '-q', '--allow-empty', '-m', 'more')
    expect(await observe(start)).toEqual(
      facts({ head: start, base: start, filesChanged: ['sub'], insertions: 1, deletions: 1 }),
    )
  })

  it('does not follow a submodule whose folder is a link or lies outside', async () => {
    const start = commit({ 'a.ts': 'one\n' })
    git('init', '-q', path.join(folder, 'private'))
    writeFileSync(path.join(folder, 'private', 'mine.ts'), '1\n')
    execFileSync('ln', ['-s', '../private', path.join(root, 'link')])
    const modules = ['link', '../private', path.join(folder, 'private'), '.git']
    const text = modules.map((target) => `[submodule "${target}"]\npath = ${target}\n`).join('')
    write({ '.gitmodules': text })
    expect((await observe(start)).filesChanged).toEqual(['.gitmodules', 'link'])
  })

  it('does not take what a sparse checkout leaves out as deleted', async () => {
    const start = commit({ 'in/a.ts': 'one\n', 'out/b.ts': 'one\n' })
    inRoot('sparse-checkout', 'set', 'in')
    write({ 'in/a.ts': 'two\n' })
    expect(await observe(start)).toEqual(
      facts({
        head: start,
        base: start,
        filesChanged: ['in/a.ts'],
        insertions: 1,
        deletions: 1,
      }),
    )
  })

  it('works in a shallow clone', async () => {
    const old = commit({ 'a.ts': 'one\n' })
    const start = commit({ 'a.ts': 'two\n' })
    const shallow = path.join(folder, 'shallow')
    git('clone', '-q', '--depth=1', `file://${root}`, shallow)
    root = shallow
    const head = commit({ 'b.ts': 'one\n' })
    const expected = facts({
      head,
      base: start,
      filesChanged: ['b.ts'],
      insertions: 1,
      commitsSinceBase: 1,
    })
    expect(await observe(start)).toEqual(expected)
    expect(await observe(old)).toEqual({ ...expected, degraded: ['start-point-vanished'] })
  })
})

describe('what it can not read', () => {
  it.each([
    { what: 'a folder outside any repository', reason: 'not-a-repository' },
    { what: 'a folder that is not there', reason: 'not-a-repository' },
    { what: 'a bare repository', reason: 'bare-repository' },
    { what: 'the inside of .git', reason: 'git-failed' },
    { what: 'a repository without git', reason: 'git-missing' },
    { what: 'a repository after the signal', reason: 'git-timeout' },
    { what: 'a repository with a broken configuration', reason: 'git-failed' },
  ])('gives $reason for $what', async ({ what, reason }) => {
    const place = path.join(folder, 'place')
    const env: NodeJS.ProcessEnv = { ...ENV, GIT_CEILING_DIRECTORIES: folder }
    if (what.includes('outside')) mkdirSync(place)
    else if (what.includes('bare')) git('init', '-q', '--bare', place)
    else if (!what.includes('not there')) renameSync(root, place)
    if (what.includes('without git')) env['PATH'] = ''
    if (what.includes('broken')) writeFileSync(path.join(place, '.git', 'config'), '[core')
    const input = what.includes('inside') ? path.join(place, '.git') : place
    const signal = what.includes('signal') ? AbortSignal.abort() : undefined
    expect(await observeRepository({ root: input, startPoint: null, env, signal })).toEqual(
      nothingKnown(path.basename(input), reason),
    )
    expect(await findStartPoint(input, { env, signal })).toBe(null)
  })

  it('caps a huge number of untracked files and says so', async () => {
    const start = commit({ 'a.ts': 'one\n' })
    write({ 'a.ts': 'two\n' })
    mkdirSync(path.join(root, 'many'))
    for (let index = 0; index < 10_050; index += 1) {
      writeFileSync(path.join(root, 'many', `${index}`), '1\n')
    }
    const seen = await observe(start)
    expect({ ...seen, filesChanged: seen.filesChanged.length }).toEqual({
      ...facts({ head: start, base: start, insertions: 2001, deletions: 1 }),
      filesChanged: 10_001,
      degraded: ['files-capped', 'lines-not-counted'],
    })
  })
})

it('finds 20 changes among 1,000 files', async () => {
  const names = Array.from({ length: 1000 }, (_, index) => `src/${index % 40}/${index}.ts`)
  const start = commit(Object.fromEntries(names.map((name) => [name, `${name}\n`])))
  const changed = names.slice(0, 20)
  write(Object.fromEntries(changed.map((name) => [name, 'changed\n'])))
  expect(await findStartPoint(root, { env: ENV })).toBe(start)
  expect(await observe(start)).toEqual(
    facts({
      head: start,
      base: start,
      filesChanged: changed.sort(),
      insertions: 20,
      deletions: 20,
    }),
  )
})

describe('the number of git processes', () => {
  it.each([
    { when: 'nothing was committed', commits: 0, hasStart: true, processes: 3 },
    { when: 'something was committed', commits: 1, hasStart: true, processes: 4 },
    { when: 'the start is unknown', commits: 1, hasStart: false, processes: 3 },
    {
      when: 'the start is unknown, on a branch of its own',
      commits: 1,
      hasStart: false,
      branch: 'topic',
      processes: 5,
    },
  ])('is $processes when $when', async ({ commits, hasStart, branch, processes }) => {
    const start = commit({ 'a.ts': 'one\n' })
    if (branch !== undefined) git('-C', root, 'checkout', '-q', '-b', branch)
    for (let index = 0; index < commits; index += 1) commit({ 'b.ts': `${index}\n` })
    const { env, calls } = countingGit()
    await observeRepository({ root, startPoint: hasStart ? start : null, env })
    expect(calls()).toHaveLength(processes)
  })
})

it('names tracked files that hold what is not committed', async () => {
  commit({ 'a.ts': 'one\n', 'b.ts': 'one\n' })
  write({ 'new.ts': 'x\n', 'a.ts': 'two\n' })
  expect(await findUncommitted(root, { env: ENV })).toEqual(['a.ts'])
  expect(await findUncommitted(folder, { env: ENV })).toEqual([])
})

async function observe(startPoint: string | null): Promise<RepositoryFacts> {
  return RepositoryFacts.parse(await observeRepository({ root, startPoint, env: ENV }))
}

/** A git first on PATH that writes down each call and passes it on. */
function countingGit(): { env: NodeJS.ProcessEnv; calls: () => string[] } {
  const log = path.join(folder, 'calls')
  const bin = path.join(folder, 'bin')
  const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim()
  mkdirSync(bin)
  const script = `#!/bin/sh\necho "$*" >> '${log}'\nexec '${real}' "$@"\n`
  writeFileSync(path.join(bin, 'git'), script, { mode: 0o755 })
  return {
    env: { ...ENV, PATH: `${bin}${path.delimiter}${process.env['PATH']}` },
    calls: () => readFileSync(log, 'utf8').trim().split('\n'),
  }
}

function facts(known: Partial<RepositoryFacts>): RepositoryFacts {
  return makeRepositoryFacts({ root, name: path.basename(root), ...known })
}

function git(...args: string[]): string {
  return execFileSync('git', args, { env: ENV, encoding: 'utf8', stdio: 'pipe' }).trim()
}

function inRoot(...args: string[]): string {
  return git('-C', root, ...args)
}

function write(files: Record<string, string>): void {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(root, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, content)
  }
}

function commit(files: Record<string, string>): string {
  write(files)
  inRoot('add', '-A', '-f', '.')
  inRoot('commit', '-q', '--allow-empty', '-m', 'change')
  return inRoot('rev-parse', 'HEAD')
}

function cloneRoot(): { base: string } {
  const base = commit({ 'a.ts': 'one\n' })
  const clone = path.join(folder, 'clone')
  git('clone', '-q', root, clone)
  root = clone
  return { base }
}

function conflictingBranches(): string {
  commit({ 'a.ts': 'base\n' })
  inRoot('switch', '-q', '-c', 'topic')
  const start = commit({ 'a.ts': 'topic\n' })
  inRoot('switch', '-q', 'main')
  commit({ 'a.ts': 'main\n' })
  inRoot('switch', '-q', 'topic')
  return start
}

function addSubmodule(): { start: string; inner: string } {
  const library = path.join(folder, 'library')
  git('init', '-q', '-b', 'main', library)
  git('-C', library, 'commit', '-q', '--allow-empty', '-m', 'inner')
  inRoot('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', library, 'sub')
  return { start: commit({}), inner: git('-C', library, 'rev-parse', 'HEAD') }
}
