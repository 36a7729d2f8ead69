/**
 * One link per folder in the whole process, however often and from however many files the plugin is
 * loaded: the latest load is the client's present one, and every earlier one falls silent.
 */
export interface OnlyOne {
  letGo(): void
}

// A symbol that copies of this module share, of whatever version.
const KEY = Symbol.for('reflectory.opencode')

type FallSilent = () => void

export function becomeOnlyOne(directory: string, fallSilent: FallSilent): OnlyOne {
  const all = everyone()
  all.get(directory)?.()
  all.set(directory, fallSilent)
  return {
    letGo() {
      if (all.get(directory) === fallSilent) all.delete(directory)
    },
  }
}

function everyone(): Map<string, FallSilent> {
  const shared = globalThis as { [KEY]?: Map<string, FallSilent> }
  return (shared[KEY] ??= new Map())
}
