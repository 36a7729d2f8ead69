import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Sandbox } from './sandbox.js'

const call = (callId: string, fields: object) => ({ kind: 'tool-call', callId, ...fields })
const result = (callId: string, fields: object) => ({
  kind: 'tool-result',
  callId,
  status: 'completed',
  output: '',
  ...fields,
})

interface Told {
  asked?: string
  said?: string
  /** A last command, which fails. */
  last?: { command: string; output: string }
}

/** A transcript of an edit and a run of the tests, in the form that any agent can write. */
export function writeTranscript(
  sandbox: Sandbox,
  output: string,
  exitCode: number,
  { asked = 'Fix the total of the cart.', said = 'The total is fixed.', last }: Told = {},
): object {
  const folder = path.join(sandbox.home, '.reflectory', 'transcripts')
  mkdirSync(folder, { recursive: true })
  const transcriptPath = path.join(folder, 's1.jsonl')
  const lines = [
    { kind: 'human', text: asked },
    call('1', { tool: 'Read', toolKind: 'read', files: ['.claude/skills/money/SKILL.md'] }),
    result('1', {}),
    call('2', { tool: 'Edit', toolKind: 'edit', files: ['src/cart.ts'] }),
    result('2', {}),
    call('3', { tool: 'Bash', toolKind: 'command', command: 'npx vitest run' }),
    result('3', { exitCode, output }),
    ...(last === undefined
      ? []
      : [
          call('4', { tool: 'Bash', toolKind: 'command', command: last.command }),
          result('4', { exitCode: 1, status: 'failed', output: last.output }),
        ]),
    { kind: 'agent', text: said },
  ]
  writeFileSync(transcriptPath, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  return { transcriptPath }
}

export const RED = ' FAIL  test/cart.test.ts > empty cart\n      Tests  1 failed | 6 passed (7)'
export const GREEN = ' Test Files  1 passed (1)\n      Tests  7 passed (7)'
