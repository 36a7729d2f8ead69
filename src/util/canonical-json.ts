/** JSON in which equal values have equal bytes: keys sorted, no white space. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) => (isRecord(item) ? sorted(item) : item))
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

// A `__proto__` key must stay a key, so the copy has no prototype.
function sorted(record: Record<string, unknown>): Record<string, unknown> {
  const copy = Object.create(null) as Record<string, unknown>
  for (const key of Object.keys(record).sort()) copy[key] = record[key]
  return copy
}
