import path from 'node:path'
import type { Telemetry } from '../../telemetry/telemetry.js'
import { openWorkspace } from '../../wiring/workspace.js'
import { hookMode } from '../hook-mode.js'
import { withProject } from './with-project.js'
import type { ProjectPlace } from './with-project.js'

export interface ResidentTelemetryInput extends ProjectPlace {
  ended: AbortSignal
  report(error: unknown, where: string): void
}

export interface ResidentTelemetry {
  /** Something was recorded. */
  told(): void
  finish(): Promise<void>
}

/**
 * Telemetry of a client's project while the client lives. No event waits for it, and while nothing
 * happens it opens nothing. Where it is off it is not even loaded.
 */
export function openResidentTelemetry(input: ResidentTelemetryInput): ResidentTelemetry {
  let isTold = false
  let wake: (() => void) | null = null
  const news = async (): Promise<void> => {
    if (!isTold) await new Promise<void>((resolve) => (wake = resolve))
    isTold = false
  }
  const told = (): void => {
    isTold = true
    wake?.()
  }

  async function start(): Promise<Telemetry | null> {
    const { root, loaded } = await openWorkspace({ ...input, lenient: true, now: input.now() })
    const settings = loaded.values.telemetry
    if (settings.otlp.endpoint === undefined || hookMode(loaded) === 'off') return null
    const { startTelemetry } = await import('../../telemetry/telemetry.js')
    return startTelemetry({
      settings,
      project: path.basename(root),
      version: __VERSION__,
      withStore: (work) => withProject(input, ({ store }) => work(store)),
      news,
      now: input.now,
      signal: input.ended,
      report: (problem) => input.report(new Error(problem), 'telemetry'),
    })
  }

  const started = start().catch((error: unknown) => {
    input.report(error, 'telemetry')
    return null
  })
  return { told, finish: async () => (await started)?.finish() }
}

declare const __VERSION__: string
