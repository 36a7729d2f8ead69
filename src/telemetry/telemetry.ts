/**
 * With `telemetry.otlp.endpoint` set, what the log says goes to a collector, beside everything else that
 * the process does. Nothing waits for it, a collector that hangs or refuses is tried again later, and
 * without the setting not even its packages are loaded.
 */
import type { Config } from '../schema/config.js'
import { ReflectError } from '../schema/error.js'
import type { Store } from '../store.js'
import { oneLine } from '../util/one-line.js'
import { exportLog } from './export-log.js'
import type { Otlp } from './otlp.js'

export interface TelemetryInput {
  settings: Config['telemetry']
  /** The project's folder name. */
  project: string
  version: string
  /** Opens the store for one pass. */
  withStore(work: (store: Store) => Promise<void>): Promise<unknown>
  /** Resolves when something may be new in the log. @default looks without being told */
  news?(): Promise<void>
  now(): Date
  signal: AbortSignal
  /** It is on, and the packages are there. */
  onStart?(): void
  /** Told of failures, once for each longer wait. */
  report(problem: string): void
}

export interface Telemetry {
  /** Sends nothing more. */
  stop(): Promise<void>
  /** Sends what is left, as far as it goes in a few seconds. */
  finish(): Promise<void>
}

const EVERY_MS = 5000
const MOST_MS = 5 * 60_000
/** No end of a process waits longer for what is under way. */
const TIMEOUT_MS = 3000
const STOP_MS = 500

/** null where it is switched off. */
export function startTelemetry(input: TelemetryInput): Telemetry | null {
  const { settings, project, version, withStore, now, report } = input
  const { endpoint } = settings.otlp
  if (endpoint === undefined) return null
  const [ended, last] = [new AbortController(), new AbortController()]
  const signal = AbortSignal.any([input.signal, ended.signal])
  const waits = AbortSignal.any([signal, last.signal])

  async function run(endpoint: string): Promise<void> {
    const { openOtlp } = await import('./otlp.js')
    const otlp = await openOtlp({ endpoint, version, project, timeoutMs: TIMEOUT_MS })
    let waitMs = await pass(otlp, EVERY_MS)
    input.onStart?.()
    while (!waits.aborted) {
      // After a failure there is something to send, told or not.
      if (waitMs === EVERY_MS && input.news !== undefined) {
        await Promise.race([input.news(), aborted(waits)])
      }
      await pause(waitMs, waits)
      if (!signal.aborted) waitMs = await pass(otlp, waitMs)
    }
    await otlp.close()
  }

  async function pass(otlp: Otlp, waitMs: number): Promise<number> {
    try {
      await withStore(async (store) => {
        const terms = { store, content: settings.content, now: now(), signal }
        while (await exportLog(otlp, terms));
      })
      return EVERY_MS
    } catch (error) {
      // Said once for each longer wait, not every five seconds.
      if (!signal.aborted) report(`telemetry: ${formatProblem(error)}; tried again later`)
      return Math.min(MOST_MS, waitMs * 2)
    }
  }

  const running = run(endpoint).catch((error: unknown) =>
    report(`telemetry: ${formatProblem(error)}`),
  )
  return {
    async stop() {
      ended.abort()
      // What is under way may hang: it then sends nothing, and its mark does not move.
      await Promise.race([running, pause(STOP_MS)])
    },
    async finish() {
      last.abort()
      await Promise.race([running, pause(TIMEOUT_MS)])
    },
  }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })

const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    timer.unref()
    signal?.addEventListener('abort', () => resolve(), { once: true })
    if (signal?.aborted) resolve()
  })

function formatProblem(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error)
  const remedy = error instanceof ReflectError ? error.remedy : undefined
  return oneLine(remedy === undefined ? words : `${words}. ${remedy}`, 600)
}
