import type { RepositoryFacts } from '../../schema/evidence.js'
import { readDiff } from './read-diff.js'

/** Lists of dependencies, and how an entry of each is written: its name is the first group. */
const LISTS: readonly (readonly [file: RegExp, entry: RegExp])[] = [
  [/(?:^|\/)(?:package|composer)\.json$/, /"([@\w./-]+)":\s*"[\^~>=<*\d]/g],
  [/(?:^|\/)requirements[\w.-]*\.(?:txt|in)$/, /^\s*([A-Za-z][\w.-]*)/],
  [/(?:^|\/)go\.mod$/, /^\s*(?:require\s+)?([\w-]+(?:\.[\w-]+)+\/\S+) v\d/],
  [
    /(?:^|\/)(?:Cargo|pyproject)\.toml$/,
    /^\s*"?([A-Za-z][\w.-]*)"?\s*(?:=\s*(?:"[\^~>=<\d]|\{)|[>=~<]=)/,
  ],
  [/(?:^|\/)Gemfile$/, /^\s*gem ["']([\w-]+)/],
  [/\.csproj$/, /<PackageReference Include="([\w.]+)"/],
  [/(?:^|\/)pom\.xml$/, /<artifactId>([\w.-]+)<\/artifactId>/],
  [
    /(?:^|\/)build\.gradle(?:\.kts)?$/,
    /^\s*(?:implementation|api|compileOnly)[ (]+["']([\w.:-]+?):[\d.$]/,
  ],
  [/(?:^|\/)mix\.exs$/, /^\s*\{:(\w+), "/],
]

/** A project's own fields that look like an entry. */
const OWN = new Set(['version', 'name', 'edition', 'rust-version', 'license', 'node', 'npm'])

/** Names that the change added to a list of dependencies; another version of one that was there is none. */
export async function findAddedDependencies(
  repository: RepositoryFacts | null,
  signal?: AbortSignal,
): Promise<string[]> {
  const lists = (repository?.filesChanged ?? []).filter((file) => entryOf(file) !== null)
  if (repository === null || lists.length === 0) return []
  const diff = await readDiff({ ...repository, filesChanged: lists }, signal)
  return diff.split(/^(?=diff --git |new file (?!mode ))/m).flatMap(addedIn)
}

const entryOf = (file: string): RegExp | null =>
  LISTS.find(([name]) => name.test(file))?.[1] ?? null

function addedIn(patch: string): string[] {
  const [, file = ''] = /^(?:diff --git a\/(?:.+?) b\/|new file )(.+)$/m.exec(patch) ?? []
  const entry = entryOf(file.trim())
  if (entry === null) return []
  const namesOn = (sign: string): string[] =>
    patch
      .split('\n')
      .filter((line) => line.startsWith(sign) && !line.startsWith(sign.repeat(3)))
      .flatMap((line) =>
        // Only JSON may have several in a line.
        entry.global
          ? [...line.matchAll(entry)].map(([, name]) => name!)
          : (entry.exec(line.slice(1))?.[1] ?? []),
      )
  const before = new Set(namesOn('-'))
  return namesOn('+').filter((name) => !before.has(name) && !OWN.has(name))
}
