import { expect, it } from 'vitest'
import { openSessionOrder } from './session-order.js'

const nothing = (): void => undefined

/** Work that goes on until it is told to end. */
function openWork(name: string, log: string[]) {
  let end = nothing
  const ended = new Promise<void>((resolve) => (end = resolve))
  const work = async () => {
    log.push(`${name} begins`)
    await ended
    log.push(`${name} ends`)
  }
  return { work, end }
}

it('lets an abort pass a judge, and no judge pass what came before it', async () => {
  const order = openSessionOrder()
  const log: string[] = []
  const [prompt, judge, abort, second] = ['prompt', 'judge', 'abort', 'second judge'].map((name) =>
    openWork(name, log),
  )
  const all = [
    order.run('s1', false, prompt!.work),
    order.run('s1', true, judge!.work),
    order.run('s1', false, abort!.work),
    order.run('s1', true, second!.work),
  ]
  prompt!.end()
  abort!.end()
  await Promise.all([all[0], all[2]])
  judge!.end()
  second!.end()
  await Promise.all(all)
  expect(log.indexOf('abort ends')).toBeLessThan(log.indexOf('judge ends'))
  expect(log.indexOf('judge begins')).toBeGreaterThan(log.indexOf('prompt ends'))
  expect(log.indexOf('second judge begins')).toBeGreaterThan(log.indexOf('judge ends'))
})

it('keeps one session from waiting for another', async () => {
  const order = openSessionOrder()
  const log: string[] = []
  const [slow, quick] = [openWork('slow', log), openWork('quick', log)]
  const first = order.run('s1', true, slow.work)
  quick.end()
  await order.run('s2', true, quick.work)
  expect(log).toEqual(['slow begins', 'quick begins', 'quick ends'])
  slow.end()
  await first
})

it('goes on behind work that failed, and settles when all is done', async () => {
  const order = openSessionOrder()
  const log: string[] = []
  void order.run('s1', true, () => Promise.reject(new Error('broken')))
  void order.run('s1', true, async () => void log.push('next'))
  await order.settled()
  expect(log).toEqual(['next'])
})
