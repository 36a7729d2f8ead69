/**
 * When a task is due. A cron line of five fields (six with seconds) and a time zone come in, the
 * next instant goes out. Clock changes: a time that the day lacks is taken at the gap's end, one that it
 * has twice is taken once. What can't be read, or never comes, is refused with the reason.
 */
import { Cron } from 'croner'
import { ReflectError } from '../schema/error.js'
import type { Task } from '../schema/task.js'

export type Schedule = NonNullable<Task['schedule']>

/** The first instant after `after`; null when there is none any more. */
export function nextRun(schedule: Schedule, after: Date): Date | null {
  return read(schedule).nextRun(after)
}

/** Refuses what would never run. */
export function checkSchedule(schedule: Schedule, now: Date): void {
  if (nextRun(schedule, now) !== null) return
  throw refusal(schedule, 'it never comes')
}

function read(schedule: Schedule): Cron {
  const { cron, time_zone } = schedule
  try {
    // Asked in advance, because the library only notices a bad zone when it computes a date.
    Intl.DateTimeFormat('en', { timeZone: time_zone })
    return new Cron(cron, { timezone: time_zone, mode: '5-or-6-parts', paused: true })
  } catch (cause) {
    throw refusal(schedule, (cause as Error).message, cause)
  }
}

const refusal = ({ cron, time_zone }: Schedule, why: string, cause?: unknown): ReflectError =>
  new ReflectError('usage', `The schedule "${cron}" in ${time_zone} can't be used: ${why}`, {
    cause,
    remedy: 'Write five fields and a zone, e.g. "30 3 * * *" and Europe/Berlin.',
  })
