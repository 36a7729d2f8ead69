/**
 * Rows whose true AUC is known: right and wrong rows draw from two unit normals `distance` apart,
 * squeezed into 0..1 by the logistic function. For the demo, the bench and the tests.
 */
export function* sampleBinormal({
  n,
  distance,
  seed,
}: {
  readonly n: number
  readonly distance: number
  readonly seed: number
}): Generator<{ confidence: number; correct: boolean }> {
  const random = seededRandom(seed)
  for (let i = 0; i < n; i++) {
    const correct = random() < 0.5
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
    yield { confidence: 1 / (1 + Math.exp(-(normal + (correct ? distance : 0)))), correct }
  }
}

/** Mulberry32: small, fast, the same numbers everywhere. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
