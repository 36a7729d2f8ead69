const grouped = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })

/** `12,345`; a missing number is a dash. */
export const formatCount = (value: number | null | undefined): string =>
  value === null || value === undefined ? '–' : grouped.format(value)

/** `1 run`, `12 runs`. */
export const formatCounted = (value: number, one: string, many = `${one}s`): string =>
  `${formatCount(value)} ${value === 1 ? one : many}`

/** `12.3 %`, from a share between 0 and 1. */
export const formatShare = (value: number | null | undefined, digits = 1): string =>
  value === null || value === undefined ? '–' : `${(value * 100).toFixed(digits)} %`

/** `+4.2 points`, from a difference of shares. */
export const formatPoints = (value: number | null | undefined): string =>
  value === null || value === undefined
    ? '–'
    : `${value > 0 ? '+' : value < 0 ? '−' : '±'}${Math.abs(value * 100).toFixed(1)} points`

/** `0.42`, for scores between 0 and 1. */
export const formatScore = (value: number | null | undefined): string =>
  value === null || value === undefined ? '–' : value.toFixed(2)

/** `$0.0042`, `$1.20`: small amounts keep their digits. */
export function formatUsd(value: number | null | undefined): string {
  if (value === null || value === undefined) return '–'
  if (value === 0) return '$0'
  return value < 0.1 ? `$${value.toPrecision(2)}` : `$${value.toFixed(2)}`
}

/** Dollars of what agents used: at least so many where a model's price is not known, a dash where none is. */
export const formatMoney = (spent: { tokens: number; usd: number; unpriced: number }): string =>
  spent.unpriced === spent.tokens ? '–' : `${spent.unpriced > 0 ? '≥ ' : ''}${formatUsd(spent.usd)}`

const UNITS: readonly (readonly [string, number])[] = [
  ['y', 365 * 86_400_000],
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
]

/** `850 ms`, `12 s`, `1 h 30 min`: at most two units. */
export function formatDuration(ms: number | null | undefined): string {
  if (ms === null || ms === undefined) return '–'
  if (ms < 1_000) return `${Math.round(ms)} ms`
  const at = UNITS.findIndex(([, size]) => ms >= size)
  const [unit, size] = UNITS[at]!
  const whole = Math.floor(ms / size)
  const next = UNITS[at + 1]
  const rest = next === undefined ? 0 : Math.floor((ms - whole * size) / next[1])
  return rest === 0 ? `${whole} ${unit}` : `${whole} ${unit} ${rest} ${next![0]}`
}
