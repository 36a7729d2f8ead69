import * as z from 'zod/mini'
import { Mode } from '../config.js'
import { Count, Timestamp } from '../scalar.js'

const Pause = z.strictObject({ session: z.nullable(z.string()), until: z.nullable(z.string()) })

export const ConfigRow = z.strictObject({
  key: z.string(),
  /** One short line; secrets are masked. */
  shown: z.string(),
  /** E.g. `user (~/.config/reflectory/reflection.yaml:3)`, or `default`. */
  origin: z.string(),
  isDefault: z.boolean(),
})
export type ConfigRow = z.infer<typeof ConfigRow>

export const AgentStatus = z.strictObject({
  agent: z.string(),
  title: z.string(),
  /** Its program or its folder is there. */
  found: z.boolean(),
  clientVersion: z.nullable(z.string()),
  state: z.enum(['installed', 'installed, off', 'installed, paused', 'not installed']),
  installed: z.array(z.strictObject({ scope: z.string(), file: z.string(), version: z.string() })),
  lastSeen: z.nullable(Timestamp),
  problems: z.array(z.string()),
})
export type AgentStatus = z.infer<typeof AgentStatus>

export const Settings = z.strictObject({
  version: z.string(),
  project: z.string(),
  /** Its sessions were taken over from transcripts: no hook writes there. */
  isImported: z.boolean(),
  mode: Mode,
  modeFrom: z.string(),
  trust: z.string(),
  pauses: z.array(Pause),
  stateDir: z.string(),
  database: z.nullable(z.string()),
  spooled: Count,
  startedAt: Timestamp,
  config: z.array(ConfigRow),
  ignored: z.array(
    z.strictObject({
      file: z.string(),
      line: Count,
      key: z.string(),
      value: z.string(),
      reason: z.string(),
    }),
  ),
  aliases: z.array(
    z.strictObject({ file: z.string(), line: Count, alias: z.string(), key: z.string() }),
  ),
  problems: z.array(z.string()),
  agents: z.array(AgentStatus),
})
export type Settings = z.infer<typeof Settings>

export const Check = z.strictObject({
  name: z.string(),
  state: z.enum(['ok', 'notice', 'broken']),
  detail: z.string(),
  remedy: z.nullable(z.string()),
})
export type Check = z.infer<typeof Check>

/** What `reflect doctor` says. */
export const DoctorReport = z.strictObject({ at: Timestamp, checks: z.array(Check) })
export type DoctorReport = z.infer<typeof DoctorReport>
