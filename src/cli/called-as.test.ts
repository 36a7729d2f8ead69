import { expect, it } from 'vitest'
import { calledAs } from './called-as.js'

it.each([
  [{}, 'reflect'],
  [{ npm_lifecycle_event: 'docs' }, 'reflect'],
  [{ npm_lifecycle_event: 'start', npm_command: 'start' }, 'node ~/code/dist/cli/bin.cjs'],
  [{ npm_lifecycle_event: 'audit', npm_command: 'run' }, 'node ~/code/dist/cli/bin.cjs'],
  [{ npm_command: 'exec', npm_lifecycle_event: 'npx' }, 'npx reflectory'],
])('a program that %j started is called %s', (env, name) => {
  expect(calledAs({ env, home: '/home/ada' }, '/home/ada/code')).toBe(name)
})
