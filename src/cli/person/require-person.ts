import { readAllowAgents } from '../../config/allow-agents.js'
import { userConfigFile } from '../../config/paths.js'
import { ReflectError } from '../../schema/error.js'
import { shorten } from '../../util/shorten.js'
import { lookForPerson } from '../../wiring/person/look-for-person.js'
import type { PersonFinding } from '../../wiring/person/find-person.js'
import type { CliContext } from '../command.js'
import { isWordTyped } from './type-word.js'

/**
 * Refuses a command that a person has to give: one at a terminal of their own, or one who said `--yes`
 * where no agent can have started it; in a window that anyone may have opened, with a word that is typed. Under an agent neither counts, because it could say both; the
 * user's own config may allow it, found where the system says that the user lives and not where a
 * variable says so.
 */
export async function requirePerson(
  context: CliContext,
  { command, yes }: { command: string; yes: boolean },
): Promise<void> {
  const { interactive, machine, platform } = context
  const found = await lookForPerson(machine, context)
  const file = userConfigFile({}, machine.accountHome, platform)
  const why = readAllowAgents(file) ? null : whyRefused(found, context)
  if (why !== null) {
    throw new ReflectError('needs-person', `\`reflect ${command}\` needs a person, and ${why}`, {
      remedy: `Run it yourself, in a terminal of your own. \`allowAgents: true\` in ${shorten(file, machine.accountHome)} lets agents do it.`,
    })
  }
  if (interactive || yes) return
  throw new ReflectError(
    'usage',
    `\`reflect ${command}\` needs a person, and there is no terminal`,
    {
      remedy: 'Run it in a terminal, or pass --yes.',
    },
  )
}

/** null where a person is there, or none is needed. */
function whyRefused(found: PersonFinding, context: CliContext): string | null {
  if (found.kind === 'agent') return `${found.agent} started it (${found.sign})`
  if (found.kind === 'unknown') return `none can be seen: ${found.why}`
  if (found.kind !== 'window') return null
  const why = `this window was opened while ${found.agent} ran`
  return isWordTyped(context, `A person is needed, and ${why}.`)
    ? null
    : `${why}: the word was not typed`
}
