import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import type { TurnSummary } from '../../../../src/schema/api/session.js'
import { endings } from '../../kit/ending.js'
import { toneText } from '../../kit/tone.js'

/** The turns of a session in order, each with how it ended. */
export function TurnChoice({ turns, chosen, onChoose }: TurnChoiceProps) {
  return (
    <div
      role="group"
      aria-label="Turns"
      className="mb-4 flex gap-1.5 overflow-x-auto pb-1 sm:max-h-28 sm:flex-wrap sm:overflow-y-auto"
    >
      <Choice isChosen={chosen === null} onChoose={() => onChoose(null)}>
        All turns
      </Choice>
      {turns.map(({ turn, ended, said }) => (
        <Choice key={turn} isChosen={turn === chosen} onChoose={() => onChoose(turn)}>
          Turn {turn}{' '}
          <span className={toneText[endings[ended.ending].tone]}>
            {said.length > 0 && `sent back ${said.length} ×, `}
            {endings[ended.ending].label}
          </span>
        </Choice>
      ))}
    </div>
  )
}

function Choice({ isChosen, onChoose, children }: ChoiceProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isChosen) button.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [isChosen])
  return (
    <button
      ref={button}
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className="shrink-0 rounded border border-line bg-raised px-2.5 py-1 text-sm whitespace-nowrap hover:border-line-strong aria-pressed:border-accent aria-pressed:bg-accent-wash"
    >
      {children}
    </button>
  )
}

interface TurnChoiceProps {
  turns: readonly TurnSummary[]
  /** null: all of them. */
  chosen: number | null
  onChoose(turn: number | null): void
}

interface ChoiceProps {
  isChosen: boolean
  onChoose(): void
  children: ReactNode
}
