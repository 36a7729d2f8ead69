import { describe, expect, it } from 'vitest'
import { agents, loadAgent } from '../agent-registry.js'
import { readCim, readProcessTable, readPsLine } from '../../util/process-table.js'
import type { ProcessEntry } from '../../util/process-table.js'
import { findAgentAbove } from './find-agent-above.js'
import { processEntry } from './__fixtures__/processes.js'

const all = await Promise.all(Object.keys(agents).map(loadAgent))
const traces = Object.fromEntries(all.map(({ id, traces: own }) => [id, own!]))

type Told = [program: string, ...words: string[]]

/** Processes from the first one down to ours; each is the child of the one before. */
function chain(...told: Told[]): ProcessEntry[] {
  return told.map(([program, ...words], index) => ({
    ...processEntry(index + 1, index, program),
    name: (words[0] ?? program).split('/').at(-1)!.slice(0, 15),
    words: words.length === 0 ? [program] : words,
  }))
}

const find = (processes: ProcessEntry[], { env = {} }: { env?: Record<string, string> } = {}) =>
  findAgentAbove({ agents: traces, env, pid: processes.length, processes })

const INIT: Told = ['/sbin/init']
const TERMINAL: Told = ['/usr/bin/gnome-terminal-server']
const SHELL: Told = ['/usr/bin/bash', 'bash', '-c', 'reflect trust --yes']
const US: Told = ['/usr/bin/node', 'node', '/usr/lib/node_modules/reflectory/dist/cli/bin.cjs']

describe('the agent above a process', () => {
  it.each(
    Object.entries(traces).flatMap(([id, { variables }]) => variables.map((name) => [id, name])),
  )('is %s by its variable %s', (id, name) => {
    expect(find(chain(INIT, TERMINAL, SHELL, US), { env: { [name!]: '1' } })).toEqual({
      agent: id,
      sign: `the variable ${name}`,
    })
  })

  it.each<[string, Told]>([
    ['claude-code', ['/home/u/.local/share/claude/versions/2.1.0', 'claude']],
    ['claude-code', ['/usr/bin/node', 'claude']],
    [
      'claude-code',
      ['/usr/bin/node', 'node', '--no-warnings', '/usr/local/bin/claude', '--resume'],
    ],
    [
      'claude-code',
      ['/usr/bin/node', 'node', '/usr/lib/node_modules/@anthropic-ai/claude-code/cli.js'],
    ],
    ['claude-code', ['/opt/bun', 'bun', 'C:\\npm\\@anthropic-ai\\claude-code\\cli.js']],
    ['codex', ['/usr/lib/node_modules/@openai/codex/vendor/x86_64/codex/codex', 'codex', 'exec']],
    ['gemini', ['/usr/bin/node', '/usr/bin/node', '/usr/bin/gemini']],
    ['qwen', ['/usr/bin/node', 'node', '/n/@qwen-code/qwen-code/dist/index.js']],
    ['copilot', ['/usr/bin/node', 'node', '/n/@github/copilot/index.js']],
    ['opencode', ['/home/u/.opencode/bin/opencode', 'opencode', 'serve']],
  ])('is %s by its process, with no variable left', (agent, program) => {
    expect(find(chain(INIT, TERMINAL, program, SHELL, US))).toEqual({
      agent,
      sign: 'the process 3',
    })
  })

  it('is found by the variables of a shell in between', () => {
    const processes = chain(INIT, TERMINAL, SHELL, US)
    processes[2] = { ...processes[2]!, variables: ['HOME', 'CLAUDECODE'] }
    expect(find(processes)).toMatchObject({ agent: 'claude-code' })
  })

  it.each<[string, Told]>([
    ['an editor of a file of that name', ['/usr/bin/vim', 'vim', '/work/claude']],
    ['a shell in a folder of that name', ['/usr/bin/bash', 'bash', '/home/u/codex/run.sh']],
    ['a script with such an argument', ['/usr/bin/node', 'node', 'build.js', 'gemini']],
    ['an editor', ['/usr/share/code/code', 'code', '--folder', '/n/@openai/codex/']],
  ])('is none for %s', (_title, program) => {
    expect(find(chain(INIT, program, SHELL, US))).toBeNull()
  })

  it('is none in a table that leads in circles, or has nothing of us', () => {
    const [one, two] = chain(SHELL, US) as [ProcessEntry, ProcessEntry]
    expect(find([{ ...one, parent: 2 }, two])).toBeNull()
    expect(findAgentAbove({ agents: traces, env: {}, pid: 7, processes: [] })).toBeNull()
  })
})

describe('the process table', () => {
  it.runIf(process.platform === 'linux')('tells of this process and of its parent', () => {
    const table = readProcessTable('linux')
    const own = table.find(({ pid }) => pid === process.pid)
    expect(own).toMatchObject({ parent: process.ppid, program: process.execPath })
    expect(own!.variables).toContain('PATH')
    expect(table.some(({ pid }) => pid === process.ppid)).toBe(true)
  })

  it('is read from what a Mac prints', () => {
    const line =
      '  501   500   502 ttys003  Ss+  Tue Nov  3 09:12:44 2026     -zsh --login'.replace(
        '     -',
        ' -',
      )
    expect(readPsLine(line)).toMatchObject({
      pid: 501,
      parent: 500,
      user: 502,
      terminal: 'ttys003',
      isLeader: true,
      words: ['-zsh', '--login'],
    })
    expect(readPsLine('  1  0  0 ??  Ss  Tue Nov  3 09:12:44 2026 /sbin/launchd')).toMatchObject({
      terminal: null,
    })
  })

  it('is read from what Windows prints', () => {
    const told = {
      pid: 12,
      parent: 4,
      name: 'node.exe',
      program: 'C:\\node\\node.exe',
      words: '"C:\\node\\node.exe" cli.js --yes',
      startedAt: '2026-11-03T09:12:44.0000000Z',
    }
    expect(readCim(JSON.stringify([told, { pid: 'x' }]))).toEqual([
      expect.objectContaining({
        pid: 12,
        parent: 4,
        name: 'node',
        program: 'C:/node/node.exe',
        words: ['C:\\node\\node.exe', 'cli.js', '--yes'],
        startedAt: Date.parse('2026-11-03T09:12:44Z'),
      }),
    ])
    expect(readCim('nonsense')).toEqual([])
  })
})
