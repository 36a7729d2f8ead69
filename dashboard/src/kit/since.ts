import { useMemo } from 'react'

const UNIT_MS: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000 }

/** The instant at which such a window begins; fixed while the choice stays, so a list stays too. */
export const useSince = (choice: string): string | undefined =>
  useMemo(() => sinceOf(choice, Date.now()), [choice])

export function sinceOf(choice: string, now: number): string | undefined {
  const [, count, unit] = /^(\d{1,4})([hd])$/.exec(choice) ?? []
  if (count === undefined || unit === undefined) return undefined
  return new Date(now - Number(count) * UNIT_MS[unit]!).toISOString()
}
