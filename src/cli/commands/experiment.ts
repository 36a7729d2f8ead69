import { existsSync } from 'node:fs'
import path from 'node:path'
import { describeBoardHistory } from '../../experiments/board-history/describe-board-history.js'
import { readBoardHistory } from '../../experiments/board-history/read-board.js'
import { assessCalibration } from '../../experiments/calibration/calibration.js'
import { describeCalibration } from '../../experiments/calibration/describe-calibration.js'
import { readConfidenceRows } from '../../experiments/calibration/read-confidence-rows.js'
import type { ConfidenceData } from '../../experiments/calibration/read-confidence-rows.js'
import { readStoredConfidence } from '../../experiments/calibration/stored-confidence.js'
import type { Experiment, ExperimentName, VerdictState } from '../../experiments/experiment.js'
import { describeGitHistory } from '../../experiments/git-history/describe-git-history.js'
import {
  readRepositoryHistory,
  readSavedHistory,
} from '../../experiments/git-history/git-history.js'
import { openLines, readLines } from '../../experiments/read-lines.js'
import { formatCount } from '../../experiments/report/format.js'
import { renderHtml } from '../../experiments/report/render-html.js'
import { renderMarkdown } from '../../experiments/report/render-markdown.js'
import { renderText } from '../../experiments/report/render-text.js'
import type { ReportDocument } from '../../experiments/report/report-document.js'
import { ReflectError } from '../../schema/error.js'
import { nearest } from '../../util/nearest.js'
import { writeAtomic } from '../../util/write-atomic.js'
import { databaseFile, openStore, openWorkspace } from '../../workspace.js'
import type { Workspace } from '../../workspace.js'
import type { CliCommand, CliContext } from '../command.js'
import { paint } from '../paint.js'

export const command: CliCommand = {
  configure: (command) =>
    command
      .argument('<experiment>', 'calibration (P1), git-history (P2) or board-history (P3)')
      .argument(
        '[target]',
        'a file of rows, or - for standard input; a repository; a task export, board or repository',
      )
      .option('--confidence <column>', 'P1: the column with the confidence', 'confidence')
      .option(
        '--correct <column>',
        'P1: the column with the outcome: 1, 0, true or false',
        'correct',
      )
      .option('--percent', 'P1: confidence is written as 0..100')
      .option('--scale <number>', 'P1: confidence is written as 0..NUMBER')
      .option('--high <number>', 'P1: from here on a row is self-rated high')
      .option('--from-store', 'P1: self-reports and outcomes that were recorded in this project')
      .option('--log <file>', 'P2: a saved git log instead of a repository')
      .option('--since <date>', 'P2: only commits since this date')
      .option('--window <days>', 'P2: how long after a feature a fix counts; P3: a signal')
      .option('--markdown', 'print Markdown')
      .option('--html', 'print one self-contained HTML page with the plots')
      .option('--out <file>', 'write the report to a file instead of printing it')
      .option('--fail-on-kill', 'exit with 3 when the hypothesis is killed')
      .addHelpText(
        'after',
        `
Reads only. The kill condition and how things are counted are printed before the result.

Examples:
  reflect experiment calibration rows.csv
  reflect experiment calibration rows.jsonl --confidence sure --correct ok --percent
  reflect experiment calibration - < rows.csv
  reflect experiment calibration --from-store
  reflect experiment git-history ../project --html --out history.html
  reflect experiment git-history --log history.log.gz --json
  reflect experiment board-history .beads/issues.jsonl
  reflect experiment board-history --markdown`,
      ),

  async run(context, [name = '', target], options) {
    const experiment = EXPERIMENTS.find((known) => known === name)
    if (experiment === undefined) throw unknownExperiment(name)
    const form = formOf(context, options)
    const { result, document } = await RUN[experiment]({ context, target, options })
    const report =
      form === 'json' ? JSON.stringify(result, null, 2) : renderAs(form, document, context)
    await deliver(context, report, options['out'], [target, options['log']])
    return options['failOnKill'] === true && result.verdict.state === 'kill' ? 3 : 0
  },
}

interface RunInput {
  context: CliContext
  target: string | undefined
  options: Readonly<Record<string, unknown>>
}

