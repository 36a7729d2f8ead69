import { describe, expect, it } from 'vitest'
import { agents, loadAgent } from '../wiring/agent-registry.js'
import type { EntryDraft } from '../agent.js'
import { applyEntry, beginLedger, toLedger } from '../read/ledger.js'
import { editSince, mayBeEditedSince } from '../read/ledger/order.js'
import { readTranscript } from './__fixtures__/read-transcript.js'

interface Change {
  before: string
  after: string
}
type Step = { command: string; output?: string; edited?: boolean } | Change

const FILE = 'src/a.ts'
const AT = '2026-01-02T03:04:05.678Z'

/** How each client writes a command, and an edit by its own tool, into its transcript. */
const WRITERS: Record<string, (step: Step, id: string) => unknown[]> = {
  'claude-code': (step, id) => {
    const [name, input] =
      'command' in step
        ? ['Bash', { command: step.command }]
        : ['Edit', { file_path: FILE, old_string: step.before, new_string: step.after }]
    const content = 'command' in step ? (step.output ?? '') : 'ok'
    return [
      {
        type: 'assistant',
        message: { role: 'assistant', content: [{ type: 'tool_use', id, name, input }] },
      },
      {
        type: 'user',
        message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content }] },
      },
    ]
  },
  codex: (step, id) => {
    const call =
      'command' in step
        ? { type: 'function_call', name: 'shell', arguments: { command: step.command } }
        : {
            type: 'custom_tool_call',
            name: 'apply_patch',
            input: [
              '*** Begin Patch',
              `*** Update File: ${FILE}`,
              ...step.before.split('\n').map((line) => `-${line}`),
              ...step.after.split('\n').map((line) => `+${line}`),
              '*** End Patch',
            ].join('\n'),
          }
    const output = `Exit code: 0\nOutput:\n${'command' in step ? (step.output ?? '') : 'ok'}`
    const item = (payload: object) => ({ timestamp: AT, type: 'response_item', payload })
    return [
      item({
        ...call,
        call_id: id,
        ...('arguments' in call ? { arguments: JSON.stringify(call.arguments) } : {}),
      }),
      item({
        type: call.type === 'function_call' ? 'function_call_output' : 'custom_tool_call_output',
        call_id: id,
        output,
      }),
    ]
  },
  copilot: (step, id) => {
    const [toolName, args] =
      'command' in step
        ? ['bash', { command: step.command }]
        : ['edit', { path: FILE, old_str: step.before, new_str: step.after }]
    const content = 'command' in step ? `${step.output ?? ''}\n<exited with exit code 0>` : 'ok'
    return [
      {
        type: 'tool.execution_start',
        timestamp: AT,
        data: { toolCallId: id, toolName, arguments: args },
      },
      {
        type: 'tool.execution_complete',
        timestamp: AT,
        data: { toolCallId: id, success: true, result: { content } },
      },
    ]
  },
  gemini: (step, id) => {
    const [name, args] =
      'command' in step
        ? ['run_shell_command', { command: step.command }]
        : ['replace', { file_path: FILE, old_string: step.before, new_string: step.after }]
    const output = 'command' in step ? `Output: ${step.output ?? ''}\nExit Code: 0\n` : 'ok'
    const result = [{ functionResponse: { response: { output } } }]
    return [
      {
        id: `m${id}`,
        type: 'gemini',
        content: '',
        toolCalls: [{ id, name, args, status: 'success', result }],
      },
    ]
  },
  generic: (step, callId) => [
    'command' in step
      ? { kind: 'tool-call', callId, tool: 'shell', command: step.command }
      : {
          kind: 'tool-call',
          callId,
          tool: 'edit',
          toolKind: 'edit',
          files: [FILE],
          replaced: step.before,
          written: step.after,
        },
    {
      kind: 'tool-result',
      callId,
      exitCode: 0,
      output: 'command' in step ? (step.output ?? '') : '',
    },
  ],
  opencode: (step, callID) => {
    const isCommand = 'command' in step
    const state = {
      status: 'completed',
      input: isCommand
        ? { command: step.command }
        : { filePath: FILE, oldString: step.before, newString: step.after },
      output: isCommand ? (step.output ?? '') : 'ok',
      metadata: isCommand ? { exit: 0 } : {},
    }
    const isEdited = !isCommand || step.edited === true
    return [
      {
        info: { role: 'assistant', id: `m${callID}` },
        parts: [
          { type: 'tool', callID, tool: isCommand ? 'bash' : 'edit', state },
          { type: 'step-finish', snapshot: 'abc' },
          ...(isEdited ? [{ type: 'patch', hash: 'abc', files: [FILE] }] : []),
        ],
      },
    ]
  },
  qwen: (step, id) => {
    const [name, args] =
      'command' in step
        ? ['run_shell_command', { command: step.command }]
        : ['edit', { file_path: FILE, old_string: step.before, new_string: step.after }]
    const output = 'command' in step ? `Output: ${step.output ?? ''}\nExit Code: 0` : 'ok'
    const line = (type: string, rest: object) => ({ type, sessionId: 's', timestamp: AT, ...rest })
    return [
      line('assistant', { message: { parts: [{ functionCall: { id, name, args } }] } }),
      line('tool_result', {
        message: { parts: [{ functionResponse: { id, name, response: { output } } }] },
        toolCallResult: { callId: id, status: 'success', resultDisplay: '' },
      }),
    ]
  },
}

