/**
 * Tells V8 that this process ends soon. A hook tries hundreds of patterns on a few sentences each,
 * so that compiling them is most of what they cost, and it allocates a few megabytes in all, which
 * need no collecting.
 * Compiled code is tied to the flags it was made under. So the modules of Node's own that are still
 * to come are loaded first, and whoever keeps compiled code goes back by what this returns.
 */
export function beShortLived(stillToCome: readonly string[]): () => void {
  if (!knowsFlags(process.versions.node)) return () => undefined
  for (const name of stillToCome) process.getBuiltinModule(name)
  const { setFlagsFromString } = process.getBuiltinModule('node:v8')
  const flags = process.versions.node.startsWith('20.') ? [...FLAGS, ...FLAGS_OF_20] : FLAGS
  for (const { short } of flags) setFlagsFromString(short)
  return () => {
    for (const { usual } of flags) setFlagsFromString(usual)
  }
}

// Those of patterns are read while one is made or compiled and never again. Most others would also be
// believed of what was compiled before it was set, and V8 ends the process over that.
const FLAGS = [
  { short: '--no-regexp-optimization', usual: '--regexp-optimization' },
  { short: '--no-regexp-peephole-optimization', usual: '--regexp-peephole-optimization' },
  // How often a pattern is tried before it is compiled a second time, to machine code.
  { short: '--regexp-tier-up-ticks=20', usual: '--regexp-tier-up-ticks=1' },
  // By how much the room for new objects grows when it is found too small.
  { short: '--semi-space-growth-factor=8', usual: '--semi-space-growth-factor=2' },
]
// How long code must have run before it is compiled a second time, to something faster: longer than
// a hook lives, unless it reads a long transcript. Later versions count in another way.
const FLAGS_OF_20 = [{ short: '--interrupt-budget=1320000', usual: '--interrupt-budget=67584' }]

/** An unknown flag would be complained about on standard error, where a client may show it. */
export function knowsFlags(nodeVersion: string): boolean {
  const major = Number.parseInt(nodeVersion, 10)
  return major >= 20 && major <= 24
}
