/**
 * The MCP server: messages of a client come in on one stream, answers go out on the other, and
 * nothing else does. It ends when the client closes its side, when it is told to, or when a message
 * is larger than any honest one; calls that run are finished first. State is in the store alone, so
 * any number of servers may serve one project, and each may be killed at any moment.
 */
import type { McpServerInput } from '../wiring/programs.js'
import { uniqueId } from '../util/unique-id.js'
import { callTool } from './call-tool.js'
import { describeTools } from './describe-tools.js'
import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
  Server,
  StdioServerTransport,
} from './sdk.js'
import type { McpWorld } from './tool.js'

const MAX_MESSAGE_BYTES = 4 * 1024 * 1024
/** An agent that learns more in one session repeats itself. */
const MAX_LESSONS = 50

const INSTRUCTIONS =
  'Hindsight for this project. Before you begin: recall. After an attempt failed: ' +
  'record_lesson. Just before you finish: submit_reflection.'

/** Serves one client; returns the exit code. */
export async function serveMcp(input: McpServerInput): Promise<number> {
  const { stdin, stdout, version, note, ...rest } = input
  let lessonsLeft = MAX_LESSONS
  const world: McpWorld = {
    ...rest,
    serverId: `mcp-${uniqueId(rest.now())}`,
    takeLesson: () => lessonsLeft-- > 0,
  }
  const running = new Set<Promise<unknown>>()
  const server = new Server(
    { name: 'reflectory', title: 'Reflectory', version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  )
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: describeTools() }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const call = callTool(params.name, params.arguments, world)
    running.add(call)
    const { text, isError } = await call.finally(() => running.delete(call))
    return { content: [{ type: 'text', text }], isError }
  })
  // oxlint-disable-next-line unicorn/prefer-add-event-listener
  server.onerror = (error) => note(`mcp: ${error.message}`)
  const transport = new StdioServerTransport(stdin, stdout, { maxBufferSize: MAX_MESSAGE_BYTES })
  const ended = new Promise<number>((resolve) => {
    const end = () => resolve(0)
    stdin.once('end', end).once('close', end)
    stdout.on('error', end)
    process.once('SIGINT', end).once('SIGTERM', end)
    // The transport closes itself only when it can't go on reading.
    // oxlint-disable-next-line unicorn/prefer-add-event-listener
    server.onclose = () => resolve(1)
  })
  await server.connect(transport)
  const exitCode = await ended
  await Promise.allSettled(running)
  // Answers to the last calls are written a moment after the calls end.
  await new Promise((resolve) => setImmediate(resolve))
  await server.close()
  return exitCode
}
