import { ReflectError } from '../../schema/error.js'
import type { CliContext } from '../command.js'

type Options = Readonly<Record<string, unknown>>

/** The form in which a report was asked for. */
export type Form = 'text' | 'json' | 'markdown' | 'html'

export function formOf({ json }: CliContext, options: Options): Form {
  const asked: Form[] = [
    ...(json ? (['json'] as const) : []),
    ...(options['markdown'] === true ? (['markdown'] as const) : []),
    ...(options['html'] === true ? (['html'] as const) : []),
  ]
  if (asked.length <= 1) return asked[0] ?? 'text'
  throw new ReflectError('usage', `--${asked.join(' and --')} can't be combined`, {
    remedy: 'Ask for one form.',
  })
}

export function scaleOf(options: Options): number {
  const scale = numberOption(options, 'scale')
  if (options['percent'] !== true) return scale ?? 1
  if (scale === undefined) return 100
  throw new ReflectError('usage', "--percent and --scale can't be combined", {
    remedy: 'Name the scale once.',
  })
}

function numberOption(options: Options, name: string): number | undefined {
  const text = options[name]
  if (text === undefined) return undefined
  const value = Number(text)
  if (String(text).trim() !== '' && Number.isFinite(value) && value > 0) return value
  throw new ReflectError('usage', `--${name} ${String(text)} is not a number above 0`, {
    remedy: `Write it like --${name} ${name === 'high' ? '0.8' : '10'}.`,
  })
}

export function unitOption(options: Options, name: string): number | undefined {
  const value = numberOption(options, name)
  if (value === undefined || value <= 1) return value
  throw new ReflectError('usage', `--${name} ${value} is above 1`, {
    remedy: 'Write it as 0..1, whatever the scale of the rows is.',
  })
}

export function daysOption(options: Options): number | undefined {
  const value = numberOption(options, 'window')
  if (value === undefined || value <= 3650) return value
  throw new ReflectError('usage', `a window of ${value} days is too long`, {
    remedy: 'At most 3650 days.',
  })
}

export function dateOption(options: Options): string | undefined {
  const text = options['since']
  if (typeof text !== 'string') return undefined
  // Git takes any words for a date and silently reads nonsense as now.
  if (/^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(Date.parse(text))) return text
  throw new ReflectError('usage', `"${text}" is not a date`, { remedy: 'Write it as 2025-01-31.' })
}

export function refuse(
  options: Readonly<Record<string, unknown>>,
  names: readonly string[],
  where: string,
): void {
  const given = names.find((name) => options[name] !== undefined)
  if (given === undefined) return
  const flag =
    given === 'target'
      ? 'a target'
      : `--${given.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
  throw new ReflectError('usage', `${flag} does not apply to ${where}`, { remedy: 'Leave it out.' })
}
