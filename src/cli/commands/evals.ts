import { readFileSync } from 'node:fs'
import path from 'node:path'
import { stateHome } from '../../config/paths.js'
import { ReflectError } from '../../schema/error.js'
import { parseJson } from '../../util/parse-json.js'
import { writeAtomic } from '../../util/write-atomic.js'
import type { CliContext, CliNoun } from '../command.js'
import { countedModel } from '../evals/counted-model.js'
import { describeResult } from '../evals/eval-report.js'
import type { EvalReport, EvalResult } from '../evals/eval-report.js'
import { answerOf, scoreSuite } from '../evals/score.js'
import { SUITE_NAMES } from '../evals/suite.js'
import type { EvalJudge, EvalSuite } from '../evals/suite.js'
import { readSuiteCases } from '../evals/suite-cases.js'
import { suitesOf } from '../evals/suites-of.js'
import { thisProgram } from '../install/this-program.js'
import { paint } from '../paint.js'
import { withModel } from '../with-model.js'
import { command as compaction } from './compaction.js'
import { command as evaluate } from './evaluate.js'
import { command as judge } from './judge.js'
import { command as stall } from './stall.js'

const JUDGES: readonly EvalJudge[] = ['rules', 'model', 'both']

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
    show: { summary: 'the last run of each judge', run: show },
    run: {
      summary: 'answer the shipped cases and count',
      configure: (command) =>
        void command
          .argument('[suites...]', `${SUITE_NAMES.join(', ')} (all)`)
          .option('--judge <judge>', 'rules, model (alone), or both, as the product does it')
          .option('--model <name>', 'a backend of your config'),
      run: runSuites,
    },
    answer: {
      summary: 'answer one case of a suite, from standard input, by any judge',
      configure: (command) =>
        void command
          .argument('<suite>', SUITE_NAMES.join(', '))
          .option('--judge <judge>', 'rules, model (alone), or both, as the product does it')
          .option('--model <name>', 'a backend of your config'),
      run: answerOne,
    },
    judge: { summary: 'is it really done? your own cases', ...judge },
    evaluate: { summary: 'score whole runs from 0 to 5', ...evaluate },
    stall: { summary: 'is a quiet agent stuck? your own cases', ...stall },
    compaction: { summary: 'what to say after a compaction? your own cases', ...compaction },
  },
}

async function runSuites(
  context: CliContext,
  names: string[],
  options: Readonly<Record<string, unknown>>,
): Promise<number> {
  const suites = await readSuites(context, names)
  const model = options['model'] as string | undefined
  const judge = readJudge(options['judge'], model)
  const results =
    judge === 'rules' ? await runRules(suites) : await runModel(context, suites, judge, model!)
  const report: EvalReport = {
    version: thisProgram().version,
    at: context.now().toISOString(),
    model: judge === 'rules' ? null : model!,
    suites: results,
  }
  await keep(context, judge, report)
  print(context, [report])
  return 0
}

/** The variables of a case come in as JSON; the answer, and who gave it, goes out. */
async function answerOne(
  context: CliContext,
  names: string[],
  options: Readonly<Record<string, unknown>>,
): Promise<number> {
  const [suite] = await readSuites(context, names.slice(0, 1))
  const name = options['model'] as string | undefined
  const judge = readJudge(options['judge'], name)
  const vars = await readVars(context)
  const answer = await withModel(
    context,
    judge === 'rules' ? 'none' : name!,
    (model) => answerOf(suite!, vars, judge === 'rules' ? { judge } : { judge, model: model! }),
    suite!.role,
  )
  const by = { suite: suite!.name, judge, model: judge === 'rules' ? null : name! }
  context.print(JSON.stringify({ ...by, answer }, null, context.json ? undefined : 2))
  return 0
}

const MAX_CASE_BYTES = 8 * 1024 * 1024

