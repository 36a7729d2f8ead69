import { ReflectError } from '../../schema/error.js'
import type { CliCommand } from '../command.js'
import { evidenceText } from '../evidence/evidence-text.js'
import { readEvidence } from '../evidence/read-evidence.js'

export const command: CliCommand = {
  configure: (command) =>
    command
      .argument('<transcript>', "a session's transcript on this machine")
      .option('--agent <agent>', 'which agent wrote it, if the format does not show it')
      .addHelpText(
        'after',
        `
Prints the facts of a recorded session: what was asked for, which commands ran and how they ended,
what was edited, which todos are open, and what the agent's last message claims, checked against all
of that. It reads only the transcript, not the folder that the session worked in.

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
