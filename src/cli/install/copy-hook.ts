import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { copyFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { ReflectError } from '../../schema/error.js'
import { loadSqlite } from '../../store/sql/sqlite-library.js'
import { makeFolders } from '../../util/make-folders.js'
import { putInPlace } from './put-in-place.js'
import { READER_FILES } from './reader-files.js'
import type { ThisProgram } from './this-program.js'

export interface CopiedHook {
  folder: string
  script: string
  /** False when the same files lay there already. */
  copied: boolean
}

/** Where this version's hook lies, or will lie. */
export function hookFolder(dataDir: string, version: string): string {
  return path.join(dataDir, version)
}

/**
 * One that asks whether it is on, the rest beside it, what only a question to a model needs, what stays
 * in a client that has plugins, what tells a collector from there, and what delivers to a team.
 */
export const HOOK_FILES: readonly string[] = [
  'hook.cjs',
  'answer.cjs',
  'open-model.cjs',
  'resident.cjs',
  'telemetry.cjs',
  'team.cjs',
  'opencode.mjs',
  'pi.mjs',
]

export const hookScript = (folder: string): string => path.join(folder, 'hook.cjs')

/**
 * Copies the hook and what it needs out of the package, so that it outlives the package. The copy
 * is made aside and put in place whole: a client never starts half a hook, or none.
 */
export async function copyHook(
  program: ThisProgram,
  dataDir: string,
  now: Date,
): Promise<CopiedHook> {
  const folder = hookFolder(dataDir, program.version)
  const files = filesOfHook(program)
  const script = hookScript(folder)
  if (isSame(folder, files)) return { folder, script, copied: false }
  const fresh = path.join(dataDir, `.${program.version}.${randomBytes(6).toString('hex')}`)
  try {
    for (const [name, from] of files) {
      const to = path.join(fresh, name)
      makeFolders(path.dirname(to))
      await copyFile(from, to)
    }
    await putInPlace(fresh, folder, now)
  } catch (cause) {
    await rm(fresh, { recursive: true, force: true })
    throw new ReflectError('io-failed', `The hook can't be copied to ${folder}`, {
      cause,
      remedy: 'Check that the folder is writable and that the disk is not full.',
    })
  }
  return { folder, script, copied: true }
}

/** What has to be copied: the name in the copy, and the file that it is copied from. */
function filesOfHook(program: ThisProgram): Map<string, string> {
  const built = path.join(program.root, 'dist', 'hook')
  const files = new Map([
    ...HOOK_FILES.map((name) => [name, path.join(built, name)] as const),
    ...[...READER_FILES].map(
      ([name, from]) => [name, path.join(program.root, 'dist', from)] as const,
    ),
  ])
  const missing = [...files.values()].find((file) => !existsSync(file))
  if (missing !== undefined) {
    throw new ReflectError('not-found', `${missing} is not there`, {
      remedy: 'Install the package again; in a checkout, run `npm run build`.',
    })
  }
  for (const [name, file] of sqliteFiles(program)) files.set(name, file)
  return files
}

/** The SQLite package and what loads it, where this Node's own SQLite is not enough or the package is there. */
function sqliteFiles({ root, machine }: ThisProgram): [string, string][] {
  const sqlite = packageFolder(SQLITE, path.join(root, 'package.json'))
  if (sqlite === null) {
    // Throws, with a remedy, when this Node brings none.
    loadSqlite()
    return []
  }
  const loader = packageFolder(LOADER, path.join(sqlite, 'package.json'))
  const native = [`prebuilds/${machine}`, 'build/Release'].flatMap((folder) =>
    nativeIn(sqlite, folder),
  )
  return [
    ...named(SQLITE, sqlite, ['package.json', 'LICENSE', 'dist/index.cjs', ...native]),
    ...named(LOADER, loader, ['package.json', 'LICENSE', 'index.js', 'node-gyp-build.js']),
  ]
}

const SQLITE = '@photostructure/sqlite'
const LOADER = 'node-gyp-build'

function packageFolder(name: string, from: string): string | null {
  try {
    return path.dirname(createRequire(from).resolve(`${name}/package.json`))
  } catch {
    return null
  }
}

function nativeIn(root: string, folder: string): string[] {
  if (!existsSync(path.join(root, folder))) return []
  const names = readdirSync(path.join(root, folder)).filter((name) => name.endsWith('.node'))
  return names.map((name) => `${folder}/${name}`)
}

const named = (name: string, folder: string | null, files: string[]): [string, string][] =>
  files
    .map((file): [string, string] => [
      path.join('node_modules', name, file),
      path.join(folder ?? '', file),
    ])
    .filter(([, from]) => folder !== null && existsSync(from))

/**
 * Files of a copied hook that are not those of this program: another wrote over them, or it was built anew.
 * Of another version's hook nothing is known.
 */
export function changedFiles(program: ThisProgram, script: string): string[] {
  const folder = path.dirname(script)
  if (path.basename(folder) !== program.version) return []
  const built = path.join(program.root, 'dist', 'hook')
  return HOOK_FILES.filter((name) => {
    const [copy, from] = [path.join(folder, name), path.join(built, name)]
    return existsSync(copy) && existsSync(from) && !isSameFile(copy, from)
  })
}

const isSame = (folder: string, files: ReadonlyMap<string, string>): boolean =>
  [...files].every(([name, from]) => isSameFile(path.join(folder, name), from))

function isSameFile(copy: string, from: string): boolean {
  const [own, other] = [statSync(copy, { throwIfNoEntry: false }), statSync(from)]
  return own?.size === other.size && readFileSync(copy).equals(readFileSync(from))
}
