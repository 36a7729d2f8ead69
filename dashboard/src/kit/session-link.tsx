import { Link } from '../router/link.js'

/** What the cycle does by itself is logged under a name that is no session. */
const OWN = 'system:'

/** A session by its id, which is long: its end is what tells sessions apart. */
export function SessionLink({ id }: { id: string }) {
  if (id === '') return <span className="text-faint">none</span>
  if (id.startsWith(OWN)) return <code className="measured text-soft">{id}</code>
  return (
    <Link
      href={`/sessions/${encodeURIComponent(id)}`}
      title={id}
      className="measured text-accent underline decoration-line-strong underline-offset-2 hover:decoration-current"
    >
      {id.length > 24 ? `…${id.slice(-20)}` : id}
    </Link>
  )
}
