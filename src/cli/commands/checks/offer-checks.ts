import { Interrupted } from '../../ask.js'
import type { CliContext } from '../../command.js'
import { requirePerson } from '../../person/require-person.js'
import { describeDraft, draftCheck, WARNING } from './add-check.js'
import { addChecks, listProposals, openChecksHere } from './own-checks.js'

const DEFAULT_TIMEOUT_MS = 5 * 60_000

/** What the project's files propose, offered when it is set up here for the first time. */
export async function offerChecks(context: CliContext): Promise<void> {
  const here = await openChecksHere(context)
  if (here.checks.length > 0) return
  const proposals = await listProposals(here)
  if (proposals.length === 0) return
  const names = proposals.map(({ name }) => name).join(', ')
  if (!context.interactive) {
    context.print(
      `Next: \`reflect checks detect\` shows the checks that this project proposes: ${names}.`,
    )
    return
  }
  const options = { command: [], shell: false, when: [], timeout: DEFAULT_TIMEOUT_MS, env: [] }
  const drafts = await Promise.all(
    proposals.map(({ name }) => draftCheck(here, { name, ...options })),
  )
  context.print(`\nThis project has checks that can run when an agent says it is done:\n`)
  context.print(`${drafts.map(describeDraft).join('\n')}\n\n${WARNING}\n`)
  if (!(await isWanted(context, names))) return
  await requirePerson(context, { command: 'checks add', yes: false })
  await addChecks(here, drafts)
  context.print('Added. `reflect checks` shows them.')
}

async function isWanted(context: CliContext, names: string): Promise<boolean> {
  try {
    return await context.confirm(`Add ${names}?`, false)
  } catch (error) {
    throw error instanceof Interrupted ? new Interrupted('No check was added.') : error
  }
}
