/** Functions that are not held to it, and why: by name, or by how their names begin. */
export const EXCLUDED: readonly { name: string; reason: string }[] = [
  {
    name: 'src/read/prose/train-weights.ts',
    reason: 'learns from a corpus, over and over, in a command of its own',
  },
  {
    name: 'src/read/prose/tune-weights.ts',
    reason: 'learns from a corpus, over and over, in a command of its own',
  },
  {
    name: 'src/cli/install/set-mode.ts',
    reason: 'reads a settings file four times over by parseSettings, which is held to it',
  },
  {
    name: 'src/host/skills/install/skill-copy.ts',
    reason: 'writes and removes folders whose paths are ours',
  },
]
