import { codeWords } from '../../kit/code-words.js'
import type { EntryProps } from './entry-of.js'

const WHAT: Readonly<Record<EntryProps<'session'>['entry']['what'], string>> = {
  started: 'Session started',
  ended: 'Session ended',
  aborted: 'The human stopped the agent',
  errored: 'The client failed',
  'permission-asked': 'Permission asked',
  'permission-answered': 'Permission answered',
  'subagent-stopped': 'A subagent stopped',
}

/** The client's own code for how; whatever else is told of is free text. */
const isCode = (what: string): boolean => what === 'started' || what === 'ended'

export function SessionEntry({ entry }: EntryProps<'session'>) {
  return (
    <p className="text-soft">
      {WHAT[entry.what]}
      {entry.detail !== '' && (
        <span className="text-faint">
          : {isCode(entry.what) ? codeWords(entry.detail) : entry.detail}
        </span>
      )}
    </p>
  )
}

/** Not judged, or nothing went out, and why. */
export function HeldEntry({ text, reason }: { text: string; reason: string }) {
  return (
    <p className="text-soft">
      {text}: <span title={reason}>{codeWords(reason)}</span>
    </p>
  )
}

export function CompactionEntry({ entry }: EntryProps<'compaction'>) {
  return (
    <p className="border-t border-dashed border-line-strong pt-1 text-soft">
      {entry.phase === 'begins' ? 'The context is being compressed' : 'The context was compressed'}
      {entry.trigger !== 'unknown' && <span className="text-faint"> ({entry.trigger})</span>}
    </p>
  )
}
