/**
 * `reflect evals`, and what answers told cases: built beside the program, which loads it where it is called.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { verb } from '../src/cli/command.js'
import type { CliContext, CliNoun, Shown } from '../src/cli/command.js'
import { command as judge } from '../src/cli/commands/judge.js'
import { thisProgram } from '../src/cli/install/this-program.js'
import { paint } from '../src/cli/paint.js'
import { verdictText } from '../src/cli/commands/judge/verdict-text.js'
import type { VerdictJson } from '../src/cli/commands/judge/verdict-json.js'
import { anyNumber, argument, needed, oneOf, readAs, text } from '../src/cli/takes.js'
import { withModel } from '../src/cli/with-model.js'
import { loadConfig } from '../src/config/load.js'
import { stateHome } from '../src/config/paths.js'
import type { Model } from '../src/model.js'
import type { CompactionVerdict } from '../src/schema/compaction-verdict.js'
import { ReflectError } from '../src/schema/error.js'
import type { StallVerdict } from '../src/schema/stall-verdict.js'
import { oneLine } from '../src/util/one-line.js'
import { parseJson, parseJsonObject } from '../src/util/parse-json.js'
import { writeAtomic } from '../src/util/write-atomic.js'
import { answerCases } from './answer-cases.js'
import { countedModel } from './counted-model.js'
import { describeResult } from './eval-report.js'
import type { EvalReport, EvalResult } from './eval-report.js'
import { watchRecordings } from './recordings.js'
import { answerOf, scoreSuite } from './score.js'
import { readSuiteCases } from './suite.js'
import type { EvalJudge, EvalSuite, SuiteName } from './suite.js'
import { SUITES } from './suites.js'

const JUDGES: readonly EvalJudge[] = ['rules', 'model', 'both']
const NAMES = SUITES.map(({ name }) => name)

const suiteOf = (name: string): EvalSuite => {
  const suite = SUITES.find((one) => one.name === name)
  if (suite !== undefined) return suite
  throw new ReflectError('usage', `There is no suite "${name}"`, {
    remedy: `Available: ${NAMES.join(', ')}.`,
  })
}

const byWhom = {
  judge: oneOf('<judge>', 'rules, model (alone), or both, as the product does it', JUDGES),
  model: text('<name>', 'a backend of your config'),
}
const caseFile = needed('<file>', 'cases as JSON: one object, an array, or one object per line')
const whoDecides = text('<name>', "who decides when the rules can't: none, or a backend", 'none')

export const command: CliNoun = {
  about: `
How right are the judges? Answers the cases that ship with the program and counts: a confusion matrix,
precision and recall with 95 % intervals, and for a model what it took. A case that holds only because
the judge abstained is listed apart, and so is one that the model gave no usable answer for.
Cases of your own, in a file: judge, evaluate, stall and compaction answer them one by one.

Without --model the rules answer, which needs no key. With it, --judge model asks the model alone,
--judge both (the default then) takes the product's way: rules first, the model where it is asked.
A run is kept for show, one of each judge. No project is touched.`,
  examples: `
  reflect evals run
  reflect evals run stuck-detection --model my-judge --judge model
  reflect evals answer stuck-detection --model my-judge < vars.json
  reflect evals show`,
  bare: 'show',
  verbs: {
    show: verb({ summary: 'the last run of each judge', run: async (_, context) => show(context) }),
    run: verb({
      summary: 'answer the shipped cases and count',
      takes: {
        suites: readAs(anyNumber(`${NAMES.join(', ')} (all)`), (names) =>
          names.length === 0 ? SUITES : names.map(suiteOf),
        ),
        ...byWhom,
      },
      async run({ suites, judge: wanted, model }, context) {
        const judge = judgeOf(wanted, model)
        const report: EvalReport = {
          version: thisProgram().version,
          at: context.now().toISOString(),
          model: judge === 'rules' ? null : model!,
          suites: [],
        }
        for (const suite of suites) report.suites.push(await score(suite, judge, model, context))
        const kept = `${JSON.stringify(report, null, 2)}\n`
        await writeAtomic(keptFile(judge, context), kept, { mode: 0o600 })
        return { json: [report], text: describe([report], context) }
      },
    }),
    answer: verb({
      summary: 'answer one case of a suite, from standard input, by any judge',
      takes: { suite: readAs(argument(NAMES.join(', ')), suiteOf), ...byWhom },
      async run({ suite, judge: wanted, model: name }, context) {
        const judge = judgeOf(wanted, name)
        const vars = await readVars(context)
        const model = judge === 'rules' ? null : name!
        const answer = await withModel(
          context,
          model ?? 'none',
          (model) =>
            answerOf(suite, vars, judge === 'rules' ? { judge } : { judge, model: model! }),
          suite.role,
        )
        const told = { suite: suite.name, judge, model, answer }
        return { json: told, text: JSON.stringify(told, null, 2) }
      },
    }),
    judge: { ...judge, summary: 'is it really done? your own cases' },
    evaluate: verb({
      summary: 'score whole runs from 0 to 5',
      about: `
Scores whole runs from 0 (no attempt) to 5 (complete). A case is {"task", "trace", "output"}; its "id"
is echoed. trace is a text with one step a line ("1. [Edit] Changed src/a.ts"), a list of texts, or a
list of objects ({"name", "input", "output", "exit"}).`,
      examples: `
  reflect evals evaluate --case run.json
  reflect evals evaluate --case runs.jsonl --json`,
      takes: { case: caseFile, model: whoDecides },
      run: ({ case: file, model }, context) => evaluateCases(context, file, model),
    }),
    stall: verb({
      summary: 'is a quiet agent stuck? your own cases',
      about: `
A case has time_since_activity (seconds), message_completed, output_tokens, last_user_message,
last_assistant_response and tool_calls (one a line, "tool: status - detail"); missing ones are
unknown. The answer has stuck, reason, confidence, shouldNudge, nudgeMessage and why. A case
is weaker evidence than a real session, so basis is "narrated".

A recording is {"id"?, "steps": [{"action", "observation"}]}. The answer says whether a loop detector
fires, which one, and at which step, counted from 1. Thresholds and exempt tools are the config's.`,
      examples: `
  reflect evals stall --case quiet.json --json
  reflect evals stall --episodes runs.jsonl --json`,
      takes: {
        case: text('<file>', 'a quiet agent as JSON: one case, an array, or JSON lines'),
        episodes: text('<file>', 'recordings of agents as JSON lines: where does a loop begin?'),
        model: whoDecides,
      },
      async run({ case: file, episodes, model }, context) {
        const { stall } = (await loadConfig({ ...context, now: context.now() })).values
        if (episodes !== undefined && file === undefined)
          return watchRecordings(context, episodes, stall)
        if (file === undefined || episodes !== undefined) {
          const what = file === undefined ? 'one of them is needed' : 'not both'
          throw new ReflectError('usage', `--case <file> or --episodes <file>: ${what}`, {
            remedy: 'See `reflect evals stall --help` for both forms.',
          })
        }
        return answerCases<StallVerdict>(context, file, {
          suite: suiteOf('stuck-detection'),
          model,
          settings: { minAgeMs: stall.minAgeMs },
          describe: ({ reason, confidence, why }, label) =>
            `${label}${reason} (${confidence}): ${oneLine(why, 160)}`,
        })
      },
    }),
    compaction: verb({
      summary: 'what to say after a compaction? your own cases',
      about: `
A case has task_summary (messages separated by [1], [2] …), last_assistant_response, tools_used,
has_git_commands and has_pr_issue_ref; missing ones are unknown. The answer has action,
hasActiveGitWork, confidence, nudgeMessage and why. A case is weaker evidence than a real
session, so basis is "narrated".`,
      examples: `
  reflect evals compaction --case compacted.json --json
  reflect evals compaction --case many.jsonl --model none`,
      takes: { case: caseFile, model: whoDecides },
      run: ({ case: file, model }, context) =>
        answerCases<CompactionVerdict>(context, file, {
          suite: suiteOf('post-compression'),
          model,
          describe: ({ action, confidence, why }, label) =>
            `${label}${action} (${confidence}): ${oneLine(why, 160)}`,
        }),
    }),
  },
}

export const judgeCases = (context: CliContext, file: string, model: string): Promise<number> =>
  answerCases<VerdictJson>(context, file, {
    suite: suiteOf('task-verification'),
    model,
    describe: (verdict, label) => `${label}${verdictText(verdict, context.colour)}`,
  })

interface RunEvaluation {
  score: number
  verdict: string
  feedback: string
  recommendations: string[]
}

function evaluateCases(context: CliContext, file: string, model: string): Promise<number> {
  const { bold, dim } = paint(context.colour)
  return answerCases<RunEvaluation>(context, file, {
    suite: suiteOf('agent-evaluation'),
    model,
    describe: ({ score, verdict, feedback, recommendations }, label) =>
      [
        `${label}${bold(`${score} ${verdict}`)}  ${feedback}`,
        ...recommendations.map((text) => `  ${dim(text)}`),
      ].join('\n'),
  })
}

function judgeOf(wanted: EvalJudge | undefined, model: string | undefined): EvalJudge {
  const judge = wanted ?? (model === undefined ? 'rules' : 'both')
  if (judge === 'rules' || model !== undefined) return judge
  throw new ReflectError('usage', `--judge ${judge} needs a model`, {
    remedy: 'Name a backend of your config: --model NAME.',
  })
}

async function score(
  suite: EvalSuite,
  judge: EvalJudge,
  name: string | undefined,
  context: CliContext,
): Promise<EvalResult> {
  const cases = casesOf(suite.name)
  if (judge === 'rules') return { ...(await scoreSuite(suite, cases)), cost: null }
  const run = async (opened: Model | null) => {
    const { model, cost } = countedModel(opened!)
    return { ...(await scoreSuite(suite, cases, { judge, model })), cost }
  }
  return withModel(context, name!, run, suite.role)
}

const casesOf = (name: SuiteName) => readSuiteCases(thisProgram().root, name)

const MAX_CASE_BYTES = 8 * 1024 * 1024

/** The variables of a case. */
async function readVars({ stdin }: CliContext): Promise<Record<string, unknown>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stdin?.() ?? []) {
    size += chunk.length
    if (size <= MAX_CASE_BYTES) chunks.push(chunk)
  }
  const vars = parseJsonObject(Buffer.concat(chunks).toString('utf8'))
  if (vars !== null) return vars
  throw new ReflectError('usage', 'Standard input has no case', {
    remedy: 'Hand over one JSON object: the `vars` of a case.',
  })
}

