import { isInUse, readLife } from '../../../host/skills/skill-life.js'
import { readSkillText } from '../../../host/skills/skills-folder.js'
import { NewTeamProposal, TeamProposalContent } from '../../../schema/api/team.js'
import { ReflectError } from '../../../schema/error.js'
import { whyNoProposal } from '../../../team/why-no-proposal.js'
import { findCheck, openChecksHere } from '../checks/own-checks.js'
import type { CliContext } from '../../command.js'
import { readValue } from '../config/read-setting.js'
import { theHost } from '../../opens.js'

const USAGE =
  'reflect team propose check <name> | skill <name> | setting <key> <value>, with --why <text>'

interface TypedProposal {
  kind: string
  name: string
  value: string | undefined
  why: string
}

/** What a person has here and proposes to the others: one of their checks, a skill in use, a setting. */
export async function makeProposal(
  context: CliContext,
  { kind, name, value, why }: TypedProposal,
): Promise<NewTeamProposal> {
  const content = TeamProposalContent.safeParse(await contentOf(context, kind, name, value))
  if (!content.success) throw unfit(`This ${kind} is too long for a proposal`)
  const wrong = whyNoProposal(content.data)
  if (wrong !== null) throw unfit(`${kind} ${name}: ${wrong}`)
  const proposal = NewTeamProposal.safeParse({ content: content.data, why })
  if (proposal.success) return proposal.data
  throw unfit('--why has at most 300 characters')
}

const unfit = (message: string): ReflectError => new ReflectError('usage', message)

async function contentOf(
  context: CliContext,
  kind: string,
  name: string,
  value: string | undefined,
): Promise<unknown> {
  if (kind === 'check') {
    const found = findCheck(name, (await openChecksHere(context)).checks)
    const { command, shell, when, timeoutMs, env } = found
    return { kind, name, command, shell, when, timeoutMs, env }
  }
  if (kind === 'skill') return { kind, name, text: await textInUse(context, name) }
  if (kind === 'setting' && value !== undefined) {
    const setting = readValue(name, value)
    return { kind, name: setting.path.join('.'), value: setting.value }
  }
  throw new ReflectError('usage', 'A proposal is a check, a skill or a setting', { remedy: USAGE })
}

/** A skill that is only proposed here, or was given up, is not one to recommend. */
const textInUse = (context: CliContext, name: string): Promise<string> =>
  theHost(context, async ({ host: { skills }, store }) => {
    const text = /^[a-z0-9-]+$/.test(name) ? readSkillText(skills, name) : null
    if (text !== null && isInUse((await readLife(store, name))?.state)) return text
    throw new ReflectError('not-found', `There is no skill "${name.slice(0, 64)}" in use here`, {
      remedy: '`reflect skills` shows what there is; approve it first.',
    })
  })
