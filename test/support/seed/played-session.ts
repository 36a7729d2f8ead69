/**
 * A session of Claude Code that the real hook sees, at an instant that is handed in: its transcript
 * lies on disk, its edits are made, and every record comes from the code that makes it for users.
 */
import { appendFileSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { loadAgent } from '../../../src/wiring/agent-registry.js'
import { runHook } from '../../../src/hook/run-hook.js'

export interface PlayedPlace {
  root: string
  home: string
  env: NodeJS.ProcessEnv
}

const MODEL = 'claude-sonnet-4-5'
const STEP_MS = 40_000
const NO_LIMIT = { signal: new AbortController().signal, extend: () => undefined }

export class PlayedSession {
  #place: PlayedPlace
  #id: string
  #clock: number
  #lines = 0
  #transcript: string

  constructor(place: PlayedPlace, id: string, start: number) {
    this.#place = place
    this.#id = id
    this.#clock = start
    const folder = path.join(place.home, '.claude', 'projects', 'shop')
    mkdirSync(folder, { recursive: true })
    this.#transcript = path.join(folder, `${id}.jsonl`)
  }

  begin = (): Promise<string> => this.#hook('SessionStart', { source: 'startup' })

  async asks(text: string): Promise<string> {
    this.#write('user', text)
    return this.#hook('UserPromptSubmit', { prompt: text })
  }

  edits(file: string, before: string, after: string): void {
    const target = path.join(this.#place.root, file)
    writeFileSync(target, readFileSync(target, 'utf8').replace(before, after))
    // Where a check stands before the last edit, it proves nothing: the file is as old as its edit.
    const at = new Date(this.#clock)
    utimesSync(target, at, at)
    const input = { file_path: target, old_string: before, new_string: after }
    this.#result(this.#use('Edit', input), 'The file was updated.', false)
  }

  runs(command: string, output: string): void {
    this.#result(this.#use('Bash', { command }), output, false)
  }

  async fails(command: string, output: string): Promise<string> {
    const tool_use_id = this.#use('Bash', { command })
    const error = `Exit code 1\n${output}`
    const call = { tool_name: 'Bash', tool_input: { command }, tool_use_id, error }
    const said = await this.#hook('PostToolUseFailure', { ...call, is_interrupt: false })
    this.#result(tool_use_id, error, true)
    return said
  }

  async stops(text: string): Promise<string> {
    this.#write('assistant', [{ type: 'text', text }])
    return this.#hook('Stop', { stop_hook_active: false, last_assistant_message: text })
  }

  ends = (): Promise<string> => this.#hook('SessionEnd', { reason: 'exit' })

  async #hook(event: string, fields: object): Promise<string> {
    this.#clock += STEP_MS
    const payload = {
      session_id: this.#id,
      cwd: this.#place.root,
      transcript_path: this.#transcript,
      permission_mode: 'bypassPermissions',
      hook_event_name: event,
      ...fields,
    }
    const { root, home, env } = this.#place
    const { reply, finish } = await runHook({
      agent: await loadAgent('claude-code'),
      eventName: event,
      stdin: () => Readable.from([Buffer.from(JSON.stringify(payload))]),
      env: { ...env, REFLECTION_MODE: 'solo' },
      home,
      platform: process.platform,
      cwd: root,
      now: () => new Date(this.#clock),
      budget: NO_LIMIT,
    })
    await finish?.()
    return reply
  }

  #use(name: string, input: object): string {
    const id = `${this.#id}-call-${this.#lines}`
    this.#write('assistant', [{ type: 'tool_use', id, name, input }])
    return id
  }

  #result(id: string, content: string, isError: boolean): void {
    this.#write('user', [{ type: 'tool_result', tool_use_id: id, content, is_error: isError }])
  }

  #write(role: 'user' | 'assistant', content: unknown): void {
    this.#lines += 1
    this.#clock += STEP_MS
    const usage = { input_tokens: 40, cache_read_input_tokens: 9000, output_tokens: 260 }
    const spoken = role === 'assistant' ? { id: `m${this.#lines}`, model: MODEL, usage } : {}
    const line = {
      type: role,
      uuid: `${this.#id}-${this.#lines}`,
      sessionId: this.#id,
      cwd: this.#place.root,
      timestamp: new Date(this.#clock).toISOString(),
      message: { role, content, ...spoken },
    }
    appendFileSync(this.#transcript, `${JSON.stringify(line)}\n`)
  }
}
