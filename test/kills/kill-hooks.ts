import { spawn } from 'node:child_process'
import { agentEventKey } from '../../src/guard/guard-event.js'
import type { AgentEvent } from '../../src/schema/agent-event.js'
import { HOOK } from '../support/sandbox.js'
import type { Sandbox } from '../support/sandbox.js'

export interface Killed {
  kills: number
  /** The log keys of what was answered before the death. */
  acknowledged: string[]
}

/** Four at once, so that they also meet each other. */
const AT_ONCE = 4

/** Starts hooks and kills them: half at any moment of their life, half as soon as they have answered. */
export async function killHooks(
  sandbox: Sandbox,
  count: number,
  random: () => number,
): Promise<Killed> {
  const killed: Killed = { kills: 0, acknowledged: [] }
  let number = 0
  let usualMs = (await runHook(sandbox, (number += 1), null)).tookMs
  while (killed.kills < count) {
    const batch = Array.from({ length: Math.min(AT_ONCE, count - killed.kills) }, () =>
      runHook(sandbox, (number += 1), random() < 0.5 ? 'answered' : random() * usualMs),
    )
    for (const { key, isKilled, said, tookMs } of await Promise.all(batch)) {
      if (isKilled) killed.kills += 1
      else usualMs = (usualMs + tookMs) / 2
      if (said.endsWith('\n') && !said.includes('"error"')) killed.acknowledged.push(key)
    }
  }
  return killed
}

/** Milliseconds after the start, or the answer; null: never. */
type Moment = number | 'answered' | null

interface Ended {
  key: string
  isKilled: boolean
  said: string
  tookMs: number
}

function runHook(sandbox: Sandbox, number: number, killAt: Moment): Promise<Ended> {
  const sessionId = `s${number % 7}`
  const kind = number % 3 === 0 ? 'prompt-submitted' : 'session-stopped'
  const said = kind === 'prompt-submitted' ? { text: 'Go on' } : { lastMessage: 'Done.' }
  const event = { kind, id: `e${number}`, sessionId, cwd: sandbox.root, ...said }
  const start = performance.now()
  const child = spawn(process.execPath, [HOOK, 'generic'], {
    cwd: sandbox.root,
    env: { ...sandbox.env, REFLECTION_MODE: 'solo' },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const kill = (): boolean => child.kill('SIGKILL')
  const timer = typeof killAt === 'number' ? setTimeout(kill, killAt) : undefined
  child.stdin.on('error', () => undefined)
  child.stdin.end(JSON.stringify(event))
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString()
    if (killAt === 'answered') kill()
  })
  return new Promise((resolve) => {
    child.on('close', (_code, signal) => {
      clearTimeout(timer)
      const key = agentEventKey({ agent: 'generic', sessionId, id: event.id } as AgentEvent)
      const tookMs = performance.now() - start
      resolve({ key, isKilled: signal === 'SIGKILL', said: text, tookMs })
    })
  })
}
