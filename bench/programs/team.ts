import { Agent, request } from 'node:http'
import { openPostgres } from '../../src/store/postgres.js'
import type { PgClient } from '../../src/store/postgres/pg-library.js'
import { onConnection, openPool } from '../../test/support/open-pool.js'
import { startPostgres } from '../../test/support/start-postgres.js'
import { serveTeam } from '../../test/team/serve-team.js'
import type { TeamServer } from '../../test/team/serve-team.js'
import type { BenchProgram } from '../program.js'
import { median } from '../timing.js'

const SECONDS = 60
const ROUNDS = 3
const MACHINES = 200
const PROJECTS = 10
const BATCH = 50
/** As many as the two servers have together. */
const HAND_CONNECTIONS = 20
const [NOW, LATER] = ['2030-01-01T00:00:00.000Z', '2099-01-01T00:00:00.000Z']

export const program: BenchProgram = {
  name: 'team',
  summary: `two servers on one PostgreSQL, ${MACHINES} machines, batches of ${BATCH}, beside INSERTs by hand`,
  async run({ args, print }) {
    const roundMs = (Number(args[0] ?? SECONDS) / ROUNDS) * 1000
    // With what a crash would cost: the tests do without.
    const postgres = await startPostgres(['fsync=on', 'shared_buffers=256MB'])
    const servers: TeamServer[] = []
    try {
      servers.push(await serveTeam(postgres.url), await serveTeam(postgres.url))
      const machines = await joinAll(postgres.url, servers)
      const rounds = { hand: [] as number[], served: [] as number[] }
      const times: number[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        rounds.hand.push(await insertByHand(postgres.url, round, roundMs / 2))
        rounds.served.push(await sendAll(machines, roundMs, times))
        print(
          `round ${round + 1}  by hand ${rounds.hand.at(-1)} rows/s   two servers ${rounds.served.at(-1)} rows/s`,
        )
      }
      const sent = machines.reduce((sum, { batches }) => sum + batches * BATCH, 0)
      const { rows, keys } = await countTaken(postgres.url)
      const sorted = times.sort((a, b) => a - b)
      const [p50, p99] = [0.5, 0.99].map((at) => sorted[Math.floor(sorted.length * at)]!)
      print(`${sent} rows sent, ${rows} there, under ${keys} keys`)
      print(`from sending a batch to its answer: median ${ms(p50!)}, one in a hundred ${ms(p99!)}`)
      return {
        bars: [
          { name: 'rows there of those sent (none lost)', ratio: rows / sent, ...ALL },
          { name: 'keys there of rows sent (none twice)', ratio: keys / sent, ...NO_MORE },
          {
            name: 'rows/s, two servers to INSERTs by hand',
            ratio: median(rounds.served.map((rate, n) => rate / rounds.hand[n]!)),
            limit: 0.35,
            kind: 'at least',
          },
        ],
        figures: {
          'rows/s by hand': median(rounds.hand),
          'rows/s, two servers': median(rounds.served),
          'ms a batch, median': Math.round(p50!),
          'ms a batch, one in a hundred': Math.round(p99!),
          'rows sent': sent,
        },
      }
    } finally {
      for (const server of servers) await server.stop()
      await postgres.stop()
    }
  },
}

const ALL = { limit: 1, kind: 'at least' } as const
const NO_MORE = { limit: 1, kind: 'at most' } as const

interface Machine {
  server: URL
  token: string
  agent: Agent
  number: number
  batches: number
}

async function joinAll(url: string, servers: readonly TeamServer[]): Promise<Machine[]> {
  const database = await openPostgres(url)
  const at = { now: NOW, expiresAt: LATER }
  const agent = new Agent({ keepAlive: true })
  const machines: Machine[] = []
  for (let number = 0; number < MACHINES; number += 1) {
    const project = `project-${number % PROJECTS}`
    const invite = { code: `code-${number}`, project, role: 'ingest', actor: null, ...at } as const
    await (number < PROJECTS ? database.access.createProject : database.access.invite)(invite)
    const token = `rt_${String(number).padStart(43, '0')}`
    const member = { tokenId: `token-${number}`, person: `machine${number}`, name: `M${number}` }
    await database.access.join({ code: invite.code, token, ...member, ...at })
    const server = new URL(servers[number % servers.length]!.url)
    machines.push({ server, token, agent, number, batches: 0 })
  }
  await database.close()
  return machines
}

