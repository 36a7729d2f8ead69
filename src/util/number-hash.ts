/**
 * A number of 53 bits that stands for a text: for sets of a few hundred texts, where a real digest
 * is slow. Use it only where a forged collision gains nothing.
 */
export function numberHash(text: string): number {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return (low >>> 0) + (high & 0x1fffff) * 0x1_0000_0000
}
