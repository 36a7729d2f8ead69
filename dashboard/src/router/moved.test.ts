import { expect, it } from 'vitest'
import { movedTo } from './moved.js'

it.each([
  ['/overview', '/'],
  ['/lessons', '/checks/lessons'],
  ['/lessons/a%2Fb', '/checks/lessons/a%2Fb'],
  ['/memory/', '/checks/memory'],
  ['/risk', '/reviews'],
  ['/tasks', '/growth'],
  ['/tasks/nightly', '/growth/tasks/nightly'],
  ['/skills/deploy-safely', '/growth/skills/deploy-safely'],
  ['/self', '/growth/self'],
  ['/experiments', '/growth/experiments'],
  ['/log', '/settings/log'],
  ['/words', '/settings/words'],
  ['/', null],
  ['/projects', null],
  ['/sessions/lessons', null],
  ['/checks', null],
  ['/risk/unknown', null],
])('%s is now at %s', (old, now) => {
  expect(movedTo(old)).toBe(now)
})
