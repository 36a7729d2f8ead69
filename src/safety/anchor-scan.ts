import type { Lazy } from './lazy.js'

/** A literal that betrays its owner; where the literal is common, a pattern tells more. */
export interface Anchor<Owner> {
  owner: Owner
  literal: string
  /** Whether it can be meant there, by what stands before it. @default always */
  mayFollow?: ((text: string, index: number) => boolean) | undefined
  /** Sticky; tried where the literal begins. */
  confirm: Lazy<RegExp> | null
}

const TABLE_BITS = 15
const MASK = (1 << TABLE_BITS) - 1

/**
 * Builds a scan that tells in one pass which owners have an anchor in a text. A table of hashed
 * trigrams clears nearly every position; one regular expression over all anchors is far slower.
 */
export function createAnchorScan<Owner>(
  anchors: readonly Anchor<Owner>[],
): (text: string) => ReadonlySet<Owner> | null {
  const table = new Uint8Array(1 << TABLE_BITS)
  const byHash = new Map<number, Anchor<Owner>[]>()
  anchors.forEach((anchor) => {
    const hash = trigramHash(anchor.literal)
    table[hash] = 1
    const alike = byHash.get(hash)
    if (alike === undefined) byHash.set(hash, [anchor])
    else alike.push(anchor)
  })

  return (text) => {
    let found: Set<Owner> | null = null
    let hash = 0
    // Asked once: most texts are read before this loop is compiled.
    const { length } = text
    for (let index = 0; index < length; index++) {
      hash = ((hash << 5) ^ text.charCodeAt(index)) & MASK
      if (table[hash] === 0) continue
      const alike = byHash.get(hash)!
      // By index: ordinary text comes here so often that iterators would be felt.
      for (let which = 0; which < alike.length; which++) {
        const anchor = alike[which]!
        if (found?.has(anchor.owner) || !isAt(text, index - 2, anchor)) continue
        found ??= new Set()
        found.add(anchor.owner)
      }
    }
    return found
  }
}

/** Three shifts of five bits push everything older out of the fifteen that are kept. */
function trigramHash(literal: string): number {
  let hash = 0
  for (let index = 0; index < 3; index++) hash = ((hash << 5) ^ literal.charCodeAt(index)) & MASK
  return hash
}

function isAt<Owner>(text: string, index: number, anchor: Anchor<Owner>): boolean {
  if (!text.startsWith(anchor.literal, index)) return false
  if (anchor.mayFollow?.(text, index) === false) return false
  if (anchor.confirm === null) return true
  const confirm = anchor.confirm()
  confirm.lastIndex = index
  return confirm.test(text)
}
