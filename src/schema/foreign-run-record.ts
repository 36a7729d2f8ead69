import * as z from 'zod/mini'
import { RunRecord } from './run-record.js'
import { Surface } from './surface.js'

/**
 * `reflection.v1` as other writers make it, and older ones of ours did: an instant of any precision
 * and zone, the self-reported fields absent, their texts empty or of any length, the mode `off`. All
 * else is as strict as what we write.
 */
export const ForeignRunRecord = z.strictObject({
  ...RunRecord.shape,
  timestamp: z.iso.datetime({ offset: true }),
  confidence: z.optional(RunRecord.shape.confidence),
  most_likely_wrong: z.optional(
    z.nullable(z.strictObject({ surface: Surface, description: z.string() })),
  ),
  known_not_in_diff: z.optional(z.nullable(z.string())),
  provenance: z.strictObject({
    ...RunRecord.shape.provenance.shape,
    reflection_mode: z.enum(['off', 'solo', 'orchestrated']),
  }),
})

export type ForeignRunRecord = z.infer<typeof ForeignRunRecord>

const NOT_DESCRIBED = '(not described)'

/** A record that was read, and what of it had to be changed to be one of ours. */
interface ReadRunRecord {
  record: RunRecord
  changed: string[]
}

/** Reads a `reflection.v1` of any writer as ours; null when it is none. */
export function readRunRecord(value: unknown): ReadRunRecord | null {
  const parsed = ForeignRunRecord.safeParse(value)
  if (!parsed.success) return null
  const { data } = parsed
  const instant = new Date(data.timestamp)
  // The form says nothing of the calendar: the 30th of February is well formed.
  if (Number.isNaN(instant.getTime())) return null
  const { reflection_mode: mode } = data.provenance
  const changed = mode === 'off' ? ['its writer names the mode off'] : []
  const wrong = data.most_likely_wrong ?? null
  if (wrong?.description === '') changed.push('its most_likely_wrong has no description')
  const fit = (text: string, name: string, max: number): string => {
    if (text.length <= max) return text
    changed.push(`its ${name} was cut to ${max} characters`)
    return text.slice(0, max).replace(/[\ud800-\udbff]$/, '')
  }
  const record: RunRecord = {
    ...data,
    timestamp: instant.toISOString(),
    confidence: data.confidence ?? null,
    most_likely_wrong: wrong && {
      ...wrong,
      description: fit(wrong.description || NOT_DESCRIBED, 'description', 2000),
    },
    known_not_in_diff:
      data.known_not_in_diff == null
        ? null
        : fit(data.known_not_in_diff, 'known_not_in_diff', 4000),
    files_changed: [...new Set(data.files_changed)].sort(),
    provenance: { ...data.provenance, reflection_mode: mode === 'off' ? 'orchestrated' : mode },
  }
  return { record, changed }
}
