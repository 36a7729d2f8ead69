import { PLACING_FLAGS } from '../../data/placing-flags.js'
import type { PlacingFlags } from '../../data/placing-flags.js'
import { baseName } from '../../util/base-name.js'

/** The folder that a command works in: where the line has moved to, or what a flag names. */
export function placedIn(folder: string, [program = '', ...args]: readonly string[]): string {
  const flags = PLACING_FLAGS.get(baseName(program))?.folder
  if (flags === undefined) return folder
  const at = args.findIndex((arg) => flags.includes(arg.split('=', 1)[0]!))
  if (at === -1) return folder
  const named = args[at]!.split('=')[1] ?? args[at + 1] ?? ''
  const target = named.replace(/^\.\/|\/(?:pom\.xml)?$/g, '')
  if (target === '' || target === '.') return folder
  return target.startsWith('/') || folder === '' ? target : `${folder}/${target}`
}

/** The words of a command without the flags that say where it works, and their values. */
export function withoutPlace(program: string, args: readonly string[]): readonly string[] {
  const flags = PLACING_FLAGS.get(program)
  if (flags === undefined) return args
  return args.filter((arg, at) => {
    const before = args[at - 1] ?? ''
    return !isPlacing(flags, arg) && !(isPlacing(flags, before) && !before.includes('='))
  })
}

const isPlacing = ({ folder, other }: PlacingFlags, arg: string): boolean => {
  if (!arg.startsWith('-')) return false
  const [flag = ''] = arg.split('=', 1)
  return folder.includes(flag) || other.includes(flag)
}