/** Every machine sends its next batch when the one before was taken, until time is up. */
async function sendAll(
  machines: readonly Machine[],
  forMs: number,
  times: number[],
): Promise<number> {
  const started = performance.now()
  let rows = 0
  await Promise.all(
    machines.map(async (machine) => {
      while (performance.now() - started < forMs) {
        const body = toBatch(machine)
        const sentAt = performance.now()
        while ((await post(machine, body)) !== BATCH) continue
        times.push(performance.now() - sentAt)
        machine.batches += 1
        rows += BATCH
      }
    }),
  )
  return Math.round((rows / (performance.now() - started)) * 1000)
}

/** How many of the rows are there now, whichever attempt brought them. */
function post({ server, token, agent }: Machine, body: string): Promise<number> {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  }
  const { hostname: host, port } = server
  const options = { host, port, agent, method: 'POST', path: '/api/team/v1/rows', headers }
  return new Promise((resolve) => {
    const sent = request(options, (reply) => {
      let text = ''
      reply.setEncoding('utf8')
      reply.on('data', (chunk: string) => (text += chunk))
      reply.on('end', () => {
        if (reply.statusCode !== 200) return resolve(0)
        const { accepted, known } = JSON.parse(text) as { accepted: number; known: number }
        resolve(accepted + known)
      })
    })
    sent.on('error', () => resolve(0))
    sent.end(body)
  })
}

const episode = (id: string, sessionId: string): string =>
  JSON.stringify({
    id,
    sessionId,
    key: `key-of-${id}`,
    check: 'npm test',
    tests: ['adds the prices of a cart', 'rounds to cents'],
    error: {
      class: 'AssertionError',
      code: null,
      message: 'Expected values to be strictly equal',
      file: 'test/cart.test.mjs',
      line: 12,
      symbol: 'total',
    },
    redStep: 4,
    greenStep: 9,
    tried: [{ files: ['src/cart.mjs'], symbols: ['total'], commands: [] }],
    resolvedBy: {
      files: ['src/cart.mjs'],
      hunks: [{ file: 'src/cart.mjs', line: 7, removed: 1, added: 2, symbol: 'total' }],
      commands: [],
      commit: null,
    },
    weakened: false,
    state: 'resolved',
    attempts: 2,
    startedAt: NOW,
    endedAt: NOW,
  })

function toBatch({ number, batches }: Machine): string {
  const rows = Array.from({ length: BATCH }, (_, n) => {
    const id = `episode-${batches * BATCH + n}`
    return `{"id":"${id}","kind":"episode","row":${episode(id, `session-${number}`)}}`
  })
  return `{"rows":[${rows.join()}]}`
}

const INSERT =
  'INSERT INTO by_hand (project, id, session_id, subject, state, at, body, visibility, author) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)'

/** The same rows, into a table with the same indexes, a batch in a transaction, and nothing else. */
async function insertByHand(url: string, round: number, forMs: number): Promise<number> {
  const pool = openPool(url, HAND_CONNECTIONS)
  const clients = await Promise.all(Array.from({ length: HAND_CONNECTIONS }, () => pool.connect()))
  await clients[0]!.query(
    'CREATE TABLE IF NOT EXISTS by_hand (LIKE reflectory.episodes INCLUDING ALL)',
  )
  const started = performance.now()
  let rows = 0
  await Promise.all(
    clients.map(async (client, connection) => {
      for (let batch = 0; performance.now() - started < forMs; batch += 1) {
        await insertBatch(client, `${round}-${connection}-${batch}`, connection)
        rows += BATCH
      }
    }),
  )
  const tookMs = performance.now() - started
  for (const client of clients) client.release()
  await pool.end()
  return Math.round((rows / tookMs) * 1000)
}

async function insertBatch(client: PgClient, batch: string, machine: number): Promise<void> {
  const [project, session] = [`project-${machine % PROJECTS}`, `session-${machine}`]
  await client.query('BEGIN')
  for (let n = 0; n < BATCH; n += 1) {
    const id = `episode-${batch}-${n}`
    const columns = [project, id, session, `key-of-${id}`, 'resolved', NOW]
    const values = [...columns, episode(id, session), 'shared', `M${machine}`]
    await client.query({ name: 'by_hand', text: INSERT, values })
  }
  await client.query('COMMIT')
}

const countTaken = (url: string) =>
  onConnection(url, async (client) => {
    const count = async (text: string) => Number((await client.query(text)).rows[0]!['count'])
    return {
      rows: await count('SELECT count(*) FROM reflectory.episodes'),
      keys: await count(`SELECT count(*) FROM reflectory.events WHERE key LIKE 'team:%'`),
    }
  })

const ms = (value: number): string => `${Math.round(value)} ms`
