import { useMemo } from 'react'

/** Windows of time that a list can be narrowed to, as they stand in the address. */
export const SINCE_OPTIONS = [
  { value: '1h', label: 'the last hour' },
  { value: '24h', label: 'the last day' },
  { value: '7d', label: 'the last week' },
  { value: '30d', label: 'the last 30 days' },
]

const UNIT_MS: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000 }

/** The instant at which such a window begins; fixed while the choice stays, so a list stays too. */
export const useSince = (choice: string): string | undefined =>
  useMemo(() => sinceOf(choice, Date.now()), [choice])

export function sinceOf(choice: string, now: number): string | undefined {
  const [, count, unit] = /^(\d{1,4})([hd])$/.exec(choice) ?? []
  if (count === undefined || unit === undefined) return undefined
  return new Date(now - Number(count) * UNIT_MS[unit]!).toISOString()
}
