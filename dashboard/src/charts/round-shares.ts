/** Parts as shares in tenths of a per cent that add up to the whole: the largest rests are rounded up. */
export function roundShares(parts: readonly number[]): number[] {
  const whole = parts.reduce((sum, part) => sum + part, 0)
  if (whole === 0) return parts.map(() => 0)
  const exact = parts.map((part) => (part / whole) * 1000)
  const floors = exact.map(Math.floor)
  const left = 1000 - floors.reduce((sum, floor) => sum + floor, 0)
  const first = exact
    .map((value, at) => ({ at, rest: value - floors[at]! }))
    .toSorted((a, b) => b.rest - a.rest)
    .slice(0, left)
  const up = new Set(first.map(({ at }) => at))
  return floors.map((floor, at) => (floor + Number(up.has(at))) / 1000)
}
