import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { ReflectError } from '../../schema/error.js'

/** The part of `node:sqlite` that we use; `@photostructure/sqlite` has the same. */
export interface SqliteLibrary {
  DatabaseSync: new (
    file: string,
    options?: { readOnly?: boolean; timeout?: number },
  ) => SqliteDatabase
  StatementSync: { prototype: object }
}

export interface SqliteDatabase {
  exec(sql: string): void
  prepare(sql: string): SqliteStatement
  close(): void
}

export interface SqliteStatement {
  all(...values: unknown[]): unknown[]
  iterate(...values: unknown[]): Iterable<unknown>
  run(...values: unknown[]): { changes: number | bigint }
}

/** Node's own SQLite where it is whole, else the package with the same interface. */
export function loadSqlite(): SqliteLibrary {
  return builtinSqlite() ?? packagedSqlite()
}

/** Before Node 22.16 the built-in one lacks `columns()` and full-text search. */
function builtinSqlite(): SqliteLibrary | null {
  const library = withoutExperimentalWarning(
    () => process.getBuiltinModule?.('node:sqlite') as SqliteLibrary | undefined,
  )
  return library !== undefined && 'columns' in library.StatementSync.prototype ? library : null
}

function packagedSqlite(): SqliteLibrary {
  const load = createRequire(import.meta.url)
  try {
    return nativePart() ?? (load('@photostructure/sqlite') as SqliteLibrary)
  } catch (cause) {
    throw new ReflectError('driver-missing', 'No SQLite for this Node was found', {
      cause,
      remedy: 'Install it with `npm install @photostructure/sqlite`, or use Node 22.16 or newer.',
    })
  }
}

/**
 * What the package is around, where it lies as expected: finding it the package's own way takes a
 * hook longer than all that it does with it. Null where it is missing or for another system.
 */
function nativePart(): SqliteLibrary | null {
  const machine = `${process.platform}-${process.arch}`
  const [scope, name] = ['@photostructure', 'sqlite']
  const inside = path.join(scope, name, 'prebuilds', machine, `${scope}+${name}.glibc.node`)
  // In the one-file hook it is a path already.
  const url = import.meta.url
  let folder = path.dirname(url.startsWith('file:') ? fileURLToPath(url) : url)
  for (;;) {
    const file = path.join(folder, 'node_modules', inside)
    if (existsSync(file)) return loadIfItFits(file)
    const parent = path.dirname(folder)
    if (parent === folder) return null
    folder = parent
  }
}

function loadIfItFits(file: string): SqliteLibrary | null {
  try {
    // As `require` does it, which would look for the file first.
    const module = { exports: {} as Partial<SqliteLibrary> }
    process.dlopen(module, file)
    const library = module.exports
    const isWhole = library.DatabaseSync !== undefined && library.StatementSync !== undefined
    return isWhole ? (library as SqliteLibrary) : null
  } catch {
    return null
  }
}

/** Node 22 announces its SQLite as experimental on standard error, where a client would show it. */
function withoutExperimentalWarning<T>(load: () => T): T {
  const original = process.emitWarning
  process.emitWarning = ((warning: string | Error, ...rest: unknown[]) => {
    if (String(warning).includes('SQLite is an experimental feature')) return
    Reflect.apply(original, process, [warning, ...rest])
  }) as typeof process.emitWarning
  try {
    return load()
  } finally {
    process.emitWarning = original
  }
}
