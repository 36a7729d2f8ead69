import { mkdtempSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeRepositoryFacts } from '../__fixtures__/repository-facts.js'
import { isSameTreeSince } from './is-same-tree.js'

const root = mkdtempSync(path.join(tmpdir(), 'same-tree-'))
const at = (minute: number) => new Date(Date.UTC(2030, 0, 1, 10, minute))
const file = (name: string, minute: number): string => {
  writeFileSync(path.join(root, name), 'x')
  utimesSync(path.join(root, name), at(minute), at(minute))
  return name
}

describe('isSameTreeSince', () => {
  it.each([
    { name: 'nothing is changed', files: [], own: [], same: true },
    { name: 'a file was changed before', files: [file('before.ts', 5)], own: [], same: true },
    { name: 'a file was changed between', files: [file('between.ts', 12)], own: [], same: false },
    { name: 'another wrote later', files: [file('later.ts', 30)], own: [], same: false },
    {
      name: 'the session itself wrote later',
      files: [file('own.ts', 30)],
      own: [path.join(root, 'own.ts')],
      same: true,
    },
    { name: 'a file was deleted', files: ['gone.ts'], own: [], same: false },
  ])('is $same where $name', ({ files, own, same }) => {
    const repository = makeRepositoryFacts({ root, filesChanged: files })
    const [from, until] = [at(10).toISOString(), at(20).toISOString()]
    expect(isSameTreeSince({ from, until, own, cwd: root, repository })).toBe(same)
  })

  it('is not where the transcript tells no times', () => {
    const repository = makeRepositoryFacts({ root, filesChanged: [] })
    expect(isSameTreeSince({ from: null, until: null, own: [], cwd: root, repository })).toBe(false)
  })
})
