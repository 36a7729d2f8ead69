import { isDeepStrictEqual } from 'node:util'
import type { Remember } from '../config/remember.js'
import { signHome, unsignHome } from '../safety/home-path.js'
import { hasSecret } from '../safety/redact.js'
import { readOurText } from '../util/read-bounded.js'
import { writeAtomic } from '../util/write-atomic.js'

/**
 * What was made of settings, for later processes: the YAML parser and the schema take 15 ms, and
 * settings seldom change. Known by the whole input and the build, so that it is never out of date.
 */
export interface KeptSettings {
  remember: Remember
  /**
   * Writes it down where anything was new, and says whether it did. Settings with a secret in them are
   * not kept twice.
   */
  save(): Promise<boolean>
  /** Whether it held something else than settings make: another program wrote it. */
  wasChanged(): boolean
}

/**
 * `isChecked` makes everything anew and compares: at events whose answer counts, an agent that writes into
 * our files must not decide what the settings say.
 */
export function openKeptSettings(
  file: string,
  build: string,
  home: string,
  { isChecked }: { isChecked: boolean },
): KeptSettings {
  const known = read(file, build, home)
  const used = new Map<string, unknown>()
  let isNew = false
  let wasChanged = false
  return {
    wasChanged: () => wasChanged,
    async remember<T>(input: unknown, make: () => T | Promise<T>): Promise<T> {
      const key = JSON.stringify(input)
      if (known.has(key) && !isChecked) {
        used.set(key, known.get(key))
        return known.get(key) as T
      }
      const value = await make()
      const copy: unknown = JSON.parse(JSON.stringify(value))
      if (known.has(key)) {
        if (isDeepStrictEqual(copy, known.get(key))) {
          used.set(key, copy)
          return value
        }
        wasChanged = true
      }
      if (!isDeepStrictEqual(copy, value)) return value
      isNew = true
      used.set(key, copy)
      return value
    },
    async save() {
      if (!isNew) return false
      const text = JSON.stringify({ build, results: [...used] })
      if (hasSecret(text)) return false
      try {
        await writeAtomic(file, signHome(text, home), { mode: 0o600, synced: false })
        return true
      } catch {
        // The next process makes a new one.
        return false
      }
    },
  }
}

function read(file: string, build: string, home: string): ReadonlyMap<string, unknown> {
  try {
    const kept = JSON.parse(unsignHome(readOurText(file) ?? '', home)) as Kept
    return new Map(kept.build === build ? kept.results : [])
  } catch {
    return new Map()
  }
}

interface Kept {
  build: string
  results: [string, unknown][]
}
