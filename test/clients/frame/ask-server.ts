/** What the page is told: a server of the opened client's project, asked over HTTP and ended again. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { BIN } from '../../support/sandbox.js'
import type { OpenedClient } from './open-client.js'

/** The answers to these paths below `/api/v1`, in their order. */
export async function askServer(
  { root, env }: OpenedClient,
  ...paths: readonly string[]
): Promise<unknown[]> {
  const args = [BIN, 'serve', '--json', '--port', '0']
  const server = spawn(process.execPath, args, {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(server, 'exit')
  try {
    const { url, token_file } = await firstListening(server.stdout)
    const headers = { authorization: `Bearer ${readFileSync(token_file, 'utf8').trim()}` }
    const answers: unknown[] = []
    for (const place of paths) {
      const answer = await fetch(new URL(`/api/v1${place}`, url), { headers })
      if (!answer.ok) throw new Error(`${place}: ${answer.status} ${await answer.text()}`)
      answers.push(await answer.json())
    }
    return answers
  } finally {
    server.kill()
    await ended
  }
}

interface Listening {
  event: string
  url: string
  token_file: string
}

async function firstListening(stdout: NodeJS.ReadableStream): Promise<Listening> {
  for await (const line of createInterface(stdout)) {
    const told = JSON.parse(line) as Listening
    if (told.event === 'listening') return told
  }
  throw new Error('the server ended before it listened')
}
