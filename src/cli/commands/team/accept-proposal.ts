/**
 * A person takes over what another member proposes, by the same code as if they had thought of it: a
 * check as `reflect checks add` does, a skill as `reflect skills approve`, a setting as
 * `reflect config set`. They have seen all of it before.
 */
import { inspectInstalled } from '../../../host/skills/install/install-skill.js'
import { proposeChange } from '../../../host/skills/propose-change.js'
import { approveChange } from '../../../host/skills/skill-changes.js'
import type { TeamProposal, TeamProposalContent } from '../../../schema/api/team.js'
import { shorten } from '../../../util/shorten.js'
import { refuseTaken } from '../checks/add-check.js'
import { addChecks, openChecksHere } from '../checks/own-checks.js'
import type { CliContext } from '../../command.js'
import { unitAt } from '../../../config/known-keys.js'
import { describeWritten, writeSetting } from '../config/write-setting.js'
import { theHost } from '../../opens.js'

type Content<K extends TeamProposalContent['kind']> = Extract<TeamProposalContent, { kind: K }>

interface AcceptTerms {
  /** Asks the person, when nothing is in the way any more. */
  agreed(question: string): Promise<boolean>
  /** A setting goes into the project's file and not into the person's own. */
  forProject: boolean
}

/** What was done, in words; null when the person did not agree. */
export async function acceptProposal(
  context: CliContext,
  { content, member }: TeamProposal,
  terms: AcceptTerms,
): Promise<string | null> {
  if (content.kind === 'check') return acceptCheck(context, content, terms)
  if (content.kind === 'skill') return acceptSkill(context, content, member, terms)
  return acceptSetting(context, content, terms)
}

async function acceptCheck(
  context: CliContext,
  { name, command, shell, when, timeoutMs, env }: Content<'check'>,
  { agreed }: AcceptTerms,
): Promise<string | null> {
  const here = await openChecksHere(context)
  refuseTaken(here, name)
  if (!(await agreed('Add this check?'))) return null
  await addChecks(here, [{ name, command, shell, when, timeoutMs, env }])
  return `Added. \`reflect checks run ${name}\` runs it once; \`reflect checks remove ${name}\` takes it out again.`
}

const acceptSkill = (
  context: CliContext,
  { name: skill, text: after }: Content<'skill'>,
  member: string,
  { agreed }: AcceptTerms,
): Promise<string | null> =>
  theHost(context, async ({ host }) => {
    if (!(await agreed('Commit it, and install it for the agents here?'))) return null
    const reason = `proposed to the team by ${member}`
    const { id } = await proposeChange({ skill, after, reason }, host)
    const { commit } = await approveChange(id, 'person', host)
    const { copies } = await inspectInstalled(skill, host)
    return [
      commit === null
        ? `Accepted ${skill}; the server commits it.`
        : `Committed ${skill} as ${commit.slice(0, 10)}; \`reflect skills rollback\` takes it back.`,
      ...copies.map((folder) => `Installed in ${shorten(folder, context.home)}.`),
    ].join('\n')
  })

async function acceptSetting(
  context: CliContext,
  { name, value }: Content<'setting'>,
  { agreed, forProject }: AcceptTerms,
): Promise<string | null> {
  const where = forProject ? "the project's config" : 'your own config'
  if (!(await agreed(`Write it into ${where}?`))) return null
  const edit = { kind: 'set', path: unitAt(name), value } as const
  const written = await writeSetting(context, edit, forProject)
  return `${describeWritten(written, context.home)}\n\`reflect config unset ${name}\` takes it back.`
}
