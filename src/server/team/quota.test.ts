import { expect, it } from 'vitest'
import { openQuotas, QUOTAS } from './quota.js'

it('refuses a flood of one token, tells when there is room, and leaves others alone', () => {
  let nowMs = 0
  const quotas = openQuotas(() => new Date(nowMs))
  const { burst, perSecond } = QUOTAS['rows of a token']
  const send =
    (of: string, amount = 200) =>
    () =>
      quotas.take('rows of a token', of, amount)
  for (let sent = 0; sent < burst; sent += 200) send('flood')()
  expect(send('flood')).toThrow('Too many rows of a token')
  expect(send('other')).not.toThrow()
  expect(send('flood')).toThrow(
    expect.objectContaining({
      problem: expect.objectContaining({ status: 429 }) as unknown,
      headers: { 'retry-after': '2' },
    }),
  )
  nowMs += (200 / perSecond) * 1000
  expect(send('flood')).not.toThrow()
  expect(send('flood')).toThrow('Too many')
})
