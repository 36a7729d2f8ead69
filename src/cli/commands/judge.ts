import { NO_TREE } from '../../judge/world.js'
import { whyWaiting } from '../../moments/stop/why-skipped.js'
import type { Model } from '../../model.js'
import { ReflectError } from '../../schema/error.js'
import { answerCases } from '../cases/answer-cases.js'
import type { CliCommand, CliContext } from '../command.js'
import { readEvidence } from '../evidence/read-evidence.js'
import { readWithTree } from '../evidence/read-with-tree.js'
import { modelOption } from '../model-option.js'
import { withModel } from '../with-model.js'
import { judgeEvidence } from '../stop/judge-evidence.js'
import type { VerdictJson } from '../stop/verdict-json.js'
import { verdictText } from '../stop/verdict-text.js'

export const command: CliCommand = {
  configure: (command) =>
    command
      .argument('[transcript]', "a session's transcript on this machine")
      .option('--agent <agent>', 'which agent wrote it, if the format does not show it')
      .option('--tree <folder>', 'look into the folder that it worked in, as it is now')
      .option(
        '--case <file>',
        'judge cases described as JSON: one object, an array, or one object per line',
      )
      .addOption(modelOption("the judge when the rules can't decide"))
      .addHelpText(
        'after',
        `
Is it really done? Prints the verdict, the gates that were red with the fact behind each, and what the
agent claims. Nothing is recorded or sent. What only files show is looked for with --tree: what was
ordered and is not there, names that were to go, weakened checks. A case only describes what happened
({"task", "tools_used", "agent_response"}): weaker evidence than a transcript, and "basis" says so.
tools_used is a text with one call per line, a list of texts, or a list of objects:
  ["Edit(src/a.ts)", {"name": "Bash", "input": {"command": "npm test"}, "output": "…", "exit": 1}]

Examples:
  reflect judge ~/.claude/projects/my-project/session.jsonl
  reflect judge session.jsonl --tree .
  reflect evals judge --case cases.jsonl --json
  reflect judge session.jsonl --model my-judge --json`,
      ),

  run(context, [file], options) {
    const cases = options['case'] as string | undefined
    if ((file === undefined) === (cases === undefined)) {
      throw new ReflectError('usage', 'Name either a transcript or --case FILE', {
        remedy: 'See `reflect judge --help` for both forms.',
      })
    }
    const name = options['model'] as string
    if (cases !== undefined)
      return answerCases<VerdictJson>(
        context,
        cases,
        { suite: 'task-verification', model: name },
        (verdict, label) => `${label}${verdictText(verdict, context.colour)}`,
      )
    return withModel(context, name, async (model) => {
      await judgeTranscript(context, file!, options, model)
      return 0
    })
  },
}

async function judgeTranscript(
  context: CliContext,
  file: string,
  options: Readonly<Record<string, unknown>>,
  model: Model | null,
): Promise<void> {
  const agentId = options['agent'] as string | undefined
  const folder = options['tree'] as string | undefined
  const { agent, evidence, tree } =
    folder === undefined
      ? { ...(await readEvidence(context, file, agentId)), tree: NO_TREE }
      : await readWithTree(context, file, { agentId, folder })
  const waiting = whyWaiting(evidence)
  const verdict = await judgeEvidence(evidence, tree, model)
  print(context, {
    agent,
    session_id: evidence.session.sessionId,
    ...verdict,
    // An agent that still works, or was stopped by the human, has not said that it is done.
    ...(waiting === null ? {} : { ...OPEN, reason: waiting }),
    claims: evidence.claims,
  })
}

const OPEN = {
  complete: null,
  abstained: true,
  severity: 'NONE' as const,
  feedback: '',
  missing: [],
  next_actions: [],
  requires_human_action: false,
}

function print(context: CliContext, verdict: VerdictJson & Record<string, unknown>): void {
  context.print(context.json ? JSON.stringify(verdict) : verdictText(verdict, context.colour))
}
