import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startBudget } from './start-budget.js'

// Ours is a long-lived process with much processor time behind it; a hook has none.
beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(process, 'cpuUsage').mockReturnValue({ user: 0, system: 0 })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('gives up waiting first and ends later, once', () => {
  const onSpent = vi.fn()
  const { signal } = startBudget(1000, onSpent)
  vi.advanceTimersByTime(550)
  expect(signal.aborted).toBe(false)
  vi.advanceTimersByTime(50)
  expect(signal.aborted).toBe(true)
  expect(onSpent).not.toHaveBeenCalled()
  vi.advanceTimersByTime(5000)
  expect(onSpent).toHaveBeenCalledTimes(1)
})

it('does not count time in which the machine did not let us run, up to a limit', () => {
  const onSpent = vi.fn()
  startBudget(1000, onSpent)
  const start = Date.now()
  vi.setSystemTime(start + 4900)
  vi.advanceTimersByTime(50)
  expect(onSpent).not.toHaveBeenCalled()
  vi.setSystemTime(start + 5000)
  vi.advanceTimersByTime(50)
  expect(onSpent).toHaveBeenCalledTimes(1)
})

it('counts processor time of our own, however few ticks it lets through', () => {
  const onSpent = vi.fn()
  startBudget(1000, onSpent)
  vi.mocked(process.cpuUsage).mockReturnValue({ user: 900_000, system: 100_000 })
  vi.advanceTimersByTime(50)
  expect(onSpent).toHaveBeenCalledTimes(1)
})

it('gives more time when it is asked for', () => {
  const onSpent = vi.fn()
  const budget = startBudget(1000, onSpent)
  budget.extend(3000)
  vi.advanceTimersByTime(1750)
  expect(budget.signal.aborted).toBe(false)
  vi.advanceTimersByTime(1200)
  expect(onSpent).not.toHaveBeenCalled()
  vi.advanceTimersByTime(50)
  expect(onSpent).toHaveBeenCalledTimes(1)
})
