/**
 * A turn comes in after it was applied; a summary and small memory entries go out, for later turns
 * only. Gated, within a budget of time and writes, the same bytes for the same turn. It fails soft:
 * whatever goes wrong is a reason in the metrics, and the turn goes on.
 */
import { countTokens } from '../../memory/normalise-text.js'
import type { Config } from '../../schema/config.js'
import type { MemoryEntry } from '../../schema/memory-entry.js'
import { errorType } from './error-type.js'
import { toFixturePrompt } from './fixture-prompt.js'
import type { FixturePrompt } from './fixture-prompt.js'
import { toMemoryEntries } from './memory-entries.js'
import { toReflectionLine } from './reflection-line.js'
import type { TurnMetrics } from './reflection-line.js'
import {
  summariseByCaller,
  summariseByFixtures,
  summariseByRules,
  toMaterial,
} from './summarise-turn.js'
import type { Material, Summed } from './summarise-turn.js'
import type { TurnBundle, TurnPorts, TurnReflection } from './turn-bundle.js'
import { whyNoReflection } from './turn-gates.js'
import { withinBudget } from './within-budget.js'
import type { Ended } from './within-budget.js'
import { writeEntries } from './write-entries.js'
import type { WriteReport } from './write-entries.js'

const TIMEOUT = 'reflection_timeout'

/** Sums a turn up and keeps what is worth remembering; never throws. */
export async function reflectTurn(
  bundle: TurnBundle,
  config: Config['turn'],
  ports: TurnPorts,
): Promise<TurnReflection> {
  const closed = whyNoReflection(bundle, config)
  if (closed !== null) return closedReflection(config, closed)
  return recordReflection(bundle, await prepareReflection(bundle, config, ports), config, ports)
}

const closedReflection = (config: Config['turn'], reason: string): TurnReflection => ({
  summary: '',
  memoryEntries: [],
  metrics: { backend: backendOf(config), summary_len: 0, embed: config.embed, ms: 0, reason },
  report: null,
})

/** Everything but the writing. It never throws. */
export async function prepareReflection(
  bundle: TurnBundle,
  config: Config['turn'],
  ports: TurnPorts,
): Promise<TurnReflection> {
  const { clock, budgets = {} } = bundle.ctx
  const timeMs = Math.min(config.budget.timeMs, budgets.timeMs ?? Infinity)
  const ops = Math.min(config.budget.ops, budgets.ops ?? Infinity)
  const started = clock.elapsedMs()
  const isLate = () => clock.elapsedMs() - started >= timeMs
  const draft: Draft = { summary: '', entries: [], reason: null, fixtureKey: null }
  try {
    await fillDraft(draft, { bundle, config, ports, timeMs, ops, isLate })
  } catch (error) {
    draft.reason = `reflect_error:${errorType(error)}`
    draft.entries = []
  }
  const ms = ports.ci === true ? 0 : Math.round((clock.elapsedMs() - started) * 10) / 10
  return {
    summary: draft.summary,
    memoryEntries: draft.entries,
    metrics: toMetrics(draft, config, ms),
    report: null,
  }
}

interface Draft {
  summary: string
  entries: MemoryEntry[]
  reason: string | null
  fixtureKey: string | null
}

interface Drafting {
  bundle: TurnBundle
  config: Config['turn']
  ports: TurnPorts
  timeMs: number
  ops: number
  isLate(): boolean
}

/** Step by step, so that a draft that is cut off keeps what was finished. */
async function fillDraft(draft: Draft, drafting: Drafting): Promise<void> {
  const { bundle, config, ports, ops, isLate } = drafting
  if (isLate()) return void (draft.reason = TIMEOUT)
  const material = toMaterial(bundle, config.topkSnippets)
  const asksFixtures = config.backend === 'model-fixtures' && ports.summarise === undefined
  const fixture = asksFixtures ? promptOf(bundle, material, config) : null
  draft.fixtureKey = fixture?.key ?? null
  const ended = await summarise(material, fixture, drafting)
  if (!ended.done) return void (draft.reason = TIMEOUT)
  if ('failed' in ended.value) return void (draft.reason = `reflect_error:${ended.value.failed}`)
  const { texts } = ended.value
  draft.summary = texts[0] ?? ''
  if (isLate()) return void (draft.reason = TIMEOUT)
  const entries = toMemoryEntries(bundle, texts, config.embed)
  if (isLate()) return void (draft.reason = TIMEOUT)
  draft.entries = entries.slice(0, ops)
  if (entries.length > ops) draft.reason = `ops_cap=${ops}`
  else if (entries.length === 0) draft.reason = 'empty_summary'
}

