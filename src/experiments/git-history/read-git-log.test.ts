import { execFileSync } from 'node:child_process'
import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readRepositoryHistory } from './git-history.js'
import type { HistoryCommit } from './history-commit.js'
import { parseGitLog, readGitLog } from './read-git-log.js'

let folder = ''
let repo = ''
const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' }

function git(cwd: string, ...args: string[]): string {
  const identity = [
    '-c',
    'user.name=T',
    '-c',
    'user.email=t@example.com',
    '-c',
    'commit.gpgsign=false',
  ]
  return execFileSync('git', [...identity, ...args], { cwd, env, encoding: 'utf8' }).trim()
}

async function commit(subject: string, files: string[], body?: string): Promise<void> {
  for (const file of files) {
    await mkdir(path.dirname(path.join(repo, file)), { recursive: true })
    await writeFile(path.join(repo, file), `${subject}\n`)
  }
  git(repo, 'add', '-A')
  git(
    repo,
    'commit',
    '-q',
    '--allow-empty',
    '-m',
    subject,
    ...(body === undefined ? [] : ['-m', body]),
  )
}

async function read(cwd: string, since?: string) {
  const commits: HistoryCommit[] = []
  const reading = await readGitLog({ cwd, env, since }, (entry) => commits.push(entry))
  return { reading, commits }
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'reflectory-log-'))
  repo = path.join(folder, 'repo')
  await mkdir(repo)
  git(repo, 'init', '-q', '-b', 'main')
  await commit('feat: first', ['src/a b.ts', 'src/ü.ts', 'line\nbreak.ts'])
  await commit('fix: checks', ['src/a b.ts'], 'Some words.\n\nFailing-Check: lint')
  git(repo, 'revert', '--no-edit', 'HEAD')
  git(repo, 'checkout', '-q', '-b', 'side', 'HEAD~1')
  await commit('chore: nothing', [])
  git(repo, 'checkout', '-q', 'main')
  git(repo, 'merge', '-q', '--no-ff', '-m', 'Merge side', 'side')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('P2 over merges and squashes', () => {
  it('lays fixes to what a branch brought, and to what its commits say only once', async () => {
    const place = path.join(folder, 'merges')
    await mkdir(place)
    git(place, 'init', '-q', '-b', 'main')
    const change = async (file: string, subject: string) => {
      await appendFile(path.join(place, file), `${subject}\n`)
      git(place, 'add', '-A')
      git(place, 'commit', '-q', '-m', subject)
    }
    const merge = async (branch: string, file: string, subject: string) => {
      git(place, 'checkout', '-q', '-b', branch)
      await change(file, subject)
      git(place, 'checkout', '-q', 'main')
      git(place, 'merge', '-q', '--no-ff', '-m', `Merge branch '${branch}'`, branch)
    }
    await change('a.ts', 'begin')
    await merge('feature/search', 'search.ts', 'wip')
    await merge('feature/cart', 'cart.ts', 'feat: cart')
    await change('pay.ts', 'Add payments (#7)')
    await merge('fix/search', 'search.ts', 'wip')
    await change('cart.ts', 'fix: cart')
    await change('pay.ts', 'Fix payments (#8)')
    const { figures } = await readRepositoryHistory({ cwd: place, env }, {})
    expect(figures).toMatchObject({ merges: 3, features: 3, fixes: 3, featuresFixed: 3 })
  })
})

describe('readGitLog', () => {
  it('reads every commit with its files, odd names included', async () => {
    const { reading, commits } = await read(repo)
    expect(reading).toEqual({ shallow: false, cut: null })
    const bySubject = Object.fromEntries(commits.map((entry) => [entry.subject, entry]))
    expect(commits).toHaveLength(5)
    expect(bySubject['feat: first']).toMatchObject({
      hash: expect.stringMatching(/^[0-9a-f]{40}$/),
      parents: 0,
      revertsHash: null,
      failingCheck: false,
      files: ['line\nbreak.ts', 'src/a b.ts', 'src/ü.ts'],
    })
    expect(bySubject['fix: checks']).toMatchObject({ failingCheck: true, files: ['src/a b.ts'] })
    expect(bySubject['Revert "fix: checks"']).toMatchObject({
      revertsHash: bySubject['fix: checks']?.hash,
      files: ['src/a b.ts'],
    })
    expect(bySubject['chore: nothing']).toMatchObject({ files: [] })
    expect(bySubject['Merge side']).toMatchObject({ parents: 2, files: [] })
  })

  it('knows a shallow clone, and that its edge does not add every file', async () => {
    const clone = path.join(folder, 'shallow')
    git(folder, 'clone', '-q', '--depth', '1', '--no-local', repo, clone)
    const { reading, commits } = await read(clone)
    expect(reading).toEqual({ shallow: true, cut: null })
    expect(commits.map(({ parents, files }) => ({ parents, files }))).toEqual([
      { parents: 0, files: [] },
    ])
  })

  it('reads a repository without commits as no history', async () => {
    const empty = path.join(folder, 'empty')
    await mkdir(empty)
    git(empty, 'init', '-q')
    expect(await read(empty)).toEqual({ reading: { shallow: false, cut: null }, commits: [] })
  })

  it('refuses a folder that is no repository', async () => {
    await expect(read(folder)).rejects.toMatchObject({ code: 'not-found' })
  })

  it('is not led astray by the configuration of the repository', async () => {
    git(repo, 'config', 'log.showSignature', 'true')
    git(repo, 'config', 'gpg.program', '/nonexistent/program')
    git(repo, 'config', 'diff.renames', 'copies')
    expect((await read(repo)).commits).toHaveLength(5)
  })
})

describe('parseGitLog', () => {
  it('leaves out the half commit at the end of a cut log', () => {
    const whole = [hash('a'), '2', '', 'one', '', '\nx.ts', 'y.ts', hash('b'), '1', '', 'tw']
    const commits: HistoryCommit[] = []
    parseGitLog(Buffer.from(whole.join('\0')), (entry) => commits.push(entry), true)
    expect(commits.map(({ subject, files }) => ({ subject, files }))).toEqual([
      { subject: 'one', files: ['x.ts', 'y.ts'] },
    ])
  })
})

const hash = (letter: string): string => `\u0001${letter.repeat(40)}`
