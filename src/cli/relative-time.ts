const UNITS: readonly [ms: number, name: string][] = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1000, 's'],
]

/** `in 1 h`, `5 min ago`, `now`: an instant as seen from another one. */
export function relativeTime(instant: string, now: Date): string {
  const distance = Date.parse(instant) - now.getTime()
  const size = Math.abs(distance)
  const unit = UNITS.find(([ms]) => size >= ms)
  if (unit === undefined) return 'now'
  const [ms, name] = unit
  const text = `${Math.round(size / ms)} ${name}`
  return distance > 0 ? `in ${text}` : `${text} ago`
}

/** The instant itself with what it means for somebody who looks now. */
export const atTime = (instant: string, now: Date): string =>
  `${instant} (${relativeTime(instant, now)})`