async function readVars({ stdin }: CliContext): Promise<Record<string, unknown>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stdin?.() ?? []) {
    size += chunk.length
    if (size <= MAX_CASE_BYTES) chunks.push(chunk)
  }
  const vars = parseJson(Buffer.concat(chunks).toString('utf8'))
  if (typeof vars === 'object' && vars !== null && !Array.isArray(vars)) {
    return vars as Record<string, unknown>
  }
  throw new ReflectError('usage', 'Standard input has no case', {
    remedy: 'Hand over one JSON object: the `vars` of a case.',
  })
}

async function runRules(suites: readonly EvalSuite[]): Promise<EvalResult[]> {
  const results: EvalResult[] = []
  for (const suite of suites) {
    const cases = readSuiteCases(thisProgram().root, suite.name)
    results.push({ ...(await scoreSuite(suite, cases)), cost: null })
  }
  return results
}

async function runModel(
  context: CliContext,
  suites: readonly EvalSuite[],
  judge: 'model' | 'both',
  name: string,
): Promise<EvalResult[]> {
  const results: EvalResult[] = []
  for (const suite of suites) {
    const cases = readSuiteCases(thisProgram().root, suite.name)
    const result = await withModel(
      context,
      name,
      async (opened) => {
        const { model, cost } = countedModel(opened!)
        return { ...(await scoreSuite(suite, cases, { judge, model })), cost }
      },
      suite.role,
    )
    results.push(result)
  }
  return results
}

async function readSuites(
  context: CliContext,
  names: readonly string[],
): Promise<readonly EvalSuite[]> {
  const suites = await suitesOf(context)
  if (names.length === 0) return suites
  return names.map((name) => {
    const suite = suites.find((one) => one.name === name)
    if (suite !== undefined) return suite
    throw new ReflectError('usage', `There is no suite "${name}"`, {
      remedy: `Available: ${SUITE_NAMES.join(', ')}.`,
    })
  })
}

function readJudge(value: unknown, model: string | undefined): EvalJudge {
  const judge = value === undefined ? (model === undefined ? 'rules' : 'both') : value
  const known = JUDGES.find((one) => one === judge)
  if (known === undefined) {
    throw new ReflectError('usage', `"${String(value)}" is not a judge`, {
      remedy: 'Use --judge rules, model or both.',
    })
  }
  if (known !== 'rules' && model === undefined) {
    throw new ReflectError('usage', `--judge ${known} needs a model`, {
      remedy: 'Name a backend of your config: --model NAME.',
    })
  }
  return known
}

/** With the user, not with a project: the cases are the program's own. */
const placeOf = ({ env, home, platform }: CliContext): string =>
  path.join(stateHome(env, home, platform), 'reflectory', 'evals')

async function keep(context: CliContext, judge: EvalJudge, report: EvalReport): Promise<void> {
  const file = path.join(placeOf(context), `${judge}.json`)
  await writeAtomic(file, `${JSON.stringify(report, null, 2)}\n`, { mode: 0o600 })
}

async function show(context: CliContext): Promise<number> {
  const kept = JUDGES.flatMap((judge) => readKept(path.join(placeOf(context), `${judge}.json`)))
  if (kept.length > 0) print(context, kept)
  else if (context.json) context.print('[]')
  else {
    context.print('No suite was run yet. To let the rules answer them: reflect evals run')
    for (const { name, positive } of await suitesOf(context)) {
      const { length } = readSuiteCases(thisProgram().root, name)
      context.print(`  ${name}: ${length} cases; positive: ${positive}`)
    }
  }
  return 0
}

function readKept(file: string): EvalReport[] {
  try {
    const report = parseJson(readFileSync(file, 'utf8')) as EvalReport | undefined
    return Array.isArray(report?.suites) ? [report] : []
  } catch {
    return []
  }
}

function print(context: CliContext, reports: readonly EvalReport[]): void {
  if (context.json) return context.print(JSON.stringify(reports, null, 2))
  const { dim } = paint(context.colour)
  for (const { at, version, model, suites } of reports) {
    context.print(dim(`${at}, version ${version}${model === null ? '' : `, model ${model}`}`))
    for (const result of suites) context.print(describeResult(result))
  }
}
