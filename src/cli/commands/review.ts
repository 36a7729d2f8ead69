import path from 'node:path'
import { loadConfig } from '../../config/load.js'
import { PROJECT_FILE } from '../../config/paths.js'
import { findProject } from '../../config/project.js'
import { lookFor } from '../../read/demands/look-for.js'
import { readDemands } from '../../read/demands/read-demands.js'
import { emptyLedger } from '../../read/empty-evidence.js'
import { lookInTree } from '../../read/repository/look-in-tree.js'
import { visibleJson } from '../../safety/control-characters.js'
import { ReflectError } from '../../schema/error.js'
import { ReviewLevel, ReviewReport } from '../../schema/review-report.js'
import { decodeText } from '../../util/decode-text.js'
import { parseJson } from '../../util/parse-json.js'
import { readBounded } from '../../util/read-bounded.js'
import type { CliCommand, CliContext } from '../command.js'
import { thisProgram } from '../install/this-program.js'
import { findDeclared } from '../review/find-declared.js'
import { judgeReviewed, reaches, type ReviewInput } from '../review/judge-reviewed.js'
import { lookInCommit } from '../review/look-in-commit.js'
import {
  findRange,
  readReviewed,
  type Reviewed,
  type ReviewedRange,
} from '../review/read-reviewed.js'
import { reviewAnnotations } from '../review/review-annotations.js'
import { reviewMarkdown } from '../review/review-markdown.js'
import { reviewSarif } from '../review/review-sarif.js'
import { reviewText } from '../review/review-text.js'

const FORMATS = ['text', 'markdown', 'json', 'sarif', 'github'] as const
type Format = (typeof FORMATS)[number]

export const command: CliCommand = {
  configure: (command) =>
    command
      .option('--base <ref>', 'the branch or commit that the change is for (the default branch)')
      .option('--head <ref>', 'the last commit of the change (HEAD)')
      .option('--uncommitted', 'with what is not committed: staged, unstaged and new files')
      .option('--request <file>', 'what was asked for, as text: names what is missing')
      .option('--from <file>', 'show a kept JSON report; nothing is looked at')
      .option('--format <format>', FORMATS.join(', '))
      .option('--fail-on <level>', 'exit with 3 from this level on: note, warning or error')
      .addHelpText(
        'after',
        `
Looks at a change, whoever made it: how risky it is, which checks it made weaker, what of a request
is not there, and what its agent declared in .reflection/runs/. The change is counted from where it
left its base. Git's objects are read; nothing of the change is run, and its own reflection.yaml
does not count, only that of the base.

Levels: error (the command that runs the checks hides their result), warning (a check no longer checks,
something asked for is missing, or the agent sees less risk than was computed) and note (a check may
check less, the change needs a review, or the request asked for it). The exit code is 0 unless
--fail-on asks for another.

Examples:
  reflect review
  reflect review --uncommitted
  reflect review --base origin/main --request issue.md --format markdown > comment.md
  reflect review --format sarif > review.sarif
  reflect review --fail-on warning`,
      ),

  async run(context, _positional, options) {
    const format = readFormat(options['format'], context.json)
    const failOn = readLevel(options['failOn'])
    const report =
      typeof options['from'] === 'string'
        ? readReport(context, options['from'], options)
        : await review(context, options as ReviewOptions, format)
    print(context, report, format)
    return failOn !== null && reaches(report, failOn) ? 3 : 0
  },
}

interface ReviewOptions {
  base?: string
  head?: string
  uncommitted?: boolean
  request?: string
}

async function review(
  context: CliContext,
  options: ReviewOptions,
  format: Format,
): Promise<ReviewReport> {
  const { base, head, uncommitted = false } = options
  if (uncommitted && head !== undefined) {
    throw new ReflectError('usage', "--uncommitted and --head can't be combined", {
      remedy: 'What is not committed stands on HEAD; leave --head out.',
    })
  }
  const text = options.request === undefined ? null : readRequest(context, options.request)
  const project = findProject(context.cwd)
  const { env } = context
  const range = await findRange({ root: project.root, env, base, head, uncommitted })
  if (format === 'text' && !uncommitted && head === undefined) await noteUncommitted(context, range)
  const reviewed = await readReviewed(range, env)
  const { values } = await loadConfig({
    ...context,
    now: context.now(),
    project,
    settingsName: await settingsAt(range),
  })
  const { riskThreshold: threshold, rankThreshold } = values.run
  const runs = path.join(range.repository.root, '.reflection', 'runs')
  return judgeReviewed({
    base: range.base,
    head: range.head,
    reviewed,
    limits: { threshold, rankThreshold },
    exempt: values.stop.exemptWeakened,
    request: text === null ? null : await askedFor(text, range, reviewed),
    record: findDeclared(runs, reviewed.filesChanged, await timeOf(range)),
  })
}

