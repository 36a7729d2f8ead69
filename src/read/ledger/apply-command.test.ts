import { expect, it } from 'vitest'
import { call, edit, human, play } from '../__fixtures__/play.js'

const GREEN = ' Tests  3 passed (3)'
const stash = call('git stash', 'Saved working directory and index state WIP on main: a1 Begin')

it.each([
  { who: 'the session', lines: [edit('src/a.ts'), stash], kind: 'other' },
  { who: 'no one but others', lines: [stash], kind: 'test' },
])('while changes of $who lie in the stash a test run is of kind $kind', ({ lines, kind }) => {
  const { commands } = play(human('Why is it red?'), ...lines, call('npm test', GREEN))
  expect(commands.at(-1)!.kind).toBe(kind)
})
