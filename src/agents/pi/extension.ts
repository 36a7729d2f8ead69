/**
 * What runs inside Pi: its events go to our hook, one process each, in the form that several clients
 * share; what the hook answers goes back in Pi's own form. It decides nothing. A hook that fails, hangs
 * or is gone is no answer, and no handler ever throws.
 */
import { spawn } from 'node:child_process'

/** As much of Pi as is used here. */
interface Pi {
  on(event: string, handler: (event: PiEvent, context: PiContext) => unknown): void
}

interface PiContext {
  cwd: string
  sessionManager: { getSessionId(): string; getSessionFile(): string | undefined }
}

interface PiEvent {
  reason?: string
  prompt?: string
  outcome?: string
  entries?: unknown[]
  context?: { llmMessages?: PiMessage[] }
  toolName?: string
  toolCallId?: string
  input?: unknown
  content?: PiText[]
  isError?: boolean
}

type PiText = { type: string; text?: string }
type PiMessage = { role?: string; content?: string | PiText[] }

interface Program {
  node: string
  hook: string
}

interface Reply {
  decision?: string
  reason?: string
  hookSpecificOutput?: { additionalContext?: string }
}

/** How long an event may take; a model may judge at a stop. */
const EVENT_MS = 10_000
const STOP_MS = 60_000
const CUSTOM_TYPE = 'reflectory'

export function connect(pi: Pi, program: Program): void {
  const tell = (name: string, context: PiContext, fields: object, limitMs = EVENT_MS) =>
    askHook(program, name, { ...common(name, context), ...fields }, limitMs)

  pi.on('session_start', (event, context) =>
    tell('SessionStart', context, { source: START_SOURCES[event.reason ?? ''] }).then(() => {}),
  )
  pi.on('before_agent_start', async (event, context) => {
    const said = contextIn(await tell('UserPromptSubmit', context, { prompt: event.prompt }))
    return said === null ? undefined : { message: messageOf(said, false) }
  })
  pi.on('tool_result', async (event, context) => {
    if (event.isError !== true) return undefined
    const said = contextIn(
      await tell('PostToolUseFailure', context, {
        tool_name: event.toolName,
        tool_use_id: event.toolCallId,
        tool_input: event.input,
        error: textOf(event.content),
      }),
    )
    return said === null
      ? undefined
      : { content: [...(event.content ?? []), { type: 'text', text: said }] }
  })
  pi.on('session_before_compact', (event, context) =>
    tell('PreCompact', context, { trigger: event.reason === 'manual' ? 'manual' : 'auto' }).then(
      () => {},
    ),
  )
  pi.on('agent_before_settle', async (event, context) => {
    if (event.outcome === 'aborted') return void (await tell('Interrupt', context, {}))
    if (event.outcome === 'error') return void (await tell('StopFailure', context, {}))
    const message = event.context?.llmMessages?.findLast(({ role }) => role === 'assistant')
    const reply = await tell(
      'Stop',
      context,
      { last_assistant_message: textOf(message?.content) },
      STOP_MS,
    )
    if (reply.decision !== 'block' || !reply.reason) return undefined
    const push = { type: 'custom_message', ...messageOf(reply.reason, true) }
    return { entries: [...(event.entries ?? []), push], continue: true }
  })
  pi.on('session_shutdown', (event, context) =>
    tell('SessionEnd', context, { reason: event.reason }).then(() => {}),
  )
}

const START_SOURCES: Readonly<Record<string, string>> = {
  startup: 'startup',
  new: 'clear',
  resume: 'resume',
  fork: 'fork',
}

const common = (name: string, { cwd, sessionManager }: PiContext) => ({
  hook_event_name: name,
  session_id: sessionManager.getSessionId(),
  transcript_path: sessionManager.getSessionFile(),
  cwd,
})

const messageOf = (content: string, display: boolean) => ({
  customType: CUSTOM_TYPE,
  content,
  display,
})

const contextIn = ({ hookSpecificOutput }: Reply): string | null =>
  hookSpecificOutput?.additionalContext ?? null

const textOf = (content: string | PiText[] | undefined): string =>
  typeof content === 'string' ? content : (content ?? []).map(({ text }) => text ?? '').join('\n')

/** One event in a process of its own; an empty reply when it says nothing that can be read in time. */
function askHook(
  { node, hook }: Program,
  name: string,
  payload: object,
  timeout: number,
): Promise<Reply> {
  return new Promise((resolve) => {
    let printed = ''
    const done = () => resolve(parseReply(printed))
    try {
      const child = spawn(node, [hook, 'pi', name], {
        stdio: ['pipe', 'pipe', 'ignore'],
        timeout,
        windowsHide: true,
      })
      child.on('error', done)
      child.on('close', done)
      child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()))
      child.stdin.on('error', () => {})
      child.stdin.end(JSON.stringify(payload))
    } catch {
      done()
    }
  })
}

function parseReply(text: string): Reply {
  try {
    return (JSON.parse(text) as Reply | null) ?? {}
  } catch {
    return {}
  }
}
