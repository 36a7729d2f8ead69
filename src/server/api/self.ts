import { diffLines } from '../../self/diff-lines.js'
import { sayOfLine } from '../../self/say-of-line.js'
import { listCurrent } from '../../self/self-lines.js'
import { updateSelfModel } from '../../wiring/update-self-model.js'
import type { RouteHandler } from './api-deps.js'

const SINCE_MS = 30 * 24 * 3_600_000

/** What is measured about the agents of this project. It is rebuilt every night. */
export const readSelf: RouteHandler<'GET /self'> = async (_, { host: { store, now } }) => ({
  lines: await listCurrent(store),
  changes: await diffLines(store, new Date(now().getTime() - SINCE_MS)),
})

/** A person's word on a line, as `reflect self pin`, `correct`, `delete` and `undo` say it. */
export const sayOfSelf: RouteHandler<'POST /self/{id}'> = async (
  { params: { id }, body: { word, text = '' } },
  { host, workspace },
) => {
  const { store, nextId } = host
  const now = host.now()
  const line = await sayOfLine(store, { id, word, text, now, nextId })
  await updateSelfModel(workspace, store, { now })
  return line
}