/** Clients that write messages in blocks, with a name of their own for each part. */
const inBlocks =
  (names: { shell: string; edit: string; old: string; new: string; file: string }, end = '') =>
  (step: Step) =>
    'command' in step
      ? {
          name: names.shell,
          input: { command: step.command },
          output: `${step.output ?? ''}${end}`,
        }
      : {
          name: names.edit,
          input: { [names.file]: FILE, [names.old]: step.before, [names.new]: step.after },
          output: 'ok',
        }
const droidCall = inBlocks(
  { shell: 'Execute', edit: 'Edit', old: 'old_str', new: 'new_str', file: 'file_path' },
  '\n\n[Process exited with code 0]',
)
const piCall = inBlocks({
  shell: 'bash',
  edit: 'edit',
  old: 'oldText',
  new: 'newText',
  file: 'path',
})
const cursorCall = inBlocks({
  shell: 'Shell',
  edit: 'StrReplace',
  old: 'old_string',
  new: 'new_string',
  file: 'path',
})
const grokCall = inBlocks({
  shell: 'run_terminal_command',
  edit: 'search_replace',
  old: 'old_string',
  new: 'new_string',
  file: 'file_path',
})
Object.assign(WRITERS, {
  grok: (step: Step, id: string) => {
    const { name, input, output } = grokCall(step)
    return [
      {
        type: 'assistant',
        content: '',
        tool_calls: [{ id, name, arguments: JSON.stringify(input) }],
      },
      { type: 'tool_result', tool_call_id: id, content: `exit: 0\n${output}` },
    ]
  },
  droid: (step: Step, id: string) => {
    const { name, input, output } = droidCall(step)
    const line = (role: string, block: object) => ({
      type: 'message',
      timestamp: AT,
      message: { role, content: [block] },
    })
    return [
      line('assistant', { type: 'tool_use', id, name, input }),
      line('user', { type: 'tool_result', tool_use_id: id, is_error: false, content: output }),
    ]
  },
  pi: (step: Step, id: string) => {
    const { name, input, output } = piCall(step)
    const line = (message: object) => ({ type: 'message', id: `m${id}`, timestamp: AT, message })
    return [
      line({ role: 'assistant', content: [{ type: 'toolCall', id, name, arguments: input }] }),
      line({ role: 'toolResult', toolCallId: id, content: [{ type: 'text', text: output }] }),
    ]
  },
  cursor: (step: Step, id: string) => {
    const { name, input, output } = cursorCall(step)
    const line = (role: string, block: object) => ({ role, message: { content: [block] } })
    return [
      line('assistant', { type: 'tool_use', id, name, input }),
      line('user', { type: 'tool_result', tool_use_id: id, content: output }),
    ]
  },
})

const CODE: Change = { before: 'a = 1', after: 'a = 2' }
const COMMENT: Change = { before: 'a = 2', after: '// why\na = 2' }
const TEST = { command: 'npx vitest run', output: '      Tests  7 passed (7)' }
const shell = (command: string): Step => ({ command, edited: true })

/** What the test run misses: nothing, what may be, or an edit that is known. */
async function missedAfter(agent: string, steps: readonly Step[]): Promise<string> {
  const reader = await (await loadAgent(agent)).loadTranscriptReader!()
  const values = steps.flatMap((step, index) => WRITERS[agent]!(step, `c${index}`))
  const state = beginLedger()
  const { entries } = readTranscript(reader, values)
  entries.forEach((draft: EntryDraft, step) =>
    applyEntry(state, Object.assign(draft, { step: step + 1 })),
  )
  const ledger = toLedger(state)
  const run = ledger.commands.find(({ kind }) => kind === 'test')!
  expect(run.result).toBe('passed')
  if (editSince(run, ledger.edits) !== null) return 'edit'
  return mayBeEditedSince(run, ledger) ? 'maybe' : 'nothing'
}

describe.each(Object.keys(agents))('after a test, in %s', (agent) => {
  it.each<[string, Step]>([
    ['a comment by the edit tool', COMMENT],
    ['a comment that a command appends', shell(`echo '// why' >> ${FILE}`)],
    ['a comment that a command inserts', shell(`cd . && sed -i '1i // why' ${FILE}`)],
    ['a here-document of comments', shell(`cat >> ${FILE} <<'EOF'\n// why\nEOF`)],
  ])('%s is no edit that it misses', async (_, step) => {
    expect(await missedAfter(agent, [CODE, TEST, step])).toBe('nothing')
  })

  it.each<[string, Step]>([
    ['code by the edit tool', CODE],
    ['code that a command appends', shell(`echo 'f()' >> ${FILE}`)],
    [
      'a comment and code in one line',
      shell(`echo '// why' >> ${FILE} && sed -i 's/1/2/' ${FILE}`),
    ],
    ['code that a command inserts', shell(`sed -i '1i f()' ${FILE}`)],
  ])('%s is one', async (_, step) => {
    expect(await missedAfter(agent, [CODE, TEST, step])).toBe('edit')
  })
})
