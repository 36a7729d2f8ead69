import type { EntryDraft } from '../agent.js'
import { settle } from '../read/ledger/settle.js'
import type { LedgerState } from '../read/ledger/ledger-state.js'
import type { Loop } from '../moments/stall/detector.js'
import { CALL_DETECTORS, findLoop } from '../moments/stall/find-loop.js'
import { redactText } from '../safety/redact.js'
import type { AuditLoop } from '../schema/audit.js'
import { Config } from '../schema/config.js'
import type { UsageRow } from '../schema/token-usage.js'
import { oneLine } from '../util/one-line.js'

/** A loop is looked for at every so many results: looking at each would take longer than reading. */
const EVERY = 8
const MAX_LOOPS = 10

interface Going {
  key: string
  loop: AuditLoop
  /** What had been used when it was first seen going round. */
  before: readonly UsageRow[]
  /** And with its latest call: what is said after it is no part of it. */
  after: readonly UsageRow[]
  /** The call that goes round: further ones are counted as they come. */
  call: string
}

/** Loops of a session as it goes by, with what was used in them. */
export function watchLoops(state: LedgerState): {
  take(draft: EntryDraft): void
  nextTurn(): void
  found(): AuditLoop[]
} {
  const { stall: settings } = Config.parse({})
  const found: AuditLoop[] = []
  let going: Going | null = null
  let results = 0
  let lookedAt = 0
  let lastCall = ''
  /** What had been used a while ago: a loop is seen when it has gone round already. */
  let earlier: readonly UsageRow[] = []
  /** What had been used at the latest result. */
  let latest: readonly UsageRow[] = []
  const usageNow = (): UsageRow[] => (state.ledger.usage ?? []).map((row) => ({ ...row }))
  const end = (): void => {
    if (going === null) return
    going.loop.usage = since(going.before, going.after)
    found.push(going.loop)
    if (found.length > MAX_LOOPS) found.shift()
    going = null
  }
  const look = (at: string | null): void => {
    settle(state)
    const { recent, edits, request } = state.ledger
    const { flags, total } = request
    const input = { recent, edits, flags, turn: total, settings, headless: false }
    const loop = findLoop(input, CALL_DETECTORS)
    if (loop === null || loop.key !== going?.key) end()
    if (loop !== null) {
      const [before, after] = [earlier, latest]
      going ??= { key: loop.key, before, after, call: lastCall, loop: toLoop(loop, at) }
      going.after = latest
    }
    lookedAt = results
    earlier = latest
  }
  return {
    take(draft) {
      if (draft.sidechain) return
      if (draft.kind === 'tool-call') {
        lastCall = draft.command ?? `${draft.tool} ${draft.input}`
        if (lastCall === going?.call) {
          going.loop.times += 1
          going.after = usageNow()
        }
      }
      if (draft.kind !== 'tool-result') return
      results += 1
      latest = usageNow()
      if (results - lookedAt >= EVERY) look(draft.at)
    },
    nextTurn() {
      if (going !== null && results > lookedAt) look(null)
      end()
    },
    found: () => found,
  }
}

const toLoop = ({ what, result, times }: Loop, at: string | null): AuditLoop => ({
  at,
  what: oneLine(redactText(what), 160),
  result: oneLine(redactText(result), 120),
  times,
  usage: [],
})

/** What came to each row. */
function since(before: readonly UsageRow[], now: readonly UsageRow[]): UsageRow[] {
  return now
    .map((row, index) => {
      const old = before[index]
      if (old === undefined) return { ...row }
      return {
        ...row,
        input: row.input - old.input,
        cacheRead: row.cacheRead - old.cacheRead,
        cacheWrite: row.cacheWrite - old.cacheWrite,
        cacheWriteHour: (row.cacheWriteHour ?? 0) - (old.cacheWriteHour ?? 0),
        output: row.output - old.output,
      }
    })
    .filter(
      ({ input, cacheRead, cacheWrite, output }) => input + cacheRead + cacheWrite + output > 0,
    )
}
