import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { foldSession } from '../../src/guard/fold-session.js'
import { drainSpool } from '../../src/store/spool.js'
import { openSqliteStore } from '../../src/store/sqlite.js'
import { loadSqlite } from '../../src/store/sql/sqlite-library.js'
import { openSandbox } from '../support/sandbox.js'
import type { Sandbox } from '../support/sandbox.js'

const SOLO = { REFLECTION_MODE: 'solo' }
const stop = ({ root }: Sandbox, session = 's1') => ({
  hook_event_name: 'Stop',
  session_id: session,
  cwd: root,
})

/** A sandbox whose database exists and works. */
async function openUsed(): Promise<Sandbox & { database: string }> {
  const sandbox = openSandbox()
  await sandbox.hook(['claude-code'], stop(sandbox), SOLO)
  return { ...sandbox, database: path.join(sandbox.stateDir(), 'reflectory.db') }
}

function exec(file: string, sql: string): void {
  const { DatabaseSync } = loadSqlite()
  const database = new DatabaseSync(file)
  database.exec(sql)
  database.close()
}

/** Another process that holds the write lock until it is ended. */
async function holdLock(database: string): Promise<void> {
  const script = `
    const { DatabaseSync } = process.getBuiltinModule('node:sqlite')?.StatementSync?.prototype?.columns
      ? process.getBuiltinModule('node:sqlite') : require('@photostructure/sqlite')
    const database = new DatabaseSync(${JSON.stringify(database)})
    database.exec('BEGIN EXCLUSIVE')
    console.log('held')
    setInterval(() => database.exec('SELECT 1'), 1000)`
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
}

const lastLogLine = (sandbox: Sandbox) =>
  JSON.parse(
    readFileSync(path.join(sandbox.stateDir(), 'logs', 'hook.log'), 'utf8')
      .trim()
      .split('\n')
      .at(-1)!,
  ) as { code: string; remedy: string | null }

describe('a hook whose database', () => {
  it.each<{
    is: string
    code: string
    ruin(sandbox: Sandbox & { database: string }): void | Promise<void>
  }>([
    {
      is: 'is no database',
      code: 'store-corrupt',
      ruin: ({ database }) => {
        rmSync(`${database}-wal`, { force: true })
        rmSync(`${database}-shm`, { force: true })
        writeFileSync(database, 'garbage'.repeat(2000))
      },
    },
    {
      is: 'belongs to a newer version',
      code: 'store-newer',
      ruin: ({ database }) =>
        exec(database, `UPDATE meta SET value = '999' WHERE id = 'schema_version'`),
    },
    {
      is: 'is locked by another process',
      code: 'store-locked',
      ruin: ({ database }) => holdLock(database),
    },
    {
      is: 'is a folder',
      code: 'unsafe-path',
      ruin: ({ database }) => {
        rmSync(database)
        rmSync(`${database}-wal`, { force: true })
        rmSync(`${database}-shm`, { force: true })
        mkdirSync(database)
      },
    },
  ])('$is spools, says why in the log, and exits with 0', async ({ code, ruin }) => {
    const sandbox = await openUsed()
    await ruin(sandbox)
    const done = await sandbox.hook(['claude-code'], stop(sandbox), SOLO)
    expect(done).toMatchObject({ code: 0, stderr: '' })
    expect(done.stdout).toMatch(
      /^$|can't use its database here|database is held by another program/,
    )
    expect(lastLogLine(sandbox)).toMatchObject({ code, remedy: expect.any(String) })
    expect(sandbox.sidecars()).toHaveLength(2)
    expect(sandbox.sidecars()[1]).toMatchObject({ provenance: { degraded: true } })
    const spool = path.join(sandbox.stateDir(), 'spool')
    expect(readdirSync(spool).length).toBeGreaterThan(0)

    // What waited gets into the next database that can be opened, once.
    const store = await openSqliteStore(path.join(sandbox.base, 'fresh.db'))
    await drainSpool(store, spool, foldSession, 1000)
    expect(await store.list('run')).toHaveLength(1)
    await store.close()
    expect(readdirSync(spool)).toEqual([])
  })

  it('works again takes in what waited in the spool', async () => {
    const sandbox = await openUsed()
    exec(sandbox.database, `UPDATE meta SET value = '999' WHERE id = 'schema_version'`)
    await sandbox.hook(['claude-code'], stop(sandbox, 's2'), SOLO)
    const { SCHEMA_VERSION } = await import('../../src/store/sql/migrations.js')
    exec(
      sandbox.database,
      `UPDATE meta SET value = '${SCHEMA_VERSION}' WHERE id = 'schema_version'`,
    )
    await sandbox.hook(['claude-code'], stop(sandbox, 's3'), SOLO)
    const store = await openSqliteStore(sandbox.database)
    const sessions = (await store.list('run', { order: 'oldest' })).map(
      ({ record }) => record.session_id,
    )
    await store.close()
    expect(sessions.sort()).toEqual(['s1', 's2', 's3'])
  })

  it('and whose state folder can not be made captures beside the work and says that nothing is recorded', async () => {
    const sandbox = openSandbox()
    const blocked = sandbox.write('blocked', 'a file where a folder should be')
    const env = { ...SOLO, XDG_STATE_HOME: path.join(blocked, 'state') }
    const done = await sandbox.hook(['claude-code'], stop(sandbox), env)
    expect(done).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(done.stdout)).toEqual({
      systemMessage: expect.stringContaining('not_recorded') as string,
    })
    expect(sandbox.sidecars()).toHaveLength(1)
    expect(existsSync(path.join(sandbox.home, '.local'))).toBe(false)
  })
})
