import type { Check } from '../schema/check.js'

type Env = Readonly<Record<string, string | undefined>>

/** What programs need to find themselves, their user and their words. Keys and tokens are not there. */
const ALLOWED: ReadonlySet<string> = new Set(
  `PATH HOME USER LOGNAME SHELL LANG LANGUAGE TZ TERM TMPDIR TMP TEMP NO_COLOR
   SystemRoot ComSpec PATHEXT windir APPDATA LOCALAPPDATA USERPROFILE HOMEDRIVE HOMEPATH ProgramFiles
   ProgramData`.split(/\s+/),
)

/** The environment of a check: the allow-list, what its user named, and that it is one of ours. */
export function checkEnv({ env: named }: Pick<Check, 'env'>, env: Env): Record<string, string> {
  const kept = Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && (ALLOWED.has(name) || name.startsWith('LC_') || named.includes(name))
      ? [[name, value] as const]
      : [],
  )
  return { ...Object.fromEntries(kept), REFLECTION_PARENT: 'check' }
}
