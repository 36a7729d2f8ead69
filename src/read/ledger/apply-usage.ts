import type { UsageSource } from '../../agent.js'
import type { TokenUsage, UsageRow } from '../../schema/token-usage.js'
import type { LedgerState } from './ledger-state.js'

/** More than any message: a number that is none. */
const MAX_TOKENS = 1e10
/** Messages that may come again; those of subagents stand between the lines of one. */
const MAX_TOLD = 16
const MAX_ROWS = 60

/** Adds up what models used; a client that writes a message in several lines tells it with each. */
export function applyUsage(
  state: LedgerState,
  used: TokenUsage | null,
  { id, at, model }: UsageSource,
): void {
  const tokens = used === null ? 0 : sumOf(used)
  if (used === null || tokens <= 0 || tokens > MAX_TOKENS) return
  const told = (state.told ??= [])
  const rows = (state.ledger.usage ??= [])
  const again = id === null ? undefined : told.findLast(({ messageId }) => messageId === id)
  const { totals } = state.ledger
  if (again !== undefined) {
    add(rows[again.row]!, again.used, -1)
    add(rows[again.row]!, used, 1)
    totals.tokens = (totals.tokens ?? 0) - sumOf(again.used) + tokens
    again.used = used
    return
  }
  const row = findRow(rows, model, at?.slice(0, 10) ?? null)
  add(rows[row]!, used, 1)
  totals.tokens = (totals.tokens ?? 0) + tokens
  if (id === null) return
  told.push({ messageId: id, used, row })
  if (told.length > MAX_TOLD) told.shift()
}

const sumOf = (used: TokenUsage): number =>
  used.input + used.cacheRead + used.cacheWrite + used.output

function add(row: UsageRow, used: TokenUsage, sign: 1 | -1): void {
  row.input += sign * used.input
  row.cacheRead += sign * used.cacheRead
  row.cacheWrite += sign * used.cacheWrite
  row.output += sign * used.output
  const hour = (row.cacheWriteHour ?? 0) + sign * (used.cacheWriteHour ?? 0)
  if (hour > 0) row.cacheWriteHour = hour
  else delete row.cacheWriteHour
}

/** Beyond the last row, its model's latest one stands for further days, and the last for further models. */
function findRow(rows: UsageRow[], model: string | null, day: string | null): number {
  const known = rows.findLastIndex((row) => row.model === model && row.day === day)
  if (known !== -1) return known
  if (rows.length < MAX_ROWS) {
    rows.push({ model, day, input: 0, cacheRead: 0, cacheWrite: 0, output: 0 })
    return rows.length - 1
  }
  const same = rows.findLastIndex((row) => row.model === model)
  return same === -1 ? rows.length - 1 : same
}
