import * as z from 'zod/mini'
import { RunRecord } from './run-record.js'

/**
 * `reflection.v1` as other writers make it, and older ones of ours did: an instant of any precision
 * and zone, the self-reported fields absent, the mode `off`. All else is as strict as what we write.
 */
export const ForeignRunRecord = z.strictObject({
  ...RunRecord.shape,
  timestamp: z.iso.datetime({ offset: true }),
  confidence: z.optional(RunRecord.shape.confidence),
  most_likely_wrong: z.optional(RunRecord.shape.most_likely_wrong),
  known_not_in_diff: z.optional(RunRecord.shape.known_not_in_diff),
  provenance: z.strictObject({
    ...RunRecord.shape.provenance.shape,
    reflection_mode: z.enum(['off', 'solo', 'orchestrated']),
  }),
})

export type ForeignRunRecord = z.infer<typeof ForeignRunRecord>

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
  const record: RunRecord = {
    ...data,
    timestamp: instant.toISOString(),
    confidence: data.confidence ?? null,
    most_likely_wrong: data.most_likely_wrong ?? null,
    known_not_in_diff: data.known_not_in_diff ?? null,
    files_changed: [...new Set(data.files_changed)].sort(),
    provenance: { ...data.provenance, reflection_mode: mode === 'off' ? 'orchestrated' : mode },
  }
  return { record, changed: mode === 'off' ? ['its writer names the mode off'] : [] }
}
