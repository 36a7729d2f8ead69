import type { CliContext } from '../command.js'
import { chooseAgents } from './choose-agents.js'
import { placeFor, readTrust } from './find-agents.js'
import type { PlannedEdit } from './planned-edit.js'

/** Some clients run hooks only after they asked their user, and say nothing until then. */
export async function noteTrust(
  { agent, scope, projectRoot, file, after: text }: PlannedEdit,
  context: CliContext,
): Promise<void> {
  for (const [, { trust, title }] of await chooseAgents([agent])) {
    if (trust === undefined || text === null) continue
    const place = { ...placeFor(context, scope), projectRoot }
    const untrusted = readTrust(trust, { place, file, text })
    if (untrusted !== null) context.note(`${title} ${untrusted.rule}. ${untrusted.remedy}`)
  }
}
