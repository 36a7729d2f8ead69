import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { openTempFolder } from '../../util/__fixtures__/temp-folder.js'
import { observeRepository } from '../repository.js'

const NAMES = { NAME: 'a', EMAIL: 'a@b.c' }
const ENV: NodeJS.ProcessEnv = {
  ...process.env,
  ...Object.fromEntries(
    ['AUTHOR', 'COMMITTER'].flatMap((who) =>
      Object.entries(NAMES).map(([what, name]) => [`GIT_${who}_${what}`, name]),
    ),
  ),
  GIT_CONFIG_GLOBAL: os.devNull,
  GIT_CONFIG_SYSTEM: os.devNull,
  GIT_EDITOR: 'true',
}

let mine: string
let theirs: string
beforeEach(() => {
  const folder = openTempFolder()
  const [origin, first] = [path.join(folder, 'origin'), path.join(folder, 'first')]
  ;[mine, theirs] = [path.join(folder, 'mine'), path.join(folder, 'theirs')]
  git('.', 'init', '-q', '-b', 'main', '--bare', origin)
  git('.', 'clone', '-q', origin, first)
  git(first, 'checkout', '-q', '-b', 'main')
  commit(first, { 'shared.ts': 'a\nb\nc\nd\ne\nf\n' })
  git(first, 'push', '-q', '-u', 'origin', 'main')
  git('.', 'clone', '-q', origin, mine)
  git('.', 'clone', '-q', origin, theirs)
})

/** The colleague's commit, pushed. */
function theyPush(files: Record<string, string> = { 'theirs.ts': '1\n2\n3\n' }): void {
  git(theirs, 'pull', '-q', '--rebase')
  commit(theirs, files)
  git(theirs, 'push', '-q')
}

const pull = (...how: string[]): string => git(mine, 'pull', '-q', '--no-edit', ...how)
const own = () => commit(mine, { 'own.ts': '1\n2\n' })
const open = () => write(mine, { 'open.ts': '1\n' })

interface Case {
  when: string
  before?(): void
  during(): void
  files: string[]
  commits: number
  lines: number
}

it.each<Case>([
  {
    when: 'a pull goes forward',
    during: () => (theyPush(), pull(), open()),
    files: ['open.ts'],
    commits: 0,
    lines: 1,
  },
  {
    when: 'a pull goes forward and work is committed on it',
    during: () => (theyPush(), pull(), own()),
    files: ['own.ts'],
    commits: 1,
    lines: 2,
  },
  {
    when: 'a pull replays what was committed',
    during: () => (own(), theyPush(), pull('--rebase'), open()),
    files: ['open.ts', 'own.ts'],
    commits: 1,
    lines: 3,
  },
  {
    when: 'a pull merges',
    during: () => (own(), theyPush(), pull('--no-rebase'), open()),
    files: ['open.ts', 'own.ts'],
    commits: 1,
    lines: 3,
  },
  {
    when: 'a pull replays what lay there before',
    before: () => void commit(mine, { 'before.ts': '1\n' }),
    during: () => (own(), theyPush(), pull('--rebase')),
    files: ['own.ts'],
    commits: 1,
    lines: 2,
  },
  {
    when: 'a pull comes behind a push of its own',
    during: () => (own(), git(mine, 'push', '-q'), theyPush(), pull()),
    files: ['own.ts'],
    commits: 1,
    lines: 2,
  },
  {
    when: 'it pushes what it replayed on a pull',
    during: () => (own(), theyPush(), pull('--rebase'), git(mine, 'push', '-q')),
    files: ['own.ts'],
    commits: 1,
    lines: 2,
  },
  {
    when: 'both changed one file',
    during: () => {
      commit(mine, { 'shared.ts': 'A\nb\nc\nd\ne\nf\n' })
      theyPush({ 'shared.ts': 'a\nb\nc\nd\ne\nF\nG\n' })
      pull('--rebase')
    },
    files: ['shared.ts'],
    commits: 1,
    lines: 1,
  },
  {
    when: 'a branch of its own work is merged',
    during: () => {
      git(mine, 'switch', '-q', '-c', 'topic')
      own()
      git(mine, 'switch', '-q', 'main')
      theyPush()
      pull()
      git(mine, 'merge', '-q', '--no-edit', 'topic')
    },
    files: ['own.ts'],
    commits: 1,
    lines: 2,
  },
])('counts what was made here when $when', async ({ before, during, files, commits, lines }) => {
  before?.()
  const startPoint = git(mine, 'rev-parse', 'HEAD')
  during()
  expect(await observeRepository({ root: mine, startPoint, env: ENV })).toMatchObject({
    filesChanged: files,
    commitsSinceBase: commits,
    insertions: lines,
    degraded: [],
  })
})

it.each(['merge', 'rebase'])(
  'leaves out what waits in a pull by %s that conflicts',
  async (how) => {
    const startPoint = git(mine, 'rev-parse', 'HEAD')
    commit(mine, { 'shared.ts': 'mine\n', 'own.ts': '1\n' })
    theyPush({ 'shared.ts': 'theirs\n', 'theirs.ts': '1\n' })
    const flag = how === 'merge' ? '--no-rebase' : '--rebase'
    spawnSync('git', ['-C', mine, 'pull', '-q', flag], { env: ENV, stdio: 'ignore' })
    const { filesChanged } = await observeRepository({ root: mine, startPoint, env: ENV })
    expect(filesChanged).toEqual(['own.ts', 'shared.ts'])
  },
)

function git(root: string, ...args: string[]): string {
  const options = { env: ENV, encoding: 'utf8', stdio: 'pipe' } as const
  return execFileSync('git', ['-C', root, ...args], options).trim()
}

function write(root: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true })
    writeFileSync(path.join(root, name), text)
  }
}

function commit(root: string, files: Record<string, string>): void {
  write(root, files)
  git(root, 'add', '-A')
  git(root, 'commit', '-q', '-m', Object.keys(files).join(' '))
}
