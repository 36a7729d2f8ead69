import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { backendAt, KEY_ENV, PLANTED_KEY } from '../../src/model/__fixtures__/open-test-model.js'
import { useWireServer } from '../../src/model/__fixtures__/wire-server.js'
import { openSandbox } from '../support/sandbox.js'
import type { Sandbox } from '../support/sandbox.js'
import { edits, human, openStory, says } from '../support/stop-story.js'

const server = useWireServer()

/** A project with a change, whose user has a judge model. */
function open(stop: object = {}): Sandbox {
  const sandbox = openSandbox()
  Object.assign(sandbox.env, { [KEY_ENV]: PLANTED_KEY })
  sandbox.write(
    path.join(sandbox.home, '.config/reflectory/reflection.yaml'),
    JSON.stringify({
      mode: 'solo',
      stop,
      models: {
        backends: { only: { ...backendAt(server.url, 'openai-compatible'), timeoutMs: 10_000 } },
        roles: { default: ['only'] },
      },
    }),
  )
  sandbox.write('src/a.ts', 'export const sum = 1\n')
  sandbox.git('add', '.')
  sandbox.git('commit', '--quiet', '-m', 'start')
  sandbox.write('src/a.ts', 'export const sum = 2\n')
  return sandbox
}

const work = [
  human('Fix the sum in src/a.ts.'),
  edits('src/a.ts'),
  says('The sum adds all the numbers now.'),
] as const
const verdict = (pointer: object | null, fields: object = {}) => ({
  demands: [{ demand: 1, status: 'not_met', pointer }],
  waits_for_person: false,
  complete: false,
  severity: 'MEDIUM',
  feedback: 'No test covers the sum',
  missing: ['a test of the sum'],
  next_actions: ['Write one.'],
  requires_human_action: false,
  ...fields,
})

describe('a stop that the rules leave open', () => {
  it('is pushed with the words of the judge, as its words, when its pointer holds', async () => {
    server.turns = [{ say: verdict({ absent: 'test/a.test.ts' }) }]
    const stopped = await openStory(open()).stop(...work)
    expect(stopped).toMatchObject({
      pushed: true,
      text: expect.stringMatching(
        /the judge's reason is «No test covers the sum».*Named by the judge.*Or say exactly what blocks you/s,
      ) as string,
    })
  })

  it('has the request itself as the demand that the judge may object to, where none was read', async () => {
    server.turns = [{ say: verdict({ absent: 'test/a.test.ts' }) }]
    const wish = human('The build is red again.')
    const stopped = await openStory(open()).stop(wish, ...work.slice(1))
    expect(server.requests[0]?.body).toContain('1. request, asked: «The build is red again.»')
    expect(stopped).toMatchObject({ pushed: true })
  })

  it('is not pushed when the pointer does not hold, and why counts what was dropped', async () => {
    server.turns = [{ say: verdict({ absent: 'src/a.ts' }) }]
    const sandbox = open()
    expect(await openStory(sandbox).stop(...work)).toMatchObject({ pushed: false })
    const { stdout } = await sandbox.reflect(['why', '--json'])
    expect(JSON.parse(stdout)).toMatchObject({ dropped: 1, verdict: { complete: null } })
  })

  it('is not pushed when the judge finds that it asks a person', async () => {
    server.turns = [{ say: verdict({ absent: 'test/a.test.ts' }, { waits_for_person: true }) }]
    expect(await openStory(open()).stop(...work)).toEqual({ pushed: false, text: '' })
  })

  it.each([
    { judgeSees: 'diff', sees: true },
    { judgeSees: 'ledger', sees: false },
  ])(
    'shows the judge the numbered demands, and with $judgeSees the change: $sees',
    async ({ judgeSees, sees }) => {
      server.turns = [{ say: verdict(null, { complete: true, severity: 'NONE' }) }]
      await openStory(open({ judgeSees })).stop(...work)
      const [request] = server.requests
      expect(request?.body).toContain('1. change, asked: «Fix the sum in src/a.ts.»')
      expect(request?.body.includes('+export const sum = 2')).toBe(sees)
    },
  )

  it('is not shown to a judge that is never to be asked', async () => {
    await openStory(open({ judge: 'never' })).stop(...work)
    expect(server.requests).toEqual([])
  })
})
