import { diffLines } from '../../self/diff-lines.js'
import { listCurrent } from '../../self/self-lines.js'
import type { RouteHandler } from './api-deps.js'

const SINCE_MS = 30 * 24 * 3_600_000

/** What is measured about the agents of this project. Every night makes it anew. */
export const readSelf: RouteHandler<'GET /self'> = async (_, { host: { store, now } }) => ({
  lines: await listCurrent(store),
  changes: await diffLines(store, new Date(now().getTime() - SINCE_MS)),
})
