import { expect, it } from 'vitest'
import { openBell } from './bell.js'

const LONG_MS = 60_000

it('ends a wait when it is rung', async () => {
  const bell = openBell()
  const waited = bell.wait(LONG_MS)
  bell.ring()
  await expect(waited).resolves.toBeUndefined()
})

it('keeps one ring for the next wait, and no more than one', async () => {
  const bell = openBell()
  bell.ring()
  bell.ring()
  await bell.wait(LONG_MS)
  let ended = false
  const second = bell.wait(LONG_MS).then(() => (ended = true))
  await Promise.resolve()
  expect(ended).toBe(false)
  bell.ring()
  await second
})

it('ends a wait by itself', async () => {
  await expect(openBell().wait(1)).resolves.toBeUndefined()
})
