import type { ScriptedAgent } from './scripted-agent.js'
import type { Stage } from './stage.js'

/** The agent stops with these words; returns what its hook printed. */
export function stopAgent(
  stage: Pick<Stage, 'hook'>,
  agent: ScriptedAgent,
  session: string,
  text: string,
): string {
  agent.says(text)
  return stage.hook('claude-code', 'Stop', {
    session_id: session,
    transcript_path: agent.transcript,
    last_assistant_message: text,
  })
}

/** The words that send the agent back to work; null when it may stop. */
export function readReason(reply: string): string | null {
  if (reply === '') return null
  const { decision, reason } = JSON.parse(reply) as { decision?: string; reason?: string }
  return decision === 'block' ? (reason ?? '') : null
}