interface RunOutput {
  result: Experiment<ExperimentName, unknown>
  document: ReportDocument
}

const EXPERIMENTS: readonly ExperimentName[] = ['calibration', 'git-history', 'board-history']

const RUN: Readonly<Record<ExperimentName, (input: RunInput) => Promise<RunOutput>>> = {
  async calibration({ context, target, options }) {
    refuse(options, ['log', 'since', 'window'], 'calibration')
    const workspace = await openWorkspace({ ...context, now: context.now() })
    const high = unitOption(options, 'high') ?? workspace.loaded.values.experiments.highConfidence
    const fromStore = options['fromStore'] === true
    if (fromStore === (target !== undefined)) throw oneSource()
    const data =
      target === undefined
        ? await readStored(workspace)
        : await readConfidenceRows(withProgress(await linesOf(context, target), context), {
            columns: {
              confidence: String(options['confidence']),
              correct: String(options['correct']),
            },
            scale: scaleOf(options),
          })
    const result = assessCalibration(data, { source: target ?? 'the store', high })
    return { result, document: describeCalibration(result) }
  },

  async 'git-history'({ context, target, options }) {
    refuse(options, ['percent', 'scale', 'high', 'fromStore'], 'git-history')
    const { loaded } = await openWorkspace({ ...context, now: context.now() })
    const windowDays = daysOption(options) ?? loaded.values.experiments.gitWindowDays
    const log = options['log']
    if (typeof log === 'string')
      refuse({ target, since: options['since'] }, ['target', 'since'], 'a saved log')
    const result =
      typeof log === 'string'
        ? await readSavedHistory(path.resolve(context.cwd, log), { windowDays })
        : await readRepositoryHistory(gitOf(context, target), {
            windowDays,
            since: dateOption(options),
          })
    return { result, document: describeGitHistory(result) }
  },

  async 'board-history'({ context, target, options }) {
    refuse(options, ['percent', 'scale', 'high', 'fromStore', 'log', 'since'], 'board-history')
    const { loaded } = await openWorkspace({ ...context, now: context.now() })
    const days = daysOption(options) ?? loaded.values.experiments.boardWindowDays
    const { cwd, ...git } = gitOf(context, target)
    const result = await readBoardHistory(cwd, { ...git, days })
    return { result, document: describeBoardHistory(result) }
  },
}

async function linesOf(context: CliContext, target: string): Promise<AsyncIterable<string[]>> {
  if (target !== '-') return openLines(path.resolve(context.cwd, target))
  if (context.stdin !== undefined) return readLines(context.stdin(), 'standard input')
  throw new ReflectError('usage', 'nothing is piped in', { remedy: 'Name a file instead of -.' })
}

/** Says every two seconds how far it is, to a person only. */
async function* withProgress(
  lines: AsyncIterable<string[]>,
  context: CliContext,
): AsyncGenerator<string[]> {
  let next = context.now().getTime() + PROGRESS_MS
  let rows = 0
  for await (const batch of lines) {
    yield batch
    rows += batch.length
    if (!context.interactive || context.now().getTime() < next) continue
    next = context.now().getTime() + PROGRESS_MS
    context.note(`${formatCount(rows)} rows read`)
  }
}

const PROGRESS_MS = 2000

const gitOf = (context: CliContext, target: string | undefined) => ({
  cwd: path.resolve(context.cwd, target ?? '.'),
  env: context.env,
})

async function readStored(workspace: Workspace): Promise<ConfidenceData> {
  const file = databaseFile(workspace)
  // Looking must not make a database where there was none.
  if (file === null || !existsSync(file)) return readStoredConfidence({ list: async () => [] })
  const store = await openStore(workspace, { busyTimeoutMs: 2000, drainRows: 0 })
  try {
    return await readStoredConfidence(store)
  } finally {
    await store.close()
  }
}

type Form = 'text' | 'json' | 'markdown' | 'html'

function formOf({ json }: CliContext, options: RunInput['options']): Form {
  const asked: Form[] = [
    ...(json ? (['json'] as const) : []),
    ...(options['markdown'] === true ? (['markdown'] as const) : []),
    ...(options['html'] === true ? (['html'] as const) : []),
  ]
  if (asked.length <= 1) return asked[0] ?? 'text'
  throw new ReflectError('usage', `--${asked.join(' and --')} exclude each other`, {
    remedy: 'Ask for one form.',
  })
}

