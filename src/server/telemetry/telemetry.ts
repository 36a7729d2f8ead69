/**
 * Telemetry of the server: with `telemetry.otlp.endpoint` set it brings what the log says to a
 * collector, beside everything else that the server does. Nothing waits for it, a collector that hangs
 * or refuses is tried again later, and without the setting not even its packages are loaded.
 */
import path from 'node:path'
import type { Host } from '../../open-host.js'
import { ReflectError } from '../../schema/error.js'
import type { Workspace } from '../../workspace.js'
import { oneLine } from '../../util/one-line.js'
import { exportLog } from './export-log.js'
import type { Otlp } from './otlp.js'

export interface TelemetryInput {
  host: Host
  workspace: Workspace
  version: string
  log(line: string): void
}

export interface Telemetry {
  stop(): Promise<void>
}

const EVERY_MS = 5000
const MOST_MS = 5 * 60_000
/** The end of the server waits no longer for what is under way. */
const TIMEOUT_MS = 3000

/** null where it is switched off. */
export function startTelemetry({
  host,
  workspace,
  version,
  log,
}: TelemetryInput): Telemetry | null {
  const { otlp: settings, content } = workspace.loaded.values.telemetry
  const { endpoint } = settings
  if (endpoint === undefined) return null
  const ended = new AbortController()
  const signal = AbortSignal.any([host.signal, ended.signal])

  async function run(): Promise<void> {
    const { openOtlp } = await import('./otlp.js')
    const project = path.basename(workspace.root)
    const otlp = await openOtlp({ endpoint: endpoint!, version, project, timeoutMs: TIMEOUT_MS })
    let waitMs = await pass(otlp, EVERY_MS)
    log(`telemetry: exporting to ${endpoint}`)
    while (!signal.aborted) {
      await pause(waitMs, signal)
      if (!signal.aborted) waitMs = await pass(otlp, waitMs)
    }
    await otlp.close()
  }

  async function pass(otlp: Otlp, waitMs: number): Promise<number> {
    try {
      const terms = { store: host.store, content, now: host.now(), signal }
      while (await exportLog(otlp, terms));
      return EVERY_MS
    } catch (error) {
      // Said once for each longer wait, not every five seconds.
      if (!signal.aborted) log(`telemetry: ${formatProblem(error)}; tried again later`)
      return Math.min(MOST_MS, waitMs * 2)
    }
  }

  const running = run().catch((error: unknown) => log(`telemetry: ${formatProblem(error)}`))
  return {
    async stop() {
      ended.abort()
      // What is under way may hang: it then sends nothing, and its mark does not move.
      await Promise.race([running, pause(500)])
    },
  }
}

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
