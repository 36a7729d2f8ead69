import { evaluateRun, RUN_CASE } from '../../moments/stop/evaluate-run.js'
import type { RunInput } from '../../moments/stop/evaluate-run.js'
import { ReflectError } from '../../schema/error.js'
import { runCases } from '../cases/run-cases.js'
import type { CliCommand } from '../command.js'
import { paint } from '../paint.js'
import { withModel } from '../with-model.js'

export const command: CliCommand = {
  configure: (command) =>
    command
      .option(
        '--case <file>',
        'runs described as JSON: one object, an array, or one object per line',
      )
      .option('--model <name>', 'none, or a backend', 'none')
      .addHelpText(
        'after',
        `
Scores whole runs from 0 (no attempt) to 5 (complete). A case is {"task", "trace", "output"}; its "id"
is echoed. trace is a text with one step a line ("1. [Edit] Changed src/a.ts"), a list of texts, or a
list of objects ({"name", "input", "output", "exit"}).

Examples:
  reflect evals evaluate --case run.json
  reflect evals evaluate --case runs.jsonl --json`,
      ),

  run(context, _positional, options) {
    const file = options['case'] as string | undefined
    if (file === undefined)
      throw new ReflectError('usage', '--case <file> is missing', {
        remedy: 'See `reflect evals evaluate --help`.',
      })
    const { bold, dim } = paint(context.colour)
    return withModel(context, options['model'] as string, (model) =>
      runCases(context, file, {
        contract: RUN_CASE,
        answer: async (vars) => {
          const result = await evaluateRun(vars as unknown as RunInput, { model })
          return { ...result, basis: 'narrated' as const }
        },
        describe: ({ score, verdict, feedback, recommendations }, label) =>
          [
            `${label}${bold(`${score} ${verdict}`)}  ${feedback}`,
            ...recommendations.map((text) => `  ${dim(text)}`),
          ].join('\n'),
      }),
    )
  },
}