/** With the user, not with a project: the cases are the program's own. */
const keptFile = (judge: EvalJudge, { env, home, platform }: CliContext): string =>
  path.join(stateHome(env, home, platform), 'reflectory', 'evals', `${judge}.json`)

function show(context: CliContext): Shown {
  const kept = JUDGES.flatMap((judge) => readKept(keptFile(judge, context)))
  if (kept.length > 0) return { json: kept, text: describe(kept, context) }
  const suites = SUITES.map(
    ({ name, positive }) => `  ${name}: ${casesOf(name).length} cases; positive: ${positive}`,
  )
  const none = 'No suite was run yet. To let the rules answer them: reflect evals run'
  return { json: [], text: [none, ...suites].join('\n') }
}

function readKept(file: string): EvalReport[] {
  try {
    const report = parseJson(readFileSync(file, 'utf8')) as EvalReport | undefined
    return Array.isArray(report?.suites) ? [report] : []
  } catch {
    return []
  }
}

function describe(reports: readonly EvalReport[], { colour }: CliContext): string {
  const { dim } = paint(colour)
  return reports
    .flatMap(({ at, version, model, suites }) => [
      dim(`${at}, version ${version}${model === null ? '' : `, model ${model}`}`),
      ...suites.map(describeResult),
    ])
    .join('\n')
}
