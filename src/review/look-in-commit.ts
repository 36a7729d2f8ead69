import type { Look } from '../read/demands/look-for.js'
import type { OpenRepository } from '../read/repository/open-repository.js'
import type { StatedDemand } from '../schema/demand.js'

const MAX_READ = 20

/** Looks at a commit's files, whatever lies in the work tree; null when it can't be listed. */
export async function lookInCommit(
  { git }: Pick<OpenRepository, 'git'>,
  commit: string,
  filesChanged: readonly string[],
  demands: readonly StatedDemand[],
): Promise<Look | null> {
  const listed = await git(['ls-tree', '-r', '-z', '--name-only', '--full-tree', commit])
  if (!listed.ok) return null
  const files = listed.stdout.toString('utf8').split('\0')
  const known = new Set([...files, ...files.flatMap(foldersOf)])
  const changed = filesChanged.filter((file) => known.has(file))
  const find = (name: string): string | null =>
    known.has(name) ? name : (changed.find((file) => file.endsWith(`/${name}`)) ?? null)
  const wanted = demands
    .flatMap(({ wants }) => wants.map(({ file }) => file))
    .flatMap((name) => (name === undefined ? [] : (find(name) ?? [])))
  const texts = new Map<string, Buffer>()
  for (const file of new Set(wanted.slice(0, MAX_READ))) {
    const blob = await git(['cat-file', 'blob', `${commit}:${file}`])
    if (blob.ok) texts.set(file, blob.stdout)
  }
  const textOf = (name: string): Buffer | undefined => texts.get(find(name) ?? '')
  return {
    changed: filesChanged,
    exists: (file) => find(file) !== null,
    textOf: (file) => textOf(file)?.toString('utf8') ?? null,
  }
}

const foldersOf = (file: string): string[] =>
  file
    .split('/')
    .slice(0, -1)
    .map((_, index, parts) => parts.slice(0, index + 1).join('/'))
