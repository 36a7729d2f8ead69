import { expect, it } from 'vitest'
import { createWakeSignal } from './wake-signal.js'

const LONG_MS = 60_000

it('ends a wait when it is signalled', async () => {
  const wakeSignal = createWakeSignal()
  const waited = wakeSignal.wait(LONG_MS)
  wakeSignal.signal()
  await expect(waited).resolves.toBeUndefined()
})

it('keeps one signal for the next wait, and no more than one', async () => {
  const wakeSignal = createWakeSignal()
  wakeSignal.signal()
  wakeSignal.signal()
  await wakeSignal.wait(LONG_MS)
  let ended = false
  const second = wakeSignal.wait(LONG_MS).then(() => (ended = true))
  await Promise.resolve()
  expect(ended).toBe(false)
  wakeSignal.signal()
  await second
})

it('ends a wait by itself', async () => {
  await expect(createWakeSignal().wait(1)).resolves.toBeUndefined()
})