async function summarise(
  material: Material,
  fixture: FixturePrompt | null,
  { bundle, config, ports, timeMs }: Drafting,
): Promise<Ended<Summed>> {
  if (ports.summarise !== undefined) {
    return summariseByCaller(bundle, ports.summarise, config, timeMs)
  }
  if (fixture === null) return { done: true, value: summariseByRules(material, config) }
  const { model = null } = ports
  return summariseByFixtures(bundle, fixture, config, { model, timeMs })
}

const promptOf = (
  { ctx }: TurnBundle,
  { utter, snippets }: Material,
  { summaryTokens }: Config['turn'],
): FixturePrompt =>
  toFixturePrompt({ agent: ctx.agent, turn: ctx.turn, summaryTokens, utter, snippets })

const backendOf = ({ backend }: Config['turn']): TurnMetrics['backend'] =>
  backend === 'model-fixtures' ? 'llm-fixture' : 'rulebased'

const toMetrics = (draft: Draft, config: Config['turn'], ms: number): TurnMetrics => ({
  backend: backendOf(config),
  summary_len: countTokens(draft.summary),
  embed: config.embed,
  ...(draft.fixtureKey === null ? {} : { fixture_key: draft.fixtureKey }),
  ms,
  ...(draft.reason === null ? {} : { reason: draft.reason }),
})

/** Writes the entries, then the log line, which tells what the store did. It never throws. */
export async function recordReflection(
  { ctx }: Pick<TurnBundle, 'ctx'>,
  prepared: TurnReflection,
  config: Config['turn'],
  { store, log }: Pick<TurnPorts, 'store' | 'log'>,
): Promise<TurnReflection> {
  const { memoryEntries } = prepared
  const report = store === null ? null : await writeInTime(ctx, store, memoryEntries, config)
  const metrics = withReason(prepared.metrics, report?.reason)
  const recorded = { ...prepared, metrics, report: report?.written ?? null }
  if (!config.log || !log) return recorded
  try {
    await log(toReflectionLine(ctx, metrics, countWritten(recorded.report)))
    return recorded
  } catch (error) {
    return { ...recorded, metrics: withReason(metrics, `reflect_error:${errorType(error)}`) }
  }
}

async function writeInTime(
  { clock }: TurnBundle['ctx'],
  store: NonNullable<TurnPorts['store']>,
  entries: readonly MemoryEntry[],
  { budget }: Config['turn'],
): Promise<{ written: WriteReport; reason: string | null }> {
  if (entries.length === 0) {
    return { written: { attempted: 0, written: 0, unchanged: 0, errors: [] }, reason: null }
  }
  const ended = await withinBudget(clock, budget.timeMs, () => writeEntries(store, entries))
  if (ended.done) {
    const type = ended.value.errors[0]?.split(': ').at(-1)
    return { written: ended.value, reason: type === undefined ? null : `reflect_error:${type}` }
  }
  const errors = entries.map(({ id }) => `${id}: ${TIMEOUT}`)
  return {
    written: { attempted: entries.length, written: 0, unchanged: 0, errors },
    reason: TIMEOUT,
  }
}

const withReason = (metrics: TurnMetrics, reason: string | null | undefined): TurnMetrics =>
  reason === null || reason === undefined ? metrics : { ...metrics, reason }

/** An entry that an earlier run of this turn wrote is this turn's entry all the same. */
const countWritten = (report: WriteReport | null): number =>
  report === null ? 0 : report.written + report.unchanged
