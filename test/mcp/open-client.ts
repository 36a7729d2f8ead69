import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { onTestFinished } from 'vitest'
import { BIN } from '../support/sandbox.js'
import type { Sandbox } from '../support/sandbox.js'

export interface OpenedClient {
  client: Client
  pid: number
  /** Calls a tool; its text, and whether it is an error. */
  call(name: string, args?: Record<string, unknown>): Promise<{ text: string; isError: boolean }>
  /** What the server wrote beside the protocol. */
  stderr(): string
}

/** The official client, talking to the built program as a real one would. */
export async function openClient(
  { root, env }: Sandbox,
  extra: Record<string, string> = { REFLECTION_MODE: 'solo' },
): Promise<OpenedClient> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [BIN, 'mcp'],
    cwd: root,
    env: { ...(env as Record<string, string>), ...extra },
    stderr: 'pipe',
  })
  let noise = ''
  transport.stderr?.on('data', (chunk: Buffer) => (noise += chunk.toString()))
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(transport)
  onTestFinished(() => client.close())
  return {
    client,
    pid: transport.pid!,
    async call(name, args = {}) {
      const result = await client.callTool({ name, arguments: args })
      const [first] = result.content as { type: string; text: string }[]
      return { text: first!.text, isError: result.isError === true }
    },
    stderr: () => noise,
  }
}
