const DAY_MS = 86_400_000

/** Midnight (UTC) at which the week of an instant began. */
export function mondayOf(now: Date): Date {
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  return new Date(midnight - ((now.getUTCDay() + 6) % 7) * DAY_MS)
}
