import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import type { Remember } from '../config/remember.js'
import { signHome, unsignHome } from '../safety/home-path.js'
import { hasSecret } from '../safety/redact.js'
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
}

export function openKeptSettings(file: string, build: string, home: string): KeptSettings {
  const known = read(file, build, home)
  const used = new Map<string, unknown>()
  let isNew = false
  return {
    async remember<T>(input: unknown, make: () => T | Promise<T>): Promise<T> {
      const key = JSON.stringify(input)
      if (known.has(key)) {
        used.set(key, known.get(key))
        return known.get(key) as T
      }
      const value = await make()
      const copy: unknown = JSON.parse(JSON.stringify(value))
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
    const kept = JSON.parse(unsignHome(readFileSync(file, 'utf8'), home)) as Kept
    return new Map(kept.build === build ? kept.results : [])
  } catch {
    return new Map()
  }
}

interface Kept {
  build: string
  results: [string, unknown][]
}
