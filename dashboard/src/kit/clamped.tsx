import { useState } from 'react'

const ROUGHLY_A_LINE = 80

/** A long text by its first lines, whole on demand. */
export function Clamped({ text, lines = 4, className = '' }: ClampedProps) {
  const [isWhole, setWhole] = useState(false)
  const isLong = estimatedLines(text) > lines
  return (
    <div className={className}>
      <p
        className="whitespace-pre-wrap"
        style={
          isLong && !isWhole
            ? {
                display: '-webkit-box',
                WebkitBoxOrient: 'vertical',
                WebkitLineClamp: lines,
                overflow: 'hidden',
              }
            : undefined
        }
      >
        {text}
      </p>
      {isLong && (
        <button
          type="button"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
          className="font-sans text-xs text-accent underline underline-offset-2"
        >
          {isWhole ? 'less' : 'full text'}
        </button>
      )}
    </div>
  )
}

const estimatedLines = (text: string): number =>
  text
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / ROUGHLY_A_LINE)), 0)

interface ClampedProps {
  text: string
  lines?: number
  className?: string
}
