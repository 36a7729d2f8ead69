/**
 * Makes patterns cheap to compile. A hook tries hundreds of them on a few sentences each, so that
 * compiling them is most of what they cost, and optimising them most of that.
 * Compiled code is tied to the flags it was made under. So the modules of Node's own that are still
 * to come are loaded first, and whoever keeps compiled code goes back by what this returns.
 */
export function usePlainPatterns(stillToCome: readonly string[]): () => void {
  if (!knowsFlags(process.versions.node)) return () => undefined
  for (const name of stillToCome) process.getBuiltinModule(name)
  const { setFlagsFromString } = process.getBuiltinModule('node:v8')
  for (const { plain } of FLAGS) setFlagsFromString(plain)
  return () => {
    for (const { usual } of FLAGS) setFlagsFromString(usual)
  }
}

// Read while a pattern is made or compiled and never again. Any other flag would also be believed
// of what was compiled before it was set, and V8 ends the process over that.
const FLAGS = [
  { plain: '--no-regexp-optimization', usual: '--regexp-optimization' },
  { plain: '--no-regexp-peephole-optimization', usual: '--regexp-peephole-optimization' },
  // How often a pattern is tried before it is compiled a second time, to machine code.
  { plain: '--regexp-tier-up-ticks=20', usual: '--regexp-tier-up-ticks=1' },
]

/** An unknown flag would be complained about on standard error, where a client may show it. */
export function knowsFlags(nodeVersion: string): boolean {
  const major = Number.parseInt(nodeVersion, 10)
  return major >= 20 && major <= 24
}
