import path from 'node:path'

/** Where Droid keeps its own things for a user; the variable names the home that it lies in. */
export function droidFolder({
  home,
  env,
}: {
  home: string
  env: Readonly<Record<string, string | undefined>>
}): string {
  const chosen = env['FACTORY_HOME_OVERRIDE'] ?? ''
  return path.join(path.isAbsolute(chosen) ? chosen : home, '.factory')
}
