import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { foldSession } from '../../guard/fold-session.js'
import { ReflectError } from '../../schema/error.js'
import { expireOld } from '../../store/retention.js'
import { outputFile } from '../../config/output-file.js'
import { exportFile } from '../../store/transfer/export-file.js'
import { importFile } from '../../store/transfer/import-file.js'
import { rebuildSums } from '../../sums/bring-up.js'
import { count } from '../../util/count.js'
import { shorten } from '../../util/shorten.js'
import { databaseFile } from '../../wiring/workspace.js'
import type { Workspace } from '../../wiring/workspace.js'
import { adoptState } from '../adopt-state.js'
import { theDatabase, theStore, theWorkspace } from '../opens.js'
import { progress } from '../progress.js'
import { argument } from '../takes.js'
import { verb } from '../command.js'
import type { CliNoun } from '../command.js'

const file = argument('JSON lines')

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
    path: verb({
      summary: "where this project's database is",
      opens: theWorkspace,
      async run(_, { workspace }) {
        const file = databaseFile(workspace)
        const exists = file !== null && existsSync(file)
        return { json: { file, exists }, text: file ?? 'in memory' }
      },
    }),
    export: verb({
      summary: 'write every record as JSON lines',
      takes: { file },
      opens: theDatabase,
      async run({ file: typed }, { store, ...context }) {
        const file = outputFile(typed, context)
        const rows = await exportFile(store, file, progress(context, 'exported'))
        const text = shorten(`Exported ${count(rows, 'row')} to ${file}.`, context.home)
        return { json: { file, rows }, text }
      },
    }),
    import: verb({
      summary: 'fill an empty database from an export',
      takes: { file },
      person: true,
      async run({ file: typed }, context) {
        const file = path.resolve(context.cwd, typed)
        if (!existsSync(file)) {
          throw new ReflectError('not-found', `${file} does not exist`, {
            remedy: 'Name a file that `reflect db export` wrote.',
          })
        }
        const rows = await theStore(context, ({ store }) =>
          importFile(store, file, progress(context, 'imported')),
        )
        const text = shorten(`Imported ${count(rows, 'row')} from ${file}.`, context.home)
        return { json: { file, rows }, text }
      },
    }),
    adopt: verb({
      summary: 'take over what was recorded before this project was moved',
      takes: { folder: argument('where the project was') },
      person: true,
      opens: theWorkspace,
      async run({ folder }, { workspace, cwd, home }) {
        const { from, left } = await adoptState(workspace, path.resolve(cwd, folder))
        const rest = left === null ? '' : ` What was recorded here meanwhile stays in ${left}.`
        const text = shorten(`This project has what was recorded in ${from}.${rest}`, home)
        return { json: { from, left }, text }
      },
    }),
    rebuild: verb({
      summary: 'recompute sessions and sums from what is recorded',
      opens: theDatabase,
      async run(_, { store }) {
        const rebuilt = await store.rebuildSessions(foldSession)
        await rebuildSums(store)
        const { sessions, changed } = rebuilt
        const differed =
          changed === 0
            ? 'nothing differed'
            : `${changed} differed and ${changed === 1 ? 'was' : 'were'} fixed`
        return { json: rebuilt, text: `${count(sessions, 'session')} recomputed; ${differed}.` }
      },
    }),
    vacuum: verb({
      summary: 'delete what is older than `retention` keeps',
      opens: theDatabase,
      async run(_, { store, workspace, now }) {
        const bytesBefore = sizeOf(workspace)
        const { retention } = workspace.loaded.values
        const deleted = await expireOld(store, retention, { now: now(), limit: NO_LIMIT })
        await store.compact()
        const bytesAfter = sizeOf(workspace)
        const rows = Object.values(deleted).reduce((sum, each) => sum + each, 0)
        const kinds = Object.entries(deleted).map(([kind, each]) => `${each} of ${kind}`)
        const which = rows === 0 ? '' : ` (${kinds.join(', ')})`
        const text = `Deleted ${count(rows, 'old row')}${which}; ${bytesBefore} bytes became ${bytesAfter}.`
        return { json: { deleted, bytesBefore, bytesAfter }, text }
      },
    }),
  },
}

const NO_LIMIT = Number.MAX_SAFE_INTEGER

/** With what SQLite keeps beside the file until it is folded in. */
function sizeOf(workspace: Workspace): number {
  const file = databaseFile(workspace) ?? ''
  return [file, `${file}-wal`]
    .map((name) => statSync(name, { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, size) => sum + size, 0)
}
