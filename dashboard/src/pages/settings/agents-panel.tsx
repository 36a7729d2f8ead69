import type { AgentStatus } from '../../../../src/schema/api/settings.js'
import { Badge } from '../../kit/badge.js'
import { CommandLine } from '../../kit/command-line.js'
import { EmptyState } from '../../kit/empty-state.js'
import { Panel } from '../../kit/panel.js'
import { RelativeTime } from '../../kit/relative-time.js'
import type { Tone } from '../../kit/tone.js'

const TONES: Readonly<Record<AgentStatus['state'], Tone>> = {
  installed: 'good',
  'installed, off': 'warn',
  'installed, paused': 'warn',
  'not installed': 'plain',
}

/** Which coding agents are on this machine, and whether their hooks lead to us. */
export function AgentsPanel({ agents }: { agents: readonly AgentStatus[] }) {
  const inOrder = agents.toSorted((a, b) => rankOf(a) - rankOf(b))
  return (
    <Panel title="Agents" className="lg:col-span-2" flush>
      {agents.length === 0 ? (
        <EmptyState title="No agent is known here" command="reflect install" />
      ) : (
        <ul className="grid gap-px overflow-hidden sm:grid-cols-2 xl:grid-cols-3">
          {inOrder.map((agent) => (
            <AgentCard key={agent.agent} agent={agent} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

const rankOf = ({ state, found }: AgentStatus): number =>
  state !== 'not installed' ? 0 : found ? 1 : 2

function AgentCard({ agent }: { agent: AgentStatus }) {
  const { title, found, clientVersion, state, installed, lastSeen, problems } = agent
  return (
    <li className="min-w-0 px-4 py-3 text-sm shadow-[0_0_0_1px_var(--line)]">
      <div className="flex items-baseline justify-between gap-3">
        <h3 className="min-w-0 text-base font-semibold">
          {title}{' '}
          {clientVersion !== null && (
            <span className="measured font-normal text-faint">{clientVersion}</span>
          )}
        </h3>
        <Badge tone={TONES[state]}>{state}</Badge>
      </div>
      <p className="mt-0.5 text-faint">
        {lastSeen === null ? (
          found ? (
            'on this machine, never seen here'
          ) : (
            'not found on this machine'
          )
        ) : (
          <>
            last seen <RelativeTime at={lastSeen} />
          </>
        )}
      </p>
      {installed.length > 0 && (
        <ul className="mt-1.5 text-soft">
          {installed.map(({ scope, file, version }) => (
            <li key={`${scope} ${file}`}>
              {scope}: <span className="measured">{file}</span>{' '}
              <span className="text-faint">{version}</span>
            </li>
          ))}
        </ul>
      )}
      {problems.map((problem) => (
        <p key={problem} className="mt-1.5 text-bad">
          {problem}
        </p>
      ))}
      {found && state === 'not installed' && (
        <p className="mt-2">
          <CommandLine command={`reflect install ${agent.agent}`} />
        </p>
      )}
    </li>
  )
}
