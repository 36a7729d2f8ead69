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
import { verb } from '../command.js'
import type { CliContext } from '../command.js'
import { thisProgram } from '../install/this-program.js'
import { findDeclared } from '../../review/find-declared.js'
import { judgeReviewed, reaches, type ReviewInput } from '../../review/judge-reviewed.js'
import { lookInCommit } from '../../review/look-in-commit.js'
import {
  findRange,
  readReviewed,
  type Reviewed,
  type ReviewedRange,
} from '../../review/read-reviewed.js'
import { reviewAnnotations } from './review/review-annotations.js'
import { reviewMarkdown } from './review/review-markdown.js'
import { reviewSarif } from './review/review-sarif.js'
import { reviewText } from './review/review-text.js'
import { flag, oneOf, text } from '../takes.js'
import type { Given } from '../takes.js'

const FORMATS = ['text', 'markdown', 'json', 'sarif', 'github'] as const
type Format = (typeof FORMATS)[number]

const changed = {
  base: text('<ref>', 'the branch or commit that the change is for (the default branch)'),
  head: text('<ref>', 'the last commit of the change (HEAD)'),
  uncommitted: flag('with what is not committed: staged, unstaged and new files'),
  request: text('<file>', 'what was asked for, as text: names what is missing'),
}

export const command = verb({
  about: `
Looks at a change, whoever made it: how risky it is, which checks it made weaker, what of a request
is not there, and what its agent declared in .reflection/runs/. The change is counted from where it
left its base. Git's objects are read; nothing of the change is run, and its own reflection.yaml
does not count, only that of the base.

Levels: error (the command that runs the checks hides their result), warning (a check no longer checks,
something asked for is missing, or the agent sees less risk than was computed) and note (a check may
check less, the change needs a review, or the request asked for it). The exit code is 0 unless
--fail-on asks for another.`,
  examples: `
  reflect review
  reflect review --uncommitted
  reflect review --base origin/main --request issue.md --format markdown > comment.md
  reflect review --format sarif > review.sarif
  reflect review --fail-on warning`,
  takes: {
    ...changed,
    from: text('<file>', 'show a kept JSON report; nothing is looked at'),
    format: oneOf('<format>', FORMATS.join(', '), FORMATS),
    failOn: oneOf(
      '<level>',
      'exit with 3 from this level on: note, warning or error',
      ReviewLevel.options,
    ),
  },
  async run({ from, format, failOn, ...asked }, context) {
    const form = format ?? (context.json ? 'json' : 'text')
    const report =
      from === undefined ? await review(context, asked, form) : readReport(context, from, asked)
    const shown = inForm(form, report)
    if (shown !== '') context.print(shown)
    return failOn !== undefined && reaches(report, failOn) ? 3 : 0
  },
})

type Asked = Given<typeof changed>

async function review(
  context: CliContext,
  { base, head, uncommitted, request: file }: Asked,
  format: Format,
): Promise<ReviewReport> {
  if (uncommitted && head !== undefined) {
    throw new ReflectError('usage', "--uncommitted and --head can't be combined", {
      remedy: 'What is not committed stands on HEAD; leave --head out.',
    })
  }
  const text = file === undefined ? null : readText(context, file, MAX_REQUEST_BYTES)
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

/** A report may come from another job: it is checked against its contract before it is shown. */
function readReport(context: CliContext, file: string, asked: Asked): ReviewReport {
  const [other] = Object.entries(asked).find(([, value]) => value) ?? []
  if (other !== undefined) {
    throw new ReflectError('usage', `--from and --${other} can't be combined`, {
      remedy: 'A kept report is shown as it is.',
    })
  }
  const text = readText(context, file, MAX_REPORT_BYTES)
  const parsed = ReviewReport.safeParse(parseJson(text))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new ReflectError(
    'payload-invalid',
    `${file} is no review report: ${issue?.path.join('.') || 'it'} does not fit`,
    { remedy: 'Make one with `reflect review --format json`.' },
  )
}

function readText({ cwd }: CliContext, name: string, maxBytes: number): string {
  const read = readBounded(path.resolve(cwd, name), { followLink: true, maxBytes })
  if (read.state === 'bytes') return decodeText(read.bytes)
  const why = read.state === 'absent' ? 'does not exist' : read.reason
  throw new ReflectError('not-found', `${name} ${why}`, { remedy: 'Name a text file.' })
}

const toJson = (value: object): string => visibleJson(JSON.stringify(value, null, 2))

function inForm(format: Format, report: ReviewReport): string {
  switch (format) {
    case 'json':
      return toJson(report)
    case 'sarif':
      return toJson(reviewSarif(report, thisProgram().version))
    case 'markdown':
      return reviewMarkdown(report)
    case 'github':
      return reviewAnnotations(report)
    case 'text':
      return reviewText(report)
  }
}
