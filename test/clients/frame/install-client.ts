import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import type { Client } from './client.js'

/** A client on this machine, or why there is none. */
export type InstalledClient = { program: string } | { missing: string }

const INSTALL_TIMEOUT_MS = 240_000

/** Outside the project, so that its own install stays small: `$REFLECTORY_CLIENTS` or the cache. */
const cacheFolder = (env: NodeJS.ProcessEnv): string =>
  env['REFLECTORY_CLIENTS'] ??
  path.join(env['XDG_CACHE_HOME'] ?? path.join(homedir(), '.cache'), 'reflectory-clients')

/** Installs the pinned version once, aside and renamed, without running scripts of the package. */
export async function installClient(
  {
    agent,
    packageName,
    version,
    program,
    packed,
    beside,
  }: Pick<Client, 'agent' | 'packageName' | 'version' | 'program' | 'packed' | 'beside'>,
  env: NodeJS.ProcessEnv = process.env,
): Promise<InstalledClient> {
  const folder = path.join(cacheFolder(env), `${agent}-${version}`)
  const file = path.join(folder, 'node_modules', program)
  const has = (name: string) => existsSync(path.join(folder, 'node_modules', name))
  if (has(program) && (beside === undefined || has(beside.programs))) return { program: file }
  const aside = `${folder}.${process.pid}`
  try {
    mkdirSync(aside, { recursive: true })
    writeFileSync(path.join(aside, 'package.json'), '{"private":true}\n')
    await npmInstall(
      [`${packageName}@${version}`, ...(beside === undefined ? [] : [beside.package])],
      aside,
      env,
    )
    if (packed !== undefined) unpack(path.join(aside, 'node_modules'), packed, program)
    rmSync(folder, { recursive: true, force: true })
    renameSync(aside, folder)
  } catch (error) {
    return { missing: `${packageName}@${version} can't be installed: ${(error as Error).message}` }
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
  return has(program) ? { program: file } : { missing: `${packageName} has no ${program}` }
}

/** What a script of the package would do, which isn't run. */
function unpack(modules: string, packed: string, program: string): void {
  const bytes = brotliDecompressSync(readFileSync(path.join(modules, packed)))
  writeFileSync(path.join(modules, program), bytes, { mode: 0o755 })
}

function npmInstall(what: string[], cwd: string, env: NodeJS.ProcessEnv): Promise<void> {
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  const args = ['install', '--ignore-scripts', '--save-exact', ...quiet, ...what]
  return new Promise((resolve, reject) => {
    execFile('npm', args, { cwd, env, timeout: INSTALL_TIMEOUT_MS }, (error, _out, stderr) => {
      if (error === null) return resolve()
      const line = stderr.split('\n').find((line) => line.trim() !== '')
      reject(new Error(line ?? (error.killed ? 'npm took too long' : error.message)))
    })
  })
}
