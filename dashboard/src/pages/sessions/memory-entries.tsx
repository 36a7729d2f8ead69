import { Badge } from '../../kit/badge.js'
import { codeWords } from '../../kit/code-words.js'
import { formatDuration } from '../../kit/format.js'
import { Link } from '../../router/link.js'
import { toneOf } from './entry-looks.js'
import type { EntryProps } from './entry-of.js'
import { LessonLink } from './lesson-link.js'

export function LearnedEntry({ entry }: EntryProps<'learned'>) {
  return (
    <p>
      <span className="label">Learned, as it reads today</span>{' '}
      <LessonLink id={entry.lessonId}>{entry.summary}</LessonLink>{' '}
      <Badge>{entry.category.replaceAll('_', ' ')}</Badge>
    </p>
  )
}

export function RecalledEntry({ entry }: EntryProps<'recalled'>) {
  return (
    <p className="text-soft">
      {entry.arm === 'shown' ? 'Lesson shown: ' : 'Lesson held out, as control: '}
      <LessonLink id={entry.lessonId}>{entry.summary ?? entry.lessonId}</LessonLink>
      {entry.outcome !== 'open' && (
        <span className="text-faint"> (the attempt&apos;s end: {entry.outcome})</span>
      )}
    </p>
  )
}

export function NoteEntry({ entry }: EntryProps<'note'>) {
  return (
    <p className="text-soft">
      <Link
        href={`/settings/log?entry=${encodeURIComponent(entry.logId)}`}
        className="text-accent underline underline-offset-2"
      >
        {codeWords(entry.action)}
      </Link>{' '}
      {entry.text}
    </p>
  )
}

export function OutcomeEntry({ entry }: EntryProps<'outcome'>) {
  return (
    <p>
      <Badge tone={toneOf(entry)}>{entry.status}</Badge>{' '}
      {entry.taskId !== null && <code className="measured">{entry.taskId}</code>} after{' '}
      {formatDuration(entry.durationMs)}
      {entry.text !== '' && <span className="text-soft">: {entry.text}</span>}
    </p>
  )
}
