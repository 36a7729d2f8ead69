import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

type Block = Record<string, unknown>

export interface SessionPlan {
  id: string
  cwd: string
  /** ISO instant of the first line; each further one is a second later. null: no line has a time. */
  at: string | null
  model?: string
  steps: readonly Step[]
}

type Step =
  | { human: string }
  | { says: string }
  | { runs: string; prints: string; failed?: true }
  | { edits: string; from: string; to: string }

/** A session as Claude Code writes it, each answer with 1,000 tokens read from the cache and 10 written. */
export function writeClaudeSession(home: string, plan: SessionPlan): string {
  const folder = path.join(home, '.claude', 'projects', plan.cwd.replaceAll(/[/\\:]/g, '-'))
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, `${plan.id}.jsonl`)
  writeFileSync(
    file,
    toLines(plan)
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(''),
  )
  return file
}

function toLines({ id, cwd, at, model = 'claude-opus-4-5-20251101', steps }: SessionPlan): Block[] {
  let second = 0
  let calls = 0
  const common = (type: string): Block => ({
    type,
    sessionId: id,
    cwd,
    isSidechain: false,
    uuid: `${id}-${(second += 1)}`,
    ...(at === null ? {} : { timestamp: new Date(Date.parse(at) + second * 1_000).toISOString() }),
  })
  const user = (content: unknown): Block => ({
    ...common('user'),
    message: { role: 'user', content },
  })
  const agent = (block: Block): Block => ({
    ...common('assistant'),
    message: {
      id: `msg-${id}-${second}`,
      role: 'assistant',
      model,
      content: [block],
      usage: {
        input_tokens: 1,
        cache_read_input_tokens: 1_000,
        cache_creation_input_tokens: 100,
        output_tokens: 10,
      },
    },
  })
  const tool = (name: string, input: Block, content: string, isError = false): Block[] => {
    const callId = `toolu_${id}_${(calls += 1)}`
    return [
      agent({ type: 'tool_use', id: callId, name, input }),
      user([{ type: 'tool_result', tool_use_id: callId, content, is_error: isError }]),
    ]
  }
  return steps.flatMap((step): Block[] => {
    if ('human' in step) return [user(step.human)]
    if ('says' in step) return [agent({ type: 'text', text: step.says })]
    if ('runs' in step) {
      const prints = step.failed === true ? `Exit code 1\n${step.prints}` : step.prints
      return tool('Bash', { command: step.runs }, prints, step.failed === true)
    }
    const input = {
      file_path: path.join(cwd, step.edits),
      old_string: step.from,
      new_string: step.to,
    }
    return tool('Edit', input, `The file ${step.edits} has been updated.`)
  })
}