function renderAs(
  form: Exclude<Form, 'json'>,
  document: ReportDocument,
  { colour }: CliContext,
): string {
  if (form === 'html') return renderHtml(document)
  if (form === 'markdown') return renderMarkdown(document)
  return renderText(document, { paint: (state, text) => painter(colour)[state](text) })
}

function painter(colour: boolean): Record<VerdictState, (text: string) => string> {
  const { bold, green, red, yellow } = paint(colour)
  return {
    pass: (text) => bold(green(text)),
    kill: (text) => bold(red(text)),
    insufficient: (text) => bold(yellow(text)),
  }
}

async function deliver(
  context: CliContext,
  report: string,
  out: unknown,
  inputs: readonly unknown[],
): Promise<void> {
  if (typeof out !== 'string') return context.print(report.trimEnd())
  const file = path.resolve(context.cwd, out)
  if (
    inputs.some((input) => typeof input === 'string' && path.resolve(context.cwd, input) === file)
  ) {
    throw new ReflectError('usage', `${out} is what was read; it is not overwritten`, {
      remedy: 'Name another file for --out.',
    })
  }
  await writeAtomic(file, `${report.trimEnd()}\n`, { mode: 0o644 }).catch((cause: unknown) => {
    throw new ReflectError('io-failed', `${out} cannot be written`, {
      cause,
      remedy: 'Check the folder, and that it is no symbolic link.',
    })
  })
  context.note(`Written to ${out}`)
}

function scaleOf(options: RunInput['options']): number {
  const scale = numberOption(options, 'scale')
  if (options['percent'] !== true) return scale ?? 1
  if (scale === undefined) return 100
  throw new ReflectError('usage', '--percent and --scale exclude each other', {
    remedy: 'Name the scale once.',
  })
}

function numberOption(options: RunInput['options'], name: string): number | undefined {
  const text = options[name]
  if (text === undefined) return undefined
  const value = Number(text)
  if (String(text).trim() !== '' && Number.isFinite(value) && value > 0) return value
  throw new ReflectError('usage', `--${name} ${String(text)} is not a number above 0`, {
    remedy: `Write it like --${name} ${name === 'high' ? '0.8' : '10'}.`,
  })
}

function unitOption(options: RunInput['options'], name: string): number | undefined {
  const value = numberOption(options, name)
  if (value === undefined || value <= 1) return value
  throw new ReflectError('usage', `--${name} ${value} is above 1`, {
    remedy: 'Write it as 0..1, whatever the scale of the rows is.',
  })
}

function daysOption(options: RunInput['options']): number | undefined {
  const value = numberOption(options, 'window')
  if (value === undefined || value <= 3650) return value
  throw new ReflectError('usage', `a window of ${value} days is too long`, {
    remedy: 'At most 3650 days.',
  })
}

function dateOption(options: RunInput['options']): string | undefined {
  const text = options['since']
  if (typeof text !== 'string') return undefined
  // Git takes any words for a date and silently reads nonsense as now.
  if (/^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(Date.parse(text))) return text
  throw new ReflectError('usage', `"${text}" is not a date`, { remedy: 'Write it as 2025-01-31.' })
}

function refuse(
  options: Readonly<Record<string, unknown>>,
  names: readonly string[],
  where: string,
): void {
  const given = names.find((name) => options[name] !== undefined)
  if (given === undefined) return
  const flag =
    given === 'target'
      ? 'a target'
      : `--${given.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
  throw new ReflectError('usage', `${flag} means nothing for ${where}`, { remedy: 'Leave it out.' })
}

function unknownExperiment(name: string): ReflectError {
  const near = nearest(name, EXPERIMENTS)
  return new ReflectError('usage', `there is no experiment "${name}"`, {
    remedy: near === null ? `There are: ${EXPERIMENTS.join(', ')}.` : `Did you mean ${near}?`,
  })
}

const oneSource = (): ReflectError =>
  new ReflectError('usage', 'name one source of rows', {
    remedy: 'Either a CSV or JSONL file, or --from-store.',
  })
