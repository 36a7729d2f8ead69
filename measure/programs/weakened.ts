import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { languageOf } from '../../src/read/weakened/code/languages.js'
import type { FileChange, Shape } from '../../src/read/weakened/changes/file-change.js'
import { fileRole } from '../../src/read/weakened/changes/file-role.js'
import { parsePatch } from '../../src/read/weakened/changes/parse-patch.js'
import { isFirstRow } from '../../src/read/weakened/first-row.js'
import { copyGroundsOf } from '../../src/read/weakened/changes/copy-grounds.js'
import { findWeakenedIn } from '../../src/read/weakened/find-weakened-in.js'
import { runGit } from '../../src/util/git.js'
import type { WeakenedKind } from '../../src/schema/weakened-check.js'
import { compareText } from '../../src/util/compare-text.js'
import { sha256 } from '../../src/util/sha256.js'
import { wilsonInterval } from '../../src/util/wilson-interval.js'
import type { MeasureProgram } from '../program.js'
import { looksPlanted, measurePlanted } from '../weakened/planted.js'

/** How often each shape occurs in ordinary commits, or what is found of planted ones. */
export const program: MeasureProgram = {
  name: 'weakened',
  summary: 'Weakened checks: shapes per 1,000 ordinary commits, or planted cases.',
  needsData: false,
  async run({ args, print }) {
    const [first, folder] = args
    if (first === '--planted' && folder !== undefined) return measurePlanted(folder, print)
    const sample = numberOf(args, '--sample=', 0)
    const seed = numberOf(args, '--seed=', 1)
    const perProject = numberOf(args, '--per-project=', Infinity)
    const commits = numberOf(args, '--commits=', Infinity)
    const repositories = args.filter((arg) => !arg.startsWith('--'))
    if (repositories.length === 0) {
      print(
        'Usage: npm run measure -- weakened REPOSITORY… [--commits=N] [--sample=N] [--seed=N] [--per-project=N] | --planted FOLDER',
      )
      return
    }
    for (const repository of repositories) {
      const why = await whyUnreadable(repository)
      if (why === null) continue
      console.error(why)
      process.exitCode = 1
      return
    }
    const tallies: Tally[] = []
    for (const repository of repositories) {
      const tally = await measureHistory(repository, commits)
      tallies.push(tally)
      report(tally.name, [tally], print)
    }
    const languages = [...new Set(tallies.map(({ language }) => language))].sort()
    for (const language of languages) {
      const own = tallies.filter((tally) => tally.language === language)
      if (own.length > 1) report(`all in ${language}`, own, print)
    }
    if (tallies.length > 1) report('all', tallies, print)
    const found = tallies.flatMap((tally) => tally.found)
    for (const { name, commit, shape } of draw(found, { sample, seed, perProject })) {
      print(
        `${name} ${commit} ${shape.kind} ${shape.file}: ${shape.names.slice(0, 3).join(' | ')}: ${shape.detail}`,
      )
    }
  },
}

async function whyUnreadable(folder: string): Promise<string | null> {
  const head = existsSync(folder)
    ? await runGit(['rev-parse', '--verify', '--quiet', 'HEAD'], { cwd: folder })
    : null
  if (head?.ok === true) return null
  return looksPlanted(folder)
    ? `${folder} holds planted cases: npm run measure -- weakened --planted ${folder}`
    : `${folder} is no git repository with commits`
}

interface Found {
  name: string
  commit: string
  shape: Shape
}

interface Tally {
  name: string
  language: string
  commits: number
  /** Commits that touch a file of the checks. */
  touching: number
  /** Commits with at least one shape of the kind. */
  kinds: Map<WeakenedKind, number>
  first: number
  second: number
  /** Of the first row. */
  found: Found[]
  ms: number
}

/** More than this is an import of a whole tree. */
const MAX_COMMIT_CHARS = 24_000_000

