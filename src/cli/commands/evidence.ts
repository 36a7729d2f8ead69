import { evidenceText } from './evidence/evidence-text.js'
import { readEvidence } from './evidence/read-evidence.js'
import { argument, text } from '../takes.js'
import { verb } from '../command.js'

export const command = verb({
  about: `
Prints the facts of a recorded session: what was asked for, which commands ran and how they ended,
what was edited, which todos are open, and what the agent's last message claims, checked against all
of that. It reads only the transcript, not the folder that the session worked in.`,
  examples: `
  reflect evidence ~/.claude/projects/my-project/session.jsonl
  reflect evidence session.json --agent gemini --json`,
  takes: {
    transcript: argument("a session's transcript on this machine"),
    agent: text('<agent>', 'which agent wrote it, if the format does not show it'),
  },
  async run({ transcript, agent: named }, context) {
    const { agent, evidence } = await readEvidence(context, transcript, named)
    return { json: { agent, ...evidence }, text: evidenceText(evidence, agent, context.colour) }
  },
})
