import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { nothingKnown } from './__fixtures__/repository-facts.js'
import { openTempFolder } from '../util/__fixtures__/temp-folder.js'
import { findStartPoint, observeRepository } from './repository.js'

let folder: string
let root: string
let canaries: string
beforeEach(() => {
  folder = openTempFolder()
  root = path.join(folder, 'repo')
  canaries = path.join(folder, 'canaries')
  mkdirSync(canaries)
})

describe('a repository whose configuration names programs', () => {
  it('has none of them run', async () => {
    const base = plantHostileRepository()
    const index = readFileSync(path.join(root, '.git', 'index'))
    const startPoint = await findStartPoint(root)
    const facts = await observeRepository({ root, startPoint: base })
    const guessed = await observeRepository({ root, startPoint: null })

    expect({ ran: ran(), index: readFileSync(path.join(root, '.git', 'index')) }).toEqual({
      ran: [],
      index,
    })
    const head = git('-C', root, '-c', 'core.fsmonitor=false', 'rev-parse', 'HEAD')
    expect(facts).toEqual({
      root,
      name: 'repo',
      branch: 'main',
      head,
      base,
      filesChanged: [...NAMES, 'new.txt'].sort(),
      insertions: 20 * NAMES.length + 1,
      sourceInsertions: expect.any(Number),
      deletions: 20 * NAMES.length,
      commitsSinceBase: 1,
      degraded: ['filters-skipped'],
    })
    expect(startPoint).toBe(head)
    expect(guessed).toEqual({ ...facts, base: head, commitsSinceBase: 0 })
  })

  it('has none of them run to fetch an object that is missing', async () => {
    const base = plantHostileRepository()
    loseObject()
    const facts = await observeRepository({ root, startPoint: base })
    expect({ ran: ran(), files: facts.filesChanged, degraded: facts.degraded }).toEqual({
      ran: [],
      files: [...NAMES, 'new.txt'].sort(),
      degraded: ['filters-skipped', 'git-failed'],
    })
  })

  it('has them run by a git that is called without care', () => {
    plantHostileRepository()
    careless('status')
    careless('-c', 'filter.evilprocess.process=', 'status')
    careless(...CALMED, 'status')
    careless(...CALMED, 'diff', 'HEAD')
    careless(...CALMED, 'diff', '--no-ext-diff', 'HEAD')
    loseObject()
    careless(...CALMED, 'diff', 'HEAD', '--', 'a.lost')
    expect(ran()).toEqual([
      'core.fsmonitor',
      'core.sshCommand',
      'diff.evil.command',
      'diff.evil.textconv',
      'diff.external',
      'filter.evil.clean',
      'filter.evil.process',
      'filter.evil.smudge',
      'filter.included.clean',
      'hook.post-index-change',
      'sub.core.fsmonitor',
    ])
  })
})

describe('a repository that claims another work tree', () => {
  it.each(['elsewhere', 'above'])('is not read when it lies %s', async (where) => {
    const home = where === 'above' ? folder : path.join(folder, 'home')
    mkdirSync(home, { recursive: true })
    writeFileSync(path.join(home, 'private.txt'), 'mine\n')
    git('init', '-q', root)
    git('-C', root, 'config', 'core.worktree', home)
    expect(await observeRepository({ root, startPoint: null })).toEqual(
      nothingKnown('repo', 'work-tree-elsewhere'),
    )
  })
})

it('does not pass on a start point that is an option', async () => {
  git('init', '-q', root)
  git('-C', root, 'commit', '-q', '--allow-empty', '-m', 'one')
  const startPoint = `--output=${path.join(canaries, 'written')}`
  const facts = await observeRepository({ root, startPoint })
  expect({ degraded: facts.degraded, ran: ran() }).toEqual({
    degraded: ['start-point-vanished'],
    ran: [],
  })
})

it('reads no content through a link or a pipe that lies untracked', async () => {
  git('init', '-q', root)
  writeFileSync(path.join(folder, 'outside.txt'), 'a\nb\nc\n')
  execFileSync('ln', ['-s', '../outside.txt', path.join(root, 'link.txt')])
  execFileSync('mkfifo', [path.join(root, 'pipe')])
  const { filesChanged, insertions } = await observeRepository({ root, startPoint: null })
  expect({ filesChanged, insertions }).toEqual({ filesChanged: ['link.txt'], insertions: 1 })
})

// The two whose nonsense makes git give up before it comes to the others.
const CALMED = ['-c', 'core.fsmonitor=false', '-c', 'filter.evilprocess.process=']

// The programs answer nonsense; that they were started is the point.
function careless(...args: string[]): void {
  spawnSync('git', args, { cwd: root, stdio: 'ignore', timeout: 10_000 })
}

function ran(): string[] {
  return readdirSync(canaries).sort()
}

function git(...args: string[]): string {
  return execFileSync('git', args, {
    env: quietEnvironment(),
    encoding: 'utf8',
    stdio: 'pipe',
  }).trim()
}

