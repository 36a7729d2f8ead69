import { CodeText } from '../../kit/code-text.js'
import { Link } from '../../router/link.js'

/** A lesson's summary may quote a whole output; the link leads to all of it. */
const LONG = 140

export function LessonLink({ id, children }: { id: string; children: string }) {
  return (
    <Link
      href={`/checks/lessons/${encodeURIComponent(id)}`}
      className="text-accent underline underline-offset-2"
    >
      <CodeText text={children.length > LONG ? `${children.slice(0, LONG)} …` : children} />
    </Link>
  )
}
