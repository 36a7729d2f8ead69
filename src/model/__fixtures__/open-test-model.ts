import { Config } from '../../schema/config.js'
import type { ConfigInput } from '../../schema/config.js'
import { openModel } from '../../wiring/open-model.js'
import type { OpenModelInput } from '../../wiring/open-model.js'
import { openMemoryStore } from '../../store/memory.js'
import type { Store } from '../../store.js'
import type { Model, ModelRequest } from '../../model.js'

/** Put together at run time, and of no provider's shape: only we know that it is a key. */
export const PLANTED_KEY = ['planted', 'Key', 'zq81', 'Xv'].join('~')

export const KEY_ENV = 'TEST_MODEL_KEY'

export type Backends = NonNullable<NonNullable<ConfigInput['models']>['backends']>

/** The four ways to reach a provider at the test server, by wire format. */
export const WIRES = ['anthropic', 'openai', 'google', 'openai-compatible'] as const

export const backendAt = (
  url: string,
  provider: (typeof WIRES)[number],
  model = 'test-model',
): Backends[string] => ({
  provider,
  model,
  baseUrl: `${url}/${provider}`,
  apiKeyEnv: KEY_ENV,
})

export interface TestModel {
  model: Model
  store: Store
}

export async function openTestModel(
  models: ConfigInput['models'],
  rest: Partial<OpenModelInput> = {},
): Promise<TestModel> {
  const store = rest.store ?? (await openMemoryStore())
  let count = 0
  const backends = models?.backends ?? {}
  const roles = models?.roles ?? { default: Object.keys(backends) }
  const model = openModel({
    config: Config.parse({ models: { ...models, roles } }),
    store,
    projectRoot: '/nowhere',
    env: { [KEY_ENV]: PLANTED_KEY },
    now: () => new Date('2030-01-01T12:00:00.000Z'),
    nextId: () => `call-${String((count += 1)).padStart(4, '0')}`,
    retryWaitsMs: [1, 1],
    ...rest,
  })
  return { model, store }
}

export const request = (fields: Partial<ModelRequest> = {}): ModelRequest => ({
  role: 'lesson',
  prompt: 'Say something.',
  sessionId: 'session-a',
  timeoutMs: 10_000,
  maxTokens: 1000,
  ...fields,
})

/** Everything that a store holds, as text. */
export async function dumpStore(store: Store): Promise<string> {
  const rows: string[] = []
  await store.exportRows((row) => void rows.push(JSON.stringify(row)))
  return rows.join('\n')
}
