import path from 'node:path'
import { describeBoardHistory } from '../../experiments/board-history/describe-board-history.js'
import { readBoardHistory } from '../../experiments/board-history/read-board.js'
import { assessCalibration } from '../../experiments/calibration/calibration.js'
import { describeCalibration } from '../../experiments/calibration/describe-calibration.js'
import { readConfidenceRows } from '../../experiments/calibration/read-confidence-rows.js'
import { readStoredConfidence } from '../../experiments/calibration/stored-confidence.js'
import type { Experiment, ExperimentName, VerdictState } from '../../experiments/experiment.js'
import { describeGitHistory } from '../../experiments/git-history/describe-git-history.js'
import {
  readRepositoryHistory,
  readSavedHistory,
} from '../../experiments/git-history/git-history.js'
import { openLines, readLines } from '../../experiments/read-lines.js'
import { renderHtml } from '../../experiments/report/render-html.js'
import { renderMarkdown } from '../../experiments/report/render-markdown.js'
import { renderText } from '../../experiments/report/render-text.js'
import type { ReportDocument } from '../../experiments/report/report-document.js'
import { ReflectError } from '../../schema/error.js'
import { outputFile } from '../../config/output-file.js'
import { writeAtomic } from '../../util/write-atomic.js'
import { verb } from '../command.js'
import type { CliContext, CliNoun } from '../command.js'
import { showStatus } from './experiment/experiment-status.js'
import { theRecords, theWorkspace } from '../opens.js'
import { paint } from '../paint.js'
import { progress } from '../progress.js'
import { flag, optional, readAs, text } from '../takes.js'
import type { Given, Take } from '../takes.js'

/** A number above 0 and not above `most`. */
const number = (value: string, about: string, most: number): Take<number | undefined> =>
  readAs(text(value, about), (typed, shown) => {
    if (typed === undefined) return undefined
    const read = Number(typed)
    if (typed.trim() !== '' && read > 0 && read <= most) return read
    const upTo = most === Infinity ? '' : ` and at most ${most}`
    throw new ReflectError('usage', `${shown} is a number above 0${upTo}, not "${typed}"`, {
      remedy: `${shown} ${value}: ${about}`,
    })
  })

const MAX_DAYS = 3650

const form = {
  markdown: flag('print Markdown'),
  html: flag('print one self-contained HTML page with the plots'),
  out: text('<file>', 'write the report to a file instead of printing it'),
  failOnKill: flag('exit with 3 when the hypothesis is killed'),
}

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
    status: verb({
      summary: 'what P1 to P3 say of this project, and what they unlock',
      opens: theRecords,
      run: (_, opened) => showStatus(opened),
    }),
    calibration: verb({
      summary: 'P1: does self-reported confidence tell right work from wrong?',
      takes: {
        file: optional('rows as CSV or JSONL, or - for standard input'),
        confidence: text('<column>', 'the column with the confidence', 'confidence'),
        correct: text('<column>', 'the outcome: 1, 0, true or false', 'correct'),
        percent: flag('confidence is written as 0..100'),
        scale: number('<number>', 'confidence is written as 0..NUMBER', Infinity),
        high: number('<number>', 'from here on a row is self-rated high, 0..1', 1),
        fromStore: flag('self-reports and outcomes recorded in this project'),
        ...form,
      },
      opens: theRecords,
      run({ file, confidence, correct, percent, scale, high, fromStore, ...asked }, opened) {
        const { store, workspace, ...context } = opened
        return report(context, { ...asked, inputs: [file] }, async () => {
          if (percent && scale !== undefined)
            throw notTogether('--percent and --scale', 'Name the scale once.')
          if (fromStore === (file !== undefined)) {
            throw new ReflectError('usage', 'name one source of rows', {
              remedy: 'Either a CSV or JSONL file, or --from-store.',
            })
          }
          const columns = { columns: { confidence, correct }, scale: percent ? 100 : (scale ?? 1) }
          const data =
            file === undefined
              ? await readStoredConfidence(store)
              : await readConfidenceRows(counted(await linesOf(context, file), context), columns)
          const { highConfidence } = workspace.loaded.values.experiments
          const source = file ?? 'the store'
          const result = assessCalibration(data, { source, high: high ?? highConfidence })
          return [result, describeCalibration(result)]
        })
      },
    }),
    'git-history': verb({
      summary: 'P2: is there anything that only self-reflection would have caught?',
      takes: {
        repository: optional('else this one'),
        log: text('<file>', 'a saved git log instead of a repository'),
        since: readAs(text('<date>', 'only commits since this date'), (typed) => {
          // Git takes any words for a date and silently reads nonsense as now.
          const isDate = /^\d{4}-\d{2}-\d{2}/.test(typed ?? '') && !Number.isNaN(Date.parse(typed!))
          if (typed === undefined || isDate) return typed
          const remedy = 'Write it as 2025-01-31.'
          throw new ReflectError('usage', `"${typed}" is not a date`, { remedy })
        }),
        window: number('<days>', 'how long after a feature a fix counts', MAX_DAYS),
        ...form,
      },
      opens: theWorkspace,
      run({ repository, log, since, window, ...asked }, { workspace, ...context }) {
        return report(context, { ...asked, inputs: [repository, log] }, async () => {
          const windowDays = window ?? workspace.loaded.values.experiments.gitWindowDays
          const given = repository === undefined ? since && '--since' : 'a target'
          if (log !== undefined && given !== undefined)
            throw new ReflectError('usage', `${given} does not apply to a saved log`, {
              remedy: 'Leave it out.',
            })
          const result =
            log === undefined
              ? await readRepositoryHistory(gitOf(context, repository), { windowDays, since })
              : await readSavedHistory(path.resolve(context.cwd, log), { windowDays })
          return [result, describeGitHistory(result)]
        })
      },
    }),
    'board-history': verb({
      summary: 'P3: can a machine tell at all whether finished work was right?',
      takes: {
        board: optional('a task export, a board or a repository; else this one'),
        window: number('<days>', 'how long after the end a signal counts', MAX_DAYS),
        ...form,
      },
      opens: theWorkspace,
      run({ board, window, ...asked }, { workspace, ...context }) {
        return report(context, { ...asked, inputs: [board] }, async () => {
          const days = window ?? workspace.loaded.values.experiments.boardWindowDays
          const { cwd, env } = gitOf(context, board)
          const result = await readBoardHistory(cwd, { env, days })
          return [result, describeBoardHistory(result)]
        })
      },
    }),
  },
}

