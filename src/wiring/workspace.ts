/**
 * One project as our programs see it: its config, its state directory with the store and the spool,
 * its output folder. Opening it reads files and writes none; opening its store may create one.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { loadConfig } from '../config/load.js'
import type { LoadConfigInput } from '../config/load.js'
import type { LoadedConfig } from '../config/loaded-config.js'
import type { SettingsName } from '../config/session-settings.js'
import { foldSession } from '../guard/fold-session.js'
import type { Backend } from '../model/backend.js'
import { hasAnyBackend } from '../model/roles.js'
import type { Model } from '../model.js'
import { ReflectError } from '../schema/error.js'
import type { Store } from '../store.js'
import { uniqueId } from '../util/unique-id.js'
import { whatIsInstead } from '../util/our-folder.js'

export interface Workspace {
  root: string
  /** The user's home directory, for which records say `~`. */
  home: string
  /** In the user's state directory: database, spool, logs. */
  stateDir: string
  /** `.reflection/` in the project: outputs only. */
  outputDir: string
  /** Whose the rows are that are written; null when that is not known. */
  author: string | null
  loaded: LoadedConfig
  /** The project's settings that count here; absent where a person looks at the work tree. */
  settingsName?: SettingsName | undefined
}

export interface OpenWorkspaceInput extends LoadConfigInput {
  /** Who works here, as the program that was started knows it. @default null, not known */
  author?: string | null
}

export async function openWorkspace(input: OpenWorkspaceInput): Promise<Workspace> {
  const loaded = await loadConfig(input)
  const { root } = loaded.project
  return {
    root,
    home: input.home,
    stateDir: loaded.stateDir,
    outputDir: path.join(root, '.reflection'),
    author: input.author ?? null,
    loaded,
    settingsName: input.settingsName,
  }
}

export const spoolDir = (stateDir: string): string => path.join(stateDir, 'spool')

/** The database file, or null for a store that is no file. */
export function databaseFile(workspace: Pick<Workspace, 'stateDir' | 'loaded'>): string | null {
  const { url } = workspace.loaded.values.store
  if (url === undefined) return path.join(workspace.stateDir, 'reflectory.db')
  if (url === 'memory:') return null
  const file = url.replace(/^(sqlite:|file:)(\/\/)?/, '')
  return path.resolve(workspace.stateDir, file)
}

/** Where lessons are kept when they are kept in a file. */
export const lessonFile = ({ stateDir, loaded }: Pick<Workspace, 'stateDir' | 'loaded'>): string =>
  path.resolve(stateDir, 'memory', loaded.values.lessons.file ?? 'reflections.jsonl')

export interface OpenStoreOptions {
  busyTimeoutMs: number
  /** Rows that may be moved from the spool while opening. */
  drainRows: number
}

/** The project's store, with what waited in the spool. Throws a coded error when it can't be had. */
export async function openStore(workspace: Workspace, options: OpenStoreOptions): Promise<Store> {
  const file = databaseFile(workspace)
  const { busyTimeoutMs } = options
  const { home, author } = workspace
  if (file === null) return (await import('../store/memory.js')).openMemoryStore({ author, home })
  refuseLink(workspace.stateDir)
  const { openSqliteStore } = await import('../store/sqlite.js')
  const store = await openSqliteStore(file, { busyTimeoutMs, author, home })
  try {
    await drain(store, workspace.stateDir, options.drainRows)
  } catch (error) {
    await store.close()
    throw error
  }
  return store
}

/** All of the project's own lies in it. */
function refuseLink(stateDir: string): void {
  if (whatIsInstead(stateDir) !== 'a link') return
  throw new ReflectError('unsafe-path', `${stateDir} is a link`, {
    remedy: 'Remove the link; Reflectory makes the folder anew.',
  })
}

/** The project's store; null where none is: looking must not make a database. */
export async function openExistingStore(workspace: Workspace): Promise<Store | null> {
  const file = databaseFile(workspace)
  if (file === null || !existsSync(file)) return null
  return openStore(workspace, { busyTimeoutMs: 2000, drainRows: 0 })
}

/** A spool that can't be drained now waits for the next opener. */
async function drain(store: Store, stateDir: string, maxRows: number): Promise<void> {
  // Nearly always: it is made when something is first put there.
  if (!existsSync(spoolDir(stateDir))) return
  const { drainSpool } = await import('../store/spool.js')
  try {
    await drainSpool(store, spoolDir(stateDir), foldSession, maxRows)
  } catch (error) {
    if (!(error instanceof ReflectError)) throw error
  }
}

interface OpenModelOptions {
  env: Readonly<Record<string, string | undefined>>
  now(): Date
  /** The client's own model, where it lends one. */
  lent?: Backend
}

/**
 * The project's model, or null where no role has a backend. Nothing of it is loaded before the
 * first call: most events make none.
 */
export function openModelOf(
  { root, home, loaded }: Workspace,
  store: Store,
  { env, now, lent }: OpenModelOptions,
): Model | null {
  const { values: config } = loaded
  if (!hasAnyBackend(config)) return null
  let opened: Promise<Model> | null = null
  const open = (): Promise<Model> =>
    (opened ??= import('./open-model.js').then(({ openModel }) =>
      openModel({
        config,
        store,
        projectRoot: root,
        home,
        env,
        now,
        nextId: () => uniqueId(now()),
        ...(lent === undefined ? {} : { lent }),
      }),
    ))
  return {
    text: async (request) => (await open()).text(request),
    object: async (request) => (await open()).object(request),
  }
}

/** The recorded replies of `turn.fixtures`, or null where none are configured. Loaded when asked. */
export function openTurnFixtures(
  { root, loaded }: Pick<Workspace, 'root' | 'loaded'>,
  { now }: { now(): Date },
): Model | null {
  const { enabled, backend, fixtures } = loaded.values.turn
  const { path: file } = fixtures
  if (!enabled || backend !== 'model-fixtures' || !fixtures.enabled || file === undefined) {
    return null
  }
  const open = async (): Promise<Model> => {
    const { openRecordings } = await import('./open-model.js')
    return openRecordings({ file: path.resolve(root, file), now })
  }
  return {
    text: async (request) => (await open()).text(request),
    object: async (request) => (await open()).object(request),
  }
}
