import type { SessionDatabase } from '../../agent.js'
import { asInteger, asRecord, asText } from '../../util/loose-json.js'
import { parseJsonObject } from '../../util/parse-json.js'

/** OpenCode's own database: a row each for sessions, messages and their parts, with JSON in `data`. */
export const sessionDatabase: SessionDatabase = {
  list: (query) =>
    query(
      'SELECT id, directory, time_updated AS changed_at, (SELECT count(*) FROM part WHERE part.session_id = session.id) AS size FROM session',
    ).flatMap((row) => {
      const id = asText(row['id'])
      if (id === null) return []
      const [changedAt, size] = [row['changed_at'], row['size']].map((n) => asInteger(n) ?? 0)
      return [{ id, changedAt: changedAt!, size: size!, folder: asText(row['directory']) }]
    }),
  read(query, id) {
    const [session = {}] = query('SELECT id, directory, parent_id FROM session WHERE id = ?', id)
    const parts = new Map<unknown, object[]>()
    const PARTS = 'SELECT message_id, id, data FROM part WHERE session_id = ? ORDER BY id'
    for (const row of query(PARTS, id)) {
      const part = { ...toObject(row['data']), id: row['id'] }
      const known = parts.get(row['message_id'])
      if (known === undefined) parts.set(row['message_id'], [part])
      else known.push(part)
    }
    const messages = query('SELECT id, data FROM message WHERE session_id = ? ORDER BY id', id)
    return {
      info: {
        id,
        directory: session['directory'],
        ...(typeof session['parent_id'] === 'string' ? { parentID: session['parent_id'] } : {}),
      },
      messages: messages.map((row) => ({
        info: { ...toObject(row['data']), id: row['id'] },
        parts: parts.get(row['id']) ?? [],
      })),
    }
  },
}

const toObject = (data: unknown): Record<string, unknown> =>
  asRecord(parseJsonObject(asText(data) ?? ''))