async function noteUncommitted({ note }: CliContext, { repository }: ReviewedRange): Promise<void> {
  const args = ['status', '--porcelain', '-z', '--no-renames', '--ignore-submodules=all']
  const answer = await repository.git(args)
  const files = answer.ok ? answer.stdout.toString('utf8').split('\0').filter(Boolean).length : 0
  if (files === 0) return
  const are = files === 1 ? '1 file or folder is' : `${files} files or folders are`
  note(`${are} not committed, and not in this review; --uncommitted takes them in.`)
}

/** A change can't exempt itself: the project's settings count as its base has them. */
async function settingsAt({ repository, base }: ReviewedRange): Promise<string | null> {
  const args = ['rev-parse', '--verify', '--quiet', `${base}:${PROJECT_FILE}`]
  const found = await repository.git(args)
  return found.ok ? found.stdout.toString('latin1').trim() : null
}

async function timeOf({ repository, base }: ReviewedRange): Promise<string | null> {
  const args = ['log', '-1', '--format=%ct', '--no-show-signature', base, '--']
  const answer = await repository.git(args)
  const seconds = Number(answer.stdout.toString().trim())
  return answer.ok && seconds > 0 ? new Date(seconds * 1000).toISOString() : null
}

async function askedFor(
  text: string,
  { repository, head }: ReviewedRange,
  { filesChanged }: Reviewed,
): Promise<ReviewInput['request']> {
  const demands = readDemands([{ number: 1, text }])
  const look =
    head === null
      ? lookInTree(repository.root, null)
      : await lookInCommit(repository, head, filesChanged, demands)
  return { text, demands: lookFor(demands, emptyLedger(), look) }
}

const MAX_REQUEST_BYTES = 256 * 1024
const MAX_REPORT_BYTES = 4 * 1024 * 1024

function readRequest(context: CliContext, file: string): string {
  return readText(path.resolve(context.cwd, file), file, MAX_REQUEST_BYTES)
}

/** A report may come from another job: it is checked against its contract before it is shown. */
function readReport(
  context: CliContext,
  file: string,
  options: Readonly<Record<string, unknown>>,
): ReviewReport {
  const other = ['base', 'head', 'uncommitted', 'request'].find((name) => name in options)
  if (other !== undefined) {
    throw new ReflectError('usage', `--from and --${other} can't be combined`, {
      remedy: 'A kept report is shown as it is.',
    })
  }
  const text = readText(path.resolve(context.cwd, file), file, MAX_REPORT_BYTES)
  const parsed = ReviewReport.safeParse(parseJson(text))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new ReflectError(
    'payload-invalid',
    `${file} is no review report: ${issue?.path.join('.') || 'it'} does not fit`,
    { remedy: 'Make one with `reflect review --format json`.' },
  )
}

function readText(file: string, name: string, maxBytes: number): string {
  const read = readBounded(file, { followLink: true, maxBytes })
  if (read.state === 'bytes') return decodeText(read.bytes)
  const why = read.state === 'absent' ? 'does not exist' : read.reason
  throw new ReflectError('not-found', `${name} ${why}`, { remedy: 'Name a text file.' })
}

function print(context: CliContext, report: ReviewReport, format: Format): void {
  switch (format) {
    case 'json':
      return context.print(visibleJson(JSON.stringify(report, null, 2)))
    case 'sarif':
      return context.print(
        visibleJson(JSON.stringify(reviewSarif(report, thisProgram().version), null, 2)),
      )
    case 'markdown':
      return context.print(reviewMarkdown(report))
    case 'github': {
      const lines = reviewAnnotations(report)
      return lines === '' ? undefined : context.print(lines)
    }
    case 'text':
      return context.print(reviewText(report))
  }
}

function readFormat(value: unknown, json: boolean): Format {
  if (value === undefined) return json ? 'json' : 'text'
  const format = FORMATS.find((one) => one === value)
  if (format !== undefined) return format
  throw new ReflectError('usage', `"${String(value)}" is not a format`, {
    remedy: `Use one of ${FORMATS.join(', ')}.`,
  })
}

function readLevel(value: unknown): ReviewLevel | null {
  if (value === undefined) return null
  const level = ReviewLevel.safeParse(value)
  if (level.success) return level.data
  throw new ReflectError('usage', `"${String(value)}" is not a level`, {
    remedy: 'Use --fail-on note, warning or error.',
  })
}