function quietEnvironment(): NodeJS.ProcessEnv {
  const author = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@b.c' }
  const committer = { GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@b.c' }
  const config = { GIT_CONFIG_GLOBAL: os.devNull, GIT_CONFIG_SYSTEM: os.devNull }
  return { ...process.env, ...author, ...committer, ...config }
}

const NAMES = ['a.clean', 'a.included', 'a.lost', 'a.merge', 'a.process', 'a.textconv']

/** Two commits, a submodule, and dirty files under every kind of attribute. */
function plantHostileRepository(): string {
  const sub = path.join(root, 'sub')
  git('init', '-q', '-b', 'main', root)
  git('init', '-q', sub)
  writeFileSync(path.join(sub, 'inner.txt'), 'one\n')
  git('-C', sub, 'add', '.')
  git('-C', sub, 'commit', '-q', '-m', 'inner')

  for (const name of NAMES) writeFileSync(path.join(root, name), `${name} one\n`.repeat(20))
  writeFileSync(
    path.join(root, '.gitattributes'),
    [
      '*.clean filter=evil',
      '*.process filter=evilprocess',
      '*.included filter=included',
      '*.textconv diff=evil',
      '*.merge merge=evil',
    ].join('\n'),
  )
  git('-C', root, '-c', 'advice.addEmbeddedRepo=false', 'add', '.')
  git('-C', root, 'commit', '-q', '-m', 'one')
  const base = git('-C', root, 'rev-parse', 'HEAD')
  git('-C', root, 'commit', '-q', '--allow-empty', '-m', 'two')

  // Of the same length, so that only a look at the content tells that it changed.
  for (const name of NAMES) writeFileSync(path.join(root, name), `${name} two\n`.repeat(20))
  writeFileSync(path.join(root, 'new.txt'), 'new\n')
  writeFileSync(path.join(sub, 'inner.txt'), 'two\n')
  plantPrograms(sub)
  return base
}

function loseObject(): void {
  const lost = execFileSync('git', ['hash-object', '--stdin'], { input: 'a.lost one\n'.repeat(20) })
    .toString()
    .trim()
  rmSync(path.join(root, '.git', 'objects', lost.slice(0, 2), lost.slice(2)))
}

function plantPrograms(sub: string): void {
  const hooks = path.join(folder, 'hooks')
  mkdirSync(hooks)
  for (const place of [hooks, path.join(root, '.git', 'hooks')]) {
    for (const hook of [
      'post-index-change',
      'fsmonitor-watchman',
      'post-checkout',
      'pre-auto-gc',
    ]) {
      writeFileSync(path.join(place, hook), `#!/bin/sh\n${program(`hook.${hook}`)}\n`)
      chmodSync(path.join(place, hook), 0o755)
    }
  }
  const included = path.join(folder, 'included')
  git('config', '-f', included, 'filter.included.clean', program('filter.included.clean'))
  const settings: Record<string, string> = {
    'core.fsmonitor': program('core.fsmonitor'),
    'core.hooksPath': hooks,
    'core.pager': program('core.pager'),
    'core.editor': program('core.editor'),
    'core.askPass': program('core.askPass'),
    'core.sshCommand': program('core.sshCommand'),
    'core.gitProxy': program('core.gitProxy'),
    'core.alternateRefsCommand': program('core.alternateRefsCommand'),
    'core.virtualFilesystem': program('core.virtualFilesystem'),
    'pager.status': program('pager.status'),
    'pager.diff-index': program('pager.diff-index'),
    'pager.config': program('pager.config'),
    'alias.status': `!${program('alias.status')}`,
    'alias.rev-parse': `!${program('alias.rev-parse')}`,
    'diff.external': program('diff.external'),
    'diff.evil.command': program('diff.evil.command'),
    'diff.evil.textconv': program('diff.evil.textconv'),
    'filter.evil.clean': program('filter.evil.clean'),
    'filter.evil.smudge': program('filter.evil.smudge'),
    'filter.evil.required': 'true',
    'filter.evilprocess.process': program('filter.evil.process'),
    'merge.evil.driver': program('merge.evil.driver'),
    'credential.helper': `!${program('credential.helper')}`,
    'gpg.program': program('gpg.program'),
    'log.showSignature': 'true',
    'status.submoduleSummary': 'true',
    'diff.submodule': 'log',
    'diff.ignoreSubmodules': 'none',
    'submodule.recurse': 'true',
    'include.path': included,
    'core.repositoryFormatVersion': '1',
    'extensions.partialClone': 'origin',
    'remote.origin.promisor': 'true',
    'remote.origin.url': 'ssh://host.invalid/x',
    'remote.origin.uploadpack': program('remote.origin.uploadpack'),
    'protocol.allow': 'always',
  }
  for (const [key, value] of Object.entries(settings)) {
    git('config', '-f', path.join(root, '.git', 'config'), key, value)
  }
  git(
    'config',
    '-f',
    path.join(sub, '.git', 'config'),
    'core.fsmonitor',
    program('sub.core.fsmonitor'),
  )
}

const program = (name: string): string => `touch '${canaries}/${name}' #`
