/** Flags by which a program is told where to work. */
const PLACING: Readonly<Record<string, readonly string[]>> = {
  npm: ['--prefix', '-C'],
  pnpm: ['-C', '--dir'],
  yarn: ['--cwd'],
  bun: ['--cwd'],
  make: ['-C', '--directory'],
  go: ['-C'],
  git: ['-C'],
  uv: ['--directory', '--project'],
  poetry: ['-C', '--directory'],
  mvn: ['-f'],
  just: ['-d', '--working-directory'],
}

/** The folder that a command works in: where the line has moved to, or what a flag names. */
export function placedIn(folder: string, [program = '', ...args]: readonly string[]): string {
  const flags = PLACING[program]
  if (flags === undefined) return folder
  const at = args.findIndex((arg) => flags.includes(arg.split('=', 1)[0]!))
  if (at === -1) return folder
  const named = args[at]!.split('=')[1] ?? args[at + 1] ?? ''
  const target = named.replace(/^\.\/|\/(?:pom\.xml)?$/g, '')
  if (target === '' || target === '.') return folder
  return target.startsWith('/') || folder === '' ? target : `${folder}/${target}`
}
