import { useState } from 'react'
import type { SkillVersion } from '../../../../src/schema/api/skill.js'
import { useResource } from '../../api/resource.js'
import { ConfirmButton } from '../../kit/confirm.js'
import { EmptyState } from '../../kit/empty-state.js'
import { formatCounted } from '../../kit/format.js'
import { Loaded } from '../../kit/loaded.js'
import { Panel } from '../../kit/panel.js'
import { RelativeTime } from '../../kit/relative-time.js'
import { Diff } from './diff.js'

/** Every version, newest first; what it changed is behind it, and so is the way back. */
export function HistoryPanel({ name, history, isBusy, onRollback }: HistoryPanelProps) {
  return (
    <Panel
      title="Versions"
      note={history.length === 0 ? undefined : formatCounted(history.length, 'version')}
      flush
    >
      {history.length === 0 ? (
        <EmptyState title="Nothing was committed yet" />
      ) : (
        <ol>
          {history.map((version) => (
            <li key={version.commit} className="border-t border-line first:border-t-0">
              <Version name={name} version={version} isBusy={isBusy} onRollback={onRollback} />
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}

function Version({ name, version, isBusy, onRollback }: VersionProps) {
  const [isOpen, setOpen] = useState(false)
  const { commit, at, subject } = version
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="flex items-baseline gap-3 px-4 py-2 hover:bg-sunken">
        <span className="measured text-faint">{commit.slice(0, 8)}</span>
        <span className="min-w-0 flex-1">{subject}</span>
        <RelativeTime at={at} className="text-sm whitespace-nowrap text-faint" />
      </summary>
      {isOpen && (
        <>
          <VersionDiff name={name} commit={commit} />
          <p className="flex justify-end border-t border-line px-4 py-2">
            <ConfirmButton
              label="Roll back"
              question={`Roll back ${commit.slice(0, 8)}?`}
              consequence={`A new commit undoes "${subject}". The history stays, and you can undo this too.`}
              isDisabled={isBusy}
              onConfirm={() => onRollback(commit)}
            />
          </p>
        </>
      )}
    </details>
  )
}

function VersionDiff({ name, commit }: { name: string; commit: string }) {
  const diff = useResource('GET /skills/{name}/versions/{commit}', { params: { name, commit } })
  return (
    <Loaded resource={diff}>
      {(data) => <Diff lines={data.diff} label={`What ${commit.slice(0, 8)} changed`} />}
    </Loaded>
  )
}

interface VersionProps {
  name: string
  version: SkillVersion
  isBusy: boolean
  onRollback(commit: string): void
}

interface HistoryPanelProps {
  name: string
  history: readonly SkillVersion[]
  isBusy: boolean
  onRollback(commit: string): void
}
