import type { DiffLine } from '../../../../src/schema/api/skill.js'

const LOOKS: Readonly<Record<DiffLine['sign'], { sign: string; look: string }>> = {
  same: { sign: ' ', look: 'text-soft' },
  added: { sign: '+', look: 'bg-good-wash text-good' },
  removed: { sign: '−', look: 'bg-bad-wash text-bad' },
  gap: { sign: ' ', look: 'bg-sunken text-faint' },
}

/** A change line by line, as text: signs say what colours repeat. */
export function Diff({ lines, label }: { lines: readonly DiffLine[]; label: string }) {
  return (
    <div
      tabIndex={0}
      role="region"
      aria-label={label}
      className="measured max-h-[26rem] overflow-auto py-1"
    >
      {lines.map(({ sign, text }, at) => (
        // Lines have no id of their own and never move.
        <div key={at} className={`flex px-4 ${LOOKS[sign].look}`}>
          <span aria-hidden="true" className="w-5 shrink-0 select-none">
            {LOOKS[sign].sign}
          </span>
          <span className="min-w-0 break-words whitespace-pre-wrap">
            {(sign === 'added' || sign === 'removed') && <span className="sr-only">{sign}: </span>}
            {sign === 'gap' ? text || '⋯' : text || ' '}
          </span>
        </div>
      ))}
    </div>
  )
}
