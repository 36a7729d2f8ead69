import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Stage } from './stage.js'

export interface ScriptedAgent {
  transcript: string
  human(text: string): void
  says(text: string): void
  edit(file: string, content: string): void
  run(command: string, exitCode: number, output: string): void
}

/** Plays the client: does what it says, and writes the transcript that the client would write. */
export function scriptAgent(
  stage: Pick<Stage, 'home' | 'root' | 'write'>,
  session: string,
): ScriptedAgent {
  const folder = path.join(stage.home, '.claude', 'projects', 'shop')
  const transcript = path.join(folder, `${session}.jsonl`)
  mkdirSync(folder, { recursive: true })
  let line = 0
  let at = 0
  const write = (type: 'user' | 'assistant', content: unknown, more: object = {}) => {
    line += 1
    at = Math.max(at + 1, Date.now())
    const message = {
      role: type,
      id: `m${line}`,
      content,
      ...(type === 'assistant' ? { stop_reason: 'end_turn' } : {}),
    }
    const entry = {
      type,
      uuid: `u${line}`,
      sessionId: session,
      cwd: stage.root,
      timestamp: new Date(at).toISOString(),
      message,
      ...more,
    }
    appendFileSync(transcript, `${JSON.stringify(entry)}\n`)
  }
  const call = (name: string, input: object, output: string, isError: boolean) => {
    const id = `call-${line}`
    write('assistant', [{ type: 'tool_use', id, name, input }])
    write('user', [{ type: 'tool_result', tool_use_id: id, content: output, is_error: isError }])
  }
  return {
    transcript,
    human: (text) => write('user', text),
    says: (text) => write('assistant', [{ type: 'text', text }]),
    edit(file, content) {
      const file_path = path.join(stage.root, file)
      // The client lets an agent replace only a file that it has read.
      if (existsSync(file_path)) {
        call('Read', { file_path }, readFileSync(file_path, 'utf8'), false)
      }
      stage.write(file, content)
      call('Write', { file_path, content }, 'The file was updated.', false)
    },
    run: (command, exitCode, output) =>
      call(
        'Bash',
        { command },
        exitCode === 0 ? output : `Exit code ${exitCode}\n${output}`,
        exitCode !== 0,
      ),
  }
}

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
