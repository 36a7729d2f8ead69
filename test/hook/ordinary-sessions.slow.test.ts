import { expect, it } from 'vitest'
import { openSession } from '../support/client-session.js'
import { openSandbox } from '../support/sandbox.js'

const THANKS = [
  'Thanks, that works perfectly, looks great!',
  'Perfect, thank you, exactly what I wanted.',
  'Great job, it works now, thanks a lot.',
]
const DOUBTS = [
  "That's wrong, the login still fails with the same error.",
  "No, this is still broken, you didn't fix it at all.",
  "It still doesn't work, I get the same error as before.",
]

it('thirty ordinary sessions with self-reports give P1 its rows', async () => {
  const sandbox = openSandbox()
  sandbox.write('../home/.config/reflectory/reflection.yaml', 'run: { askSelfReport: true }\n')
  for (let number = 0; number < 30; number += 1) {
    const session = openSession(sandbox, 'claude-code', { sessionId: `s${number}` })
    const isRight = number % 3 !== 0
    await session.start()
    await session.prompt(`Fix the login of form ${number}.`)
    await session.stop(
      `I fixed the login of form ${number}.\n\nSelf-report: confidence 0.${isRight ? 9 : 4}`,
    )
    await session.prompt((isRight ? THANKS : DOUBTS)[(number >> 1) % 3]!)
    await session.end!()
  }
  await openSession(sandbox, 'claude-code', { sessionId: 'last' }).start()
  const status = JSON.parse((await sandbox.reflect(['status', '--json'])).stdout) as {
    outcomes: object
  }
  expect(status.outcomes).toEqual({ completed: 20, failed: 10, waiting: 0, aborted: 0, unknown: 0 })
  const { stdout } = await sandbox.reflect(['experiment', 'calibration', '--from-store', '--json'])
  expect(JSON.parse(stdout)).toMatchObject({ figures: { rows: { used: 30 } } })
})
