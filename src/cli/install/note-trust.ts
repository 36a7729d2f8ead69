import path from 'node:path'
import type { CliContext } from '../command.js'
import { chooseAgents } from './choose-agents.js'
import { placeFor, readSafely } from './find-agents.js'
import type { PlannedEdit } from './planned-edit.js'

/** Some clients run a new hook only after they asked their user, and say nothing until then. */
export async function noteTrust(
  { agent, scope, file, after }: PlannedEdit,
  context: CliContext,
): Promise<void> {
  for (const [, { trust, title }] of await chooseAgents([agent])) {
    if (trust === undefined || after === null) continue
    const record = trust.file(placeFor(context, scope))
    const { text } = readSafely(record, path.dirname(record))
    if (trust.untrusted({ file, text: after }, text).length === 0) continue
    context.note(`${title} runs new hooks only when you trust them. ${trust.remedy}`)
  }
}
