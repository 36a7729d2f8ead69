import type { MemoryQuery } from '../../store.js'
import type { Dialect } from './dialect.js'
import type { TextColumns } from './text-columns.js'
import { checkedLimit } from './statements.js'
import type { Statement } from './statements.js'
import { tables } from './tables.js'

/** What of a memory entry is searched. */
export const memoryText: TextColumns = { words: ['text'] }

/** The statement for a question, or null when the question asks for nothing. */
export function searchMemory(dialect: Dialect, query: MemoryQuery): Statement | null {
  const { words, owner, before } = query
  if (words.length === 0) return null
  const asked: [condition: string, value: string][] = [
    ...(owner === undefined ? [] : [['subject = ?', owner] as [string, string]]),
    ...(before === undefined ? [] : [['at < ?', before] as [string, string]]),
  ]
  return {
    sql: dialect.selectMatches(
      tables.memory.name,
      false,
      asked.map(([condition]) => condition),
    ),
    values: [
      dialect.toMatch({ words }, {}),
      ...asked.map(([, value]) => value),
      checkedLimit(query.limit),
    ],
  }
}
