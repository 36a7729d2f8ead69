import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { RepositoryFacts } from '../../schema/evidence.js'
import { modifiedIn } from './modified-at.js'

it.each<[string, Partial<RepositoryFacts>, number | null]>([
  ['a file of the change has its time', { filesChanged: ['a.ts'] }, 1_000_000],
  ['a file that is not of the change has none', { filesChanged: [] }, null],
  [
    'a file has its time where git could not tell all',
    { filesChanged: [], degraded: ['lines-not-counted'] },
    1_000_000,
  ],
])('%s', (_, facts, expected) => {
  const root = mkdtempSync(path.join(tmpdir(), 'reflect-clock-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  writeFileSync(path.join(root, 'a.ts'), '')
  utimesSync(path.join(root, 'a.ts'), 1_000, 1_000)
  const repository = { root, degraded: [], ...facts } as unknown as RepositoryFacts
  expect(modifiedIn(root, repository)?.('a.ts')).toBe(expected)
})
