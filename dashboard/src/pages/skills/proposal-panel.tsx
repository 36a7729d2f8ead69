import { useState } from 'react'
import type { SkillProposal } from '../../../../src/schema/api/skill.js'
import { Badge } from '../../kit/badge.js'
import { Button } from '../../kit/button.js'
import { ReasonDialog } from '../../kit/reason-dialog.js'
import { RelativeTime } from '../../kit/relative-time.js'
import { Diff } from './diff.js'

/** A proposed text: why it was made, what it changes, and the two answers. */
export function ProposalPanel({ proposal, isBusy, onApprove, onReject }: ProposalPanelProps) {
  const { change, diff } = proposal
  const [isRejecting, setRejecting] = useState(false)
  return (
    <section aria-label="Proposal" className="min-w-0 rounded-md border border-info bg-raised">
      <header className="flex flex-wrap items-start justify-between gap-3 border-b border-line px-4 py-3">
        <div className="min-w-0">
          <p className="flex flex-wrap items-baseline gap-2">
            <Badge tone="info">proposed</Badge>
            <strong className="font-semibold">
              {change.before === null ? 'A new skill' : 'A new text'}
            </strong>
            <RelativeTime at={change.proposed_at} className="text-sm text-faint" />
          </p>
          <p className="said mt-1 max-w-[80ch]">{change.reason.replace(/^SKILL_ACTION:\s*/, '')}</p>
        </div>
        <div className="flex gap-2">
          <Button look="strong" disabled={isBusy} onClick={onApprove}>
            Approve
          </Button>
          <Button look="danger" disabled={isBusy} onClick={() => setRejecting(true)}>
            Reject …
          </Button>
        </div>
      </header>
      <Diff lines={diff} label="What the proposal changes" />
      <ReasonDialog
        title="Reject this proposal?"
        consequence="The skill stays as it is. The proposal is kept with your reason, so that it is not made again."
        action="Reject"
        isDangerous
        isOpen={isRejecting}
        onClose={() => setRejecting(false)}
        onConfirm={onReject}
      />
    </section>
  )
}

interface ProposalPanelProps {
  proposal: SkillProposal
  isBusy: boolean
  onApprove(): void
  onReject(reason: string): void
}
