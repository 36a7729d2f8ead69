import { expect, it } from 'vitest'
import { openSandbox } from '../support/sandbox.js'
import { serve } from './support/serve.js'

it('who opens the link of a terminal decides, and who reads the token from its file does not', async () => {
  const served = await serve(openSandbox())
  const [machine] = served.token.split('.')
  const pin = (token: string) =>
    fetch(`${served.url}/api/v1/lessons/none/pin`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
    })
  // There is no such lesson: the first was let through.
  expect([(await pin(served.token)).status, (await pin(machine!)).status]).toEqual([404, 403])
  await served.stop()
})
