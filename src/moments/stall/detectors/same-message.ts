import type { Detector } from '../detector.js'

/** Equal messages of the agent with nothing between them. */
export const sameMessage: Detector = ({ items, thresholds }) => {
  const last = items.at(-1)
  if (last?.kind !== 'message' || last.text === '') return null
  let times = 0
  for (const item of items.toReversed()) {
    // What we said in between is what it did not react to.
    if (item.kind === 'synthetic') continue
    if (item.kind !== 'message' || item.key !== last.key) break
    times += 1
  }
  if (times < thresholds.sameMessage) return null
  const { key, step, text } = last
  return { detector: 'same-message', key, step, times, what: text, result: '' }
}
