/** `in 1 h 30 min`, `5 min ago`, `now`: an instant as seen from another one. */
export function relativeTime(instant: string, now: Date): string {
  const distance = Date.parse(instant) - now.getTime()
  const seconds = Math.round(Math.abs(distance) / 1000)
  if (seconds === 0) return 'now'
  return distance > 0 ? `in ${lengthOf(seconds)}` : `${lengthOf(seconds)} ago`
}

function lengthOf(seconds: number): string {
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const hours = Math.round(minutes / 60)
  if (minutes < 24 * 60) return twoUnits(Math.floor(minutes / 60), 'h', minutes % 60, 'min')
  return twoUnits(Math.floor(hours / 24), 'd', hours % 24, 'h')
}

const twoUnits = (large: number, unit: string, small: number, smallUnit: string): string =>
  small === 0 ? `${large} ${unit}` : `${large} ${unit} ${small} ${smallUnit}`

/** To the minute, as a list shows it. */
export const minute = (instant: string): string => instant.slice(0, 16).replace('T', ' ')

/** The instant itself, and how long ago it is. */
export const atTime = (instant: string, now: Date): string =>
  `${minute(instant)} UTC (${relativeTime(instant, now)})`
