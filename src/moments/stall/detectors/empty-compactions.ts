import type { Detector } from '../detector.js'

/** Compactions with nothing between them: the context fills up by itself. */
export const emptyCompactions: Detector = ({ items, thresholds }) => {
  let times = 0
  let step = 0
  for (const item of items.toReversed()) {
    if (item.kind === 'synthetic') continue
    if (item.kind !== 'compaction') break
    times += 1
    step = Math.max(step, item.step)
  }
  if (times < thresholds.emptyCompactions) return null
  return { detector: 'empty-compactions', key: 'compactions', step, times, what: '', result: '' }
}
