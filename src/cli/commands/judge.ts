import { evidenceOfCase, STOP_CASE } from '../../moments/stop/judge-case.js'
import type { VerdictJson } from '../../moments/stop/judge-case.js'
import { whyWaiting } from '../../moments/stop/why-skipped.js'
import type { Model } from '../../model.js'
import { ReflectError } from '../../schema/error.js'
import { runCases } from '../cases/run-cases.js'
import type { CliCommand, CliContext } from '../command.js'
import { readEvidence } from '../evidence/read-evidence.js'
import { modelOption } from '../model-option.js'
import { withModel } from '../with-model.js'
import { judgeEvidence } from '../stop/judge-evidence.js'
import { verdictText } from '../stop/verdict-text.js'

export const command: CliCommand = {
  configure: (command) =>
    command
      .argument('[transcript]', "a session's transcript on this machine")
      .option('--agent <agent>', 'which agent wrote it, if the format does not show it')
      .option(
        '--case <file>',
        'judge cases described as JSON: one object, an array, or one object per line',
      )
      .addOption(modelOption("the judge when the rules can't decide"))
      .addHelpText(
        'after',
        `
Is it really done? Prints the verdict, the gates that were red with the fact behind each, and what the
agent claims. Nothing is recorded or sent. A case only describes what happened
({"task", "tools_used", "agent_response"}): weaker evidence than a transcript, and "basis" says so.
tools_used is a text with one call per line, a list of texts, or a list of objects:
  ["Edit(src/a.ts)", {"name": "Bash", "input": {"command": "npm test"}, "output": "…", "exit": 1}]

Examples:
  reflect judge ~/.claude/projects/my-project/session.jsonl
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
    return withModel(context, options['model'] as string, async (model) => {
      if (cases !== undefined) return judgeCases(context, cases, model)
      await judgeTranscript(context, file!, options['agent'] as string | undefined, model)
      return 0
    })
  },
}

async function judgeTranscript(
  context: CliContext,
  file: string,
  agentId: string | undefined,
  model: Model | null,
): Promise<void> {
  const { agent, evidence } = await readEvidence(context, file, agentId)
  const waiting = whyWaiting(evidence)
  const verdict = await judgeEvidence(evidence, 'recorded', model)
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

function judgeCases(context: CliContext, file: string, model: Model | null): Promise<number> {
  const at = context.now().toISOString()
  return runCases(context, file, {
    contract: STOP_CASE,
    answer: async (vars) => judgeEvidence(evidenceOfCase(vars, at), 'narrated', model),
    describe: (verdict, label) => `${label}${verdictText(verdict, context.colour)}`,
  })
}

function print(context: CliContext, verdict: VerdictJson & Record<string, unknown>): void {
  context.print(context.json ? JSON.stringify(verdict) : verdictText(verdict, context.colour))
}
