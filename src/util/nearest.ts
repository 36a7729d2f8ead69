/** The candidate that a misspelt word most likely meant; null when none is near. */
export function nearest(word: string, candidates: readonly string[]): string | null {
  const wanted = plain(word)
  let best: string | null = null
  let bestDistance = Math.floor(wanted.length / 3) + 1
  for (const candidate of candidates) {
    const distance = editDistance(wanted, plain(candidate), bestDistance)
    if (distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  return best ?? startingWith(wanted, candidates)
}

/** A cut-off word is far from the whole one by letters, and yet plainly meant. */
function startingWith(wanted: string, candidates: readonly string[]): string | null {
  if (wanted.length < 3) return null
  return candidates.find((candidate) => plain(candidate).startsWith(wanted)) ?? null
}

const MAX_LENGTH = 128

// Case and word separators are spelling too: max_attempts is maxAttempts.
function plain(word: string): string {
  return word
    .slice(0, MAX_LENGTH)
    .toLowerCase()
    .replaceAll(/[_\s-]/g, '')
}

/** Levenshtein distance where swapped neighbours count once; gives up at `limit`. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit && a !== b) return limit
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let distance = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + cost)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        distance = Math.min(distance, beforeLast[j - 2]! + 1)
      }
      row.push(distance)
    }
    if (Math.min(...row) >= limit) return limit
    beforeLast = last
    last = row
  }
  return last[b.length]!
}
