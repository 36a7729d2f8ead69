import { factsOfCase, COMPACTION_CASE } from '../../moments/compaction/compaction-case.js'
import { decideCompaction } from '../../moments/compaction/decide-compaction.js'
import type { Model } from '../../model.js'
import { ReflectError } from '../../schema/error.js'
import { oneLine } from '../../util/one-line.js'
import { runCases } from '../cases/run-cases.js'
import { modelOption } from '../model-option.js'
import { withModel } from '../with-model.js'
import type { CliCommand } from '../command.js'

export const command: CliCommand = {
  configure: (command) =>
    command
      .option('--case <file>', 'a compacted session as JSON: one case, an array, or JSON lines')
      .addOption(modelOption("who decides when the rules can't"))
      .addHelpText(
        'after',
        `
A case has task_summary (messages separated by [1], [2] …), last_assistant_response, tools_used,
has_git_commands and has_pr_issue_ref; missing ones are unknown. The answer has action,
hasActiveGitWork, confidence, nudgeMessage and why. A case is weaker evidence than a real
session, so basis is "narrated".

Examples:
  reflect evals compaction --case compacted.json --json
  reflect evals compaction --case many.jsonl --model none`,
      ),

  run(context, _positional, options) {
    const file = options['case'] as string | undefined
    if (file === undefined) {
      throw new ReflectError('usage', '--case <file> is missing', {
        remedy: 'See `reflect evals compaction --help`.',
      })
    }
    const decide = (model: Model | null): Promise<number> =>
      runCases(context, file, {
        contract: COMPACTION_CASE,
        answer: async (vars) => {
          const verdict = await decideCompaction(factsOfCase(vars), { model, sessionId: null })
          return { ...verdict, basis: 'narrated' as const }
        },
        describe: ({ action, confidence, why }, label) =>
          `${label}${action} (${confidence}): ${oneLine(why, 160)}`,
      })
    return withModel(context, options['model'] as string, decide, 'compaction')
  },
}
