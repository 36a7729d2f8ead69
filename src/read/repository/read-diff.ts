/**
 * The change as a patch, for a reader that has little room: source first, then tests, then the rest;
 * new files as they are. Bounded, and read by a git that runs nothing of the repository.
 */
import path from 'node:path'
import { clipSafely } from '../../safety/clip-safely.js'
import type { RepositoryFacts } from '../../schema/evidence.js'
import { decodeText } from '../../util/decode-text.js'
import { readBounded } from '../../util/read-bounded.js'
import { isDocumentation } from '../ledger/is-documentation.js'
import { openRepository } from './open-repository.js'

const MAX_FILES = 40
const MAX_CHARS = 12_000
const MAX_FILE_CHARS = 4_000

/** Empty when there is no change, or when it can't be read. */
export async function readDiff(
  { root, base, filesChanged }: Pick<RepositoryFacts, 'root' | 'base' | 'filesChanged'>,
  signal?: AbortSignal,
): Promise<string> {
  if (root === null || base === null || filesChanged.length === 0) return ''
  const opened = await openRepository({ root, signal })
  if (!opened.ok) return ''
  const files = filesChanged.toSorted((a, b) => weightOf(a) - weightOf(b)).slice(0, MAX_FILES)
  const answer = await opened.repository.git([
    '-c',
    'core.quotePath=false',
    'diff-index',
    '-p',
    '--no-renames',
    '--no-color',
    '--no-ext-diff',
    '--no-textconv',
    '--ignore-submodules=all',
    base,
    '--',
    ...files,
  ])
  if (!answer.ok) return ''
  const patches = new Map(
    decodeText(answer.stdout)
      .split(/^(?=diff --git )/m)
      .map((patch) => [/^diff --git a\/(.+?) b\//.exec(patch)?.[1] ?? '', patch]),
  )
  const parts = files.map((file) => patches.get(file) ?? created(root, file))
  return clipSafely(parts.map((part) => clipSafely(part, MAX_FILE_CHARS)).join('\n'), MAX_CHARS)
}

/** What a reader should see first. */
function weightOf(file: string): number {
  if (/(?:(?:^|\/)package-lock\.json|\.lock|\.snap|\.min\.\w+)$/.test(file)) return 3
  if (isDocumentation(file)) return 2
  return /(?:^|[/._-])(?:tests?|specs?|__tests__)(?:[/._-]|$)/.test(file) ? 1 : 0
}

/** A file that git does not know yet. */
function created(root: string, file: string): string {
  const options = { followLink: false, maxBytes: 16_000, longer: 'cut' } as const
  const read = readBounded(path.join(root, file), options)
  if (read.state !== 'bytes') return ''
  const lines = decodeText(read.bytes).split('\n')
  return [`new file ${file}`, ...lines.map((line) => `+${line}`)].join('\n')
}
