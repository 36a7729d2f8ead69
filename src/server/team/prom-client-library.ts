import { createRequire } from 'node:module'
import { ReflectError } from '../../schema/error.js'
import { INSTALL_TEAM_PACKAGES } from '../../util/team-packages.js'

/** The part of the package `prom-client` that we use. */
export interface PromClient {
  Registry: new () => Registry
  Counter: new (options: MetricOptions) => {
    inc(labels: Labels, by?: number): void
  }
  Gauge: new (options: MetricOptions) => {
    set(labels: Labels, value: number): void
    reset(): void
  }
  Histogram: new (options: MetricOptions & { buckets: number[] }) => {
    observe(labels: Labels, value: number): void
  }
  collectDefaultMetrics(options: { register: Registry }): void
}

interface Registry {
  contentType: string
  metrics(): Promise<string>
}

type Labels = Readonly<Record<string, string | number>>

interface MetricOptions {
  name: string
  help: string
  labelNames: string[]
  registers: Registry[]
}

/** Only a team's server needs it, so only that installs it. */
export function loadPromClient(): PromClient {
  const load = createRequire(import.meta.url)
  try {
    return load('prom-client') as PromClient
  } catch (cause) {
    throw new ReflectError('driver-missing', 'The package `prom-client` is not installed', {
      cause,
      remedy: INSTALL_TEAM_PACKAGES,
    })
  }
}
