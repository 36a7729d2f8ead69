import * as z from 'zod/mini'
import { evaluateRun } from '../../moments/stop/evaluate-run.js'
import { ReflectError } from '../../schema/error.js'
import { parseCase, readCases } from '../cases/read-cases.js'
import type { CliCommand } from '../command.js'
import { paint } from '../paint.js'
import { withModel } from '../with-model.js'

const Text = z._default(z.nullable(z.string()), '')
const RunCase = z.looseObject({ task: z.string(), trace: Text, output: Text })

export const command: CliCommand = {
  configure: (command) =>
    command
      .option('--case <file>', 'runs told in words: JSON, an array, or one object a line')
      .option('--model <name>', 'none, or a backend', 'none')
      .addHelpText(
        'after',
        `
Scores whole runs from 0 (no attempt) to 5 (complete). A case is {"task", "trace", "output"}; its "id"
is echoed.

Examples:
  reflect evaluate --case run.json
  reflect evaluate --case runs.jsonl --json`,
      ),

  run(context, _positional, options) {
    const file = options['case'] as string | undefined
    if (file === undefined)
      throw new ReflectError('usage', 'Which runs? Name them with --case FILE')
    const { bold, dim } = paint(context.colour)
    return withModel(context, options['model'] as string, async (model) => {
      for (const line of await readCases(context.cwd, file)) {
        const { task, trace, output } = parseCase(line, RunCase)
        const result = await evaluateRun(
          { task, trace: trace ?? '', output: output ?? '' },
          { model },
        )
        const named = line.id === null ? {} : { id: line.id }
        context.print(
          context.json
            ? JSON.stringify({ ...named, ...result, basis: 'narrated' })
            : `${line.id === null ? '' : `${line.id}  `}${bold(`${result.score} ${result.verdict}`)}  ${result.feedback}` +
                result.recommendations.map((text) => `\n  ${dim(text)}`).join(''),
        )
      }
      return 0
    })
  },
}
