import { spawn } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import path from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { describe, expect, it } from 'vitest'
import { openSandbox } from '../support/sandbox.js'
import type { Finished, Sandbox } from '../support/sandbox.js'

const BUILT = path.resolve('plugin')
const SOLO = { REFLECTION_MODE: 'solo' }

interface Handler {
  type: string
  command: string
  args: string[]
  timeout: number
}
interface Hooks {
  hooks: Record<string, { hooks: Handler[] }[]>
}

const readJson = <T>(...parts: string[]): T =>
  JSON.parse(readFileSync(path.join(...parts), 'utf8')) as T

/** The plugin where npm would put it, below a path with spaces, with the SQLite package beside. */
function unpack({ base }: Sandbox): string {
  const modules = path.join(base, 'my modules', 'node_modules')
  const plugin = path.join(modules, 'reflectory', 'plugin')
  cpSync(BUILT, plugin, { recursive: true })
  for (const name of ['@photostructure/sqlite', 'node-gyp-build']) {
    cpSync(path.join('node_modules', name), path.join(modules, name), { recursive: true })
  }
  return plugin
}

/** Starts a handler as the client does: placeholders filled in, no shell. */
function start(
  { command, args }: Pick<Handler, 'command' | 'args'>,
  plugin: string,
  { root, env }: Sandbox,
  payload: object,
): Promise<Finished> {
  const filled = args.map((part) => part.replaceAll('${CLAUDE_PLUGIN_ROOT}', plugin))
  return new Promise((resolve, reject) => {
    const child = spawn(command, filled, { cwd: root, env: { ...env, ...SOLO } })
    const done: Finished = { code: null, stdout: '', stderr: '' }
    child.stdout.on('data', (chunk: Buffer) => (done.stdout += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (done.stderr += chunk.toString()))
    child.stdin.on('error', () => undefined)
    child.on('error', reject).on('close', (code) => resolve({ ...done, code }))
    child.stdin.end(JSON.stringify(payload))
  })
}

const handlerOf = (plugin: string, event: string): Handler =>
  readJson<Hooks>(plugin, 'hooks', 'claude-code.json').hooks[event]![0]!.hooks[0]!

/** A transcript where the client keeps them: its presence is what makes two deliveries one. */
function stopPayload(sandbox: Sandbox, sessionId: string): object {
  const folder = path.join(sandbox.home, '.claude', 'projects', 'repo')
  const transcript = sandbox.write(path.join(folder, `${sessionId}.jsonl`), '')
  return {
    hook_event_name: 'Stop',
    session_id: sessionId,
    transcript_path: transcript,
    cwd: sandbox.root,
    permission_mode: 'default',
    stop_hook_active: false,
    last_assistant_message: "Now I'll fix it and run the tests.",
  }
}

const PAYLOADS: Readonly<Record<string, object>> = {
  SessionStart: { source: 'startup' },
  UserPromptSubmit: { prompt: 'Make the login work' },
  PostToolUseFailure: { tool_name: 'Bash', tool_use_id: 't1', tool_input: {}, error: 'red' },
  PreCompact: { trigger: 'auto', custom_instructions: '' },
  Stop: { stop_hook_active: false },
  SubagentStop: { stop_hook_active: false, agent_id: 'a1' },
  StopFailure: { error: 'overloaded' },
  SessionEnd: { reason: 'other' },
}

describe('the Claude Code plugin', () => {
  it('names itself, its version and the programs that lie in it', () => {
    const { version } = readJson<{ version: string }>('package.json')
    expect(readJson(BUILT, '.claude-plugin', 'plugin.json')).toEqual({
      name: expect.stringMatching(/^[a-z][a-z-]*$/),
      version,
      description: expect.any(String),
      license: 'MIT',
      author: { name: expect.any(String) },
      hooks: './hooks/claude-code.json',
    })
    const market = readJson<{ plugins: { name: string; source: string }[] }>(
      '.claude-plugin',
      'marketplace.json',
    )
    expect(market).toMatchObject({ name: 'reflectory', owner: { name: expect.any(String) } })
    expect(market.plugins.map(({ name, source }) => ({ name, source }))).toEqual([
      { name: 'reflectory', source: './plugin' },
    ])
    const { hooks } = readJson<Hooks>(BUILT, 'hooks', 'claude-code.json')
    expect(Object.keys(hooks).sort()).toEqual(Object.keys(PAYLOADS).sort())
    const { Stop: [, wake] = [] } = hooks
    expect(wake?.hooks[0]).toMatchObject({
      args: ['${CLAUDE_PLUGIN_ROOT}/hook.cjs', 'claude-code', 'wake'],
      asyncRewake: true,
    })
    for (const [event, [group, ...others]] of Object.entries(hooks)) {
      expect(others).toHaveLength(event === 'Stop' ? 1 : 0)
      expect(group).toEqual({
        hooks: [
          {
            type: 'command',
            command: 'node',
            args: ['${CLAUDE_PLUGIN_ROOT}/hook.cjs', 'claude-code', event],
            timeout: expect.any(Number),
          },
        ],
      })
    }
    for (const name of ['hook.cjs', 'answer.cjs', 'open-model.cjs', 'mcp.cjs']) {
      expect(existsSync(path.join(BUILT, name))).toBe(true)
    }
  })

  it('answers every event that it asks for, from a path with spaces', async () => {
    const sandbox = openSandbox()
    const plugin = unpack(sandbox)
    for (const [event, fields] of Object.entries(PAYLOADS)) {
      const payload = { hook_event_name: event, session_id: 's1', cwd: sandbox.root, ...fields }
      const done = await start(handlerOf(plugin, event), plugin, sandbox, payload)
      expect({ event, ...done }).toEqual({ event, code: 0, stdout: '', stderr: '' })
    }
    expect(sandbox.sidecars()).toMatchObject([{ agent: 'claude-code', session_id: 's1' }])
    expect(readdirSync(sandbox.stateDir())).toContain('reflectory.db')
    expect(existsSync(path.join(sandbox.stateDir(), 'logs'))).toBe(false)
  })

  it('sends the agent back, as the installed hook does', async () => {
    const sandbox = openSandbox()
    const plugin = unpack(sandbox)
    const done = await start(handlerOf(plugin, 'Stop'), plugin, sandbox, stopPayload(sandbox, 's1'))
    expect(JSON.parse(done.stdout)).toMatchObject({ decision: 'block' })
  })

  it('still records, and lets the agent go, where no SQLite came along', async () => {
    const sandbox = openSandbox()
    const plugin = path.join(sandbox.base, 'cache of plugins', 'reflectory')
    mkdirSync(path.dirname(plugin))
    cpSync(BUILT, plugin, { recursive: true })
    const payload = { hook_event_name: 'Stop', session_id: 's1', cwd: sandbox.root }
    const done = await start(handlerOf(plugin, 'Stop'), plugin, sandbox, payload)
    expect(done).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(done.stdout)).toEqual({
      systemMessage: expect.stringContaining("can't use its database here") as string,
    })
    expect(sandbox.sidecars()).toMatchObject([{ session_id: 's1' }])
  })

  it('stays silent where the settings start our hook too, so that one stop has one push', async () => {
    const sandbox = openSandbox()
    const plugin = unpack(sandbox)
    await sandbox.reflect(['install', 'claude-code', '--yes', '--mode', 'solo'])
    const settings = readJson<Hooks>(sandbox.home, '.claude', 'settings.json')
    const installed = settings.hooks['Stop']![0]!.hooks[0]!
    const payload = stopPayload(sandbox, 's1')
    const replies = await Promise.all(
      [installed, handlerOf(plugin, 'Stop')].map((each) => start(each, plugin, sandbox, payload)),
    )
    expect(replies.map(({ stdout }) => stdout.includes('"block"'))).toEqual([true, false])
    expect(replies[1]).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(sandbox.sidecars()).toHaveLength(1)
    // A transcript that grew meanwhile makes another event of the same bytes.
    appendFileSync((payload as { transcript_path: string }).transcript_path, '{}\n')
    const late = await start(handlerOf(plugin, 'Stop'), plugin, sandbox, payload)
    expect(late).toEqual({ code: 0, stdout: '', stderr: '' })

    await sandbox.reflect(['uninstall', '--yes'])
    const alone = await start(
      handlerOf(plugin, 'Stop'),
      plugin,
      sandbox,
      stopPayload(sandbox, 's2'),
    )
    expect(alone.stdout).toContain('"block"')
  })

  it('speaks for an installed hook that is gone', async () => {
    const sandbox = openSandbox()
    const plugin = unpack(sandbox)
    await sandbox.reflect(['install', 'claude-code', '--yes', '--mode', 'solo'])
    const { version } = readJson<{ version: string }>('package.json')
    const copy = path.join(sandbox.home, '.local', 'share', 'reflectory', version)
    rmSync(copy, { recursive: true })
    const done = await start(handlerOf(plugin, 'Stop'), plugin, sandbox, stopPayload(sandbox, 's1'))
    expect(done.stdout).toContain('"block"')
  })

  it('brings the MCP server along, as one file', async () => {
    const sandbox = openSandbox()
    const plugin = unpack(sandbox)
    const { mcpServers } = readJson<{ mcpServers: Record<string, Handler> }>(plugin, '.mcp.json')
    const { command, args } = mcpServers['reflectory']!
    const client = new Client({ name: 'test', version: '1.0.0' })
    const filled = args.map((part) => part.replaceAll('${CLAUDE_PLUGIN_ROOT}', plugin))
    const env = { ...(sandbox.env as Record<string, string>), ...SOLO }
    await client.connect(
      new StdioClientTransport({ command, args: filled, cwd: sandbox.root, env, stderr: 'pipe' }),
    )
    const lesson = { analysis: 'a stale lock', suggestion: 'remove it', category: 'root_cause' }
    const answer = await client.callTool({ name: 'record_lesson', arguments: lesson })
    await client.close()
    expect(answer).toMatchObject({ content: [{ text: expect.stringMatching(/^Recorded/) }] })
    expect(readdirSync(sandbox.stateDir())).toContain('reflectory.db')
  })
})