const notTogether = (what: string, remedy: string): ReflectError =>
  new ReflectError('usage', `${what} can't be combined`, { remedy })

const gitOf = ({ cwd, env }: CliContext, target: string | undefined) => ({
  cwd: path.resolve(cwd, target ?? '.'),
  env,
})

async function linesOf(context: CliContext, target: string): Promise<AsyncIterable<string[]>> {
  if (target !== '-') return openLines(path.resolve(context.cwd, target))
  if (context.stdin !== undefined) return readLines(context.stdin(), 'standard input')
  throw new ReflectError('usage', 'nothing is piped in', { remedy: 'Name a file instead of -.' })
}

async function* counted(
  lines: AsyncIterable<string[]>,
  context: CliContext,
): AsyncGenerator<string[]> {
  const tell = progress(context, 'read')
  let rows = 0
  for await (const batch of lines) {
    yield batch
    rows += batch.length
    tell(rows)
  }
}

interface Asked extends Given<typeof form> {
  /** What is read, and not overwritten. */
  inputs: readonly (string | undefined)[]
}

/** Looks, and prints the report in the form that was asked for or writes it; then the exit code. */
async function report(
  context: CliContext,
  { markdown, html, out, failOnKill, inputs }: Asked,
  look: () => Promise<[Experiment<ExperimentName, unknown>, ReportDocument]>,
): Promise<number> {
  const { json, cwd, colour } = context
  const forms = [json && '--json', markdown && '--markdown', html && '--html'].filter(Boolean)
  if (forms.length > 1) throw notTogether(forms.join(' and '), 'Ask for one form.')
  const [result, document] = await look()
  const text = json
    ? JSON.stringify(result, null, 2)
    : html
      ? renderHtml(document)
      : markdown
        ? renderMarkdown(document)
        : renderText(document, { paint: (state, text) => painter(colour)[state](text) })
  if (out === undefined) context.print(text.trimEnd())
  else {
    const file = outputFile(out, context)
    if (inputs.some((input) => input !== undefined && path.resolve(cwd, input) === file)) {
      throw new ReflectError('usage', `${out} is the input; it is not overwritten`, {
        remedy: 'Name another file for --out.',
      })
    }
    await writeAtomic(file, `${text.trimEnd()}\n`, { mode: 0o644 }).catch((cause: unknown) => {
      throw new ReflectError('io-failed', `${out} cannot be written`, {
        cause,
        remedy: 'Check that the folder exists and that the file is not a symbolic link.',
      })
    })
    context.note(`Written to ${out}`)
  }
  return failOnKill && result.verdict.state === 'killed' ? 3 : 0
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
