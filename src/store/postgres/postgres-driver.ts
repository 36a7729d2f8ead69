import { ReflectError } from '../../schema/error.js'
import { msSince } from '../../util/ms-since.js'
import type { SqlConnection, SqlDriver, SqlRow, SqlValue } from '../sql/driver.js'
import { ask, onClient } from './ask.js'
import type { PostgresServer } from './ask.js'
import type { PgClient } from './pg-library.js'
import { postgresDialect } from './postgres-dialect.js'
import { ProjectConnection } from './project-connection.js'
import { mapGivingWay } from '../../util/give-way.js'

export interface PostgresDriverOptions {
  project: string
  /** Hides the home directory in a text. */
  hide(text: string): string
}

const BEGIN_READ = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'
const LOCK_PROJECT = 'SELECT last_event FROM projects WHERE id = $1 FOR NO KEY UPDATE'
const COUNT_EVENTS = 'UPDATE projects SET last_event = $2 WHERE id = $1'

/**
 * The rows of one project under the common SQL. Who writes holds the project's row until the commit, so
 * numbers of events are given in commit order, and a reader who goes on after one misses none.
 */
export class PostgresDriver implements SqlDriver {
  readonly dialect = postgresDialect
  #server: PostgresServer
  #options: PostgresDriverOptions
  #running = new Set<Promise<unknown>>()
  #closing: Promise<void> | null = null

  constructor(server: PostgresServer, options: PostgresDriverOptions) {
    this.#server = server
    this.#options = options
  }

  transaction<T>(work: (connection: SqlConnection) => T | Promise<T>): Promise<T> {
    return this.#unlessClosed(() => this.#inTurn(() => this.#write(work)))
  }

  /** Writers of one project wait here, and not each on a connection that others could use. */
  #inTurn<T>(write: () => Promise<T>): Promise<T> {
    const { turns, lockTimeoutMs } = this.#server
    const { project } = this.#options
    const since = process.hrtime()
    const turn = (turns.get(project) ?? Promise.resolve()).then(() => {
      if (msSince(since) < lockTimeoutMs) return write()
      throw new ReflectError('store-locked', `${project}: too many wait to write`, {
        remedy: 'Try again later.',
      })
    })
    const ended = turn.then(
      () => undefined,
      () => undefined,
    )
    turns.set(project, ended)
    void ended.then(() => turns.get(project) === ended && turns.delete(project))
    return turn
  }

  snapshot<T>(work: (connection: SqlConnection) => T | Promise<T>): Promise<T> {
    const begin = (client: PgClient) => ask(this.#server, client, BEGIN_READ)
    return this.#unlessClosed(() =>
      onClient(this.#server, begin, async (client) => {
        const result = await work(this.#connection(client, null))
        await ask(this.#server, client, 'COMMIT')
        return result
      }),
    )
  }

  /** One read needs no transaction, and may be asked again on another connection. */
  read<T>(work: (connection: SqlConnection) => T | Promise<T>): Promise<T> {
    return this.#unlessClosed(() =>
      onClient(
        this.#server,
        async (client) => work(this.#connection(client, null)),
        async (_, result) => result,
      ),
    )
  }

  async readEach<T>(
    sql: string,
    values: readonly SqlValue[],
    take: (row: SqlRow) => T,
  ): Promise<T[]> {
    return mapGivingWay(await this.read((connection) => connection.all(sql, values)), take)
  }

  /** The pool is not ours to close. */
  close(): Promise<void> {
    this.#closing ??= Promise.allSettled(this.#running).then(() => undefined)
    return this.#closing
  }

  #write<T>(work: (connection: SqlConnection) => T | Promise<T>): Promise<T> {
    const { project } = this.#options
    return onClient(
      this.#server,
      (client) => this.#lockProject(client),
      async (client, lastEvent) => {
        const connection = this.#connection(client, lastEvent)
        const result = await work(connection)
        if (connection.lastEvent !== lastEvent) {
          const values = [project, connection.lastEvent]
          await ask(this.#server, client, { name: 'count_events', text: COUNT_EVENTS, values })
        }
        await ask(this.#server, client, 'COMMIT')
        if (connection.lastEvent !== lastEvent) this.#server.announce(project)
        return result
      },
    )
  }

  /** Returns the number of the project's last event. */
  async #lockProject(client: PgClient): Promise<number> {
    const { project } = this.#options
    await ask(this.#server, client, 'BEGIN')
    const lock = { name: 'lock_project', text: LOCK_PROJECT, values: [project] }
    const { rows } = await ask(this.#server, client, lock)
    if (rows[0] !== undefined) return Number(rows[0]['last_event'])
    throw new ReflectError('not-found', `There is no project ${project}`)
  }

  #connection(client: PgClient, lastEvent: number | null): ProjectConnection {
    return new ProjectConnection(this.#server, client, { ...this.#options, lastEvent })
  }

  #unlessClosed<T>(start: () => Promise<T>): Promise<T> {
    if (this.#closing !== null) {
      const message = `The store of ${this.#options.project} is closed`
      return Promise.reject(new ReflectError('store-unavailable', message))
    }
    const running = start()
    this.#running.add(running)
    const forget = () => void this.#running.delete(running)
    running.then(forget, forget)
    return running
  }
}
