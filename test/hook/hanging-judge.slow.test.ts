import path from 'node:path'
import { expect, it } from 'vitest'
import { backendAt, KEY_ENV, PLANTED_KEY } from '../../src/model/__fixtures__/open-test-model.js'
import { useWireServer } from '../../src/model/__fixtures__/wire-server.js'
import { openSandbox } from '../support/sandbox.js'
import { edits, human, openStory, says } from '../support/stop-story.js'

const server = useWireServer()

it(
  'costs a judge that hangs its time three times, and then none',
  { timeout: 120_000 },
  async () => {
    server.turns = [{ hang: true }]
    const sandbox = openSandbox()
    Object.assign(sandbox.env, { [KEY_ENV]: PLANTED_KEY })
    sandbox.write(
      path.join(sandbox.home, '.config/reflectory/reflection.yaml'),
      JSON.stringify({
        mode: 'solo',
        models: {
          backends: { only: { ...backendAt(server.url, 'openai-compatible'), timeoutMs: 3000 } },
          roles: { default: ['only'] },
        },
      }),
    )
    const story = openStory(sandbox)
    for (const number of [1, 2, 3, 4, 5]) {
      const asked = human(`Fix the sum in src/a.ts, take ${number}.`)
      const said = says('The sum adds all the numbers now.')
      expect((await story.stop(asked, edits('src/a.ts'), said)).pushed).toBe(false)
    }
    expect(server.requests).toHaveLength(3)
    expect((await sandbox.reflect(['doctor'])).stdout).toContain('only is not asked until')
  },
)
