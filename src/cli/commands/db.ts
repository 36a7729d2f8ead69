import type { Command } from 'commander'
import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { foldSession } from '../../guard/fold-session.js'
import { ReflectError } from '../../schema/error.js'
import { expireOld } from '../../store/retention.js'
import { exportFile } from '../../store/transfer/export-file.js'
import { importFile } from '../../store/transfer/import-file.js'
import type { Store } from '../../store.js'
import { rebuildSums } from '../../sums/bring-up.js'
import { databaseFile, openStore, openWorkspace } from '../../wiring/workspace.js'
import type { Workspace } from '../../wiring/workspace.js'
import type { CliContext, CliNoun, CliVerb } from '../command.js'
import { adoptState } from '../adopt-state.js'
import { count } from '../../util/count.js'
import { progress } from '../progress.js'
import { shorten } from '../../util/shorten.js'

export const command: CliNoun = {
  about: `
Sums are not in an export: they are counted again where it is imported. Days whose rows \`retention\`
has deleted are in the sums of this database alone.`,
  examples: `
  reflect db                       where this project's database is
  reflect db export backup.jsonl   every record as JSON lines, without loss (caches are left out)
  reflect db import backup.jsonl   fill an empty database from an export, whole or not at all
  reflect db adopt ../old-name     this project was moved: take over what was recorded there
  reflect db rebuild               recompute sessions and sums, and say how many sessions differed
  reflect db vacuum                delete rows past their \`retention\`, and free the space`,
  bare: 'path',
  verbs: {
    path: verb("where this project's database is", 'path'),
    export: verb('write every record as JSON lines', 'export', withFile),
    import: verb('fill an empty database from an export', 'import', withFile),
    adopt: verb('take over what was recorded before this project was moved', 'adopt', withFolder),
    rebuild: verb('recompute sessions and sums from what is recorded', 'rebuild'),
    vacuum: verb('delete what is older than `retention` keeps', 'vacuum'),
  },
}

function withFile(command: Command): Command {
  return command.argument('<file>', 'JSON lines')
}

function withFolder(command: Command): Command {
  return command.argument('<folder>', 'where the project was')
}

function verb(
  summary: string,
  name: keyof typeof ACTIONS,
  configure: (command: Command) => unknown = () => undefined,
): CliVerb {
  return {
    summary,
    configure: (command) => void configure(command),
    async run(context, [file = '']) {
      const workspace = await openWorkspace({ ...context, now: context.now() })
      const { text, ...result } = await ACTIONS[name]({ context, workspace, file })
      context.print(context.json ? JSON.stringify(result, null, 2) : text)
      return 0
    },
  }
}

interface ActionInput {
  context: CliContext
  workspace: Workspace
  /** Empty for a verb that takes none. */
  file: string
}

/** What a program gets, and the same as a sentence. */
type ActionResult = Record<string, unknown> & { text: string }

const ACTIONS = {
  path: async ({ workspace }) => {
    const file = databaseFile(workspace)
    return { file, exists: file !== null && existsSync(file), text: file ?? 'in memory' }
  },

  export: async ({ context, workspace, file }) => {
    const target = path.resolve(context.cwd, file)
    const rows = await withStore(workspace, 'existing', (store) =>
      exportFile(store, target, progress(context, 'exported')),
    )
    return {
      file: target,
      rows,
      text: shorten(`Exported ${count(rows, 'row')} to ${target}.`, context.home),
    }
  },

  import: async ({ context, workspace, file }) => {
    const source = path.resolve(context.cwd, file)
    if (!existsSync(source)) {
      throw new ReflectError('not-found', `${source} does not exist`, {
        remedy: 'Name a file that `reflect db export` wrote.',
      })
    }
    const rows = await withStore(workspace, 'any', (store) =>
      importFile(store, source, progress(context, 'imported')),
    )
    return {
      file: source,
      rows,
      text: shorten(`Imported ${count(rows, 'row')} from ${source}.`, context.home),
    }
  },

  adopt: async ({ context, workspace, file }) => {
    const { from, left } = await adoptState(workspace, path.resolve(context.cwd, file))
    const rest = left === null ? '' : ` What was recorded here meanwhile stays in ${left}.`
    const text = `This project has what was recorded in ${from}.${rest}`
    return { from, left, text: shorten(text, context.home) }
  },

  rebuild: async ({ workspace }) => {
    const { sessions, changed } = await withStore(workspace, 'existing', async (store) => {
      const rebuilt = await store.rebuildSessions(foldSession)
      await rebuildSums(store)
      return rebuilt
    })
    const text =
      changed === 0
        ? `${count(sessions, 'session')} recomputed; nothing differed.`
        : `${count(sessions, 'session')} recomputed; ${changed} differed and ${changed === 1 ? 'was' : 'were'} fixed.`
    return { sessions, changed, text }
  },

  vacuum: async ({ context, workspace }) => {
    const bytesBefore = sizeOf(workspace)
    const { retention } = workspace.loaded.values
    const expired = await withStore(workspace, 'existing', async (store) => {
      const deleted = await expireOld(store, retention, { now: context.now(), limit: NO_LIMIT })
      await store.compact()
      return deleted
    })
    const bytesAfter = sizeOf(workspace)
    const deleted = Object.values(expired).reduce((sum, each) => sum + each, 0)
    const what = Object.entries(expired).map(([kind, each]) => `${each} of ${kind}`)
    const text = `Deleted ${count(deleted, 'old row')}${deleted === 0 ? '' : ` (${what.join(', ')})`}; ${bytesBefore} bytes became ${bytesAfter}.`
    return { deleted: expired, bytesBefore, bytesAfter, text }
  },
} satisfies Readonly<Record<string, (input: ActionInput) => Promise<ActionResult>>>

const NO_LIMIT = Number.MAX_SAFE_INTEGER

/** A person waits here, so a lock is waited for; nothing is made where there was nothing to read. */
async function withStore<T>(
  workspace: Workspace,
  wanted: 'existing' | 'any',
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const file = databaseFile(workspace)
  if (wanted === 'existing' && (file === null || !existsSync(file))) {
    throw new ReflectError('not-found', 'This project has no database yet', {
      remedy: 'The first event creates it; `reflect db path` prints where.',
    })
  }
  const drainRows = wanted === 'existing' ? NO_LIMIT : 0
  const store = await openStore(workspace, { busyTimeoutMs: 10_000, drainRows })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/** With what SQLite keeps beside the file until it is folded in. */
function sizeOf(workspace: Workspace): number {
  const file = databaseFile(workspace) ?? ''
  return [file, `${file}-wal`]
    .map((name) => statSync(name, { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, size) => sum + size, 0)
}
