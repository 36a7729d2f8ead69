import { type GitOptions, type GitResult, runGit } from './git.js'

/** The settings that hold in a repository, by key as git spells it; the last value of each. */
export type GitConfig = ReadonlyMap<string, string>

/** What git says of a configuration. */
type GitConfigListing = { ok: true; config: GitConfig } | Extract<GitResult, { ok: false }>

/**
 * Lists the configuration with everything it includes; `local` leaves out what the user and the
 * system set, and our own safeguards. Listing executes nothing of it.
 */
export async function readGitConfig(
  options: GitOptions & { local?: boolean },
): Promise<GitConfigListing> {
  const scope = options.local === true ? ['--local', '--includes'] : []
  const listed = await runGit(['config', ...scope, '--list', '-z'], options)
  return listed.ok ? { ok: true, config: parseGitConfig(listed.stdout) } : listed
}

/** The content filters that a configuration names: each would be executed on files it is set for. */
export function filtersOf(config: GitConfig): string[] {
  const names = [...config.keys()].flatMap((key) => /^filter\.(.*)\.[^.]+$/s.exec(key)?.[1] ?? [])
  return [...new Set(names)].sort()
}

/** Whether it names another repository; without one there are no branches of one either. */
export const hasRemote = (config: GitConfig): boolean =>
  [...config.keys()].some((key) => key.startsWith('remote.'))

function parseGitConfig(listing: Buffer): GitConfig {
  const entries = listing
    .toString()
    .split('\0')
    .filter((entry) => entry !== '')
    .map((entry) => {
      const newline = entry.indexOf('\n')
      // A key without a value means true.
      if (newline === -1) return [entry, 'true'] as const
      return [entry.slice(0, newline), entry.slice(newline + 1)] as const
    })
  return new Map(entries)
}
