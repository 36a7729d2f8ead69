import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { agentEventKey } from '../../src/guard/guard-event.js'
import type { AgentEvent } from '../../src/schema/agent-event.js'
import { IngestReport } from '../../src/schema/api/ingest.js'
import { BIN } from '../support/sandbox.js'
import type { Sandbox } from '../support/sandbox.js'
import type { Killed } from './kill-hooks.js'

/** What a server accepts before it is killed, at most, and how long after that. */
const ACCEPTS = 6
const SLACK_MS = 30

/** Starts servers, sends them events one after the other, and kills them meanwhile. */
export async function killServers(
  sandbox: Sandbox,
  count: number,
  random: () => number,
): Promise<Killed> {
  const killed: Killed = { kills: 0, acknowledged: [] }
  let number = 0
  while (killed.kills < count) {
    const { child, url, token } = await startServer(sandbox)
    const ended = new Promise<void>((resolve) => void child.once('exit', () => resolve()))
    const enough = killed.acknowledged.length + Math.trunc(random() * ACCEPTS)
    const killSoon = () => void setTimeout(() => child.kill('SIGKILL'), random() * SLACK_MS)
    for (let isThere = true; isThere; number += 1) {
      if (killed.acknowledged.length === enough) killSoon()
      const sent = await send(url, token, number, sandbox.root)
      isThere = sent !== null
      if (sent !== null) killed.acknowledged.push(sent)
    }
    await ended
    killed.kills += 1
  }
  return killed
}

/** The log key of the event once it was accepted; null when the server is gone. */
async function send(
  url: string,
  token: string,
  number: number,
  cwd: string,
): Promise<string | null> {
  const sessionId = `s${number % 5}`
  const event = { kind: 'prompt-submitted', id: `e${number}`, sessionId, cwd, text: 'Go on' }
  try {
    const reply = await fetch(`${url}/api/v1/events`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ events: [event] }),
    })
    const { accepted } = IngestReport.parse(await reply.json())
    if (accepted !== 1) throw new Error('not accepted')
    return agentEventKey({ agent: 'generic', sessionId, id: event.id } as AgentEvent)
  } catch (error) {
    // A connection that broke; anything else is no end of a server.
    if (error instanceof TypeError || error instanceof SyntaxError) return null
    throw error
  }
}

interface Started {
  child: ChildProcess
  url: string
  token: string
}

function startServer(sandbox: Sandbox): Promise<Started> {
  const child = spawn(process.execPath, [BIN, 'serve', '--json', '--port', '0'], {
    cwd: sandbox.root,
    env: { ...sandbox.env, REFLECTION_MODE: 'solo' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const line = /^(\{.*"listening".*\})\n/m.exec(text)?.[1]
      if (line === undefined) return
      const { url, token_file } = JSON.parse(line) as { url: string; token_file: string }
      resolve({ child, url, token: readFileSync(token_file, 'utf8').trim() })
    })
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
  })
}
