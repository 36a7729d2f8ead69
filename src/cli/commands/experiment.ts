import type { Command } from 'commander'
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
import { writeAtomic } from '../../util/write-atomic.js'
import { databaseFile, openStore, openWorkspace } from '../../wiring/workspace.js'
import type { Workspace } from '../../wiring/workspace.js'
import type { CliContext, CliNoun, CliVerb } from '../command.js'
import { showExperimentStatus } from '../experiments/experiment-status.js'
import { paint } from '../paint.js'
import {
  dateOption,
  daysOption,
  formOf,
  refuse,
  scaleOf,
  unitOption,
  type Form,
} from '../experiments/experiment-options.js'

export const command: CliNoun = {
  about: `
Does self-reflection tell us anything? P1 to P3 on your data. It only reads. The kill condition and how
things are counted are printed before the result.`,
  examples: `
  reflect experiment                                  all three, and what they unlock
  reflect experiment calibration rows.csv
  reflect experiment calibration rows.jsonl --confidence sure --correct ok --percent
  reflect experiment calibration - < rows.csv
  reflect experiment calibration --from-store
  reflect experiment git-history ../project --html --out history.html
  reflect experiment git-history --log history.log.gz --json
  reflect experiment board-history .beads/issues.jsonl
  reflect experiment board-history --markdown`,
  bare: 'status',
  verbs: {
    status: {
      summary: 'what P1 to P3 say of this project, and what they unlock',
      run: showExperimentStatus,
    },
    calibration: {
      summary: 'P1: does self-reported confidence tell right work from wrong?',
      configure: (command) =>
        reported(
          command
            .argument('[file]', 'rows as CSV or JSONL, or - for standard input')
            .option('--confidence <column>', 'the column with the confidence', 'confidence')
            .option('--correct <column>', 'the outcome: 1, 0, true or false', 'correct')
            .option('--percent', 'confidence is written as 0..100')
            .option('--scale <number>', 'confidence is written as 0..NUMBER')
            .option('--high <number>', 'from here on a row is self-rated high')
            .option('--from-store', 'self-reports and outcomes recorded in this project'),
        ),
      run: runExperiment('calibration'),
    },
    'git-history': {
      summary: 'P2: is there anything that only self-reflection would have caught?',
      configure: (command) =>
        reported(
          command
            .argument('[repository]', 'else this one')
            .option('--log <file>', 'a saved git log instead of a repository')
            .option('--since <date>', 'only commits since this date')
            .option('--window <days>', 'how long after a feature a fix counts'),
        ),
      run: runExperiment('git-history'),
    },
    'board-history': {
      summary: 'P3: can a machine tell at all whether finished work was right?',
      configure: (command) =>
        reported(
          command
            .argument('[board]', 'a task export, a board or a repository; else this one')
            .option('--window <days>', 'how long after the end a signal counts'),
        ),
      run: runExperiment('board-history'),
    },
  },
}

function reported(command: Command): void {
  command
    .option('--markdown', 'print Markdown')
    .option('--html', 'print one self-contained HTML page with the plots')
    .option('--out <file>', 'write the report to a file instead of printing it')
    .option('--fail-on-kill', 'exit with 3 when the hypothesis is killed')
}

function runExperiment(name: ExperimentName): CliVerb['run'] {
  return async (context, [target], options) => {
    const form = formOf(context, options)
    const { result, document } = await RUN[name]({ context, target, options })
    const report =
      form === 'json' ? JSON.stringify(result, null, 2) : renderAs(form, document, context)
    await deliver(context, report, options['out'], [target, options['log']])
    return options['failOnKill'] === true && result.verdict.state === 'killed' ? 3 : 0
  }
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

const RUN: Readonly<Record<ExperimentName, (input: RunInput) => Promise<RunOutput>>> = {
  async calibration({ context, target, options }) {
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
    passed: (text) => bold(green(text)),
    killed: (text) => bold(red(text)),
    undecided: (text) => bold(yellow(text)),
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
    throw new ReflectError('usage', `${out} is the input; it is not overwritten`, {
      remedy: 'Name another file for --out.',
    })
  }
  await writeAtomic(file, `${report.trimEnd()}\n`, { mode: 0o644 }).catch((cause: unknown) => {
    throw new ReflectError('io-failed', `${out} cannot be written`, {
      cause,
      remedy: 'Check that the folder exists and that the file is not a symbolic link.',
    })
  })
  context.note(`Written to ${out}`)
}

const oneSource = (): ReflectError =>
  new ReflectError('usage', 'name one source of rows', {
    remedy: 'Either a CSV or JSONL file, or --from-store.',
  })
