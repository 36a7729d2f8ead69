import { ReflectError } from '../../schema/error.js'
import type { CliCommand } from '../command.js'
import { evidenceText } from '../evidence/evidence-text.js'
import { readEvidence } from '../evidence/read-evidence.js'

export const command: CliCommand = {
  configure: (command) =>
    command
      .argument('<transcript>', "a session's transcript on this machine")
      .option('--agent <agent>', 'whose transcript it is, when its shape does not show it')
      .addHelpText(
        'after',
        `
Prints the ledger of a recorded session: what was asked for, which commands ran with what result,
what was edited, which todos are open, and what the agent's last words claim, held against all that.
It reads the file and nothing else; the folder that the session worked in is not looked at.

Examples:
  reflect evidence ~/.claude/projects/my-project/session.jsonl
  reflect evidence session.json --agent gemini --json`,
      ),

  async run(context, positional, options) {
    const [file] = positional
    if (file === undefined) throw new ReflectError('internal', 'The transcript is required')
    const agentId = options['agent'] as string | undefined
    const { agent, evidence } = await readEvidence(context, file, agentId)
    context.print(
      context.json
        ? JSON.stringify({ agent, ...evidence }, null, 2)
        : evidenceText(evidence, agent, context.colour),
    )
    return 0
  },
}
