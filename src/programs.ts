/**
 * The programs that a command starts. Entries import no other entry: what the CLI needs of the server
 * and of the MCP server it gets here, loaded when a command asks for it.
 */
export type { RunningServer } from './server/access/running-server.js'
export type { ServedProject, ServeProjectInput } from './server/serve-project.js'

export const loadServer = async () => {
  const { findRunning } = await import('./server/access/find-running.js')
  const { serveProject } = await import('./server/serve-project.js')
  return { findRunning, serveProject }
}

export const loadMcpServer = async () => (await import('./mcp/serve-mcp.js')).serveMcp

export const loadMcpTools = async () => (await import('./mcp/describe-tools.js')).describeTools
