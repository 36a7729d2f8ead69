import type { Proportion } from '../statistics/proportion.js'
import type { Interval } from '../../util/wilson-interval.js'

const NONE = '–'

export const formatCount = (value: number): string =>
  String(value).replaceAll(/\B(?=(\d{3})+$)/g, ',')

export const formatNumber = (value: number | null, digits = 3): string =>
  value === null ? NONE : value.toFixed(digits)

export const formatPercent = (share: number | null, digits = 1): string =>
  share === null ? NONE : `${(100 * share).toFixed(digits)} %`

export const formatPoints = (points: number | null): string =>
  points === null ? NONE : `${points < 0 ? '−' : '+'}${Math.abs(points).toFixed(1)} points`

export const formatInterval = (interval: Interval | null, digits = 3): string =>
  interval === null ? NONE : `${interval.low.toFixed(digits)} to ${interval.high.toFixed(digits)}`

export const formatPercentInterval = (interval: Interval | null): string =>
  interval === null
    ? NONE
    : `${(100 * interval.low).toFixed(1)} to ${(100 * interval.high).toFixed(1)} %`

export const formatPointsInterval = (interval: Interval | null): string =>
  interval === null ? NONE : `${formatPoints(interval.low)} to ${formatPoints(interval.high)}`

export const formatOf = ({ hits, n }: Proportion): string =>
  `${formatCount(hits)} of ${formatCount(n)}`
