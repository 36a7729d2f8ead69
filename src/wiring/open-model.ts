/**
 * A project's model, put together from its config: the pool, its backends, the store as its ledger.
 * Opening it calls no model and loads no provider's package; a backend is made when it is first asked.
 */
import path from 'node:path'
import { homedir, tmpdir } from 'node:os'
import { openAgentCli } from '../model/agent-cli.js'
import { openProvider } from '../model/ai-sdk.js'
import type { AskDeps } from '../model/ask-backend.js'
import type { Backend } from '../model/backend.js'
import { chooseFastModel } from '../model/fast-models.js'
import { openPool } from '../model/pool.js'
import { openRecorded } from '../model/recorded.js'
import type { CallLedger } from '../model/ledger.js'
import { backendsOf } from '../model/roles.js'
import type { Model } from '../model.js'
import { Config } from '../schema/config.js'
import type { ModelBackend } from '../schema/config.js'
import type { Store } from '../store.js'

/** What a model is put together from. */
export interface OpenModelInput extends Pick<AskDeps, 'now' | 'nextId' | 'retryWaitsMs'> {
  config: Pick<Config, 'models' | 'stop'>
  store: Store
  projectRoot: string
  /** The home directory, which no prompt and no answer names. @default the user's own */
  home?: string
  env: Readonly<Record<string, string | undefined>>
  /** The model that the client lends, where it does; used only with `models.useClientModel`. */
  lent?: Backend
  /** @default the system's */
  tempDir?: string
}

/** A project's model by its config: backends by role, with budgets and the store as ledger. */
export function openModel(given: OpenModelInput): Model {
  const input = { ...given, home: given.home ?? homedir() }
  const { config, store: ledger } = input
  const opened = new Map<string, Backend | null>()
  return openPool({
    ...input,
    ledger,
    models: config.models,
    namesOf: (role) => backendsOf(role, config),
    open(name) {
      if (!opened.has(name)) opened.set(name, openBackend(name, input))
      return opened.get(name) ?? null
    },
  })
}

function openBackend(name: string, input: OpenModelInput): Backend | null {
  const { models } = input.config
  const settings = Object.hasOwn(models.backends, name) ? models.backends[name]! : null
  if (settings === null) return null
  const { adapter } = settings
  if (adapter === 'client') return models.useClientModel ? (input.lent ?? null) : null
  if (adapter === 'recorded') {
    const file = path.resolve(input.projectRoot, settings.file ?? '')
    const live = openLive(name, settings, input)
    const { home } = input
    return openRecorded({ name, file, record: input.env['RECORD'] === '1', live, home })
  }
  return openLive(name, settings, input)
}

function openLive(name: string, settings: ModelBackend, input: OpenModelInput): Backend | null {
  const { env, now, store: ledger, projectRoot, tempDir = tmpdir() } = input
  if (settings.command !== undefined) {
    return openAgentCli({ name, settings, env, projectRoot, tempDir })
  }
  if (settings.provider === undefined) return null
  return openProvider({
    name,
    settings,
    env,
    now,
    fastModels: input.config.models.fastModels,
    chooseFastModel: (account, preferred, signal) =>
      chooseFastModel(account, preferred, signal, { ledger, now }),
  })
}

/** A file of recorded replies as a model of its own. Replays cost nothing and leave no ledger line. */
export function openRecordings({ file, now }: { file: string; now(): Date }): Model {
  const backend = openRecorded({ name: 'recordings', file, record: false, live: null })
  return openPool({
    ledger: FREE_OF_CHARGE,
    models: Config.parse({}).models,
    now,
    nextId: () => 'replay',
    namesOf: () => [backend.name],
    open: () => backend,
  })
}

const NOTHING_SPENT = { timeMs: 0, tokens: 0, usd: 0 }

const FREE_OF_CHARGE: CallLedger = {
  bookCall: async (_, decide) => decide({ session: NOTHING_SPENT, day: NOTHING_SPENT }),
  add: async () => undefined,
  readCache: async () => null,
  writeCache: async () => undefined,
  claimCache: async () => true,
}
