import { expect, it } from 'vitest'
import { findSetAside } from './set-aside.js'
import { parseLine } from './parse-line.js'

it.each<[line: string, aside: number[], isAway: boolean]>([
  ['git stash && npm test; git stash pop', [1], false],
  ['git stash push -u -m wip && npm test', [1], true],
  ['git stash -u', [], true],
  ['npm test && git stash', [], true],
  ['git stash -k && npm test && git commit -m x', [], false],
  ['git stash && git stash drop && npm test', [], false],
  ['git stash list && npm test', [], false],
  ['git stash pop && npm test', [], false],
  ['git checkout main && npm test; git checkout -', [1], false],
  ['git switch -c fix && npm test', [], false],
  ['git checkout HEAD~1 -- src/a.ts && npx jest a && git checkout HEAD -- src/a.ts', [1], false],
])('%s', (line, aside, isAway) => {
  const found = findSetAside(parseLine(line).parts, false, '')
  expect({ ...found, parts: [...found.parts] }).toEqual({ parts: aside, isAway })
})

it('sets nothing aside where there was nothing to stash', () => {
  const found = findSetAside(
    parseLine('git stash; npm test').parts,
    false,
    'No local changes to save',
  )
  expect(found).toEqual({ parts: new Set(), isAway: false })
})

it('goes on while the changes are away', () => {
  expect([...findSetAside(parseLine('npm test').parts, true, '').parts]).toEqual([0])
})
