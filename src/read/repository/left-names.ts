import type { RepositoryFacts } from '../../schema/evidence.js'
import { hasWord } from '../../util/has-word.js'
import { decodeText } from '../../util/decode-text.js'
import { isDocumentation } from '../ledger/is-documentation.js'
import { openRepository } from './open-repository.js'
import { readDiff } from './read-diff.js'

/** A name that was ordered to go, of which the change took some, and where it still stands. */
export interface LeftName {
  name: string
  places: string[]
}

const MAX_NAMES = 3
const MAX_BYTES = 256 * 1024

/** Looks through the tracked source, and what is new in it. */
export async function findLeftNames(
  names: readonly string[],
  repository: RepositoryFacts | null,
  signal?: AbortSignal,
): Promise<LeftName[]> {
  if (names.length === 0 || repository === null || repository.root === null) return []
  const opened = await openRepository({ root: repository.root, signal })
  if (!opened.ok) return []
  const diff = await readDiff(repository, signal)
  const left: LeftName[] = []
  for (const name of names.slice(0, MAX_NAMES)) {
    if (!diff.split('\n').some((line) => line.startsWith('-') && hasWord(line, name))) continue
    const answer = await opened.repository.git([
      'grep',
      '-I',
      '-n',
      '-w',
      '-F',
      '--untracked',
      '-e',
      name,
    ])
    const places = decodeText(answer.stdout.subarray(0, MAX_BYTES))
      .split('\n')
      .flatMap((line) => placeIn(line, name))
    if (places.length > 0) left.push({ name, places: places.slice(0, 5) })
  }
  return left
}

/** `file:line:text`: in source, outside strings, comments and import paths. */
function placeIn(line: string, name: string): string[] {
  const [, file, number, text] = /^([^:\n]+):(\d+):(.*)$/.exec(line) ?? []
  if (file === undefined || text === undefined) return []
  if (!SOURCE.test(file) || OTHERS.test(file) || isDocumentation(file)) return []
  const code = withoutComment(text.slice(0, 400).replaceAll(/'[^']*'|"[^"]*"|`[^`]*`/g, ' '))
  return hasWord(code, name) ? [`${file}:${number}`] : []
}

/** Up to where a comment begins. */
function withoutComment(code: string): string {
  const starts = ['//', '#', '--', '/*', ' * ']
    .map((mark) => code.indexOf(mark))
    .filter((at) => at !== -1)
  return starts.length === 0 ? code : code.slice(0, Math.min(...starts))
}

const SOURCE =
  /\.(?:[cm]?[jt]sx?|vue|svelte|py|go|rs|rb|php|java|kt|kts|scala|swift|cs|c|cc|cpp|h|hpp|m|ex|exs|dart|lua|sql|sh|pl|hs|clj|zig|ya?ml|toml|ini|env)$|(?:^|\/)(?:Dockerfile|Makefile|\.env)[\w.-]*$/i
const OTHERS =
  /(?:^|\/)(?:vendor|node_modules|third_party|dist|build|generated|__generated__|migrations?|changelog\w*)\/|\.min\.|\.lock$|_pb2?\.|\.pb\./i
