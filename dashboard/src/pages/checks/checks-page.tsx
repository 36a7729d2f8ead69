import type { CheckList } from '../../../../src/schema/api/check.js'
import { useResource } from '../../api/resource.js'
import { CommandLine } from '../../kit/command-line.js'
import { EmptyState } from '../../kit/empty-state.js'
import { formatCounted } from '../../kit/format.js'
import { Loaded } from '../../kit/loaded.js'
import { Page } from '../../kit/page.js'
import { Panel } from '../../kit/panel.js'
import { FailingPanel } from './failing-panel.js'
import { OwnCheckRow } from './own-check-row.js'
import { UntoldPanel } from './untold-panel.js'

const LIVE = { kinds: ['record.check', 'record.episode', 'record.verdict'], everyMs: 3000 }

/** The definition of done: what runs when an agent says that it is finished, and how checks went so far. */
export function ChecksPage() {
  const list = useResource('GET /checks', {}, LIVE)
  return (
    <Page
      title="Checks"
      lead="Your definition of done: commands that have to be green when an agent says that it is finished. Only what you added runs."
    >
      <Loaded resource={list}>
        {({ checks, proposals, failing, untold }) => (
          <div className="grid gap-5">
            <Panel title="What runs" aside={formatCounted(checks.length, 'check')} flush>
              {checks.length === 0 ? <NoChecks /> : <Own checks={checks} />}
            </Panel>
            {proposals.length > 0 && <Proposed proposals={proposals} />}
            <FailingPanel failing={failing} />
            <UntoldPanel untold={untold} />
          </div>
        )}
      </Loaded>
    </Page>
  )
}

const Own = ({ checks }: Pick<CheckList, 'checks'>) => (
  <>
    <ul>
      {checks.map((check) => (
        <OwnCheckRow key={check.name} check={check} />
      ))}
    </ul>
    <p className="border-t border-line px-4 py-2.5 text-sm text-soft">
      A check that takes longer than 10 s runs in the background where the session can be woken;
      elsewhere the agent is asked to run it. Run them yourself:{' '}
      <CommandLine command="reflect checks run" />
    </p>
  </>
)

const NoChecks = () => (
  <EmptyState title="No check is added" command="reflect checks add test -- npm test">
    Until then a stop is judged by what the agent itself ran. A check runs with your rights, so it
    is added on the command line, where you see the whole command.
  </EmptyState>
)

function Proposed({ proposals }: Pick<CheckList, 'proposals'>) {
  return (
    <Panel title="Proposed" note="none of them runs until you add it" flush>
      <ul>
        {proposals.map(({ name, command, when, from }) => (
          <li
            key={name}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line px-4 py-2.5 first:border-t-0"
          >
            <div className="min-w-0">
              <p>
                <span className="font-semibold">{name}</span>{' '}
                <code className="measured">{command}</code>
              </p>
              <p className="text-xs text-faint">
                from {from}
                {when.length > 0 && <>, for changes to {when.join(', ')}</>}
              </p>
            </div>
            <CommandLine command={`reflect checks add ${name}`} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}
