import type { ReactNode } from 'react'
import { formatCounted } from '../../kit/format.js'
import { ClaimLine } from './claim-line.js'
import { CommandText } from './command-text.js'
import type { EntryProps } from './entry-of.js'
import { WeakenedLine } from '../../kit/weakened-line.js'

/** All that a verdict rests on, one click away. */
export function VerdictEvidence({ entry: { verdict, gates, facts } }: EntryProps<'verdict'>) {
  return (
    <details className="group mt-2">
      <summary className="inline-flex rounded text-sm text-accent underline underline-offset-2">
        Evidence
      </summary>
      <div className="mt-2 grid gap-3 border-t border-line pt-2 text-sm">
        {facts === null ? (
          <p className="text-faint">This verdict was recorded without its evidence.</p>
        ) : (
          <>
            <Part name="Claims" isEmpty={facts.claims.length === 0} none="none">
              {facts.claims.map((claim, index) => (
                <ClaimLine key={`${claim.kind} ${index}`} claim={claim} />
              ))}
            </Part>
            {(facts.weakened ?? []).length > 0 && (
              <Part name="Weakened checks">
                {facts.weakened?.map((check) => (
                  <WeakenedLine key={check.hash} check={check} />
                ))}
              </Part>
            )}
            <Part
              name="Tests, builds, checks"
              isEmpty={facts.commands.length === 0}
              none="none ran"
            >
              {facts.commands.map((run) => (
                <CommandText key={`${run.step} ${run.key}`} run={run} />
              ))}
            </Part>
            <Part name="Edits" isEmpty={facts.edits.length === 0} none="none">
              <p className="measured">
                {[...new Set(facts.edits.map(({ file }) => file))].join(', ')}
              </p>
            </Part>
            <Part
              name="Changed in the repository"
              isEmpty={facts.filesChanged.length === 0}
              none="nothing"
            >
              <p className="measured">{facts.filesChanged.join(', ')}</p>
            </Part>
            {facts.todosOpen > 0 && (
              <Part name="To-do list">
                <p>{formatCounted(facts.todosOpen, 'item')} open</p>
              </Part>
            )}
            {facts.degraded.length > 0 && (
              <Part name="Missing">
                <p>{facts.degraded.join(', ')}</p>
              </Part>
            )}
          </>
        )}
        {gates.length > 0 && (
          <Part name="Red gates">
            <p className="measured">
              {gates
                .map(({ gate, tier, demoted }) => `${gate} (${demoted ? 'demoted' : tier})`)
                .join(', ')}
            </p>
          </Part>
        )}
        {verdict.missing.length > 0 && <Items name="Missing" items={verdict.missing} />}
        {verdict.next_actions.length > 0 && <Items name="Next" items={verdict.next_actions} />}
      </div>
    </details>
  )
}

function Items({ name, items }: { name: string; items: readonly string[] }) {
  return (
    <Part name={name}>
      <ul className="list-disc pl-5">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </Part>
  )
}

function Part({ name, isEmpty = false, none = '', children }: PartProps) {
  return (
    <div>
      <p className="label">{name}</p>
      {isEmpty ? (
        <p className="text-faint">{none}</p>
      ) : (
        <div className="grid gap-1">{children}</div>
      )}
    </div>
  )
}

interface PartProps {
  name: string
  isEmpty?: boolean
  none?: string
  children: ReactNode
}
