import { expect, it } from 'vitest'
import { qwen } from './clients/qwen.js'
import { describeClient, failureOf, textsOf } from './frame/describe-client.js'
import { outcomes } from './frame/outcomes.js'
import { DOES_IT, PROMPT } from './frame/stories.js'

/** As much as makes it compress its context before the next question. */
const FULL = 170_000

describeClient(qwen, ({ open }) => {
  it('is asked to keep what must survive when its context is compressed', async () => {
    const opened = await open()
    const [write, test, done] = DOES_IT
    const run = await opened.run(PROMPT, [{ ...write!, promptTokens: FULL }, test!, done!])
    expect(failureOf(run)).toBeNull()
    const kept = run.sideRequests.map((request) => textsOf(request).includes('Keep these facts'))
    expect(kept).toEqual([true])
    expect(await outcomes(opened, 'session-compacting')).toEqual(['context'])
  })
})
