import type { SqlConnection, SqlRow, SqlValue } from '../sql/driver.js'
import { ask } from './ask.js'
import type { PostgresServer } from './ask.js'
import type { PgClient } from './pg-library.js'
import { scopeSql } from './scope-sql.js'
import type { ScopedSql } from './scope-sql.js'

export interface ProjectConnectionOptions {
  project: string
  hide(text: string): string
  /** The number of the project's last event; null where nothing is written. */
  lastEvent: number | null
}

interface Prepared extends ScopedSql {
  name: string
}

const prepared = new Map<string, Prepared>()

/** A connection on which every statement is one about one project. */
export class ProjectConnection implements SqlConnection {
  lastEvent: number | null
  #server: PostgresServer
  #client: PgClient
  #project: string
  #hide: (text: string) => string

  constructor(
    server: PostgresServer,
    client: PgClient,
    { project, hide, lastEvent }: ProjectConnectionOptions,
  ) {
    this.#server = server
    this.#client = client
    this.#project = project
    this.#hide = hide
    this.lastEvent = lastEvent
  }

  async all(sql: string, values: readonly SqlValue[] = []): Promise<SqlRow[]> {
    return (await this.#query(sql, values)).rows as SqlRow[]
  }

  async run(sql: string, values: readonly SqlValue[] = []): Promise<number> {
    return (await this.#query(sql, values)).rowCount ?? 0
  }

  #query(sql: string, values: readonly SqlValue[]) {
    const { name, text, eventNumber } = prepare(sql)
    const number = eventNumber === 'next' ? [this.#nextNumber()] : []
    if (eventNumber === 'given') this.lastEvent = Math.max(this.lastEvent ?? 0, Number(values[0]))
    const bound = values.map((value) => (typeof value === 'string' ? this.#toText(value) : value))
    const all = [this.#project, ...number, ...bound]
    return ask(this.#server, this.#client, { name, text, values: all })
  }

  #nextNumber(): number {
    if (this.lastEvent === null) throw new TypeError('Events are written in a transaction')
    this.lastEvent += 1
    return this.lastEvent
  }

  /** The server has no NUL in a text. */
  #toText(value: string): string {
    return this.#hide(value).replaceAll('\0', '\u{fffd}')
  }
}

function prepare(sql: string): Prepared {
  const known = prepared.get(sql)
  if (known !== undefined) return known
  const made = { ...scopeSql(sql), name: `reflectory_${prepared.size}` }
  prepared.set(sql, made)
  return made
}
