import { expect, it, vi } from 'vitest'
import { startBudget } from './start-budget.js'

it('calls back once when the time is used up', () => {
  vi.useFakeTimers()
  const onSpent = vi.fn()
  startBudget(200, onSpent)
  vi.advanceTimersByTime(199)
  expect(onSpent).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1000)
  expect(onSpent).toHaveBeenCalledTimes(1)
  vi.useRealTimers()
})

it('does not count time in which the machine did not let us run, up to a limit', () => {
  vi.useFakeTimers()
  const onSpent = vi.fn()
  startBudget(200, onSpent)
  const start = Date.now()
  vi.setSystemTime(start + 900)
  vi.advanceTimersByTime(50)
  expect(onSpent).not.toHaveBeenCalled()
  vi.setSystemTime(start + 1000)
  vi.advanceTimersByTime(50)
  expect(onSpent).toHaveBeenCalledTimes(1)
  vi.useRealTimers()
})

it('stops counting when told to', () => {
  vi.useFakeTimers()
  const onSpent = vi.fn()
  startBudget(200, onSpent)()
  vi.advanceTimersByTime(1000)
  expect(onSpent).not.toHaveBeenCalled()
  vi.useRealTimers()
})
