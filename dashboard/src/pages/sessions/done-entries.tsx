import { Badge } from '../../kit/badge.js'
import { formatCounted, formatScore } from '../../kit/format.js'
import { CommandText } from './command-text.js'
import type { EntryProps } from './entry-of.js'

const FILES_SHOWN = 4

export function ToolEntry({ entry }: EntryProps<'tool'>) {
  return (
    <p className="text-soft">
      <code className="measured">{entry.tool}</code>
      {entry.count > 1 && <span> {entry.count} ×</span>}
      {entry.failed > 0 && <span className="text-warn">, {entry.failed} failed</span>}
    </p>
  )
}

export function EditEntry({ entry, project }: EntryProps<'edit'> & { project: string | null }) {
  const files = entry.files.map((file) => relativeTo(project, file))
  const more = files.length - FILES_SHOWN
  return (
    <p className="text-soft" title={files.join('\n')}>
      Edited <code className="measured text-ink">{files.slice(0, FILES_SHOWN).join(', ')}</code>
      {more > 0 && ` and ${more} more`}
      {entry.creates > 0 && <span className="text-faint"> ({entry.creates} new)</span>}
    </p>
  )
}

const relativeTo = (project: string | null, file: string): string =>
  project !== null && file.startsWith(`${project}/`) ? file.slice(project.length + 1) : file

export const CommandEntry = ({ entry }: EntryProps<'command'>) => <CommandText run={entry} />

/** What the run left: size, risk, and what the agent itself says to that. */
export function CaptureEntry({ entry }: EntryProps<'capture'>) {
  const { risk, declaredVsComputed, confidence } = entry
  return (
    <div>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="label">Captured</span>
        <span>{formatCounted(entry.filesChanged, 'file')} changed</span>
        <span>
          risk <span className="measured">{formatScore(risk.score)}</span>
          {risk.surface !== 'none' && ` ${risk.surface}`}
        </span>
        {risk.needs_review && <Badge tone="bad">needs review</Badge>}
        {declaredVsComputed === 'declared_lower' && <Badge tone="bad">agent said less</Badge>}
        {declaredVsComputed === 'declared_higher' && <Badge tone="warn">agent fears more</Badge>}
        {confidence !== null && (
          <span className="text-soft">its own confidence {formatScore(confidence)}</span>
        )}
      </p>
      {risk.reason !== '' && (
        <p className="measured text-faint">{risk.reason.replace(/^none: /, '')}</p>
      )}
    </div>
  )
}
