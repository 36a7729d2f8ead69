import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openDuePlace } from './__fixtures__/open-due-place.js'
import { openWatch } from './watch.js'
import { withProject } from './with-project.js'
import type { ProjectPlace } from './with-project.js'

/** Watches until a session was woken. */
function watchOnce(place: ProjectPlace, isMine: (sessionId: string) => boolean) {
  const ended = new AbortController()
  onTestFinished(() => ended.abort())
  const woken: string[] = []
  const reported: string[] = []
  const watch = openWatch({
    ...place,
    retryMs: 20,
    ended: ended.signal,
    isMine,
    isBusy: () => false,
    wake: async ({ sessionId }) => {
      woken.push(sessionId)
      ended.abort()
    },
    report: (error, where) => void reported.push(`${where}: ${(error as Error).message}`),
  })
  return { watch, woken, reported }
}

it('looks again after a look that failed', async () => {
  const { place } = await openDuePlace()
  let questions = 0
  const { watch, woken, reported } = watchOnce(place, () => {
    questions += 1
    if (questions === 2) throw new Error('broken')
    return true
  })
  await withProject(place, watch.plan)
  await watch.run()
  expect({ woken, reported }).toEqual({ woken: ['s1'], reported: ['run due work: broken'] })
})

it.each([
  { when: 'it looks', plansBlind: false },
  { when: 'it plans', plansBlind: true },
])('looks again when the store can not be seen while $when', async ({ plansBlind }) => {
  const { place, database, log } = await openDuePlace()
  const { watch, woken } = watchOnce(place, () => true)
  const hide = () => {
    renameSync(database, `${database}.aside`)
    mkdirSync(database)
  }
  if (plansBlind) hide()
  await withProject(place, watch.plan)
  if (!plansBlind) hide()
  rmSync(log, { force: true })
  const running = watch.run()
  await vi.waitFor(() => expect(existsSync(log)).toBe(true), { timeout: 20_000 })
  rmSync(database, { recursive: true })
  renameSync(`${database}.aside`, database)
  await running
  expect(woken).toEqual(['s1'])
})
