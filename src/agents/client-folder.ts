import path from 'node:path'

/** Where a client keeps its own things for a user: where a variable says, else in the home. */
export function clientFolder(
  { home, env }: { home: string; env: Readonly<Record<string, string | undefined>> },
  variable: string,
  name: string,
): string {
  const chosen = env[variable] ?? ''
  return path.isAbsolute(chosen) ? chosen : path.join(home, name)
}
