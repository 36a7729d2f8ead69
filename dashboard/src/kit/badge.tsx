import type { ReactNode } from 'react'
import { toneWash } from './tone.js'
import type { Tone } from './tone.js'

/** One word of state. The word carries the meaning, the colour repeats it. */
export function Badge({ tone = 'plain', title, children }: BadgeProps) {
  return (
    <span
      data-whole
      title={title}
      className={`inline-flex max-w-full items-center rounded-[3px] px-1.5 py-px text-xs whitespace-nowrap ${toneWash[tone]}`}
    >
      <span className="truncate">{children}</span>
    </span>
  )
}

interface BadgeProps {
  tone?: Tone
  title?: string | undefined
  children: ReactNode
}
