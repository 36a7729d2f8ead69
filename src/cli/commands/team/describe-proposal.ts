import { stringify } from 'yaml'
import type { TeamProposal, TeamProposalContent } from '../../../schema/api/team.js'
import { count } from '../../../util/count.js'
import { oneLine } from '../../../util/one-line.js'
import { sha256 } from '../../../util/sha256.js'
import { describeDraft, WARNING } from '../checks/add-check.js'

/** All of a proposal, as a person has to see it before they agree. */
export const describeProposal = ({ id, member, at, why, content }: TeamProposal): string =>
  [
    `${id}  ${content.kind} ${content.name}, proposed by ${member} on ${at.slice(0, 10)}`,
    ...(why === '' ? [] : [`why: ${oneLine(why, 300)}`]),
    `hash: ${proposalHash(content)}`,
    '',
    contentText(content),
  ].join('\n')

function contentText(content: TeamProposalContent): string {
  if (content.kind === 'check') return `${describeDraft(content)}\n\n${WARNING}`
  if (content.kind === 'skill') return content.text
  return `${content.name}: ${stringify(content.value).trim()}`
}

/** Names what a person saw, so that the server can't hand out another thing when they agree. */
export const proposalHash = (content: TeamProposalContent): string =>
  sha256(JSON.stringify(content)).slice(0, 32)

export const waitingText = (waiting: number): string =>
  `${count(waiting, 'proposal')} of the team ${waiting === 1 ? 'waits' : 'wait'} for you: \`reflect team proposals\`.`
