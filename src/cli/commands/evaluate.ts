import { ReflectError } from '../../schema/error.js'
import { answerCases } from '../cases/answer-cases.js'
import type { CliCommand } from '../command.js'
import { paint } from '../paint.js'

interface RunEvaluation {
  score: number
  verdict: string
  feedback: string
  recommendations: string[]
}

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
    const told = { suite: 'agent-evaluation', model: options['model'] as string } as const
    return answerCases<RunEvaluation>(
      context,
      file,
      told,
      ({ score, verdict, feedback, recommendations }, label) =>
        [
          `${label}${bold(`${score} ${verdict}`)}  ${feedback}`,
          ...recommendations.map((text) => `  ${dim(text)}`),
        ].join('\n'),
    )
  },
}
