/**
 * One link per folder in the whole process, however often and from however many files the plugin is
 * loaded: the latest load is the client's present one, and every earlier one falls silent.
 */
export function becomeOnlyOne(directory: string, fallSilent: () => void): { letGo(): void } {
  const shared = globalThis as { [KEY]?: Map<string, () => void> }
  const all = (shared[KEY] ??= new Map())
  all.get(directory)?.()
  all.set(directory, fallSilent)
  return { letGo: () => void (all.get(directory) === fallSilent && all.delete(directory)) }
}

// A symbol that copies of this module share, of whatever version.
const KEY = Symbol.for('reflectory.opencode')
