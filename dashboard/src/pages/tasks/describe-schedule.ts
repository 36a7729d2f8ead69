const DAYS = ['Sundays', 'Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays']

/** A cron line in words where it is a usual one; else the line itself. */
export function describeSchedule(cron: string): string {
  const parts = cron.trim().split(/\s+/)
  if (parts.length !== 5) return cron
  const [minute, hour, date, month, day] = parts as [string, string, string, string, string]
  if (month !== '*') return cron
  const isEveryDay = date === '*' && day === '*'
  const everyMinutes = stepOf(minute)
  if (everyMinutes !== null && hour === '*' && isEveryDay) return every(everyMinutes, 'min')
  if (!isNumber(minute)) return cron
  const everyHours = stepOf(hour)
  if (everyHours !== null && isEveryDay) {
    return `${every(everyHours, 'h')}${minute === '0' ? '' : ` at :${minute.padStart(2, '0')}`}`
  }
  if (!isNumber(hour)) return cron
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`
  if (isEveryDay) return `daily at ${time}`
  if (date === '*' && day === '1-5') return `weekdays at ${time}`
  if (date === '*' && /^[0-7]$/.test(day)) return `${DAYS[Number(day) % 7]} at ${time}`
  if (day === '*' && isNumber(date)) return `day ${date} of the month at ${time}`
  return cron
}

const isNumber = (part: string): boolean => /^\d{1,2}$/.test(part)

/** The n of `*` and of `*` with a step; null for anything else. */
function stepOf(part: string): number | null {
  if (part === '*') return 1
  const step = /^\*\/(\d{1,2})$/.exec(part)?.[1]
  return step === undefined ? null : Number(step)
}

const every = (count: number, unit: string): string =>
  count === 1 ? `every ${unit === 'h' ? 'hour' : 'minute'}` : `every ${count} ${unit}`