async function measureHistory(repository: string, commits: number): Promise<Tally> {
  const started = performance.now()
  const name = repository
    .replace(/\/+(?:repo|\.git)?\/*$/, '')
    .split('/')
    .at(-1)!
    .replace(/^.*\+/, '')
  const tally: Tally = {
    name,
    language: '',
    commits: 0,
    touching: 0,
    kinds: new Map(),
    first: 0,
    second: 0,
    found: [],
    ms: 0,
  }
  const languages = new Map<string, number>()
  const git = (args: readonly string[]) => runGit(args, { cwd: repository })
  for await (const { id, patch } of readCommits(repository, commits)) {
    tally.commits += 1
    const changes = parsePatch(patch, true).filter(({ file }) => fileRole(file) !== null)
    count(languages, changes)
    if (!changes.some(({ file }) => fileRole(file) !== 'source')) {
      // In a session, code alone is looked at only when a check was red.
    } else tally.touching += 1
    const shapes = await findWeakenedIn(
      { changes, isWhole: true },
      copyGroundsOf({ root: repository, git }, id),
    )
    const kinds = new Set(shapes.map(({ kind }) => kind))
    for (const kind of kinds) tally.kinds.set(kind, (tally.kinds.get(kind) ?? 0) + 1)
    const first = shapes.filter(({ kind, conditional }) => isFirstRow(kind) && !conditional)
    if (first.length > 0) tally.first += 1
    else if (shapes.length > 0) tally.second += 1
    for (const shape of first) tally.found.push({ name, commit: id.slice(0, 10), shape })
  }
  tally.language = [...languages].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? 'none'
  tally.ms = performance.now() - started
  return tally
}

function count(languages: Map<string, number>, changes: readonly FileChange[]): void {
  for (const { file } of changes) {
    const id = languageOf(file)?.id
    if (id !== undefined) languages.set(id, (languages.get(id) ?? 0) + 1)
  }
}

/** The newest commits, merges left out, with the whole of each file that they change. */
async function* readCommits(
  repository: string,
  commits: number,
): AsyncGenerator<{ id: string; patch: string }> {
  const child = spawn(
    'git',
    [
      '-c',
      'core.quotePath=false',
      '-C',
      repository,
      'log',
      '--no-merges',
      '--no-renames',
      '-p',
      '--unified=20000',
      '--no-color',
      '--no-ext-diff',
      '--no-textconv',
      '--src-prefix=a/',
      '--dst-prefix=b/',
      '--format=%x00%H',
      ...(Number.isFinite(commits) ? [`--max-count=${commits}`] : []),
    ],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  )
  let id = ''
  let lines: string[] = []
  let size = 0
  for await (const line of linesOf(child.stdout)) {
    if (/^\0[0-9a-f]{40}$/.test(line)) {
      if (id !== '' && size <= MAX_COMMIT_CHARS) yield { id, patch: lines.join('\n') }
      id = line.slice(1)
      lines = []
      size = 0
    } else if (size <= MAX_COMMIT_CHARS) {
      lines.push(line)
      size += line.length
    }
  }
  if (id !== '' && size <= MAX_COMMIT_CHARS) yield { id, patch: lines.join('\n') }
  if (child.exitCode !== 0 && child.exitCode !== null) {
    console.error(`${repository}: git ended early; the figures are of what it told`)
  }
}

/** Ended by line feeds alone: old files have carriage returns within what git calls a line. */
async function* linesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop()!
    yield* lines
  }
  if (rest !== '') yield rest
}

function report(title: string, tallies: readonly Tally[], print: (line: string) => void): void {
  const sum = (of: (tally: Tally) => number): number =>
    tallies.reduce((all, one) => all + of(one), 0)
  const commits = sum((tally) => tally.commits)
  const language =
    new Set(tallies.map((tally) => tally.language)).size === 1 ? tallies[0]!.language : 'mixed'
  print(
    `${title} (${language}): ${commits} commits, ${sum((tally) => tally.touching)} touch checks, ${Math.round(sum((tally) => tally.ms) / 1000)} s`,
  )
  const row = (label: string, hits: number): void => {
    const { low, high } = wilsonInterval(hits, commits)
    print(
      `  ${label.padEnd(14)} ${String(hits).padStart(5)}  ${perThousand(hits / commits)} per 1,000 (${perThousand(low)} to ${perThousand(high)})`,
    )
  }
  row(
    'first row',
    sum((tally) => tally.first),
  )
  row(
    'second only',
    sum((tally) => tally.second),
  )
  const kinds = [...new Set(tallies.flatMap((tally) => [...tally.kinds.keys()]))].sort()
  for (const kind of kinds)
    row(
      kind,
      sum((tally) => tally.kinds.get(kind) ?? 0),
    )
}

const perThousand = (share: number): string => (1000 * share).toFixed(1)

const numberOf = (args: readonly string[], option: string, otherwise: number): number =>
  Number(args.find((arg) => arg.startsWith(option))?.slice(option.length) ?? otherwise)

/**
 * Each seed draws its own sample, the same each time: of the same kind in one file of a commit one, and no
 * more of one project than wanted.
 */
function draw(
  found: readonly Found[],
  { sample, seed, perProject }: { sample: number; seed: number; perProject: number },
): Found[] {
  const taken = new Map<string, number>()
  const byKey = new Map(
    found.map((one) => [
      sha256([seed, one.name, one.commit, one.shape.kind, one.shape.file].join(' ')),
      one,
    ]),
  )
  return [...byKey]
    .toSorted(([a], [b]) => compareText(a, b))
    .map(([, one]) => one)
    .filter(({ name }) => {
      const before = taken.get(name) ?? 0
      taken.set(name, before + 1)
      return before < perProject
    })
    .slice(0, sample)
}
